//! Scores of formulas and of units: every score is the sum of named parts.

/// One part of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name of a feature, of a generator or of a piece of evidence, or one of [`part_names::ALL`].
    pub name: String,
    /// The measured value.
    pub value: f64,
    /// The contribution to the score.
    pub contribution: f64,
}

/// Names of the parts that a search adds by itself. All others come from the pipeline.
pub mod part_names {
    /// The constant of a stage.
    pub const CONSTANT: &str = "constant";
    /// What keeps a candidate that no stage scored below those that were scored.
    pub const NOT_RESCORED: &str = "not-rescored";
    /// The formula is equal to the query.
    pub const EQUAL: &str = "equal";
    /// The formula contains the query.
    pub const CONTAINS: &str = "contains";
    /// The formula satisfies the marks of the query.
    pub const MARKS: &str = "marks";
    /// The query fits into the formula with its wildcards filled in.
    pub const UNIFIES: &str = "unifies";
    /// The query fits the whole formula, not only a part.
    pub const WHOLE: &str = "whole";
    /// The share of the query's variables that have the same name in the formula.
    pub const NAMES_KEPT: &str = "names-kept";
    /// How well the operator trees align.
    pub const ALIGNMENT: &str = "alignment";
    /// The words around the formula.
    pub const CONTEXT_WORDS: &str = "context-words";
    /// The formulas nearby, as LaTeX.
    pub const CONTEXT_LATEX: &str = "context-latex";
    /// The formulas nearby, as operator trees.
    pub const CONTEXT_OPERATORS: &str = "context-operators";
    /// The sentence, in a published representation.
    pub const CONTEXT_REPRESENTATION: &str = "context-representation";
    /// The facts about variables.
    pub const CONTEXT_TYPES: &str = "context-types";

    /// All of them.
    pub const ALL: [&str; 14] = [
        CONSTANT,
        NOT_RESCORED,
        EQUAL,
        CONTAINS,
        MARKS,
        UNIFIES,
        WHOLE,
        NAMES_KEPT,
        ALIGNMENT,
        CONTEXT_WORDS,
        CONTEXT_LATEX,
        CONTEXT_OPERATORS,
        CONTEXT_REPRESENTATION,
        CONTEXT_TYPES,
    ];
}

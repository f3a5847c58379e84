//! Formulas in their context: what is said around an occurrence, and a ranking of formula hits that goes by it.
//!
//! `E(X)` is an expectation or an energy, `\sqrt{x^2}` is `x` or `-x`; the formula alone does not tell. What tells is
//! around it: the words of its sentence and of the sentences next to it, title and tags (for an answer those of its
//! question), the formulas nearby, and what is stated of its variables, in words or in formulas: "let $x>0$", "where
//! $P$ is a projective module", "for all integers $n\ge2$", "$f:X\to Y$ continuous".
//!
//! - [`facts`]: what is known of a variable, and whether two such agree.
//! - `statements`, `relations`: where that is stated, in words and in formulas.
//! - `passage`: a text with its formulas and sentences.
//! - `surroundings`: the words and tokens around an occurrence.
//! - [`Reranker`]: puts it together. The score of a hit is its score without context, plus what the best of its
//!   occurrences adds; parts add up to scores here as everywhere.
//!
//! What context adds is counted in measures of the ranking without it, in which a formula that is wholly alike counts 1.
//! Words count as much as one such measure; formulas nearby half of one, because they are often alike for reasons of
//! notation; what is stated of variables half of one for or against, so that agreeing and contradicting are one
//! measure apart. These are round numbers, by reasoning and not from data: context is to decide among formulas that are
//! about as good, and not to make a hit of a formula of another shape.
//!
//! What it is not: a way of finding formulas. It orders what was found, and nothing is read but the units that hold it.

pub mod facts;
mod passage;
mod relations;
mod rerank;
mod sorts;
mod statements;
mod surroundings;
mod vocabulary;

use document::Text;

pub use rerank::{HitOccurrence, Reranker, rerank};
pub use sorts::Sort;

/// What of the context is compared, beside what is stated of variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum With {
    /// Words.
    #[default]
    Words,
    /// Words, and the formulas nearby as LaTeX.
    WordsAndLatex,
    /// Words, and the formulas nearby as operator trees in line.
    WordsAndOperators,
}

impl With {
    /// Every kind with its name on the command line.
    pub const NAMES: [(With, &'static str); 3] = [
        (With::Words, "words"),
        (With::WordsAndLatex, "words+latex"),
        (With::WordsAndOperators, "words+operators"),
    ];
}

/// How far context reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// The sentence that the formula stands in.
    Sentence,
    /// That sentence and those before and after it.
    #[default]
    ThreeSentences,
}

/// What the scores of hits are made of, so that context can be counted in the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scores {
    /// Sums of measures in which a formula that is wholly alike counts 1.
    #[default]
    OfShares,
    /// Something else; a measure is then a fifth of the best score, since `best` adds up five.
    Other,
}

/// What context is made of and how it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// What is compared.
    pub with: With,
    /// How far it reaches.
    pub window: Window,
    /// What it is added to.
    pub scores: Scores,
}

/// A question that a formula was taken from.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Its title.
    pub title: Text,
    /// Its text.
    pub body: Text,
    /// Its tags.
    pub tags: Vec<String>,
    /// The id of the formula in it; without one, the first formula with the source of the query is meant.
    pub formula: Option<String>,
}

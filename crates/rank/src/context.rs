//! Formulas in their context: the text around an occurrence, and a ranking of formula hits by it.
//!
//! `E(X)` is an expectation or an energy, `\sqrt{x^2}` is `x` or `-x`; the formula alone does not say which. Its context
//! does: the words of its sentence and of the sentences next to it, title and tags (for an answer those of its
//! question), the formulas nearby, and statements about its variables, in words or in formulas: "let $x>0$", "where
//! $P$ is a projective module", "for all integers $n\ge2$", "$f:X\to Y$ continuous".
//!
//! - [`facts`]: what is known about a variable, and whether facts about two variables agree.
//! - `statements`, `relations`: statements about variables, in words and in formulas.
//! - `passage`: a text with its formulas and sentences.
//! - `surroundings`: the words and tokens around an occurrence.
//! - `representation`: the published ways to write a sentence as words.
//! - [`Reranker`]: combines these. The score of a hit is its score without context, plus what the best of its
//!   occurrences adds; parts add up to scores here as everywhere.
//!
//! Context scores have the unit of the measures of the ranking without context, in which an identical formula counts 1.
//! Words count as much as one measure; formulas nearby count half, because they are often alike for reasons of
//! notation; statements about variables count half for or against, so that agreement and contradiction are one
//! measure apart. These are round numbers, by reasoning and not from data: context should decide among formulas that are
//! about as good, and not make a hit of a formula with another structure.
//!
//! What it is not: a way of finding formulas. It orders hits, and reads only the units that hold them.

pub mod facts;
mod passage;
mod relations;
mod representation;
mod rerank;
mod sorts;
mod statements;
mod surroundings;
mod vocabulary;

use document::Text;

pub use relations::sort_in;
pub use rerank::{HitOccurrence, Reranker, rerank};
pub use sorts::Sort;

/// The context that is compared, beside statements about variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum With {
    /// Words.
    #[default]
    Words,
    /// Words, and the formulas nearby as LaTeX.
    WordsAndLatex,
    /// Words, and the formulas nearby as operator trees in line.
    WordsAndOperators,
    /// The published representation `amr+opt`; see `representation`.
    GraphAndOperators,
    /// `amr+latex`
    GraphAndLatex,
    /// `raw+opt`
    TextAndOperators,
    /// `raw+latex`
    TextAndLatex,
    /// `opt`
    Operators,
}

impl With {
    /// Every kind with its name.
    pub const NAMES: [(With, &'static str); 8] = [
        (With::Words, "words"),
        (With::WordsAndLatex, "words+latex"),
        (With::WordsAndOperators, "words+operators"),
        (With::GraphAndOperators, "amr+opt"),
        (With::GraphAndLatex, "amr+latex"),
        (With::TextAndOperators, "raw+opt"),
        (With::TextAndLatex, "raw+latex"),
        (With::Operators, "opt"),
    ];

    /// Whether it is a published representation: it is compared alone, without titles, tags and variables.
    pub fn is_published(self) -> bool {
        !matches!(self, With::Words | With::WordsAndLatex | With::WordsAndOperators)
    }
}

/// How far context reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// The sentence of the formula.
    Sentence,
    /// That sentence and those before and after it.
    #[default]
    ThreeSentences,
}

impl Window {
    /// All of them with their names: the number of sentences.
    pub const NAMES: [(Window, &'static str); 2] = [(Window::Sentence, "1"), (Window::ThreeSentences, "3")];
}

/// The unit of the scores of hits, so that context can be added in the same unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scores {
    /// Sums of measures in which an identical formula counts 1.
    #[default]
    OfShares,
    /// Another unit; a measure is then a fifth of the best score, since `best` adds up five.
    Other,
}

/// Which context is compared and how it is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What is compared.
    pub with: With,
    /// How far it reaches.
    pub window: Window,
    /// The unit of the scores it is added to.
    pub scores: Scores,
    /// The number of first hits that are ordered by context; the others stay behind them in their order.
    pub most_hits: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let (with, window, scores) = Default::default();
        Settings { with, window, scores, most_hits: 1000 }
    }
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
    /// The id of the formula in it; without one, the first formula with the source of the query.
    pub formula: Option<String>,
}

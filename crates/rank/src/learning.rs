//! Weights from judgements: linear pairwise learning to rank.
//!
//! A pipeline says which values are added up; their weights are learned from topics whose
//! candidates were judged. Of two judged candidates of a topic the better one should score higher by a margin
//! (Joachims, *Optimizing search engines using clickthrough data*, KDD 2002), and no weight should be
//! larger than it must. Values are those that the pipeline sees when it searches, so the learned pipeline does what
//! was learned.
//!
//! - `examples`: the candidates of a topic with their values, judged and not, as a table to look at.
//! - `solver`: the weights for some topics.
//! - `folds`: each topic scored with weights from topics of other folds.
//! - `linear`: a ranker for values that stand in a file, without a pipeline that makes them.
//! - [`formulas`]: the values and weights of a pipeline for formulas, those of its last stage.
//! - [`questions`]: the values and weights of a pipeline for questions, those of its evidence.
//!
//! What it is not: a search over pipelines. The author of a pipeline chooses its generators and features.

mod examples;
mod folds;
pub mod formulas;
mod linear;
pub mod questions;
mod solver;

pub use examples::{Example, Examples, Topic};
pub use folds::{CrossValidation, cross_validate};
pub use linear::{Linear, Ranked, normalised};
pub use solver::{Cost, Per, weights};

/// Four digits are more than judgements can support.
fn rounded(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

/// The score of a candidate.
pub fn score(weights: &[f64], values: &[f64]) -> f64 {
    weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
}

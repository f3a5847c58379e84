//! Weights from judgements: linear pairwise learning to rank.
//!
//! A pipeline says which values its last stage adds up; what each should count is learned from topics whose
//! candidates were judged. Of two judged candidates of a topic the better one should score higher by a margin
//! (Joachims, *Optimizing search engines using clickthrough data*, KDD 2002), and no weight should be
//! larger than it must. Values are those that the stage sees when it searches, so the learned pipeline does what
//! was learned.
//!
//! - [`examples`]: the candidates of a topic with their values, judged and not, as a table to look at.
//! - [`solver`]: the weights for some topics.
//! - [`folds`]: each topic scored with weights from topics of other folds.
//! - [`questions`]: the same for pipelines of questions, whose evidence has weights and no stage.
//!
//! What it is not: a search over pipelines. Which generators and features there are is decided by whoever wrote the
//! pipeline.

pub mod examples;
pub mod folds;
pub mod questions;
pub mod solver;

pub use examples::{Example, Examples, Topic};
pub use folds::{CrossValidation, cross_validate};
pub use solver::weights;

use crate::formulas::{Pipeline, Stage};

/// A pipeline whose last stage shows its values: each counts 1, so that its contribution to a score is the value
/// itself, brought to the range that the stage wants. None if it has no stage.
pub fn showing(pipeline: &Pipeline) -> Option<Pipeline> {
    let mut pipeline = pipeline.clone();
    let stage = pipeline.stages.last_mut()?;
    stage.constant = 0.0;
    stage.weights.values_mut().for_each(|weight| *weight = 1.0);
    Some(pipeline)
}

/// The names of the values of the last stage, in their order.
pub fn names(pipeline: &Pipeline) -> Vec<String> {
    pipeline.stages.last().map(|stage: &Stage| stage.weights.keys().cloned().collect()).unwrap_or_default()
}

/// The pipeline with learned weights in its last stage.
pub fn learned(pipeline: &Pipeline, name: &str, purpose: &str, weights: &[f64]) -> Pipeline {
    let mut pipeline = Pipeline { name: name.to_owned(), purpose: purpose.to_owned(), ..pipeline.clone() };
    if let Some(stage) = pipeline.stages.last_mut() {
        stage.constant = 0.0;
        for (old, new) in stage.weights.values_mut().zip(weights) {
            *old = rounded(*new);
        }
    }
    pipeline
}

/// Four digits are more than judgements can tell.
fn rounded(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

/// The score of a candidate.
pub fn score(weights: &[f64], values: &[f64]) -> f64 {
    weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
}

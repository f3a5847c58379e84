//! The weights of a pipeline for formulas: those of the values of its last stage.
//!
//! A stage brings its values to one range before it adds them up, so they are seen through a pipeline that shows them.

use super::rounded;
use crate::formulas::{Hit, Pipeline, Stage};
use crate::part_names;

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

/// The values of a hit of a pipeline that [shows](showing) them, in the order of `names`; `None` if it was too far
/// down to be scored by the last stage.
pub fn values(hit: &Hit, names: &[String]) -> Option<Vec<f64>> {
    let value =
        |name: &String| hit.parts.iter().find(|part| part.name == *name).map(|part| part.contribution);
    let is_late = hit.parts.iter().any(|part| part.name == part_names::NOT_RESCORED);
    if is_late { None } else { names.iter().map(value).collect() }
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

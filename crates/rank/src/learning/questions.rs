//! The weights of a pipeline for questions: those of its pieces of evidence.
//!
//! Evidence is seen as it is when searching, normalised over the candidates of the question, so that nothing has to
//! be shown in a pipeline of its own. A value that is the same for all judged candidates keeps its weight: topics with title and body
//! say nothing about evidence for short queries only.

use super::{Examples, rounded};
use crate::questions::{Hit, Pipeline};

/// The names of the weights, in their order.
pub fn names(pipeline: &Pipeline) -> Vec<String> {
    pipeline.weights.keys().cloned().collect()
}

/// The values of a hit, in the order of [`names`].
pub fn values(hit: &Hit) -> Vec<f64> {
    hit.parts.iter().map(|part| part.value).collect()
}

/// The weights after learning. Learned weights are scaled to the total that they had before, so that weights without
/// anything to learn from keep their influence.
pub fn settled(pipeline: &Pipeline, examples: &Examples, learned: &[f64]) -> Vec<f64> {
    let before: Vec<f64> = pipeline.weights.values().copied().collect();
    let told: Vec<bool> = (0..before.len()).map(|place| tells_apart(examples, place)).collect();
    let total = |weights: &[f64]| -> f64 {
        weights.iter().zip(&told).filter(|(_, told)| **told).map(|(weight, _)| weight.abs()).sum()
    };
    let (wanted, given) = (total(&before), total(learned));
    let scale = if wanted > 0.0 && given > 0.0 { wanted / given } else { 1.0 };
    let weights = before.iter().zip(learned).zip(&told);
    weights.map(|((before, learned), told)| if *told { rounded(scale * learned) } else { *before }).collect()
}

/// Whether judged candidates of one topic differ in a value.
fn tells_apart(examples: &Examples, place: usize) -> bool {
    examples.topics.iter().any(|topic| {
        let mut values = topic.judged().filter_map(|(_, values)| values.get(place));
        values.next().is_some_and(|first| values.any(|value| value != first))
    })
}

/// The pipeline with other weights, in the order of [`names`].
pub fn learned(pipeline: &Pipeline, name: &str, purpose: &str, weights: &[f64]) -> Pipeline {
    let mut pipeline = Pipeline { name: name.to_owned(), purpose: purpose.to_owned(), ..pipeline.clone() };
    for (old, new) in pipeline.weights.values_mut().zip(weights) {
        *old = *new;
    }
    pipeline
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{Example, Topic};

    #[test]
    fn what_nothing_was_learned_of_keeps_its_weight_and_its_share() {
        let text = "name='x'\npurpose=''\nweights={ bag=3.0, names=0.5, tags=1.0 }\n\
            evidence={ bag={ kind='bag' }, tags={ kind='tags' }, names={ kind='name', take=9 } }";
        let pipeline = Pipeline::parse("x.toml", text).unwrap();
        assert_eq!(names(&pipeline), ["bag", "names", "tags"]);
        let example = |grade, values: [f64; 3]| Example {
            docno: String::new(),
            grade: Some(grade),
            values: Some(values.to_vec()),
        };
        let candidates = vec![example(1, [1.0, 0.0, 0.2]), example(0, [0.5, 0.0, 0.1])];
        let topics = vec![Topic { id: "t".to_owned(), candidates }];
        let examples = Examples { names: names(&pipeline), topics };
        let weights = settled(&pipeline, &examples, &[0.3, 0.0, -0.1]);
        assert_eq!(weights, [3.0, 0.5, -1.0]);
        let learned = learned(&pipeline, "mine", "a test", &weights);
        assert_eq!((learned.name.as_str(), learned.weights["tags"]), ("mine", -1.0));
        assert_eq!(Pipeline::parse("mine.toml", &learned.to_toml().unwrap()).unwrap(), learned);
    }
}

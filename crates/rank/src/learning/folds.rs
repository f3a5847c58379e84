//! Cross-validation over topics: nothing is scored with weights that have seen its topic.

use random::mixed;

use super::{Cost, Examples, Topic, score, solver};

/// The result of a cross-validation.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossValidation {
    /// The fold of each topic.
    pub folds: Vec<usize>,
    /// The weights of each fold, learned from the topics of all others.
    pub weights: Vec<Vec<f64>>,
}

/// Deals the topics that have something to learn from into random folds, and learns without each.
pub fn cross_validate(examples: &Examples, folds: usize, seed: u64, cost: Cost) -> CrossValidation {
    let fold_of = deal(examples.topics.len(), folds, seed);
    let without = |fold: usize| {
        let others = examples.topics.iter().zip(&fold_of).filter(move |(_, other)| **other != fold);
        solver::weights(others.map(|(topic, _)| topic), examples.names.len(), cost)
    };
    CrossValidation { weights: (0..folds).map(without).collect(), folds: fold_of }
}

impl CrossValidation {
    /// The candidates of a topic, best first, scored by weights that have not seen it; those too far down to be scored
    /// stay behind the others. Equal scores keep the order in which they were found.
    pub fn ranked<'e>(&self, number: usize, topic: &'e Topic) -> Vec<(&'e str, f64)> {
        let weights = self.folds.get(number).and_then(|fold| self.weights.get(*fold));
        let Some(weights) = weights else { return Vec::new() };
        let mut scored: Vec<(&str, f64)> = Vec::new();
        let mut late: Vec<&str> = Vec::new();
        for candidate in &topic.candidates {
            match &candidate.values {
                Some(values) => scored.push((&candidate.docno, score(weights, values))),
                None => late.push(&candidate.docno),
            }
        }
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored.extend(late.into_iter().map(|docno| (docno, f64::NEG_INFINITY)));
        falling(&mut scored);
        scored
    }
}

/// Makes scores fall strictly, so that a run says the same in every evaluator.
fn falling(scored: &mut [(&str, f64)]) {
    let mut last = f64::INFINITY;
    for (_, score) in scored {
        if *score >= last || *score == f64::NEG_INFINITY {
            *score = last.min(f64::MAX).next_down();
        }
        last = *score;
    }
}

/// The fold of each topic: folds differ in size by one at most.
fn deal(topics: usize, folds: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..topics).collect();
    order.sort_by_key(|&topic| mixed(mixed(seed) ^ topic as u64));
    let mut dealt = vec![0; topics];
    for (place, topic) in order.into_iter().enumerate() {
        dealt[topic] = place % folds.max(1);
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::Example;

    fn example(docno: &str, values: Option<Vec<f64>>) -> Example {
        Example { docno: docno.to_owned(), grade: None, values }
    }

    #[test]
    fn folds_are_of_equal_size_and_depend_on_the_seed() {
        let dealt = deal(29, 5, 1);
        let size = |fold| dealt.iter().filter(|&&other| other == fold).count();
        assert!((0..5).all(|fold| (5..=6).contains(&size(fold))));
        assert_eq!(dealt, deal(29, 5, 1));
        assert_ne!(dealt, deal(29, 5, 2));
    }

    #[test]
    fn a_topic_is_scored_with_weights_that_have_not_seen_it() {
        let validation = CrossValidation { folds: vec![1, 0], weights: vec![vec![1.0], vec![-1.0]] };
        let candidates =
            vec![example("a", Some(vec![1.0])), example("late", None), example("b", Some(vec![2.0]))];
        let topic = Topic { id: "t".to_owned(), candidates };
        let docnos =
            |number| validation.ranked(number, &topic).iter().map(|(docno, _)| *docno).collect::<Vec<_>>();
        assert_eq!(docnos(0), ["a", "b", "late"]);
        assert_eq!(docnos(1), ["b", "a", "late"]);
        assert!(validation.ranked(0, &topic).windows(2).all(|pair| pair[0].1 > pair[1].1));
    }
}

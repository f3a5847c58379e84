//! Feedback from the first documents of a search, after RM3 as Approach Zero's toolkit computes it.
//!
//! The first documents are read as an answer to the query: what they say often, and in few words, is added to what was
//! asked for. See Abdul-Jaleel and others, *UMass at TREC 2004*.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::term_index::{TermIndex, Weighting};

/// How far a query is expanded.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Feedback {
    /// The first documents that are read.
    pub documents: usize,
    /// The terms of the expanded query; a longer query keeps as many as it has.
    pub terms: usize,
    /// The share of the query itself.
    pub original: f64,
}

impl Default for Feedback {
    fn default() -> Self {
        Feedback { documents: 10, terms: 20, original: 0.5 }
    }
}

impl Feedback {
    /// The scores of documents for the expanded query.
    pub(super) fn scores(
        self,
        index: &TermIndex,
        query: &[String],
        weighting: Weighting,
    ) -> FxHashMap<u32, f64> {
        let first = index.scores(query, weighting);
        index.weighted_scores(&self.expanded(index, query, &first), weighting)
    }

    /// The terms of the expanded query with their weights, which add up to 1.
    fn expanded(self, index: &TermIndex, query: &[String], scores: &FxHashMap<u32, f64>) -> Vec<(u32, f64)> {
        let mut first: Vec<(u32, f64)> = scores.iter().map(|(unit, score)| (*unit, *score)).collect();
        first.sort_by(|(a, score), (b, other)| other.total_cmp(score).then(a.cmp(b)));
        first.truncate(self.documents);
        let mut model: FxHashMap<u32, f64> = FxHashMap::default();
        for (document, score) in first {
            for (term, count, length) in index.terms_of(document) {
                *model.entry(term).or_default() += score * f64::from(count) / f64::from(length);
            }
        }
        let total: f64 = model.values().sum();
        if total <= 0.0 {
            return index.wanted(query);
        }
        model.values_mut().for_each(|weight| *weight *= (1.0 - self.original) / total);
        for (term, times) in index.wanted(query) {
            *model.entry(term).or_default() += self.original * times / query.len() as f64;
        }
        let mut expanded: Vec<(u32, f64)> = model.into_iter().collect();
        expanded.sort_by(|(a, weight), (b, other)| other.total_cmp(weight).then(a.cmp(b)));
        expanded.truncate(self.terms.max(query.len()));
        let kept: f64 = expanded.iter().map(|(_, weight)| weight).sum();
        expanded.iter_mut().for_each(|(_, weight)| *weight /= kept);
        expanded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_gets_the_terms_of_what_it_found() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut index = TermIndex::default();
        index.add(1, words("x z"));
        index.add(2, words("y y z z"));
        // Worked by hand: x 1, y 1/2 and z 3/2 of the documents; x and y 1/2 each of the query.
        let scores = FxHashMap::from_iter([(1, 2.0), (2, 1.0)]);
        let expanded = Feedback::default().expanded(&index, &words("x y"), &scores);
        let of = |term: &str| {
            let number = index.wanted(&words(term))[0].0;
            expanded.iter().find(|(other, _)| *other == number).map_or(0.0, |(_, weight)| *weight)
        };
        for (term, weight) in [("x", 0.4167), ("y", 0.3333), ("z", 0.25)] {
            assert!((of(term) - weight).abs() < 5e-5, "{term}: {}", of(term));
        }
        // Without documents the query stays as it is.
        assert_eq!(Feedback::default().expanded(&index, &words("x y"), &FxHashMap::default()).len(), 2);
    }
}

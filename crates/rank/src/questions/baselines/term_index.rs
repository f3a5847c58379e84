//! Documents as bags of terms in memory, and the weightings of the labs' baselines over them.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A weighting of terms.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// TF-IDF as Terrier has it: the frequency saturates as in BM25, and the rarity is `log₂(N / df + 1)`.
    #[default]
    TerrierTfIdf,
    /// BM25 with `ln((N − df + ½) / (df + ½))`, as Approach Zero has it.
    Bm25,
    /// BM25 with `ln(1 + (N − df + ½) / (df + ½))`, k1 0.9 and b 0.4, as Anserini has it.
    Anserini,
}

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What a weighting needs to know of a collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// Documents of the collection.
    pub documents: f64,
    /// Their mean length.
    pub mean_length: f64,
}

impl Weighting {
    /// The weight of a term that occurs `frequency` times in a document of some length, and in `having` documents.
    ///
    /// ```
    /// use rank::questions::baselines::term_index::{Statistics, Weighting};
    /// let statistics = Statistics { documents: 1000.0, mean_length: 100.0 };
    /// let weight = Weighting::TerrierTfIdf.weight(3.0, 120.0, 10.0, statistics);
    /// assert!((weight - 5.472503).abs() < 1e-6);
    /// ```
    pub fn weight(self, frequency: f64, length: f64, having: f64, statistics: Statistics) -> f64 {
        let Statistics { documents, mean_length } = statistics;
        let (k1, b) = if self == Weighting::Anserini { (0.9, 0.4) } else { (K1, B) };
        let saturation = k1 * (1.0 - b + b * length / mean_length);
        match self {
            Weighting::TerrierTfIdf => {
                K1 * frequency / (frequency + saturation) * (documents / having + 1.0).log2()
            }
            Weighting::Bm25 => {
                let rarity = ((documents - having + 0.5) / (having + 0.5)).ln();
                frequency * (K1 + 1.0) / (frequency + saturation) * rarity.max(0.0)
            }
            Weighting::Anserini => {
                let rarity = ((documents - having + 0.5) / (having + 0.5)).ln_1p();
                frequency / (frequency + saturation) * rarity
            }
        }
    }
}

/// The terms of documents. A document has the number of its unit.
#[derive(Clone, Debug, Default)]
pub struct TermIndex {
    terms: FxHashMap<String, u32>,
    /// For each term the documents that have it, ascending as they were added, and how often.
    lists: Vec<Vec<(u32, u32)>>,
    lengths: FxHashMap<u32, u32>,
    total: u64,
}

impl TermIndex {
    /// Adds a document, an empty one too: it counts for the size of the collection. Documents come in ascending order.
    pub fn add(&mut self, document: u32, terms: Vec<String>) {
        self.lengths.insert(document, terms.len() as u32);
        self.total += terms.len() as u64;
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        for term in terms {
            let next = self.terms.len() as u32;
            *counts.entry(*self.terms.entry(term).or_insert(next)).or_default() += 1;
        }
        self.lists.resize_with(self.terms.len(), Vec::new);
        for (term, count) in counts {
            self.lists[term as usize].push((document, count));
        }
    }

    /// The scores of the documents that have any term of a query, in which a term counts as often as it occurs.
    pub fn scores(&self, query: &[String], weighting: Weighting) -> FxHashMap<u32, f64> {
        self.weighted_scores(&self.wanted(query), weighting)
    }

    /// The known terms of a query, and how often each occurs in it.
    pub(super) fn wanted(&self, query: &[String]) -> Vec<(u32, f64)> {
        let mut wanted: Vec<(u32, f64)> = Vec::new();
        for term in query.iter().filter_map(|term| self.terms.get(term)) {
            match wanted.iter_mut().find(|(known, _)| known == term) {
                Some((_, times)) => *times += 1.0,
                None => wanted.push((*term, 1.0)),
            }
        }
        wanted
    }

    /// The terms of a document with their frequency, and its length.
    pub(super) fn terms_of(&self, document: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let length = self.lengths.get(&document).copied().unwrap_or(1);
        let frequency = move |list: &Vec<(u32, u32)>| {
            let place = list.binary_search_by_key(&document, |(other, _)| *other).ok()?;
            Some(list[place].1)
        };
        let lists = (0..).zip(&self.lists);
        lists.filter_map(move |(term, list)| Some((term, frequency(list)?, length)))
    }

    /// The scores of the documents that have any term of a query, each with its weight.
    pub(super) fn weighted_scores(&self, query: &[(u32, f64)], weighting: Weighting) -> FxHashMap<u32, f64> {
        let statistics = self.statistics();
        let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
        for &(term, times) in query {
            let list = &self.lists[term as usize];
            for &(document, count) in list {
                let length = self.lengths.get(&document).copied().map_or(0.0, f64::from);
                let weight = weighting.weight(f64::from(count), length, list.len() as f64, statistics);
                *scores.entry(document).or_default() += times * weight;
            }
        }
        scores
    }

    /// TF-IDF scores as shares of the score that the query itself would get, from 0 to 1.
    pub fn similarities(&self, query: &[String]) -> FxHashMap<u32, f64> {
        let weighting = Weighting::TerrierTfIdf;
        let (statistics, length) = (self.statistics(), query.len() as f64);
        let times = |term: &String| query.iter().filter(|other| *other == term).count() as f64;
        let of_term = |term: &String| -> f64 {
            let having = self.terms.get(term).map_or(0, |number| self.lists[*number as usize].len());
            weighting.weight(times(term), length, having.max(1) as f64, statistics)
        };
        let own: f64 = query.iter().map(of_term).sum();
        let mut scores = self.scores(query, weighting);
        scores.values_mut().for_each(|score| *score = (*score / own).min(1.0));
        scores
    }

    fn statistics(&self) -> Statistics {
        let documents = self.lengths.len().max(1) as f64;
        Statistics { documents, mean_length: (self.total as f64 / documents).max(1e-9) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn weights_are_those_worked_by_hand() {
        let large = Statistics { documents: 1.4e6, mean_length: 80.0 };
        let weight = Weighting::TerrierTfIdf.weight(1.0, 80.0, 1000.0, large);
        assert!((weight - 5.701_222).abs() < 1e-6, "{weight}");
    }

    #[test]
    fn a_text_is_as_similar_as_can_be_to_itself() {
        let mut index = TermIndex::default();
        for (document, text) in [(3, "x y y"), (5, "x x z"), (9, "w")] {
            index.add(document, words(text));
        }
        let found = index.similarities(&words("x y y"));
        assert!((found[&3] - 1.0).abs() < 1e-12 && found[&5] < 0.6 && !found.contains_key(&9), "{found:?}");
        // A word that no text has counts as one that one text has; worked by hand.
        let found = index.similarities(&words("x y y unknown"))[&3];
        assert!((found - 0.877470).abs() < 1e-6, "{found}");
    }

    #[test]
    fn terms_of_the_query_count_as_often_as_they_occur() {
        let mut index = TermIndex::default();
        for (document, text) in [(3, "x y"), (5, "x x z"), (9, "")] {
            index.add(document, words(text));
        }
        let once = index.scores(&words("x"), Weighting::TerrierTfIdf);
        let twice = index.scores(&words("x unknown x"), Weighting::TerrierTfIdf);
        assert_eq!(once.len(), 2);
        assert!(once.iter().all(|(document, score)| (twice[document] - 2.0 * score).abs() < 1e-12));
        // df 2 of 3 documents, 5 terms in all: x in the document of 3 terms twice.
        let expected = 1.2 * 2.0 / (2.0 + 1.2 * (0.25 + 0.75 * 3.0 / (5.0 / 3.0))) * 2.5f64.log2();
        assert!((once[&5] - expected).abs() < 1e-12);
    }
}

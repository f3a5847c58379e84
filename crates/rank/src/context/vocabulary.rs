//! Terms of contexts as numbers, each with its weight.
//!
//! Words and tags weigh by how rare they are in the collection. Tokens of formulas are not in every index, so they
//! weigh by how rare they are among the contexts that are compared.

use index::units::{Units, Zone};
use rustc_hash::FxHashMap;

/// The terms seen so far.
pub(super) struct Vocabulary<'i> {
    units: &'i Units,
    numbers: FxHashMap<(Class, String), u32>,
    weights: Vec<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Word,
    Tag,
    Token,
}

impl<'i> Vocabulary<'i> {
    pub(super) fn new(units: &'i Units) -> Vocabulary<'i> {
        Vocabulary { units, numbers: FxHashMap::default(), weights: Vec::new() }
    }

    /// The number of a word, given by its stem.
    pub(super) fn word(&mut self, stem: &str) -> u32 {
        self.number(Class::Word, stem, |units| units.document_frequency(Zone::Body, stem))
    }

    /// The number of a tag.
    pub(super) fn tag(&mut self, tag: &str) -> u32 {
        self.number(Class::Tag, tag, |units| units.document_frequency(Zone::Tags, tag))
    }

    /// The number of a token of a formula. It has the weight of a term that occurs nowhere until [`Vocabulary::weigh`].
    pub(super) fn token(&mut self, token: &str) -> u32 {
        self.number(Class::Token, token, |_| 0)
    }

    /// The weight of a term.
    pub(super) fn weight(&self, term: u32) -> f64 {
        self.weights.get(term as usize).copied().unwrap_or(0.0)
    }

    /// Weighs terms by the number of contexts, out of `contexts`, that each is in.
    pub(super) fn weigh(&mut self, frequencies: &FxHashMap<u32, u64>, contexts: u64) {
        for (&term, &frequency) in frequencies {
            if let Some(weight) = self.weights.get_mut(term as usize) {
                *weight = rarity(frequency, contexts);
            }
        }
    }

    fn number(&mut self, class: Class, text: &str, frequency: impl Fn(&Units) -> u64) -> u32 {
        let key = (class, text.to_owned());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = u32::try_from(self.weights.len()).unwrap_or(u32::MAX);
        self.weights.push(rarity(frequency(self.units), u64::from(self.units.count())));
        self.numbers.insert(key, number);
        number
    }
}

/// The inverse document frequency of BM25, never negative.
fn rarity(frequency: u64, documents: u64) -> f64 {
    let (frequency, documents) = (frequency as f64, documents.max(frequency) as f64);
    (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln()
}

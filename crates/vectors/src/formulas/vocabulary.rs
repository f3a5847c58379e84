//! The words of an index, and its formulas as sequences of them.

use std::hash::{Hash, Hasher};

use index::Index;
use rustc_hash::FxHashMap;

use super::words::Spelling;

/// The training data.
#[derive(Default)]
pub(super) struct Corpus {
    /// The words of all formulas, formula after formula.
    words: Vec<u32>,
    /// Where the words of each formula end.
    ends: Vec<usize>,
    /// The words that occur often enough.
    pub(super) vocabulary: Vocabulary,
}

/// Words that have a vector of their own.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// By number.
    pub(super) keys: Vec<u64>,
    /// How often each occurs.
    pub(super) counts: Vec<u64>,
    /// Numbers of the parts of all words, word after word.
    parts: Vec<u32>,
    /// Where the parts of each word end.
    part_ends: Vec<usize>,
    /// The keys of the parts, by number.
    pub(super) part_keys: Vec<u64>,
}

impl Vocabulary {
    /// The parts of a word.
    pub(super) fn parts(&self, word: u32) -> &[u32] {
        slice(&self.parts, &self.part_ends, word as usize)
    }
}

impl Corpus {
    /// The formulas of an index; words that occur less than `least` times are left out.
    pub(super) fn read(index: &Index, spelling: &mut Spelling, least: u64) -> Corpus {
        let mut corpus = Corpus::default();
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let mut part_keys: Vec<u64> = Vec::new();
        for number in 0..index.manifest().next_record {
            let Some(record) = index.formulas().record(number) else { continue };
            spelling.read(&record.slt, &record.opt, |word| {
                let vocabulary = &mut corpus.vocabulary;
                let number = *known.entry(word.key()).or_insert_with(|| {
                    part_keys.extend(word.parts());
                    vocabulary.part_ends.push(part_keys.len());
                    vocabulary.keys.push(word.key());
                    vocabulary.counts.push(0);
                    vocabulary.keys.len() as u32 - 1
                });
                vocabulary.counts[number as usize] += 1;
                corpus.words.push(number);
            });
            corpus.ends.push(corpus.words.len());
        }
        corpus.keep_frequent(&part_keys, least);
        corpus
    }

    /// A number for all of it: a training continues only over the corpus that it began with.
    pub(super) fn digest(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        (&self.words, &self.ends, &self.vocabulary.keys, &self.vocabulary.part_keys).hash(&mut hasher);
        hasher.finish()
    }

    /// How many formulas there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The words of a formula.
    pub(super) fn formula(&self, number: usize) -> &[u32] {
        slice(&self.words, &self.ends, number)
    }

    /// Renumbers the frequent words, the most frequent first so that they are close together in memory, and
    /// with them the parts that are in any of them.
    fn keep_frequent(&mut self, part_keys: &[u64], least: u64) {
        let old = std::mem::take(&mut self.vocabulary);
        let mut order: Vec<usize> = (0..old.keys.len()).filter(|&word| old.counts[word] >= least).collect();
        order.sort_by_key(|&word| (std::cmp::Reverse(old.counts[word]), word));
        let mut numbers = vec![u32::MAX; old.keys.len()];
        let mut part_numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let new = &mut self.vocabulary;
        for (number, &word) in (0..).zip(&order) {
            numbers[word] = number;
            new.keys.push(old.keys[word]);
            new.counts.push(old.counts[word]);
            for &key in slice(part_keys, &old.part_ends, word) {
                let next = part_numbers.len() as u32;
                new.parts.push(*part_numbers.entry(key).or_insert_with(|| {
                    new.part_keys.push(key);
                    next
                }));
            }
            new.part_ends.push(new.parts.len());
        }
        let words = std::mem::take(&mut self.words);
        let mut start = 0;
        for end in &mut self.ends {
            let kept = words[start..*end].iter().map(|&word| numbers[word as usize]);
            self.words.extend(kept.filter(|&number| number != u32::MAX));
            start = std::mem::replace(end, self.words.len());
        }
    }
}

/// The slice of a number in consecutive slices.
fn slice<'a, T>(all: &'a [T], ends: &[usize], number: usize) -> &'a [T] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &all[start..ends[number]]
}

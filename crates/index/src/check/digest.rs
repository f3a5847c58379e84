//! A number for the content of an index, whatever its history.
//!
//! It is a sum over units, hidden copies, formulas and postings, so their order does not matter. Records count by their
//! trees, not by their numbers.

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::Document;
use crate::formulas::pack;
use crate::units::StoredUnit;
use crate::{Index, Result};

/// Adds up the digest of an index.
pub(super) struct Digest<'i> {
    index: &'i Index,
    /// A hash of the trees of every record.
    trees: FxHashMap<u32, u64>,
    used: FxHashSet<u32>,
    sum: u64,
}

impl<'i> Digest<'i> {
    pub(super) fn new(index: &'i Index) -> Digest<'i> {
        let mut trees = FxHashMap::default();
        for segment in index.formulas().segments() {
            let name = segment.name();
            for record in name.first_record..name.first_record + name.records {
                let hash = segment.record(record).map(|trees| xxh3_64(&pack(&trees.slt, &trees.opt)));
                trees.extend(hash.map(|hash| (record, hash)));
            }
        }
        Digest { index, trees, used: FxHashSet::default(), sum: 0 }
    }

    /// Adds a document.
    pub(super) fn add(&mut self, document: &Document) {
        let (unit, is_hidden) = match document {
            Document::Unit(unit) => (unit, false),
            Document::Hidden(unit) => (unit, true),
            Document::Unreadable => return,
        };
        if !is_hidden {
            self.used.extend(unit.formulas.iter().map(|occurrence| occurrence.record));
        }
        let own = [self.of_unit(unit), u64::from(is_hidden)];
        self.sum = self.sum.wrapping_add(hash_numbers(&own));
    }

    /// The digest of everything that was added, and of the formulas in it.
    pub(super) fn finish(self) -> u64 {
        let of_record = |record: &u32| self.trees.get(record).copied().unwrap_or_default();
        let mut sum = self.used.iter().map(of_record).fold(self.sum, u64::wrapping_add);
        for &family in self.index.profile().families {
            for part in self.index.formulas().postings(family) {
                for (term, mut list) in part.each_term() {
                    for posting in list.by_ref().filter(|posting| self.used.contains(&posting.record)) {
                        let (count, root) = (posting.count.into(), posting.root.into());
                        let numbers = [family as u64, term, of_record(&posting.record), count, root];
                        sum = sum.wrapping_add(hash_numbers(&numbers));
                    }
                }
            }
        }
        sum
    }

    /// The digest of a unit; its formulas count by their trees.
    fn of_unit(&self, unit: &StoredUnit) -> u64 {
        let of_record = |record: u32| self.trees.get(&record).copied().unwrap_or_default();
        let trees: Vec<u64> = unit.formulas.iter().map(|occurrence| of_record(occurrence.record)).collect();
        let mut unit = unit.clone();
        unit.formulas.iter_mut().for_each(|occurrence| occurrence.record = 0);
        let text = serde_json::to_vec(&unit).unwrap_or_default();
        xxh3_64(&text).wrapping_add(hash_numbers(&trees))
    }
}

/// A number for the content of an index.
pub fn digest(index: &Index) -> Result<u64> {
    let mut digest = Digest::new(index);
    super::each_document(index, |_, document| digest.add(&document))?;
    Ok(digest.finish())
}

fn hash_numbers(numbers: &[u64]) -> u64 {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

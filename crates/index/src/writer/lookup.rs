//! Which formulas are known: from what a formula looks like to its record.
//!
//! Three answers, the cheap ones first: the records in the buffer and those met lately, in memory; a Bloom filter,
//! which knows most new formulas to be new; and the segments on disk.

use rustc_hash::FxHashMap;
use similarity::terms::Family;

use super::bloom::Bloom;
use crate::formulas::Formulas;

/// Records that are remembered beside those in the buffer: 24 bytes each.
const MOST_RECENT: usize = 1 << 20;

pub(super) struct Lookup {
    buffered: FxHashMap<u64, u32>,
    recent: FxHashMap<u64, u32>,
    seen: Bloom,
}

impl Lookup {
    /// Takes about `bytes` of memory for the filter, and reads the signatures of all records once.
    pub(super) fn new(formulas: &Formulas, bytes: usize) -> Lookup {
        let mut seen = Bloom::new(bytes);
        for part in formulas.postings(Family::Visual) {
            part.each_term().for_each(|(signature, _)| seen.insert(signature));
        }
        Lookup { buffered: FxHashMap::default(), recent: FxHashMap::default(), seen }
    }

    /// The record of a visual signature.
    pub(super) fn find(&self, signature: u64, formulas: &Formulas) -> Option<u32> {
        if let Some(record) = self.in_memory(signature) {
            return Some(record);
        }
        if !self.seen.may_hold(signature) {
            return None;
        }
        formulas.find_visual(signature)
    }

    /// The record of a visual signature, if it is remembered.
    pub(super) fn in_memory(&self, signature: u64) -> Option<u32> {
        self.buffered.get(&signature).or_else(|| self.recent.get(&signature)).copied()
    }

    /// Adds a new record, which is in the buffer.
    pub(super) fn add(&mut self, signature: u64, record: u32) {
        self.seen.insert(signature);
        self.buffered.insert(signature, record);
    }

    /// Remembers a record that was met.
    pub(super) fn met(&mut self, signature: u64, record: u32) {
        if self.recent.len() < MOST_RECENT {
            self.recent.insert(signature, record);
        }
    }

    /// The buffer was written.
    pub(super) fn written(&mut self) {
        if self.recent.len() + self.buffered.len() > MOST_RECENT {
            self.recent.clear();
        }
        self.recent.extend(self.buffered.drain().take(MOST_RECENT));
    }

    /// Records may have been dropped.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }
}

//! Which formulas are known: finds the record of a formula by its trees.
//!
//! There are three steps, the cheap ones first: the records in the buffer and the recently found ones, in memory; a
//! Bloom filter, which recognises most new formulas as new; and the segments on disk, where records are found by their
//! visual signatures and then compared.

use rustc_hash::FxHashMap;
use similarity::terms::Family;
use xxhash_rust::xxh3::xxh3_64;

use super::bloom::Bloom;
use crate::formulas::Formulas;

/// The most recently found records that are remembered beside those in the buffer: 24 bytes each.
const MOST_RECENT: usize = 1 << 20;

/// The signatures by which a formula is found.
pub(super) struct Look {
    /// Its visual signature, the same for all variants of a formula.
    visual: u64,
    /// The hash of its packed trees, different for each variant.
    exact: u64,
    /// Its packed trees.
    pub(super) packed: Vec<u8>,
}

impl Look {
    pub(super) fn new(visual: u64, packed: Vec<u8>) -> Look {
        Look { visual, exact: xxh3_64(&packed), packed }
    }
}

pub(super) struct Lookup {
    /// Records in the buffer, by the hash of their trees.
    buffered: FxHashMap<u64, u32>,
    /// One record in the buffer for each visual signature.
    buffered_looks: FxHashMap<u64, u32>,
    /// Recently found records, by the hash of their trees.
    recent: FxHashMap<u64, u32>,
    /// Visual signatures.
    seen: Bloom,
}

impl Lookup {
    /// Uses about `bytes` of memory for the filter, and reads the signatures of all records once.
    pub(super) fn new(formulas: &Formulas, bytes: usize) -> Lookup {
        let mut seen = Bloom::new(bytes);
        for part in formulas.postings(Family::Visual) {
            part.each_term().for_each(|(signature, _)| seen.insert(signature));
        }
        Lookup {
            buffered: FxHashMap::default(),
            buffered_looks: FxHashMap::default(),
            recent: FxHashMap::default(),
            seen,
        }
    }

    /// The record of a formula.
    pub(super) fn find(&self, look: &Look, formulas: &Formulas) -> Option<u32> {
        if let Some(record) = self.in_memory(look) {
            return Some(record);
        }
        if !self.seen.may_hold(look.visual) {
            return None;
        }
        formulas.find_exactly(look.visual, &look.packed)
    }

    /// The record of a formula, if it is remembered.
    pub(super) fn in_memory(&self, look: &Look) -> Option<u32> {
        self.buffered.get(&look.exact).or_else(|| self.recent.get(&look.exact)).copied()
    }

    /// A record that looks like a formula.
    pub(super) fn looking_like(&self, look: &Look, formulas: &Formulas) -> Option<u32> {
        if !self.seen.may_hold(look.visual) {
            return None;
        }
        self.buffered_looks.get(&look.visual).copied().or_else(|| formulas.find_visual(look.visual))
    }

    /// Adds a new record, which is in the buffer.
    pub(super) fn add(&mut self, look: &Look, record: u32) {
        self.seen.insert(look.visual);
        self.buffered.insert(look.exact, record);
        self.buffered_looks.insert(look.visual, record);
    }

    /// Remembers a record that was found.
    pub(super) fn met(&mut self, look: &Look, record: u32) {
        if self.recent.len() < MOST_RECENT {
            self.recent.insert(look.exact, record);
        }
    }

    /// Tells it that the buffer was written.
    pub(super) fn written(&mut self) {
        if self.recent.len() + self.buffered.len() > MOST_RECENT {
            self.recent.clear();
        }
        self.recent.extend(self.buffered.drain().take(MOST_RECENT));
        self.buffered_looks.clear();
    }

    /// Forgets the remembered records, because some may have been dropped.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }
}

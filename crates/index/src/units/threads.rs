//! The parent and the answers of every unit, by number.
//!
//! Units name their parents by id, and ids may come in any order and from any source. So the numbers are assembled when
//! an index is searched for the first time, in one pass over two columns. Ids are compared by their hash: among fewer
//! than billions of units, two ids with the same hash are not expected.

use rustc_hash::FxHashMap;
use tantivy::columnar::StrColumn;
use tantivy::{Searcher, TantivyError};
use xxhash_rust::xxh3::xxh3_64;

use crate::Result;

/// No unit.
pub(super) const NONE: u32 = u32::MAX;

/// Parents and answers by number.
pub(super) struct Threads {
    parents: Vec<u32>,
    /// For each unit, the number of entries in `answers` before its own; and at the end their total.
    starts: Vec<u32>,
    answers: Vec<u32>,
}

impl Threads {
    pub(super) fn read(searcher: &Searcher, bases: &[u32], units: u32) -> Result<Threads> {
        let numbers = numbers_by_id(searcher, bases)?;
        let mut parents = vec![NONE; units as usize];
        for (segment, &base) in searcher.segment_readers().iter().zip(bases) {
            let Some(column) = segment.fast_fields().str("parent")? else { continue };
            let known: Vec<u32> = hashes(&column)?
                .into_iter()
                .map(|hash| numbers.get(&hash).copied().unwrap_or(NONE))
                .collect();
            for document in 0..segment.max_doc() {
                let ordinal = column.ords().first(document);
                let parent = ordinal.and_then(|ordinal| known.get(ordinal as usize));
                if let (Some(&parent), Some(slot)) = (parent, parents.get_mut((base + document) as usize)) {
                    *slot = if segment.is_deleted(document) { NONE } else { parent };
                }
            }
        }
        Ok(Threads::of(parents))
    }

    fn of(parents: Vec<u32>) -> Threads {
        let mut starts = vec![0u32; parents.len() + 1];
        for &parent in parents.iter().filter(|&&parent| parent != NONE) {
            starts[parent as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut answers = vec![NONE; starts.last().copied().unwrap_or(0) as usize];
        for (unit, &parent) in (0u32..).zip(&parents) {
            if parent != NONE {
                let slot = &mut next[parent as usize];
                answers[*slot as usize] = unit;
                *slot += 1;
            }
        }
        Threads { parents, starts, answers }
    }

    pub(super) fn parent(&self, unit: u32) -> Option<u32> {
        self.parents.get(unit as usize).copied().filter(|&parent| parent != NONE)
    }

    #[inline]
    pub(super) fn answers(&self, unit: u32) -> &[u32] {
        let unit = unit as usize;
        let range = self.starts.get(unit).zip(self.starts.get(unit + 1));
        range.and_then(|(&start, &end)| self.answers.get(start as usize..end as usize)).unwrap_or_default()
    }
}

fn numbers_by_id(searcher: &Searcher, bases: &[u32]) -> Result<FxHashMap<u64, u32>> {
    let mut numbers = FxHashMap::default();
    for (segment, &base) in searcher.segment_readers().iter().zip(bases) {
        let Some(column) = segment.fast_fields().str("id")? else { continue };
        let hashes = hashes(&column)?;
        for document in segment.doc_ids_alive() {
            let hash = column.ords().first(document).and_then(|ordinal| hashes.get(ordinal as usize));
            if let Some(&hash) = hash {
                numbers.insert(hash, base + document);
            }
        }
    }
    Ok(numbers)
}

/// The hashes of the texts of a column, by their ordinals.
fn hashes(column: &StrColumn) -> Result<Vec<u64>> {
    let mut hashes = Vec::with_capacity(column.num_terms());
    let mut texts = column.dictionary().stream().map_err(TantivyError::from)?;
    while texts.advance() {
        hashes.push(xxh3_64(texts.key()));
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_under_their_question_in_order() {
        let threads = Threads::of(vec![NONE, 0, 4, 0, NONE]);
        assert_eq!(threads.answers(0), [1, 3]);
        assert_eq!(threads.answers(4), [2]);
        assert!(threads.answers(1).is_empty() && threads.answers(99).is_empty());
        assert_eq!((threads.parent(3), threads.parent(0), threads.parent(99)), (Some(0), None, None));
    }
}

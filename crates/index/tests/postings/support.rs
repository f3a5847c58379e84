//! Entries for the tests of postings: random ones, and segments made of them.

use index::postings::{Entry, Family, Posting, Shape, write};
use proptest::prelude::*;
use tantivy::directory::OwnedBytes;

/// Entries with the shape and sizes they are written with.
#[derive(Debug, Clone)]
pub struct Input {
    pub shape: Shape,
    pub sizes: Vec<u16>,
    pub entries: Vec<Entry>,
}

impl Input {
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let length = write(&mut out, self.shape, &self.sizes, &mut self.entries.clone()).unwrap();
        assert_eq!(length, out.len() as u64);
        out
    }

    pub fn family(&self) -> Family {
        Family::open(OwnedBytes::new(self.bytes())).unwrap()
    }

    /// The postings that a segment of these entries must contain, found in the simplest way.
    pub fn expected(&self) -> Vec<(u64, Vec<Posting>)> {
        let mut counts = std::collections::BTreeMap::new();
        for entry in &self.entries {
            let count = counts.entry((entry.term, entry.record, entry.root)).or_insert(0u16);
            *count = count.saturating_add(entry.count);
        }
        let mut lists: Vec<(u64, Vec<Posting>)> = Vec::new();
        for ((term, record, root), count) in counts {
            let posting = Posting { record, count: count.into(), root: root.into() };
            match lists.last_mut() {
                Some((last, list)) if *last == term => list.push(posting),
                _ => lists.push((term, vec![posting])),
            }
        }
        lists
    }

    /// The records of a range of positions, as an input of its own.
    pub fn part(&self, from: u32, to: u32) -> Input {
        let first_record = self.shape.first_record + from;
        let records = first_record..first_record + (to - from);
        let entries = self.entries.iter().filter(|entry| records.contains(&entry.record)).copied().collect();
        let sizes = self.sizes.get(from as usize..to as usize).unwrap_or_default().to_vec();
        Input { shape: Shape { first_record, records: to - from, ..self.shape }, sizes, entries }
    }

    /// Consecutive parts, cut at the given positions.
    pub fn parts(&self, cuts: &[u32]) -> Vec<Input> {
        let mut ends: Vec<u32> = cuts.iter().map(|cut| cut % (self.shape.records + 1)).collect();
        ends.push(self.shape.records);
        ends.sort_unstable();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends.iter()).map(|(from, to)| self.part(from, *to)).collect()
    }
}

/// Any input: few terms (so that lists are long) or many, dense or sparse records, clustered hashes.
pub fn inputs(max_entries: usize) -> impl Strategy<Value = Input> {
    let records = prop_oneof![1u32..40, 200u32..3000, Just(20_000u32)];
    let first = prop_oneof![Just(0u32), 1u32..1000, Just(u32::MAX - 20_000)];
    let terms = prop_oneof![1u64..6, 100u64..400];
    (records, first, terms, any::<bool>(), any::<bool>(), any::<bool>()).prop_flat_map(
        move |(records, first_record, terms, spread, has_roots, has_sizes)| {
            let shape = Shape { first_record, records, has_roots, has_sizes };
            let small = prop_oneof![8 => Just(1u16), 3 => 2u16..6, 1 => any::<u16>().prop_map(|n| n.max(1))];
            let entry =
                (0..terms, 0..records, small, 0u16..12).prop_map(move |(term, record, count, root)| {
                    let term = if spread { term.wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { term };
                    let root = if has_roots { root * root * root } else { 0 };
                    Entry { term, record: first_record + record, count, root }
                });
            let size = prop_oneof![9 => 0u16..40, 1 => any::<u16>()];
            let sizes = prop::collection::vec(size, if has_sizes { records as usize } else { 0 });
            (prop::collection::vec(entry, 0..max_entries), sizes).prop_map(move |(entries, sizes)| Input {
                shape,
                sizes,
                entries,
            })
        },
    )
}

/// Cheap numbers that look random.
pub fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// `count` entries in ascending order of records, with terms that follow Zipf's law and about 50 tokens per record.
pub fn zipf(count: usize, seed: u64) -> Input {
    let mut state = seed | 1;
    let records = (count / 50).max(1) as u32;
    let mut sizes = vec![0u16; records as usize];
    let entries = (0..count).map(|number| {
        let position = (number as u64 * u64::from(records) / count as u64) as u32;
        let uniform = (random(&mut state) >> 11) as f64 / (1u64 << 53) as f64;
        let rank = ((count as f64 * 0.4).powf(uniform)) as u64;
        let occurs =
            if random(&mut state).is_multiple_of(5) { 2 + (random(&mut state) % 4) as u16 } else { 1 };
        sizes[position as usize] += occurs;
        let term = rank.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
        Entry { term, record: position, count: occurs, root: 0 }
    });
    let entries = entries.collect();
    Input { shape: Shape { first_record: 0, records, has_roots: false, has_sizes: true }, sizes, entries }
}

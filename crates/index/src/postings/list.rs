//! A cursor over the postings of one term.

use super::bits::BitReader;
use super::format::Fields;
use super::list_writer::{LIST_HEAD, SKIP, Skip, UNBOUNDED, unpack_block};
use super::patched::BLOCK;
use super::sizes::Sizes;
use super::{Posting, Shape, short};

/// The postings of one term in one segment, in ascending order of record and then root.
///
/// It is an iterator that can also [`seek`](List::seek) forward. For each block of 128 postings it knows the last
/// record, the largest count and the least size without reading the block. Damaged bytes end it early.
#[derive(Clone)]
pub struct List<'a> {
    shape: Shape,
    postings: u32,
    max_count: u32,
    min_size: u32,
    blocks: Blocks<'a>,
    /// The current block; at the end of the list, the number of blocks.
    block: usize,
    /// Whether `decoded` holds the current block.
    loaded: bool,
    decoded: Vec<Posting>,
    /// The next posting, in `decoded`.
    at: usize,
}

#[derive(Clone, Copy)]
enum Blocks<'a> {
    /// Fewer than 128 postings, decoded when the list was opened.
    One(Skip),
    /// The table and the blocks of a long list.
    Many { table: &'a [u8], bytes: &'a [u8] },
}

impl<'a> List<'a> {
    /// Opens a list of `count` postings in `bytes`.
    pub(super) fn open(shape: Shape, sizes: Sizes<'a>, count: u32, bytes: &'a [u8]) -> Option<Self> {
        if (count as usize) < BLOCK {
            let mut postings = Vec::with_capacity(count as usize);
            let least = u64::from(shape.first_record);
            short::decode(&mut BitReader::new(bytes), &shape, least, count as usize, &mut postings)?;
            return List::of_postings(shape, sizes, postings);
        }
        let mut head = Fields(bytes);
        let max_count = u32::from(u16::from_le_bytes(head.take()?));
        let min_size = u32::from(u16::from_le_bytes(head.take()?));
        let table_len = (count as usize).div_ceil(BLOCK).checked_mul(SKIP)?;
        let (table, bytes) = bytes.get(LIST_HEAD..)?.split_at_checked(table_len)?;
        let blocks = Blocks::Many { table, bytes };
        let decoded = Vec::with_capacity(BLOCK);
        Some(List {
            shape,
            postings: count,
            max_count,
            min_size,
            blocks,
            block: 0,
            loaded: false,
            decoded,
            at: 0,
        })
    }

    /// A list that is already decoded.
    pub(super) fn of_postings(shape: Shape, sizes: Sizes<'a>, postings: Vec<Posting>) -> Option<Self> {
        let last_record = postings.last()?.record;
        let max_count = postings.iter().map(|posting| posting.count).max()?;
        let min_size = postings.iter().map(|posting| sizes.size(posting.record)).min()?;
        let skip = Skip { last_record, end: 0, max_count, min_size };
        Some(List {
            shape,
            postings: postings.len() as u32,
            max_count,
            min_size,
            blocks: Blocks::One(skip),
            block: 0,
            loaded: true,
            decoded: postings,
            at: 0,
        })
    }

    /// Number of postings in the whole list.
    pub fn document_frequency(&self) -> u32 {
        self.postings
    }

    /// An upper bound for the counts of the postings of the list.
    pub fn max_count(&self) -> u32 {
        self.max_count
    }

    /// A lower bound for the sizes of the records of the list.
    pub fn min_size(&self) -> u32 {
        self.min_size
    }

    /// The posting that `next` will return.
    pub fn peek(&mut self) -> Option<Posting> {
        loop {
            if !self.load() {
                return None;
            }
            if let Some(posting) = self.decoded.get(self.at) {
                return Some(*posting);
            }
            self.enter(self.block + 1);
        }
    }

    /// The record of the posting that `next` will return.
    pub fn record(&mut self) -> Option<u32> {
        self.peek().map(|posting| posting.record)
    }

    /// Moves forward to the first posting of `record` or a later record, and returns it without consuming it. Never
    /// moves back.
    pub fn seek(&mut self, record: u32) -> Option<Posting> {
        loop {
            self.seek_block(record);
            if !self.load() {
                return None;
            }
            let rest = self.decoded.get(self.at..).unwrap_or_default();
            self.at += rest.partition_point(|posting| posting.record < record);
            if let Some(posting) = self.decoded.get(self.at) {
                return Some(*posting);
            }
            self.enter(self.block + 1);
        }
    }

    /// Moves forward to the block that would contain `record`, without reading it.
    pub fn seek_block(&mut self, record: u32) {
        let mut step = 1;
        let mut low = self.block;
        let before = |block| self.bounds_of(block).is_some_and(|skip| skip.last_record < record);
        if !before(low) {
            return;
        }
        while before(low + step) {
            low += step;
            step *= 2;
        }
        // `low` ends before the record and `low + step` does not.
        while step > 1 {
            step /= 2;
            if before(low + step) {
                low += step;
            }
        }
        self.enter(low + 1);
    }

    /// The last record of the current block; `None` at the end of the list.
    pub fn block_last_record(&self) -> Option<u32> {
        self.bounds_of(self.block).map(|skip| skip.last_record)
    }

    /// An upper bound for the count of the postings of a record that begins in the current block.
    pub fn block_max_count(&self) -> Option<u32> {
        self.bounds_of(self.block).map(|skip| skip.max_count)
    }

    /// A lower bound for the sizes of the records of the current block.
    pub fn block_min_size(&self) -> Option<u32> {
        self.bounds_of(self.block).map(|skip| skip.min_size)
    }

    /// The bounds of block number `block`.
    pub(super) fn bounds_of(&self, block: usize) -> Option<Skip> {
        let (table, at) = match self.blocks {
            Blocks::One(skip) => return (block == 0).then_some(skip),
            Blocks::Many { table, .. } => (table, block.checked_mul(SKIP)?),
        };
        let mut fields = Fields(table.get(at..)?);
        let last_record = u32::from_le_bytes(fields.take()?);
        let end = u32::from_le_bytes(fields.take()?);
        let [max_count, min_size] = fields.take()?;
        let max_count = if max_count == UNBOUNDED { self.max_count } else { u32::from(max_count) };
        Some(Skip { last_record, end, max_count, min_size: u32::from(min_size) })
    }

    /// Number of the current block.
    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// A lower bound for the records of all remaining postings; `None` at the end of the list. Reads nothing.
    pub(super) fn lower_bound(&self) -> Option<u32> {
        if self.loaded
            && let Some(posting) = self.decoded.get(self.at)
        {
            return Some(posting.record);
        }
        let block = if self.loaded { self.block + 1 } else { self.block };
        self.bounds_of(block)?;
        let previous = block.checked_sub(1).and_then(|block| self.bounds_of(block));
        Some(previous.map_or(self.shape.first_record, |skip| skip.last_record))
    }

    /// Consumes all postings of records before `end` and calls `visit` once per record, with the largest count of its
    /// postings.
    pub(super) fn visit_until(&mut self, end: u64, mut visit: impl FnMut(u32, u32)) {
        let mut current: Option<(u32, u32)> = None;
        while self.load() {
            let rest = self.decoded.get(self.at..).unwrap_or_default();
            // Most blocks end within the window, so their records need no comparison.
            let inside = match rest.last() {
                Some(last) if u64::from(last.record) < end => rest.len(),
                _ => rest.partition_point(|posting| u64::from(posting.record) < end),
            };
            for posting in rest.iter().take(inside) {
                match &mut current {
                    Some((record, count)) if *record == posting.record => *count = posting.count.max(*count),
                    _ => {
                        if let Some((record, count)) = current.replace((posting.record, posting.count)) {
                            visit(record, count);
                        }
                    }
                }
            }
            self.at += inside;
            if inside < rest.len() {
                break;
            }
            self.enter(self.block + 1);
        }
        if let Some((record, count)) = current {
            visit(record, count);
        }
    }

    fn enter(&mut self, block: usize) {
        self.block = block;
        self.loaded = false;
    }

    /// Decodes the current block; false at the end of the list.
    fn load(&mut self) -> bool {
        if self.loaded {
            return true;
        }
        self.at = 0;
        self.decoded.clear();
        self.loaded = self.decode().is_some();
        if !self.loaded {
            // The end, or damage: nothing after it can be trusted.
            self.decoded.clear();
            self.block = usize::MAX;
        }
        self.loaded
    }

    fn decode(&mut self) -> Option<()> {
        let Blocks::Many { bytes, .. } = self.blocks else { return None };
        let skip = self.bounds_of(self.block)?;
        let previous = self.block.checked_sub(1).and_then(|block| self.bounds_of(block));
        let start = previous.map_or(0, |skip| skip.end as usize);
        let first = u64::from(self.shape.first_record);
        let least = previous.map_or(first, |skip| self.shape.least_after(skip.last_record));
        let bytes = bytes.get(start..skip.end as usize)?;
        let before = self.block.checked_mul(BLOCK)?;
        let count = (self.postings as usize).checked_sub(before)?.min(BLOCK);
        if count == BLOCK {
            return unpack_block(&self.shape, least, bytes, &mut self.decoded);
        }
        short::decode(&mut BitReader::new(bytes), &self.shape, least, count, &mut self.decoded)
    }
}

impl Iterator for List<'_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        let posting = self.peek()?;
        self.at += 1;
        Some(posting)
    }
}

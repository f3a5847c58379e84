//! Encodes one list from a stream of postings; only its encoded form is in memory.
//!
//! Fewer than 128 postings are bits (`short`). A longer list is cut into blocks of 128, with a shorter last one. The
//! table before them has for each block what a search needs to skip it:
//!
//! ```text
//! largest count (2), least size (2)                                      of the list
//! last record (4), end of block (4), largest count (1), least size (1)   of each block
//! blocks: packed gaps, packed counts - 1, packed roots; the last one as bits
//! ```
//!
//! A record with several roots may have postings in two blocks. The largest count of the first block then covers those
//! in the second too, so that the bound of the block in which a record begins is a bound for the record.

use std::io;

use super::bits::BitWriter;
use super::patched::{self, BLOCK};
use super::{Posting, Shape, short};

/// Bytes before the table of blocks.
pub(super) const LIST_HEAD: usize = 4;
/// Bytes of an entry of the table.
pub(super) const SKIP: usize = 10;
/// Lists of at most this many postings are written into the dictionary.
pub(super) const INLINE: usize = 4;
/// A largest count that does not fit into a byte is no bound at all.
pub(super) const UNBOUNDED: u8 = u8::MAX;

/// What is known about a block without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skip {
    pub(super) last_record: u32,
    /// Where the block ends, counted from the first block.
    pub(super) end: u32,
    pub(super) max_count: u32,
    pub(super) min_size: u32,
}

/// Collects the postings of one list after another.
pub(super) struct ListWriter {
    shape: Shape,
    postings: u64,
    pending: Vec<Posting>,
    min_size: u32,
    skips: Vec<Skip>,
    blocks: Vec<u8>,
}

impl ListWriter {
    pub(super) fn new(shape: Shape) -> Self {
        let pending = Vec::with_capacity(BLOCK);
        ListWriter { shape, postings: 0, pending, min_size: u32::MAX, skips: Vec::new(), blocks: Vec::new() }
    }

    /// Appends a posting, which must not be before the last one; `size` is that of its record.
    pub(super) fn push(&mut self, posting: Posting, size: u32) -> io::Result<()> {
        let in_order =
            u64::from(posting.record) >= self.least() && u64::from(posting.record) < self.shape.end();
        if !in_order || posting.count == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "postings out of order"));
        }
        for skip in self.skips.iter_mut().rev().take_while(|skip| skip.last_record == posting.record) {
            skip.max_count = skip.max_count.max(posting.count);
        }
        self.pending.push(posting);
        self.min_size = self.min_size.min(size);
        self.postings += 1;
        if self.pending.len() == BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// The least record that the next posting may have.
    fn least(&self) -> u64 {
        self.pending.last().map_or_else(|| self.block_least(), |last| self.shape.least_after(last.record))
    }

    /// The least record that the first posting of the pending block may have.
    fn block_least(&self) -> u64 {
        let first = u64::from(self.shape.first_record);
        self.skips.last().map_or(first, |skip| self.shape.least_after(skip.last_record))
    }

    /// Encodes the pending block, full or not.
    fn flush(&mut self) -> io::Result<()> {
        let Some(last) = self.pending.last() else { return Ok(()) };
        let last_record = last.record;
        let least = self.block_least();
        match <&[Posting; BLOCK]>::try_from(self.pending.as_slice()) {
            Ok(block) => pack_block(&self.shape, least, block, &mut self.blocks),
            Err(_) => encode_bits(&self.shape, least, &self.pending, &mut self.blocks),
        }
        let end = u32::try_from(self.blocks.len())
            .map_err(|_| io::Error::new(io::ErrorKind::FileTooLarge, "a list of more than 4 GB"))?;
        let max_count = self.pending.iter().map(|posting| posting.count).max().unwrap_or(0);
        self.skips.push(Skip { last_record, end, max_count, min_size: self.min_size });
        self.pending.clear();
        self.min_size = u32::MAX;
        Ok(())
    }

    /// The postings, if there are few enough for the dictionary.
    pub(super) fn inline(&self) -> Option<&[Posting]> {
        (self.postings <= INLINE as u64).then_some(self.pending.as_slice())
    }

    /// Number of postings since the last [`ListWriter::clear`].
    pub(super) fn postings(&self) -> u64 {
        self.postings
    }

    /// Appends the encoded list.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.skips.is_empty() {
            encode_bits(&self.shape, self.block_least(), &self.pending, out);
            return Ok(());
        }
        self.flush()?;
        let max_count = self.skips.iter().map(|skip| skip.max_count).max().unwrap_or(0);
        let min_size = self.skips.iter().map(|skip| skip.min_size).min().unwrap_or(0);
        out.extend_from_slice(&(max_count.min(u32::from(u16::MAX)) as u16).to_le_bytes());
        out.extend_from_slice(&(min_size.min(u32::from(u16::MAX)) as u16).to_le_bytes());
        for skip in &self.skips {
            out.extend_from_slice(&skip.last_record.to_le_bytes());
            out.extend_from_slice(&skip.end.to_le_bytes());
            out.push(u8::try_from(skip.max_count).unwrap_or(UNBOUNDED));
            out.push(u8::try_from(skip.min_size).unwrap_or(u8::MAX));
        }
        out.extend_from_slice(&self.blocks);
        Ok(())
    }

    /// Prepares for the next list.
    pub(super) fn clear(&mut self) {
        self.postings = 0;
        self.pending.clear();
        self.min_size = u32::MAX;
        self.skips.clear();
        self.blocks.clear();
    }
}

fn encode_bits(shape: &Shape, least: u64, postings: &[Posting], out: &mut Vec<u8>) {
    let mut bits = BitWriter::new(out);
    short::encode(&mut bits, shape, least, postings);
    bits.finish();
}

fn pack_block(shape: &Shape, mut least: u64, block: &[Posting; BLOCK], out: &mut Vec<u8>) {
    let gaps = block.each_ref().map(|posting| {
        let gap = u64::from(posting.record) - least;
        least = shape.least_after(posting.record);
        gap as u32
    });
    patched::pack(&gaps, out);
    patched::pack(&block.each_ref().map(|posting| posting.count - 1), out);
    if shape.has_roots {
        patched::pack(&block.each_ref().map(|posting| posting.root), out);
    }
}

/// Reads into `postings` what `pack_block` wrote.
pub(super) fn unpack_block(
    shape: &Shape,
    least: u64,
    bytes: &[u8],
    postings: &mut Vec<Posting>,
) -> Option<()> {
    let (mut gaps, mut counts, mut roots) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
    let rest = patched::unpack(bytes, &mut gaps)?;
    let rest = patched::unpack(rest, &mut counts)?;
    if shape.has_roots {
        patched::unpack(rest, &mut roots)?;
    }
    let step = u64::from(!shape.has_roots);
    let (mut record, mut next) = (least, least);
    for ((gap, count), root) in gaps.into_iter().zip(counts).zip(roots) {
        record = next + u64::from(gap);
        next = record + step;
        postings.push(Posting { record: record as u32, count: count.saturating_add(1), root });
    }
    // Records ascend, so the last one tells whether all are in range.
    (record < shape.end()).then_some(())
}

//! Chunks of 64 terms: the terms, how many postings each has, and where its list is.
//!
//! The terms of a chunk are bits after the lists of the chunk: the Rice parameter of the differences between terms (6
//! bits), the total length of the lists (gamma), and for each term the difference to the one before (Rice; the first is
//! in the index), the number of postings (gamma), and then the postings themselves if there are at most four, else the
//! length of the list (gamma). Most terms of a collection have one posting; these take about six bytes each in all.

use super::bits::{BitReader, BitWriter, rice_width};
use super::list_writer::INLINE;
use super::{Posting, Shape, short};

/// The number of bits of the Rice parameter.
const WIDTH_BITS: u32 = 6;

/// A term while its chunk is collected.
struct Term {
    term: u64,
    postings: u32,
    /// The length of the list; 0 if the postings are in the chunk.
    length: u64,
}

/// Collects the terms of a chunk.
#[derive(Default)]
pub(super) struct ChunkWriter {
    terms: Vec<Term>,
    inline: Vec<Posting>,
}

impl ChunkWriter {
    /// Number of terms in the chunk.
    pub(super) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// The first term, if there is one.
    pub(super) fn first(&self) -> Option<u64> {
        self.terms.first().map(|term| term.term)
    }

    /// Appends a term whose postings are in the chunk.
    pub(super) fn push_inline(&mut self, term: u64, postings: &[Posting]) {
        self.terms.push(Term { term, postings: postings.len() as u32, length: 0 });
        self.inline.extend_from_slice(postings);
    }

    /// Appends a term whose list was written before the chunk.
    pub(super) fn push_list(&mut self, term: u64, postings: u32, length: u64) {
        self.terms.push(Term { term, postings, length });
    }

    /// Appends the encoded chunk and prepares for the next.
    pub(super) fn finish(&mut self, shape: &Shape, out: &mut Vec<u8>) {
        let first = self.first().unwrap_or(0);
        let last = self.terms.last().map_or(first, |term| term.term);
        let width = rice_width(last - first, self.terms.len().saturating_sub(1) as u64);
        let mut bits = BitWriter::new(out);
        bits.write(u64::from(width), WIDTH_BITS);
        bits.write_gamma(self.terms.iter().map(|term| term.length).sum::<u64>() + 1);
        let mut inline = self.inline.as_slice();
        let mut before = None;
        for term in &self.terms {
            if let Some(before) = before.replace(term.term) {
                bits.write_rice(term.term - before - 1, width);
            }
            bits.write_gamma(u64::from(term.postings));
            if term.postings as usize > INLINE {
                bits.write_gamma(term.length);
            } else if let Some((postings, rest)) = inline.split_at_checked(term.postings as usize) {
                short::encode(&mut bits, shape, u64::from(shape.first_record), postings);
                inline = rest;
            }
        }
        bits.finish();
        self.terms.clear();
        self.inline.clear();
    }
}

/// Reads a chunk, term by term.
pub(super) struct ChunkReader<'a> {
    shape: Shape,
    bits: BitReader<'a>,
    lists: &'a [u8],
    width: u32,
    left: usize,
    term: u64,
    is_first: bool,
}

/// A term of a chunk.
pub(super) struct Found<'a> {
    pub(super) term: u64,
    pub(super) postings: u32,
    /// The list; `None` if the postings were in the chunk and are decoded.
    pub(super) list: Option<&'a [u8]>,
}

impl<'a> ChunkReader<'a> {
    /// Opens the chunk of `terms` terms that begins at `at` in the section of lists.
    pub(super) fn open(shape: Shape, section: &'a [u8], at: usize, first: u64, terms: usize) -> Option<Self> {
        let (before, bytes) = section.split_at_checked(at)?;
        let mut bits = BitReader::new(bytes);
        let width = bits.read(WIDTH_BITS)? as u32;
        let length = usize::try_from(bits.read_gamma()? - 1).ok()?;
        let lists = before.get(before.len().checked_sub(length)?..)?;
        Some(ChunkReader { shape, bits, lists, width, left: terms, term: first, is_first: true })
    }

    /// The next term. If its postings are in the chunk, they replace those in `inline`.
    pub(super) fn next(&mut self, inline: &mut Vec<Posting>) -> Option<Found<'a>> {
        self.left = self.left.checked_sub(1)?;
        if !std::mem::take(&mut self.is_first) {
            self.term = self.term.checked_add(self.bits.read_rice(self.width)?)?.checked_add(1)?;
        }
        let postings = u32::try_from(self.bits.read_gamma()?).ok()?;
        if postings as usize > INLINE {
            let length = usize::try_from(self.bits.read_gamma()?).ok()?;
            let (list, rest) = self.lists.split_at_checked(length)?;
            self.lists = rest;
            return Some(Found { term: self.term, postings, list: Some(list) });
        }
        inline.clear();
        let least = u64::from(self.shape.first_record);
        short::decode(&mut self.bits, &self.shape, least, postings as usize, inline)?;
        Some(Found { term: self.term, postings, list: None })
    }
}

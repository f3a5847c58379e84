//! An opened segment of a family.

use std::ops::Range;

use tantivy::directory::OwnedBytes;

use super::dictionary::{ChunkReader, Found};
use super::format::{self, CHUNK_TERMS, Fields, Footer, HEADER, INDEX_ENTRY};
use super::sizes::Sizes;
use super::{Damage, List, Posting, Shape, check};

/// A segment of a family, opened over bytes that the caller mapped or read.
///
/// Opening reads the first and last bytes only. A clone shares the bytes.
#[derive(Debug, Clone)]
pub struct Family {
    bytes: OwnedBytes,
    shape: Shape,
    footer: Footer,
}

impl Family {
    /// Opens a segment. Damage outside header and footer is found by [`Family::check`], not here.
    pub fn open(bytes: OwnedBytes) -> Result<Family, Damage> {
        let shape = format::decode_header(&bytes)?;
        let footer = format::decode_footer(&bytes)?;
        let family = Family { bytes, shape, footer };
        let sizes = family.section(HEADER as u64..footer.sizes_end);
        match Sizes::new(&shape, sizes) {
            Some(_) => Ok(family),
            None => Err(Damage::new("sizes", "too short for the records")),
        }
    }

    /// The range and data of the segment.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of distinct terms.
    pub fn terms(&self) -> u64 {
        self.footer.terms
    }

    /// Number of postings of all terms.
    pub fn postings(&self) -> u64 {
        self.footer.postings
    }

    /// The sizes of all records together, for averages.
    pub fn total_size(&self) -> u64 {
        self.footer.total_size
    }

    /// Number of tokens of a record; 0 outside the segment and in families without sizes.
    pub fn size(&self, record: u32) -> u32 {
        self.sizes().map_or(0, |sizes| sizes.size(record))
    }

    /// The postings of a term.
    pub fn list(&self, term: u64) -> Option<List<'_>> {
        let mut inline = Vec::new();
        let found = self.find(term, &mut inline)?;
        self.open_list(&found, &mut inline)
    }

    /// The number of postings of a term; 0 if there are none.
    pub fn document_frequency(&self, term: u64) -> u32 {
        self.find(term, &mut Vec::new()).map_or(0, |found| found.postings)
    }

    /// All terms in ascending order.
    pub fn each_term(&self) -> impl Iterator<Item = (u64, List<'_>)> {
        let chunks = (0..self.chunks()).map_while(|number| self.chunk(number));
        chunks.flat_map(move |mut chunk| {
            let mut inline = Vec::new();
            std::iter::from_fn(move || {
                let found = chunk.next(&mut inline)?;
                Some((found.term, self.open_list(&found, &mut inline)?))
            })
        })
    }

    /// Reads everything: checksums of all sections, the order of terms and records, bounds and totals.
    pub fn check(&self) -> Result<(), Damage> {
        check::check(self)
    }

    /// Whether the bytes have their checksums.
    pub(super) fn check_sums(&self) -> Result<(), Damage> {
        let Footer { sizes_end, lists_end, index_end, .. } = self.footer;
        for (section, range, crc) in [
            ("sizes", HEADER as u64..sizes_end, self.footer.sizes_crc),
            ("lists", sizes_end..lists_end, self.footer.lists_crc),
            ("index", lists_end..index_end, self.footer.index_crc),
        ] {
            if crc32fast::hash(self.section(range)) != crc {
                return Err(Damage::new(section, "the checksum does not match"));
            }
        }
        Ok(())
    }

    pub(super) fn sizes(&self) -> Option<Sizes<'_>> {
        Sizes::new(&self.shape, self.section(HEADER as u64..self.footer.sizes_end))
    }

    /// Number of chunks of the dictionary.
    pub(super) fn chunks(&self) -> usize {
        self.index().len() / INDEX_ENTRY
    }

    /// Opens a chunk of the dictionary.
    pub(super) fn chunk(&self, number: usize) -> Option<ChunkReader<'_>> {
        let (first, at) = self.index_entry(number)?;
        let before = number.checked_mul(CHUNK_TERMS)?;
        let terms = usize::try_from(self.footer.terms).ok()?.checked_sub(before)?.min(CHUNK_TERMS);
        let lists = self.section(self.footer.sizes_end..self.footer.lists_end);
        ChunkReader::open(self.shape, lists, usize::try_from(at).ok()?, first, terms)
    }

    /// Makes a list from a term of a chunk; takes the postings from `inline` if they are there.
    pub(super) fn open_list<'a>(&'a self, found: &Found<'a>, inline: &mut Vec<Posting>) -> Option<List<'a>> {
        let sizes = self.sizes()?;
        match found.list {
            None => List::of_postings(self.shape, sizes, std::mem::take(inline)),
            Some(list) => List::open(self.shape, sizes, found.postings, list),
        }
    }

    fn find(&self, term: u64, inline: &mut Vec<Posting>) -> Option<Found<'_>> {
        let mut chunk = self.chunk(self.chunk_of(term)?)?;
        loop {
            let found = chunk.next(inline)?;
            if found.term >= term {
                return (found.term == term).then_some(found);
            }
        }
    }

    /// The last chunk that does not begin after `term`.
    fn chunk_of(&self, term: u64) -> Option<usize> {
        let (mut low, mut high) = (0, self.chunks());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.index_entry(middle)?.0 <= term {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low.checked_sub(1)
    }

    /// First term of a chunk, and where the chunk begins in the section of lists.
    fn index_entry(&self, number: usize) -> Option<(u64, u64)> {
        let mut fields = Fields(self.index().get(number.checked_mul(INDEX_ENTRY)?..)?);
        Some((u64::from_le_bytes(fields.take()?), u64::from_le_bytes(fields.take()?)))
    }

    fn index(&self) -> &[u8] {
        self.section(self.footer.lists_end..self.footer.index_end)
    }

    fn section(&self, range: Range<u64>) -> &[u8] {
        self.bytes.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

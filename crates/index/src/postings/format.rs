//! The frame of a segment file: header, sections, footer.
//!
//! ```text
//! header   magic, version, shape, CRC
//! sizes    one byte for each record, table of large sizes             (`sizes`)
//! lists    for each chunk of 64 terms: its lists, then its terms      (`list_writer`, `dictionary`)
//! index    for each chunk: first term, where its terms begin
//! footer   where sections end, totals, CRC of each section, CRC, magic
//! ```
//!
//! Numbers are little-endian. Every byte is covered by one of the CRCs. The first and last bytes suffice to open a
//! file, and everything is written front to back, so a segment streams to any `Write`.

use std::io::{self, Write};

use super::{Damage, Shape};

const MAGIC: &[u8; 8] = b"PERGAINV";
const END_MAGIC: &[u8; 4] = b"done";
const VERSION: u16 = 1;
const HAS_ROOTS: u16 = 1;
const HAS_SIZES: u16 = 2;

/// Bytes of the header.
pub(super) const HEADER: usize = 24;
/// Bytes of the footer.
pub(super) const FOOTER: usize = 68;
/// Bytes of an entry of the index section.
pub(super) const INDEX_ENTRY: usize = 16;
/// Terms in a chunk of the dictionary; only the last chunk may have fewer.
pub(super) const CHUNK_TERMS: usize = 64;

/// Where the sections end, their totals and their checksums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Footer {
    pub(super) sizes_end: u64,
    pub(super) lists_end: u64,
    pub(super) index_end: u64,
    pub(super) terms: u64,
    pub(super) postings: u64,
    pub(super) total_size: u64,
    pub(super) sizes_crc: u32,
    pub(super) lists_crc: u32,
    pub(super) index_crc: u32,
}

/// A `Write` that counts the bytes and computes their checksum.
pub(super) struct Sink<'w, W: Write> {
    out: &'w mut W,
    crc: crc32fast::Hasher,
    position: u64,
}

impl<'w, W: Write> Sink<'w, W> {
    pub(super) fn new(out: &'w mut W) -> Self {
        Sink { out, crc: crc32fast::Hasher::new(), position: 0 }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.update(bytes);
        self.position += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Bytes written so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// The checksum of the bytes written since the last call.
    pub(super) fn end_section(&mut self) -> u32 {
        std::mem::take(&mut self.crc).finalize()
    }
}

pub(super) fn encode_header(shape: &Shape) -> Vec<u8> {
    let flags = if shape.has_roots { HAS_ROOTS } else { 0 } | if shape.has_sizes { HAS_SIZES } else { 0 };
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&flags.to_le_bytes());
    out.extend_from_slice(&shape.first_record.to_le_bytes());
    out.extend_from_slice(&shape.records.to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
    out
}

pub(super) fn decode_header(file: &[u8]) -> Result<Shape, Damage> {
    let damage = |problem| Damage::new("header", problem);
    let header = file.first_chunk::<HEADER>().ok_or(damage("the file is too short"))?;
    let mut fields = Fields(header);
    if fields.take() != Some(*MAGIC) {
        return Err(damage("not a postings file"));
    }
    let short = || damage("the file is too short");
    let found = u16::from_le_bytes(fields.take().ok_or_else(short)?);
    let flags = u16::from_le_bytes(fields.take().ok_or_else(short)?);
    let first_record = u32::from_le_bytes(fields.take().ok_or_else(short)?);
    let records = u32::from_le_bytes(fields.take().ok_or_else(short)?);
    if fields.take() != Some(checksum_of_front(header).to_le_bytes()) {
        return Err(damage("the checksum does not match"));
    }
    if found != VERSION {
        return Err(Damage::Version { found, expected: VERSION });
    }
    let shape =
        Shape { first_record, records, has_roots: flags & HAS_ROOTS != 0, has_sizes: flags & HAS_SIZES != 0 };
    if flags & !(HAS_ROOTS | HAS_SIZES) != 0 || shape.end() > 1 << 32 {
        return Err(damage("the shape is invalid"));
    }
    Ok(shape)
}

pub(super) fn encode_footer(footer: &Footer) -> Vec<u8> {
    let Footer { sizes_end, lists_end, index_end, terms, postings, total_size, .. } = *footer;
    let mut out = Vec::with_capacity(FOOTER);
    for number in [sizes_end, lists_end, index_end, terms, postings, total_size] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    for crc in [footer.sizes_crc, footer.lists_crc, footer.index_crc] {
        out.extend_from_slice(&crc.to_le_bytes());
    }
    out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
    out.extend_from_slice(END_MAGIC);
    out
}

/// Reads the footer and checks that the sections it names are in the file, in order.
pub(super) fn decode_footer(file: &[u8]) -> Result<Footer, Damage> {
    let damage = |problem| Damage::new("footer", problem);
    let bytes = file.last_chunk::<FOOTER>().ok_or(damage("the file is too short"))?;
    let footer =
        footer_fields(bytes).ok_or(damage("the file is truncated, or the checksum does not match"))?;
    let Footer { sizes_end, lists_end, index_end, terms, .. } = footer;
    let in_order = HEADER as u64 <= sizes_end && sizes_end <= lists_end && lists_end <= index_end;
    if !in_order || index_end.checked_add(FOOTER as u64) != Some(file.len() as u64) {
        return Err(damage("the sections do not fill the file"));
    }
    if terms.div_ceil(CHUNK_TERMS as u64).checked_mul(INDEX_ENTRY as u64) != Some(index_end - lists_end) {
        return Err(damage("the index does not fit the number of terms"));
    }
    Ok(footer)
}

fn footer_fields(bytes: &[u8; FOOTER]) -> Option<Footer> {
    let mut fields = Fields(bytes);
    let footer = Footer {
        sizes_end: u64::from_le_bytes(fields.take()?),
        lists_end: u64::from_le_bytes(fields.take()?),
        index_end: u64::from_le_bytes(fields.take()?),
        terms: u64::from_le_bytes(fields.take()?),
        postings: u64::from_le_bytes(fields.take()?),
        total_size: u64::from_le_bytes(fields.take()?),
        sizes_crc: u32::from_le_bytes(fields.take()?),
        lists_crc: u32::from_le_bytes(fields.take()?),
        index_crc: u32::from_le_bytes(fields.take()?),
    };
    let content = bytes.get(..FOOTER - 8)?;
    let intact = fields.take() == Some(crc32fast::hash(content).to_le_bytes());
    (intact && fields.take() == Some(*END_MAGIC)).then_some(footer)
}

fn checksum_of_front(header: &[u8; HEADER]) -> u32 {
    crc32fast::hash(header.get(..HEADER - 4).unwrap_or_default())
}

/// Takes fixed-size fields from the front of a slice.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }
}

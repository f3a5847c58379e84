//! The file of trees of a segment.
//!
//! ```text
//! magic  vocabulary  records  table  footer
//! ```
//!
//! A record is the length of its packed layout tree, that tree, and its packed operator tree. The table has the place
//! of every sixteenth record; lengths lead to the records in between. A dropped record has length zero.

use std::io::{self, Write};
use std::sync::Arc;

use formula::opt::Opt;
use formula::packed::{self, Vocabulary};
use formula::slt::Slt;
use tantivy::directory::OwnedBytes;

use crate::numbers::{Bytes, put_number};

const MAGIC: &[u8; 8] = b"pergarec";
/// The number of records between two entries of the table.
const STEP: usize = 16;
/// Places of vocabulary and table, first record, number of records, checksum.
const FOOTER: usize = 8 + 8 + 4 + 4 + 4;

/// The trees of a formula.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The layout tree: what it looks like.
    pub slt: Slt,
    /// The operator tree: what it means.
    pub opt: Opt,
}

/// Packs the trees of a formula into the bytes of a record.
pub(crate) fn pack(slt: &Slt, opt: &Opt) -> Vec<u8> {
    let mut layout = Vec::new();
    packed::pack_layout(slt, &mut layout);
    let mut out = Vec::with_capacity(layout.len() * 2 + 8);
    put_number(layout.len() as u64, &mut out);
    out.extend_from_slice(&layout);
    packed::pack_operators(opt, &mut out);
    out
}

/// Writes a file of records, one after the other.
pub(crate) struct RecordWriter<'a, W: Write> {
    out: &'a mut W,
    checksum: crc32fast::Hasher,
    written: u64,
    table: Vec<u64>,
    first_record: u32,
    records: u32,
    table_of: u64,
}

impl<'a, W: Write> RecordWriter<'a, W> {
    pub(crate) fn new(out: &'a mut W, first_record: u32) -> io::Result<Self> {
        let checksum = crc32fast::Hasher::new();
        let mut writer = RecordWriter {
            out,
            checksum,
            written: 0,
            table: Vec::new(),
            first_record,
            records: 0,
            table_of: 0,
        };
        writer.put(MAGIC)?;
        let mut names = Vec::new();
        let vocabulary = Vocabulary::written();
        put_number(vocabulary.len() as u64, &mut names);
        for name in vocabulary {
            put_number(name.len() as u64, &mut names);
            names.extend_from_slice(name.as_bytes());
        }
        writer.put(&names)?;
        writer.table_of = writer.written;
        Ok(writer)
    }

    /// Adds a record made by [`pack`]; empty for a dropped record.
    pub(crate) fn add(&mut self, record: &[u8]) -> io::Result<()> {
        if (self.records as usize).is_multiple_of(STEP) {
            self.table.push(self.written);
        }
        let mut length = Vec::with_capacity(4);
        put_number(record.len() as u64, &mut length);
        self.put(&length)?;
        self.put(record)?;
        self.records += 1;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        let table_at = self.written;
        for place in std::mem::take(&mut self.table) {
            self.put(&place.to_le_bytes())?;
        }
        let records_at = self.table_of;
        self.put(&records_at.to_le_bytes())?;
        self.put(&table_at.to_le_bytes())?;
        let (first_record, records) = (self.first_record, self.records);
        self.put(&first_record.to_le_bytes())?;
        self.put(&records.to_le_bytes())?;
        let checksum = self.checksum.finalize();
        self.out.write_all(&checksum.to_le_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// A file of records, mapped.
#[derive(Clone)]
pub(crate) struct RecordFile {
    bytes: OwnedBytes,
    vocabulary: Arc<Vocabulary>,
    is_current: bool,
    records_at: usize,
    table_at: usize,
    first_record: u32,
    records: u32,
}

impl RecordFile {
    pub(crate) fn open(bytes: OwnedBytes) -> Result<RecordFile, &'static str> {
        let data: &[u8] = &bytes;
        let footer = data.len().checked_sub(FOOTER).ok_or("the file of records is truncated")?;
        let whole = data.get(footer..).ok_or("the file of records is truncated")?;
        let number = |at: usize| number_at(whole, at, 8);
        let place = |at| usize::try_from(number(at)).map_err(|_| "the file of records has no footer");
        let (records_at, table_at) = (place(0)?, place(8)?);
        let (first_record, records) = (number_at(whole, 16, 4) as u32, number_at(whole, 20, 4) as u32);
        let table_length = (records as usize).div_ceil(STEP) * 8;
        let is_sound = data.starts_with(MAGIC)
            && (MAGIC.len()..=table_at).contains(&records_at)
            && table_at.checked_add(table_length) == Some(footer);
        if !is_sound {
            return Err("the file of records has no footer");
        }
        let names =
            data.get(MAGIC.len()..records_at).and_then(read_names).ok_or("the vocabulary is damaged")?;
        let is_current = names == Vocabulary::written();
        let vocabulary = Arc::new(Vocabulary::of(names));
        Ok(RecordFile { bytes, vocabulary, is_current, records_at, table_at, first_record, records })
    }

    pub(crate) fn first_record(&self) -> u32 {
        self.first_record
    }

    pub(crate) fn records(&self) -> u32 {
        self.records
    }

    /// The trees of a record.
    pub(crate) fn record(&self, record: u32) -> Option<Record> {
        let mut bytes = Bytes(self.packed(record)?);
        let length = bytes.length()?;
        let (layout, operators) = bytes.0.split_at_checked(length)?;
        let slt = packed::unpack_layout(layout)?;
        let opt = packed::unpack_operators(operators, &self.vocabulary)?;
        Some(Record { slt, opt })
    }

    /// The bytes of a record in the form for another file; none if it was dropped.
    pub(crate) fn current(&self, record: u32) -> Option<Vec<u8>> {
        if self.is_current {
            return self.packed(record).map(<[u8]>::to_vec);
        }
        self.record(record).map(|record| pack(&record.slt, &record.opt))
    }

    fn packed(&self, record: u32) -> Option<&[u8]> {
        let number = record.checked_sub(self.first_record).filter(|&number| number < self.records)? as usize;
        let entry = self.table_at + number / STEP * 8;
        let place = usize::try_from(number_at(&self.bytes, entry, 8)).ok()?;
        let mut bytes = Bytes(self.bytes.get(place.max(self.records_at)..self.table_at)?);
        for _ in 0..number % STEP {
            let length = bytes.length()?;
            bytes.0 = bytes.0.get(length..)?;
        }
        let length = bytes.length()?;
        bytes.0.get(..length).filter(|record| !record.is_empty())
    }

    /// Reads everything: the checksum and every tree.
    pub(crate) fn check(&self, is_unused: &dyn Fn(u32) -> bool) -> Result<(), String> {
        let end = self.bytes.len() - 4;
        let expected = number_at(&self.bytes, end, 4) as u32;
        if crc32fast::hash(&self.bytes[..end]) != expected {
            return Err("the checksum of the records is wrong".to_owned());
        }
        for record in self.first_record..self.first_record + self.records {
            if self.record(record).is_none() && !is_unused(record) {
                return Err(format!("record {record} has no trees"));
            }
        }
        Ok(())
    }
}

/// A number of `size` bytes, little-endian; 0 after the end.
fn number_at(bytes: &[u8], at: usize, size: usize) -> u64 {
    let bytes = bytes.get(at..at + size).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn read_names(bytes: &[u8]) -> Option<Vec<&str>> {
    let mut bytes = Bytes(bytes);
    let mut names = Vec::new();
    for _ in 0..bytes.number()? {
        let length = bytes.length()?;
        let (name, rest) = bytes.0.split_at_checked(length)?;
        names.push(std::str::from_utf8(name).ok()?);
        bytes.0 = rest;
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read, write::tangent};

    fn file(formulas: &[&str]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut writer = RecordWriter::new(&mut out, 100).unwrap();
        for source in formulas {
            let formula = read(source, Notation::Latex, &Options::default());
            let bytes = if source.is_empty() { Vec::new() } else { pack(&formula.slt, &formula.opt) };
            writer.add(&bytes).unwrap();
        }
        writer.finish().unwrap();
        out
    }

    #[test]
    fn every_record_is_found_by_its_number() {
        let formulas: Vec<String> = (0..50).map(|i| format!("x_{{{i}}}+{i}")).collect();
        let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
        let file = RecordFile::open(OwnedBytes::new(file(&formulas))).unwrap();
        for (record, source) in (100..).zip(&formulas) {
            let expected = read(source, Notation::Latex, &Options::default()).slt;
            let found = file.record(record).unwrap().slt;
            assert_eq!(tangent::slt_string(&found), tangent::slt_string(&expected));
        }
        assert!(file.record(99).is_none() && file.record(150).is_none());
        file.check(&|_| false).unwrap();
    }

    #[test]
    fn a_dropped_record_is_missing_and_its_neighbours_are_not() {
        let file = RecordFile::open(OwnedBytes::new(file(&["a", "", "c"]))).unwrap();
        assert!(file.record(100).is_some() && file.record(101).is_none() && file.record(102).is_some());
        assert!(file.check(&|_| false).is_err());
        file.check(&|record| record == 101).unwrap();
    }

    #[test]
    fn damage_is_detected_and_harmless() {
        let whole = file(&["a+b", r"\frac12"]);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            let verdict = RecordFile::open(OwnedBytes::new(damaged)).map(|file| {
                let _ = (file.record(100), file.record(101), file.record(u32::MAX));
                file.check(&|_| false)
            });
            assert!(!matches!(verdict, Ok(Ok(()))), "byte {at}");
            assert!(RecordFile::open(OwnedBytes::new(whole[..at].to_vec())).is_err());
        }
    }
}

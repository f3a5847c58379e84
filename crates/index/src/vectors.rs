//! Vectors of formulas, in a file of the index. Those of units are in [`units`].
//!
//! They are trained after a commit and can be made again at any time. The file is written under a new name and joins
//! the index with a commit that names it, so it is either there completely or not at all, and a lost file is detected.
//! It names the records it was made for. The numbers of records never change, so its rows stay valid, and records added
//! later are not in it.
//!
//! The file has a space for each view of a formula. A space has the model (rows for words and for parts of words, by
//! key) and a row for each record. Values are 8-bit integers with a scale for each row.
//!
//! ```text
//! magic, length of the header, header (JSON)
//! for each space: words (keys, scales, values), parts (keys, scales, values), records (scales, values)
//! ```
//!
//! What it is not: a model. `vectors` trains them and knows what the keys mean.

mod rows;
pub mod units;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use rows::{KeyedRows, Rows, dot};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tantivy::directory::OwnedBytes;

use crate::commit::add_file;
use crate::manifest::FileName;
use crate::storage::names;
use crate::{Error, Index, Result, VectorsOf};

/// The version of the file. A change of the layout or of the meaning of keys raises it.
pub const FORMAT: u32 = 2;

const MAGIC: &[u8; 8] = b"perga-ve";

/// Where the header begins: after the magic and the length of the header.
const HEADER_AT: usize = MAGIC.len() + size_of::<u32>();

/// How and from what the vectors were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// See [`FORMAT`].
    pub format: u32,
    /// The commit of the index they were made for.
    pub commit: u64,
    /// The number of records at that commit; each has a row in every space.
    pub records: u32,
    /// The number of dimensions of a vector.
    pub dimensions: u32,
    /// The settings of the training, as written by the trainer.
    pub settings: serde_json::Value,
    /// The spaces.
    pub spaces: Vec<SpaceHeader>,
}

/// The size of one space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpaceHeader {
    /// Its name.
    pub name: String,
    /// Words that have a row.
    pub words: u32,
    /// Parts of words that have a row.
    pub parts: u32,
}

/// One view of formulas: a model and the vectors of the records.
#[derive(Clone, Debug)]
pub struct Space {
    /// Its name.
    pub name: String,
    /// Rows of words.
    pub words: KeyedRows,
    /// Rows of parts of words.
    pub parts: KeyedRows,
    /// Rows of records, by number.
    pub records: Rows,
}

/// The vectors of an index, mapped.
#[derive(Clone, Debug)]
pub struct Vectors {
    header: Header,
    spaces: Vec<Space>,
    bytes: u64,
}

impl Vectors {
    /// The vectors of an index; none if it has none.
    pub fn open(index: &Index) -> Result<Option<Vectors>> {
        let Some(file) = &index.manifest().formula_vectors else { return Ok(None) };
        let bytes = map(index, file, VectorsOf::Formulas)?;
        let read = Vectors::read(bytes);
        read.map(Some).map_err(|message| damaged(index, file, VectorsOf::Formulas, message))
    }

    /// Reads the bytes of a file.
    fn read(bytes: OwnedBytes) -> Result<Vectors, String> {
        let cut = || "the file is truncated".to_owned();
        let (header, at): (Header, usize) = read_header(&bytes, MAGIC)?;
        if header.format != FORMAT {
            return Err(format!("the file has format {}, this version reads {FORMAT}", header.format));
        }
        let mut rest = Parts { bytes, at };
        let dimensions = header.dimensions as usize;
        let mut spaces = Vec::new();
        for space in &header.spaces {
            spaces.push(Space {
                name: space.name.clone(),
                words: rest.keyed(space.words as usize, dimensions).ok_or_else(cut)?,
                parts: rest.keyed(space.parts as usize, dimensions).ok_or_else(cut)?,
                records: rest.rows(header.records as usize, dimensions).ok_or_else(cut)?,
            });
        }
        if rest.at != rest.bytes.len() {
            return Err("the length of the file does not match its header".to_owned());
        }
        Ok(Vectors { header, spaces, bytes: rest.bytes.len() as u64 })
    }

    /// How and from what the vectors were made.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The size of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The space of a name.
    pub fn space(&self, name: &str) -> Option<&Space> {
        self.spaces.iter().find(|space| space.name == name)
    }

    /// Replaces the vectors of the records of an index; they are used when the index is opened again. `settings` is
    /// stored unchanged.
    pub fn write(index: &Index, settings: serde_json::Value, spaces: &[Space]) -> Result<()> {
        let records = index.manifest().next_record;
        let dimensions = spaces.first().map_or(0, |space| space.records.dimensions());
        let sizes = spaces.iter().map(|space| SpaceHeader {
            name: space.name.clone(),
            words: space.words.len() as u32,
            parts: space.parts.len() as u32,
        });
        let header = Header {
            format: FORMAT,
            commit: index.manifest().commit,
            records,
            dimensions: dimensions as u32,
            settings,
            spaces: sizes.collect(),
        };
        let write = |path: &Path| write_file(path, &header, spaces);
        add_file(index.storage(), names::formula_vectors, write, |manifest| &mut manifest.formula_vectors)
    }
}

/// The bytes of a file of vectors.
fn map(index: &Index, file: &FileName, of: VectorsOf) -> Result<OwnedBytes> {
    let bytes =
        index.storage().map(&file.name).map_err(|_| damaged(index, file, of, "the file is missing"))?;
    match bytes.len() as u64 == file.length {
        true => Ok(bytes),
        false => Err(damaged(index, file, of, "the length of the file has changed since it was written")),
    }
}

/// Bytes of the vectors of an index, of formulas and units.
pub(crate) fn size(index: &Index) -> u64 {
    let manifest = index.manifest();
    [&manifest.formula_vectors, &manifest.unit_vectors].into_iter().flatten().map(|file| file.length).sum()
}

/// Reads the whole file, if there is one, and returns what is wrong with it.
pub(crate) fn check(index: &Index) -> Option<Error> {
    let file = index.manifest().formula_vectors.as_ref()?;
    if let Err(error) = Vectors::open(index) {
        return Some(error);
    }
    check_sum(index, file, VectorsOf::Formulas)
}

/// Compares the bytes of a file with its checksum and returns what is wrong with it.
fn check_sum(index: &Index, file: &FileName, of: VectorsOf) -> Option<Error> {
    match map(index, file, of) {
        Ok(bytes) if file.is_of(&bytes) => None,
        Ok(_) => Some(damaged(index, file, of, "the checksum is wrong")),
        Err(error) => Some(error),
    }
}

fn damaged(index: &Index, file: &FileName, of: VectorsOf, message: impl Into<String>) -> Error {
    Error::DamagedVectors { file: index.storage().path(&file.name), message: message.into(), of }
}

/// The header of a file and where it ends.
fn read_header<H: DeserializeOwned>(bytes: &[u8], magic: &[u8; 8]) -> Result<(H, usize), String> {
    let cut = || "the file is truncated".to_owned();
    let length =
        bytes.get(magic.len()..HEADER_AT).and_then(|length| length.try_into().ok()).ok_or_else(cut)?;
    if !bytes.starts_with(magic) {
        return Err("this is not a file of vectors".to_owned());
    }
    let end = (u32::from_le_bytes(length) as usize).saturating_add(HEADER_AT);
    let header = bytes.get(HEADER_AT..end).ok_or_else(cut)?;
    let header =
        serde_json::from_slice(header).map_err(|error| format!("the header cannot be read: {error}"))?;
    Ok((header, end))
}

fn write_file(path: &Path, header: &Header, spaces: &[Space]) -> io::Result<()> {
    let mut out = start_file(path, MAGIC, header)?;
    for space in spaces {
        space.words.write(&mut out)?;
        space.parts.write(&mut out)?;
        space.records.write(&mut out)?;
    }
    finish_file(out)
}

/// A new file with its header.
fn start_file(path: &Path, magic: &[u8; 8], header: &impl Serialize) -> io::Result<BufWriter<File>> {
    let mut out = BufWriter::with_capacity(1 << 16, File::create(path)?);
    let header = serde_json::to_vec(header)?;
    out.write_all(magic)?;
    out.write_all(&(header.len() as u32).to_le_bytes())?;
    out.write_all(&header)?;
    Ok(out)
}

/// Waits until a file is on the disk.
fn finish_file(mut out: BufWriter<File>) -> io::Result<()> {
    out.flush()?;
    out.get_ref().sync_data()
}

/// The parts of a file, one after the other.
struct Parts {
    bytes: OwnedBytes,
    at: usize,
}

impl Parts {
    fn take(&mut self, count: usize, size: usize) -> Option<OwnedBytes> {
        let end = self.at.checked_add(count.checked_mul(size)?)?;
        if end > self.bytes.len() {
            return None;
        }
        let part = self.bytes.slice(self.at..end);
        self.at = end;
        Some(part)
    }

    fn rows(&mut self, rows: usize, dimensions: usize) -> Option<Rows> {
        let (scales, values) = (self.take(rows, 4)?, self.take(rows.checked_mul(dimensions)?, 1)?);
        Some(Rows::of(dimensions, scales, values))
    }

    fn keyed(&mut self, rows: usize, dimensions: usize) -> Option<KeyedRows> {
        let keys = self.take(rows, 8)?;
        Some(KeyedRows::of(keys, self.rows(rows, dimensions)?))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use document::{Occurrence, Text, Unit};

    use super::*;
    use crate::{Settings, Writer};

    fn space(name: &str, records: usize) -> Space {
        let row = |number: usize| vec![number as f32 + 1.0, -2.0, 0.5];
        let rows: Vec<Vec<f32>> = (0..records).map(row).collect();
        let keyed = KeyedRows::new(3, vec![(7, vec![1.0, 0.0, -1.0]), (3, vec![0.0, 0.0, 2.0])]);
        Space { name: name.to_owned(), words: keyed.clone(), parts: keyed, records: Rows::new(3, &rows) }
    }

    fn index(folder: &Path, formulas: &[&str]) -> Index {
        let mut writer = Writer::open(folder, Settings::default()).unwrap();
        for source in formulas {
            let formula = Occurrence {
                place: 0..source.len(),
                source: (*source).to_owned(),
                notation: formula::Notation::Latex,
                id: None,
                visual_id: None,
            };
            let body = Text { text: (*source).to_owned(), formulas: vec![formula] };
            let unit = Unit { id: (*source).to_owned(), body, ..Unit::default() };
            writer.add("notes", &[unit]).unwrap();
        }
        writer.finish().unwrap();
        Index::open(folder).unwrap()
    }

    #[test]
    fn vectors_are_read_back_and_survive_the_next_writer() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("index");
        let opened = index(&folder, &["a+b", "c^2"]);
        assert!(Vectors::open(&opened).unwrap().is_none());
        let settings = serde_json::json!({ "seed": 7 });
        Vectors::write(&opened, settings.clone(), &[space("slt", 2), space("opt", 2)]).unwrap();

        let opened = index(&folder, &["a+b", "c^2", "x_1"]);
        let vectors = Vectors::open(&opened).unwrap().unwrap();
        assert_eq!((vectors.header().records, opened.manifest().next_record), (2, 3));
        assert_eq!(vectors.header().settings, settings);
        let found = vectors.space("opt").unwrap();
        assert_eq!(found.words.row(3).unwrap(), space("opt", 2).words.row(3).unwrap());
        assert!(found.words.row(4).is_none() && found.records.row(2).is_none());
        assert_eq!(found.records.row(1).unwrap(), space("opt", 2).records.row(1).unwrap());
        assert!(check(&opened).is_none());
        assert!(crate::check::check(&folder).unwrap().errors.is_empty());
    }

    #[test]
    fn damage_is_reported_and_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("index");
        let opened = index(&folder, &["a+b", "c^2"]);
        Vectors::write(&opened, serde_json::Value::Null, &[space("slt", 2)]).unwrap();
        let opened = Index::open(&folder).unwrap();
        let file = folder.join(&opened.manifest().formula_vectors.as_ref().unwrap().name);
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            assert!(Vectors::read(OwnedBytes::new(whole[..at].to_vec())).is_err(), "cut at {at}");
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            if let Ok(vectors) = Vectors::read(OwnedBytes::new(bytes.clone())) {
                let space = &vectors.spaces[0];
                let _ = (space.words.row(7), space.records.row(0), space.records.row(u32::MAX));
            }
            fs::write(&file, bytes).unwrap();
            let error = check(&Index::open(&folder).unwrap()).expect("damage is found");
            assert!(matches!(error, Error::DamagedVectors { of: VectorsOf::Formulas, .. }), "{error}");
        }
        assert!(!crate::check::check(&folder).unwrap().errors.is_empty());
    }
}

//! Vectors of units, in a file of the index.
//!
//! Like those of formulas, they join the index with a commit of their own. A row belongs to a unit by the number under
//! which the unit was added. No other unit ever gets that number: a replaced unit has a new number and no vector until
//! one is made, and merges change nothing. Beside it is a hash of the text that the vector was made from, so that
//! vectors of unchanged texts need not be made again.
//!
//! ```text
//! magic, length of the header, header (JSON)
//! numbers of the units (ascending), hashes of their texts, scales, values
//! ```

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tantivy::DocAddress;
use tantivy::directory::OwnedBytes;

use super::{Parts, Rows, check_sum, damaged, finish_file, read_header, start_file};
use crate::commit::add_file;
use crate::storage::names;
use crate::{Error, Index, Result, VectorsOf};

/// The version of the file. A change of the layout raises it.
pub const FORMAT: u32 = 2;

const MAGIC: &[u8; 8] = b"perga-vu";

/// The model that made the vectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// See [`FORMAT`].
    pub format: u32,
    /// Units that have a vector.
    pub units: u32,
    /// The number of dimensions of a vector.
    pub dimensions: u32,
    /// The name of the model.
    pub model: String,
    /// The checksum of its weights. Vectors of different models cannot be compared.
    pub checksum: String,
}

/// The vector of a unit: integers, as in [`Rows`].
#[derive(Clone, Debug, PartialEq)]
pub struct UnitVector {
    /// The hash of the text it was made from.
    pub content: u64,
    /// The scale of the numbers.
    pub scale: f32,
    /// The numbers; they are signed.
    pub values: Vec<u8>,
}

impl UnitVector {
    /// Makes it from a floating-point vector.
    pub fn new(content: u64, vector: &[f32]) -> UnitVector {
        let rows = Rows::new(vector.len(), [vector]);
        let (values, scale) = rows.row(0).unwrap_or_default();
        UnitVector { content, scale, values: values.to_vec() }
    }
}

/// The vectors of the units of an index, mapped.
#[derive(Clone, Debug)]
pub struct UnitVectors {
    header: Header,
    /// Ascending.
    added: OwnedBytes,
    contents: OwnedBytes,
    rows: Rows,
}

impl UnitVectors {
    /// The vectors of the units of an index; none if it has none.
    pub fn open(index: &Index) -> Result<Option<UnitVectors>> {
        let Some(file) = &index.manifest().unit_vectors else { return Ok(None) };
        let bytes = super::map(index, file, VectorsOf::Units)?;
        let read = UnitVectors::read(bytes);
        read.map(Some).map_err(|message| damaged(index, file, VectorsOf::Units, message))
    }

    /// Reads the bytes of a file.
    fn read(bytes: OwnedBytes) -> Result<UnitVectors, String> {
        let cut = || "the file is truncated".to_owned();
        let (header, at): (Header, usize) = read_header(&bytes, MAGIC)?;
        if header.format != FORMAT {
            return Err(format!("the file has format {}, this version reads {FORMAT}", header.format));
        }
        let mut rest = Parts { bytes, at };
        let units = header.units as usize;
        let added = rest.take(units, 8).ok_or_else(cut)?;
        let contents = rest.take(units, 8).ok_or_else(cut)?;
        let rows = rest.rows(units, header.dimensions as usize).ok_or_else(cut)?;
        if rest.at != rest.bytes.len() {
            return Err("the length of the file does not match its header".to_owned());
        }
        Ok(UnitVectors { header, added, contents, rows })
    }

    /// The model that made the vectors.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The vectors, in the order in which their units were added.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The numbers of the units, ascending: one for each row.
    pub fn added(&self) -> impl Iterator<Item = u64> {
        numbers(&self.added)
    }

    /// The hashes of the texts: one for each row.
    pub fn contents(&self) -> impl Iterator<Item = u64> {
        numbers(&self.contents)
    }

    /// Replaces the vectors of the units of an index; they are used when the index is opened again. Units are given by
    /// the number under which they were added.
    pub fn write(
        index: &Index,
        model: &str,
        checksum: &str,
        dimensions: usize,
        units: &BTreeMap<u64, UnitVector>,
    ) -> Result<()> {
        let header = Header {
            format: FORMAT,
            units: units.len() as u32,
            dimensions: dimensions as u32,
            model: model.to_owned(),
            checksum: checksum.to_owned(),
        };
        let write = |path: &Path| write_file(path, &header, units);
        add_file(index.storage(), names::unit_vectors, write, |manifest| &mut manifest.unit_vectors)
    }
}

/// A unit of a commit, as vectors refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its position in the segments of the commit: dense, and valid for this commit only.
    pub number: u32,
    /// The number under which it was added.
    pub added: u64,
    /// Its document.
    pub address: DocAddress,
}

/// The units of a commit, in the order of their positions.
pub fn places(index: &Index) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    let mut base = 0u32;
    for (ordinal, segment) in index.searcher().segment_readers().iter().enumerate() {
        let added = segment.fast_fields().u64("added")?;
        for document in segment.doc_ids_alive() {
            let address = DocAddress::new(ordinal as u32, document);
            let place = |added| Place { number: base + document, added, address };
            places.extend(added.first(document).map(place));
        }
        base += segment.max_doc();
    }
    Ok(places)
}

/// One more than the greatest position in a commit; some may belong to deleted units.
pub fn place_count(index: &Index) -> usize {
    index.searcher().segment_readers().iter().map(|segment| segment.max_doc() as usize).sum()
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(8).filter_map(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
}

fn write_file(path: &Path, header: &Header, units: &BTreeMap<u64, UnitVector>) -> std::io::Result<()> {
    let mut out = start_file(path, MAGIC, header)?;
    for added in units.keys() {
        out.write_all(&added.to_le_bytes())?;
    }
    for unit in units.values() {
        out.write_all(&unit.content.to_le_bytes())?;
    }
    for unit in units.values() {
        out.write_all(&unit.scale.to_le_bytes())?;
    }
    for unit in units.values() {
        out.write_all(&unit.values)?;
    }
    finish_file(out)
}

/// Reads the whole file, if there is one, and returns what is wrong with it.
pub(crate) fn check(index: &Index) -> Option<Error> {
    let file = index.manifest().unit_vectors.as_ref()?;
    let vectors = match UnitVectors::open(index) {
        Ok(vectors) => vectors?,
        Err(error) => return Some(error),
    };
    if let Some(error) = check_sum(index, file, VectorsOf::Units) {
        return Some(error);
    }
    let is_ascending = vectors.added().zip(vectors.added().skip(1)).all(|(one, two)| one < two);
    (!is_ascending).then(|| damaged(index, file, VectorsOf::Units, "the units are not in order"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use document::Unit;

    use super::*;
    use crate::{Settings, Writer};

    fn index(folder: &Path) -> Index {
        let mut writer = Writer::open(folder, Settings::default()).unwrap();
        let units = ["one", "two"].map(|id| Unit { id: id.to_owned(), ..Unit::default() });
        writer.add("notes", &units).unwrap();
        writer.finish().unwrap();
        Index::open(folder).unwrap()
    }

    fn units() -> BTreeMap<u64, UnitVector> {
        BTreeMap::from([
            (5, UnitVector::new(50, &[0.5, -1.0, 0.0])),
            (2, UnitVector::new(20, &[0.0, 0.0, 0.0])),
            (9, UnitVector::new(90, &[-0.2, 0.1, 0.3])),
        ])
    }

    #[test]
    fn vectors_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let index = index(&folder.path().join("index"));
        assert!(UnitVectors::open(&index).unwrap().is_none());
        UnitVectors::write(&index, "tiny", "c0ffee", 3, &units()).unwrap();
        let index = Index::open(index.folder()).unwrap();
        let read = UnitVectors::open(&index).unwrap().unwrap();
        assert_eq!((read.header().model.as_str(), read.header().checksum.as_str()), ("tiny", "c0ffee"));
        assert_eq!(read.added().collect::<Vec<_>>(), [2, 5, 9]);
        assert_eq!(read.contents().collect::<Vec<_>>(), [20, 50, 90]);
        for (row, unit) in (0..).zip(units().values()) {
            assert_eq!(read.rows().row(row), Some((unit.values.as_slice(), unit.scale)));
        }
        assert!(check(&index).is_none());
        assert!(super::super::size(&index) > 0);
    }

    #[test]
    fn damage_is_reported_and_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let index = index(&folder.path().join("index"));
        UnitVectors::write(&index, "tiny", "c0ffee", 3, &units()).unwrap();
        let index = Index::open(index.folder()).unwrap();
        let file = index.folder().join(&index.manifest().unit_vectors.as_ref().unwrap().name);
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            assert!(UnitVectors::read(OwnedBytes::new(whole[..at].to_vec())).is_err(), "cut at {at}");
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&file, bytes).unwrap();
            let error = check(&index).expect("damage is found");
            assert!(matches!(error, Error::DamagedVectors { of: VectorsOf::Units, .. }), "{error}");
        }
        fs::remove_file(&file).unwrap();
        assert!(check(&index).expect("a lost file is detected").to_string().contains("missing"));
    }
}

//! The manifest: what belongs to a commit. It is the payload of the text index's own commit, which is a file that is
//! written beside the old one and renamed. So everything becomes the new state in one moment, and never half of it.
//!
//! Everything the manifest names was written and synced before it. Files it does not name are left over from
//! interrupted work; the next writer removes them.
//!
//! The manifest and the ledger have checksums: both decide what is read again and what is deleted, so readers and
//! writers refuse a damaged one.

use std::collections::BTreeMap;

use document::Fingerprint;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::storage::names::segment_number;

/// The version of everything on disk. A change of any format, hash or tokenisation raises it.
pub const FORMAT: u32 = 6;

/// The state of an index at a commit.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq)]
pub struct Manifest {
    /// See [`FORMAT`].
    pub format: u32,
    /// The random name of the index, also in its marker.
    pub identity: String,
    /// Commits so far.
    pub commit: u64,
    /// A random name of the commit, because two indexes may be copies of one that were changed separately.
    pub commit_identity: String,
    /// The number of the commit in the text index.
    pub opstamp: u64,
    /// The name of the profile.
    pub profile: String,
    /// The segments of formulas, in ascending order of their records.
    pub segments: Vec<SegmentName>,
    /// The number of the next record.
    pub next_record: u32,
    /// The number of the next unit.
    pub next_unit: u64,
    /// The number of the next segment or file of vectors.
    pub next_segment: u32,
    /// Units.
    pub units: u64,
    /// Occurrences of formulas. The stored name is that of ARQMath's files.
    #[serde(rename = "instances")]
    pub occurrences: u64,
    /// Copies of units that other sources have under the same id; see [`writer`](crate::Writer).
    pub hidden: u64,
    /// The file with the sources, and with the records that no unit holds any more; none before the first commit.
    pub ledger: Option<FileName>,
    /// The vectors of units, if there are any.
    pub unit_vectors: Option<FileName>,
    /// The vectors of formulas, if there are any.
    pub formula_vectors: Option<FileName>,
}

/// A file and its checksum.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Eq)]
pub struct FileName {
    /// Its name in the folder of the index.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// XXH3 of its bytes.
    pub checksum: u64,
}

impl FileName {
    /// The name of a file with these bytes.
    pub fn of(name: String, bytes: &[u8]) -> FileName {
        FileName { name, length: bytes.len() as u64, checksum: xxh3_64(bytes) }
    }

    /// Whether the bytes are those of the file.
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        bytes.len() as u64 == self.length && xxh3_64(bytes) == self.checksum
    }
}

/// A segment and the records it holds.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Eq)]
pub struct SegmentName {
    /// Its number, part of the names of its files.
    pub number: u32,
    /// Its first record.
    pub first_record: u32,
    /// How many records it holds.
    pub records: u32,
}

/// What is known about the sources and the diagnostics of their formulas. It is a separate file, because a folder of
/// notes has thousands of entries.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Default)]
pub struct Ledger {
    /// By the name of the entry.
    pub sources: BTreeMap<String, Source>,
    /// The folders and archives that were walked, by name: the path of each.
    pub roots: BTreeMap<String, String>,
    /// Records that no unit holds any more, ascending.
    pub unused_records: Vec<u32>,
    /// Records that only hidden copies of units hold, ascending.
    pub hidden_records: Vec<u32>,
    /// Records that look like an earlier record but differ from it, for example in a font: the earlier record of each.
    pub variants: BTreeMap<u32, u32>,
    /// Records of units that were deleted in the last commit; whether other units hold them is still to be checked.
    pub doubtful_records: Vec<u32>,
    /// How often each kind of diagnostic occurred in formulas.
    pub diagnostics: BTreeMap<String, u64>,
    /// How often each undefined command occurred.
    pub unknown_commands: BTreeMap<String, u64>,
    /// Seconds spent indexing.
    pub seconds: f64,
}

/// An entry that was read.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq)]
pub struct Source {
    /// The state of its files.
    #[serde(with = "Numbers")]
    pub fingerprint: Fingerprint,
    /// The name of its format.
    pub format: String,
    /// Units read so far.
    pub units: u64,
    /// The number of the first unit added when it was last read from its beginning. Units of it with smaller numbers
    /// are older.
    pub first_unit: u64,
    /// Whether it was read to its end.
    pub is_complete: bool,
    /// Complaints about parts of it that could not be read.
    pub complaints: u64,
}

/// The stored form of a fingerprint.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Fingerprint")]
struct Numbers {
    length: u64,
    times: u64,
    content: u64,
}

impl Manifest {
    /// The state of an index with nothing in it.
    pub fn new(identity: &str, profile: &str) -> Manifest {
        Manifest {
            format: FORMAT,
            identity: identity.to_owned(),
            commit: 0,
            commit_identity: String::new(),
            opstamp: 0,
            profile: profile.to_owned(),
            segments: Vec::new(),
            next_record: 0,
            next_unit: 0,
            next_segment: 0,
            units: 0,
            occurrences: 0,
            hidden: 0,
            ledger: None,
            unit_vectors: None,
            formula_vectors: None,
        }
    }

    /// The stored form of the manifest: its checksum and its JSON.
    pub(crate) fn write(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string(self)?;
        Ok(format!("{:016x} {text}", xxh3_64(text.as_bytes())))
    }

    /// Reads a stored manifest, or returns what is wrong with it.
    pub(crate) fn read(kept: &str) -> Result<Manifest, String> {
        let (checksum, text) = kept.split_once(' ').ok_or("the manifest has no checksum")?;
        if checksum != format!("{:016x}", xxh3_64(text.as_bytes())) {
            return Err("the checksum of the manifest is wrong".to_owned());
        }
        let manifest: Manifest =
            serde_json::from_str(text).map_err(|error| format!("the manifest cannot be read: {error}"))?;
        manifest.check()?;
        Ok(manifest)
    }

    /// Whether its numbers agree with each other.
    fn check(&self) -> Result<(), String> {
        let mut next = 0u32;
        for segment in &self.segments {
            if segment.first_record != next {
                return Err(format!("records {next} to {} are in no segment", segment.first_record));
            }
            if segment.number >= self.next_segment {
                return Err(format!("segment {} has a number that was not assigned yet", segment.number));
            }
            next = next.checked_add(segment.records).ok_or("there are too many records")?;
        }
        if next != self.next_record {
            return Err(format!("the segments hold {next} records, not {}", self.next_record));
        }
        Ok(())
    }

    /// Whether one of our files belongs to the commit.
    pub(crate) fn names(&self, name: &str) -> bool {
        let files = [&self.ledger, &self.unit_vectors, &self.formula_vectors];
        let is_vectors = name.ends_with("-vectors");
        let of_segment = |number: u32| self.segments.iter().any(|segment| segment.number == number);
        files.into_iter().flatten().any(|file| file.name == name)
            || !is_vectors && segment_number(name).is_some_and(of_segment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let segments = vec![SegmentName { number: 2, first_record: 0, records: 7 }];
        let ledger = Some(FileName::of("perga-00000009.ledger".to_owned(), b"{}"));
        Manifest { segments, next_record: 7, next_segment: 3, ledger, ..Manifest::new("me", "default") }
    }

    #[test]
    fn a_stored_manifest_is_read_and_every_changed_byte_is_detected() {
        let kept = manifest().write().unwrap();
        assert_eq!(Manifest::read(&kept).unwrap(), manifest());
        for at in 0..kept.len() {
            let mut bytes = kept.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(String::from_utf8(bytes).map_or(true, |kept| Manifest::read(&kept).is_err()), "{at}");
            assert!(Manifest::read(&kept[..at]).is_err());
        }
    }

    #[test]
    fn numbers_that_do_not_agree_are_refused() {
        for wrong in [
            Manifest { next_record: 5, ..manifest() },
            Manifest { next_segment: 2, ..manifest() },
            Manifest { segments: vec![SegmentName { number: 0, first_record: 1, records: 6 }], ..manifest() },
        ] {
            assert!(Manifest::read(&wrong.write().unwrap()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn only_files_it_names_belong_to_it() {
        let manifest = manifest();
        for name in ["perga-000002.records", "perga-000002.visual", "perga-00000009.ledger"] {
            assert!(manifest.names(name), "{name}");
        }
        for name in ["perga-000001.records", "perga-000002.unit-vectors", "perga-00000008.ledger", "x.md"] {
            assert!(!manifest.names(name), "{name}");
        }
    }
}

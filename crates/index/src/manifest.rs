//! The manifest: what belongs to a commit. It is the payload of the text index's own commit, which is one
//! file written beside the old one and renamed; so there is one moment at which everything becomes the new
//! state, and none at which half of it has.
//!
//! Everything the manifest names was written and synced before it. Files it does not name are left over
//! from work that was interrupted and are removed by the next writer.

use std::collections::BTreeMap;

use corpus::collection::Fingerprint;
use serde::{Deserialize, Serialize};

/// The version of everything on disk. A change of any format, hash or tokenisation raises it.
pub const FORMAT: u32 = 3;

/// The state of an index at a commit.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq)]
pub struct Manifest {
    /// See [`FORMAT`].
    pub format: u32,
    /// Commits so far.
    pub commit: u64,
    /// The name of the profile.
    pub profile: String,
    /// The segments of formulas, their records in ascending order.
    pub segments: Vec<SegmentName>,
    /// The number the next record gets.
    pub next_record: u32,
    /// The number the next unit gets.
    pub next_unit: u64,
    /// The number the next segment gets.
    pub next_segment: u32,
    /// Units.
    pub units: u64,
    /// Occurrences of formulas.
    pub instances: u64,
    /// The file with the sources and what was found wrong with them, and the file with the records that no
    /// unit has any more.
    pub ledger: String,
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

/// What is known of the sources and of the readers' findings; in a file of its own, because a folder of
/// notes has thousands of entries.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Default)]
pub struct Ledger {
    /// By the name of the entry.
    pub sources: BTreeMap<String, Source>,
    /// Records that no unit has any more, ascending.
    pub unused_records: Vec<u32>,
    /// Records of units that were deleted in the last commit and that are still to be looked after.
    pub doubtful_records: Vec<u32>,
    /// How often formulas needed each kind of remark or mending.
    pub diagnostics: BTreeMap<String, u64>,
    /// How often each undefined command was met.
    pub unknown_commands: BTreeMap<String, u64>,
    /// Seconds spent indexing.
    pub seconds: f64,
}

/// An entry that was read.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq)]
pub struct Source {
    /// What its files were.
    #[serde(with = "Numbers")]
    pub fingerprint: Fingerprint,
    /// How it was read.
    pub format: String,
    /// Units taken so far.
    pub units: u64,
    /// Whether it was read to its end.
    pub is_complete: bool,
}

/// How a fingerprint is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Fingerprint")]
struct Numbers {
    length: u64,
    times: u64,
    content: u64,
}

impl Manifest {
    /// The state of an index with nothing in it.
    pub fn new(profile: &str) -> Manifest {
        Manifest {
            format: FORMAT,
            commit: 0,
            profile: profile.to_owned(),
            segments: Vec::new(),
            next_record: 0,
            next_unit: 0,
            next_segment: 0,
            units: 0,
            instances: 0,
            ledger: String::new(),
        }
    }
}

//! Formula records: one for each pair of trees, with its postings.
//!
//! Formulas that look the same have the same trees in 299 of 300 cases. `\mathrm{x}` and `x` look the same to everyone
//! who compares formulas, but each unit is shown as it was written. Records that look the same are [`Variants`] of each
//! other and count as one formula.
//!
//! The number of a record never changes, and numbers only grow. Records are written in segments, each with its own
//! range of numbers, so that merging segments means concatenating lists. A segment is one file of trees and one file
//! for each family of features.
//!
//! What it is not: the place where occurrences are stored. Units store which records they hold; see
//! [`units`](crate::units).

pub(crate) mod buffer;
pub(crate) mod merge;
mod records;
mod segment;
mod variants;

use similarity::terms::Family;

use crate::Result;
use crate::manifest::Manifest;
use crate::storage::Storage;

pub use records::Record;
pub(crate) use records::pack;
pub use segment::Segment;
pub use variants::Variants;

/// The segments of one commit, opened for reading.
#[derive(Clone)]
pub struct Formulas {
    segments: Vec<Segment>,
}

impl Formulas {
    pub(crate) fn open(storage: &Storage, manifest: &Manifest, families: &[Family]) -> Result<Formulas> {
        let open = |name| Segment::open(storage, name, families);
        Ok(Formulas { segments: manifest.segments.iter().map(open).collect::<Result<_>>()? })
    }

    pub(crate) fn of(segments: Vec<Segment>) -> Formulas {
        Formulas { segments }
    }

    /// The segments, in ascending order of their records.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The trees of a record; none for a number without a record, or a record that no unit holds any more.
    pub fn record(&self, record: u32) -> Option<Record> {
        self.segment(record)?.record(record)
    }

    /// A record of a formula by its visual signature.
    pub fn find_visual(&self, signature: u64) -> Option<u32> {
        self.segments.iter().rev().find_map(|segment| segment.looking_like(signature).into_iter().next())
    }

    /// The record of a formula by its visual signature and its packed trees.
    pub(crate) fn find_exactly(&self, signature: u64, packed: &[u8]) -> Option<u32> {
        let is_it =
            |segment: &Segment, record: u32| segment.record_file().current(record).as_deref() == Some(packed);
        self.segments.iter().rev().find_map(|segment| {
            segment.looking_like(signature).into_iter().find(|&record| is_it(segment, record))
        })
    }

    /// The postings of one family, segment by segment.
    pub fn postings(&self, family: Family) -> Vec<crate::postings::Family> {
        self.segments.iter().filter_map(|segment| segment.postings(family).cloned()).collect()
    }

    fn segment(&self, record: u32) -> Option<&Segment> {
        let after = self.segments.partition_point(|segment| segment.name().first_record <= record);
        self.segments.get(after.checked_sub(1)?)
    }
}

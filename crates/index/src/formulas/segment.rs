//! One segment: the trees of a range of records and their postings, family by family.

use similarity::terms::Family;

use super::records::{Record, RecordFile};
use crate::manifest::SegmentName;
use crate::postings;
use crate::storage::{Storage, names};
use crate::{Error, Result};

/// A segment, opened for reading. Cheap to clone, because its files are mapped once.
#[derive(Clone)]
pub struct Segment {
    name: SegmentName,
    records: RecordFile,
    families: Vec<(Family, postings::Family)>,
}

impl Segment {
    pub(crate) fn open(storage: &Storage, name: &SegmentName, families: &[Family]) -> Result<Segment> {
        let file = names::records(name.number);
        let records = RecordFile::open(storage.map(&file)?)
            .map_err(|message| Error::damaged(storage.path(&file), message))?;
        if (records.first_record(), records.records()) != (name.first_record, name.records) {
            return Err(Error::damaged(
                storage.path(&file),
                "the records of the file do not match the commit",
            ));
        }
        let open = |&family: &Family| {
            let file = names::family(name.number, family);
            let opened = postings::Family::open(storage.map(&file)?);
            opened
                .map(|opened| (family, opened))
                .map_err(|damage| Error::damaged(storage.path(&file), damage))
        };
        let families = families.iter().map(open).collect::<Result<_>>()?;
        Ok(Segment { name: name.clone(), records, families })
    }

    /// Its number and its records.
    pub fn name(&self) -> &SegmentName {
        &self.name
    }

    /// The trees of one of its records.
    pub fn record(&self, record: u32) -> Option<Record> {
        self.records.record(record)
    }

    /// The postings of one family; none if the profile does not have it.
    pub fn postings(&self, family: Family) -> Option<&postings::Family> {
        self.families.iter().find(|(known, _)| *known == family).map(|(_, postings)| postings)
    }

    /// The records with a visual signature, ascending.
    pub(super) fn looking_like(&self, signature: u64) -> Vec<u32> {
        let list = self.postings(Family::Visual).and_then(|postings| postings.list(signature));
        list.map(|list| list.map(|posting| posting.record).collect()).unwrap_or_default()
    }

    pub(super) fn record_file(&self) -> &RecordFile {
        &self.records
    }

    /// Reads everything and returns what is wrong with it.
    pub(crate) fn check(&self, storage: &Storage, is_unused: &dyn Fn(u32) -> bool) -> Vec<Error> {
        let mut errors = Vec::new();
        if let Err(message) = self.records.check(is_unused) {
            errors.push(Error::damaged(storage.path(&names::records(self.name.number)), message));
        }
        for (family, postings) in &self.families {
            if let Err(damage) = postings.check() {
                errors.push(Error::damaged(storage.path(&names::family(self.name.number, *family)), damage));
            }
        }
        errors
    }
}

//! Reads everything in an index and reports what is wrong with it.
//!
//! Checksums find bytes that changed. The other checks find parts that do not fit together: a unit with a record that
//! does not exist, or numbers of the commit that do not add up.
//!
//! The content of an index also has a [`digest`]: a number that depends on the units, formulas and features, and not on
//! how they were added. Two indexes with the same content have the same digest.

mod digest;
mod files;

use std::path::Path;

use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument};

use crate::storage::Storage;
use crate::units::StoredUnit;
use crate::{Error, Index, Result};

pub use digest::digest;

/// A writer may commit while an index is being checked; then it is checked again, at most this many times.
const MOST_ATTEMPTS: usize = 5;

/// What a check found.
#[derive(Debug, Default)]
pub struct Findings {
    /// Everything that is wrong.
    pub errors: Vec<Error>,
    /// The commit that was read.
    pub commit: u64,
    /// Units that were read.
    pub units: u64,
    /// Copies of units that are hidden, because another source has the same id.
    pub hidden: u64,
    /// Occurrences of formulas that were followed.
    pub occurrences: u64,
    /// Records that were read.
    pub records: u64,
    /// See [`digest`]; meaningless if there are errors.
    pub digest: u64,
}

/// The kinds of documents in the text index.
enum Document {
    Unit(StoredUnit),
    Hidden(StoredUnit),
    Unreadable,
}

/// Reads everything in the index of a folder.
///
/// Checksums come first: files of the text index whose bytes changed are named and not opened.
pub fn check(folder: &Path) -> Result<Findings> {
    let mut attempt = 1;
    loop {
        let storage = Storage::open(folder)?;
        let before = state(&storage);
        let result = check_once(&storage);
        let is_whole = result.as_ref().is_ok_and(|findings| findings.errors.is_empty());
        if is_whole || attempt == MOST_ATTEMPTS || state(&storage) == before {
            return result;
        }
        attempt += 1;
    }
}

/// Files that change with every commit.
fn state(storage: &Storage) -> [Option<Vec<u8>>; 2] {
    [files::META, files::MANAGED].map(|name| std::fs::read(storage.path(name)).ok())
}

fn check_once(storage: &Storage) -> Result<Findings> {
    let mut findings = Findings { errors: files::check(storage)?, ..Findings::default() };
    if findings.errors.is_empty() {
        check_content(&Index::open(storage.folder())?, &mut findings)?;
    }
    Ok(findings)
}

fn check_content(index: &Index, findings: &mut Findings) -> Result<()> {
    findings.commit = index.manifest().commit;
    let unused = &index.ledger().unused_records;
    let is_unused = |record: u32| unused.binary_search(&record).is_ok();
    for segment in index.formulas().segments() {
        findings.records += u64::from(segment.name().records);
        findings.errors.extend(segment.check(index.storage(), &is_unused));
    }
    findings.errors.extend(crate::vectors::check(index));
    findings.errors.extend(crate::vectors::units::check(index));
    let mut uses = vec![Use::None; index.manifest().next_record as usize];
    let mut digest = digest::Digest::new(index);
    each_document(index, |address, document| {
        digest.add(&document);
        let (unit, how) = match document {
            Document::Unit(unit) => (unit, Use::Shown),
            Document::Hidden(unit) => (unit, Use::Hidden),
            Document::Unreadable => {
                let message =
                    format!("document {} of segment {} cannot be read", address.doc_id, address.segment_ord);
                return findings.errors.push(Error::damaged("text index", message));
            }
        };
        match how {
            Use::Shown => {
                findings.units += 1;
                findings.occurrences += unit.formulas.len() as u64;
            }
            _ => findings.hidden += 1,
        }
        for occurrence in &unit.formulas {
            match uses.get_mut(occurrence.record as usize) {
                Some(known) if !is_unused(occurrence.record) => *known = (*known).max(how),
                _ => {
                    let message = format!(
                        "unit `{}` holds record {}, which does not exist",
                        unit.id, occurrence.record
                    );
                    findings.errors.push(Error::damaged("text index", message));
                }
            }
        }
    })?;
    check_uses(index, &uses, findings);
    check_numbers(index, findings);
    findings.digest = digest.finish();
    Ok(())
}

/// Which units hold a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    None,
    Hidden,
    Shown,
}

/// Checks the lists of the ledger: the records that no unit holds, and those that only hidden copies hold.
fn check_uses(index: &Index, uses: &[Use], findings: &mut Findings) {
    if !index.ledger().doubtful_records.is_empty() {
        return;
    }
    let lists = [
        (Use::None, &index.ledger().unused_records, "are in no unit"),
        (Use::Hidden, &index.ledger().hidden_records, "are in hidden copies only"),
    ];
    for (how, known, what) in lists {
        let found = (0u32..).zip(uses).filter(|(_, found)| **found == how).map(|(record, _)| record);
        if !found.eq(known.iter().copied()) {
            let message = format!("the ledger is wrong about the records that {what}");
            findings.errors.push(Error::damaged(index.storage().folder(), message));
        }
    }
}

fn check_numbers(index: &Index, findings: &mut Findings) {
    let manifest = index.manifest();
    let numbers = [
        ("units", manifest.units, findings.units),
        ("formulas", manifest.occurrences, findings.occurrences),
        ("records", manifest.next_record.into(), findings.records),
    ];
    for (what, expected, found) in numbers {
        if expected != found {
            let message = format!("the commit has {expected} {what}, but {found} were found");
            findings.errors.push(Error::damaged(index.storage().path(files::META), message));
        }
    }
    for segment in index.searcher().segment_readers() {
        if segment.doc_ids_alive().count() != segment.num_docs() as usize {
            let message = "the number of deleted documents is wrong";
            findings.errors.push(Error::damaged(index.storage().path(files::META), message));
        }
    }
}

/// Calls `visit` with every document that is not deleted.
fn each_document(index: &Index, mut visit: impl FnMut(DocAddress, Document)) -> Result<()> {
    for (ordinal, segment) in index.searcher().segment_readers().iter().enumerate() {
        let store = segment.get_store_reader(1).map_err(tantivy::TantivyError::from)?;
        let ids = segment.fast_fields().str("id")?;
        for document in segment.doc_ids_alive() {
            let address = DocAddress::new(ordinal as u32, document);
            let read: std::result::Result<TantivyDocument, _> = store.get(document);
            let unit = read.ok().and_then(|document| {
                let bytes = document.get_first(index.fields().stored)?.as_bytes()?;
                serde_json::from_slice(bytes).ok()
            });
            let has_id = ids.as_ref().is_some_and(|ids| ids.ords().first(document).is_some());
            visit(
                address,
                match unit {
                    None => Document::Unreadable,
                    Some(unit) if has_id => Document::Unit(unit),
                    Some(unit) => Document::Hidden(unit),
                },
            );
        }
    }
    Ok(())
}

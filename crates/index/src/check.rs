//! Reads everything an index holds and says what is wrong with it.
//!
//! Checksums find bytes that changed; the rest finds parts that do not belong together: a unit that holds a
//! record which is not there, numbers of the commit that do not add up.
//!
//! The content of an index also has a [`digest`]: a number that depends on units, formulas and features and
//! on nothing of how they came to be there. Two indexes with one content have one digest.

use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::reader::open_text;
use crate::storage::Storage;
use crate::units::StoredUnit;
use crate::{Error, Index, Result};

/// What a check found.
#[derive(Debug, Default)]
pub struct Findings {
    /// Everything that is wrong.
    pub errors: Vec<Error>,
    /// The commit that was read.
    pub commit: u64,
    /// Units that were read.
    pub units: u64,
    /// Occurrences of formulas that were followed.
    pub instances: u64,
    /// Records that were read.
    pub records: u64,
    /// See [`digest`]; of no worth if there are errors.
    pub digest: u64,
}

/// Reads everything in the index of a folder.
///
/// Checksums come first: files of the text index whose bytes changed are named and not opened.
pub fn check(folder: &Path) -> Result<Findings> {
    let mut findings = Findings::default();
    check_files(folder, &mut findings)?;
    if findings.errors.is_empty() {
        check_content(&Index::open(folder)?, &mut findings)?;
    }
    Ok(findings)
}

fn check_content(index: &Index, findings: &mut Findings) -> Result<()> {
    findings.commit = index.manifest().commit;
    let unused = &index.ledger().unused_records;
    let is_unused = |record: u32| unused.binary_search(&record).is_ok();
    let mut next = 0;
    for segment in index.formulas().segments() {
        if segment.name().first_record != next {
            let message = format!("records {next} to {} are missing", segment.name().first_record);
            findings.errors.push(Error::damaged(index.storage().folder(), message));
        }
        next = segment.name().first_record + segment.name().records;
        findings.records += u64::from(segment.name().records);
        findings.errors.extend(segment.check(index.storage(), &is_unused));
    }
    findings.errors.extend(crate::vectors::check(index));
    findings.errors.extend(crate::vectors::units::check(index));
    let mut visual = visual_signatures(index);
    let mut uses = vec![false; next as usize];
    let mut digest = 0u64;
    each_unit(index, |address, unit| {
        let Some(unit) = unit else {
            let message =
                format!("document {} of segment {} cannot be read", address.doc_id, address.segment_ord);
            return findings.errors.push(Error::damaged("text index", message));
        };
        findings.units += 1;
        for instance in &unit.formulas {
            findings.instances += 1;
            match uses.get_mut(instance.record as usize) {
                Some(used) if !is_unused(instance.record) => *used = true,
                _ => {
                    let message =
                        format!("unit `{}` holds record {}, which is not there", unit.id, instance.record);
                    findings.errors.push(Error::damaged("text index", message));
                }
            }
        }
        digest = digest.wrapping_add(unit_digest(&unit, &visual));
    })?;
    let unused_count = uses.iter().filter(|used| !**used).count();
    if unused_count != unused.len() && index.ledger().doubtful_records.is_empty() {
        let message = format!("{unused_count} records are in no unit, the ledger knows of {}", unused.len());
        findings.errors.push(Error::damaged(&index.manifest().ledger, message));
    }
    check_numbers(index, next, findings);
    visual.retain(|&record, _| uses.get(record as usize) == Some(&true));
    findings.digest = digest.wrapping_add(formulas_digest(index, &visual));
    Ok(())
}

/// A number for the content of an index.
pub fn digest(index: &Index) -> Result<u64> {
    let mut visual = visual_signatures(index);
    let mut used = FxHashSet::default();
    let mut digest = 0u64;
    each_unit(index, |_, unit| {
        let Some(unit) = unit else { return };
        used.extend(unit.formulas.iter().map(|instance| instance.record));
        digest = digest.wrapping_add(unit_digest(&unit, &visual));
    })?;
    visual.retain(|record, _| used.contains(record));
    Ok(digest.wrapping_add(formulas_digest(index, &visual)))
}

fn check_files(folder: &Path, findings: &mut Findings) -> Result<()> {
    let storage = Storage::open(folder)?;
    let text = open_text(&storage, storage.readable())?;
    for file in text.validate_checksum()? {
        findings.errors.push(Error::damaged(folder.join(file), "the checksum is wrong"));
    }
    // This file has no checksum, but what it says is written in one way only.
    let written = serde_json::to_vec_pretty(&text.load_metas()?).unwrap_or_default();
    if storage.map("meta.json")?.trim_ascii_end() != written {
        findings.errors.push(Error::damaged(folder.join("meta.json"), "it is not as it was written"));
    }
    Ok(())
}

fn check_numbers(index: &Index, records: u32, findings: &mut Findings) {
    let manifest = index.manifest();
    let numbers = [
        ("units", manifest.units, findings.units),
        ("formulas", manifest.instances, findings.instances),
        ("records", manifest.next_record.into(), records.into()),
    ];
    for (what, expected, found) in numbers {
        if expected != found {
            let message = format!("the commit has {expected} {what}, but {found} were found");
            findings.errors.push(Error::damaged(index.storage().folder().join("meta.json"), message));
        }
    }
}

/// Calls `visit` with every unit; none for one that cannot be read.
fn each_unit(index: &Index, mut visit: impl FnMut(DocAddress, Option<StoredUnit>)) -> Result<()> {
    for (ordinal, segment) in index.searcher().segment_readers().iter().enumerate() {
        let store = segment.get_store_reader(1).map_err(tantivy::TantivyError::from)?;
        for document in segment.doc_ids_alive() {
            let address = DocAddress::new(ordinal as u32, document);
            let read: std::result::Result<TantivyDocument, _> = store.get(document);
            let unit = read.ok().and_then(|document| {
                let bytes = document.get_first(index.fields().stored)?.as_bytes()?;
                serde_json::from_slice(bytes).ok()
            });
            visit(address, unit);
        }
    }
    Ok(())
}

/// The visual signature of every record.
fn visual_signatures(index: &Index) -> FxHashMap<u32, u64> {
    let mut signatures = FxHashMap::default();
    for part in index.formulas().postings(similarity::terms::Family::Visual) {
        for (term, mut list) in part.each_term() {
            signatures.extend(list.by_ref().map(|posting| (posting.record, term)));
        }
    }
    signatures
}

/// The digest of the trees and postings of these records, whatever their numbers.
fn formulas_digest(index: &Index, visual: &FxHashMap<u32, u64>) -> u64 {
    let mut digest = 0u64;
    for (&record, &signature) in visual {
        let bytes =
            index.formulas().record(record).map(|record| crate::formulas::pack(&record.slt, &record.opt));
        let mut hasher = Xxh3::with_seed(signature);
        hasher.update(&bytes.unwrap_or_default());
        digest = digest.wrapping_add(hasher.digest());
    }
    for &family in index.profile().families {
        for part in index.formulas().postings(family) {
            for (term, mut list) in part.each_term() {
                for posting in list.by_ref() {
                    let Some(signature) = visual.get(&posting.record) else { continue };
                    let numbers =
                        [family as u64, term, *signature, posting.count.into(), posting.root.into()];
                    digest = digest.wrapping_add(hash_numbers(&numbers));
                }
            }
        }
    }
    digest
}

/// The digest of a unit, its formulas by what they look like.
fn unit_digest(unit: &StoredUnit, visual: &FxHashMap<u32, u64>) -> u64 {
    let signatures: Vec<u64> = unit
        .formulas
        .iter()
        .map(|instance| visual.get(&instance.record).copied().unwrap_or_default())
        .collect();
    let mut unit = unit.clone();
    unit.formulas.iter_mut().for_each(|instance| instance.record = 0);
    let text = serde_json::to_vec(&unit).unwrap_or_default();
    xxh3_64(&text).wrapping_add(hash_numbers(&signatures))
}

fn hash_numbers(numbers: &[u64]) -> u64 {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

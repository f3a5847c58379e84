//! Entries of real documents, and properties of their units.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use corpus::collection::{Entry, Format, Progress};
use document::{Complaint, Unit};

/// The files under a folder with this extension, in order.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|found| found == ending) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// An entry of one file.
pub fn entry(name: &str, format: Format, file: &Path) -> Entry {
    Entry::new(name, format, vec![file.to_path_buf()])
}

/// The units and complaints of an entry; the texts hold their formulas and ids are unique.
pub fn read(entry: &Entry) -> (Vec<Unit>, Vec<Complaint>) {
    let mut units = Vec::new();
    let mut complaints = Vec::new();
    for item in entry.read(&Arc::new(Progress::default())).unwrap() {
        match item {
            Ok(unit) => units.push(unit),
            Err(complaint) => complaints.push(complaint),
        }
    }
    check(&units);
    (units, complaints)
}

/// Checks the properties of the units of any entry.
pub fn check(units: &[Unit]) {
    let mut ids = std::collections::HashSet::new();
    for unit in units {
        assert!(ids.insert(&unit.id), "{} occurs twice", unit.id);
        for (field, text) in unit.texts() {
            let mut end = 0;
            for formula in &text.formulas {
                let shown = text.text.get(formula.place.clone()).expect("a place inside the text");
                assert!(shown.contains(&formula.source), "{} {field:?}: {shown}", unit.id);
                assert!(end <= formula.place.start && !formula.source.is_empty(), "{} {field:?}", unit.id);
                end = formula.place.end;
            }
        }
    }
    for unit in units {
        let targets = unit.links.iter().map(|link| &link.target).chain(&unit.parent);
        targets.for_each(|target| assert!(ids.contains(target), "{} points to {target}", unit.id));
    }
}

/// The number of formulas in all units.
pub fn formulas(units: &[Unit]) -> usize {
    units.iter().map(Unit::formula_count).sum()
}

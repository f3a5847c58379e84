//! An index of version 0.1 is recognised, refused with its sources, and never changed.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use index::{Error, Index, Settings, Writer, check};

/// A copy of an index that version 0.1.0 made from two notes.
fn old_index() -> (tempfile::TempDir, PathBuf) {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/version-0.1.index");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("notes.index");
    std::fs::create_dir(&copy).unwrap();
    for (name, bytes) in files(&fixture) {
        std::fs::write(copy.join(name), bytes).unwrap();
    }
    (folder, copy)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect()
}

#[test]
fn it_is_refused_with_the_sources_that_it_was_made_from() {
    let (_folder, old) = old_index();
    let before = files(&old);
    let errors = [
        Index::open(&old).err().unwrap(),
        Writer::open(&old, Settings::default()).err().unwrap(),
        check::check(&old).err().unwrap(),
    ];
    for error in errors {
        let Error::OtherFormat { found: 3, sources, .. } = error else { panic!("{error}") };
        assert_eq!(sources, ["notes"]);
    }
    assert_eq!(files(&old), before);
}

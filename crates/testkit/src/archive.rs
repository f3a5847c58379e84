//! Tar archives of the shared data.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::MultiGzDecoder;
use tempfile::TempDir;

use crate::shared;

/// A gzipped tar archive of the shared data, unpacked into a temporary folder.
///
/// # Panics
/// If the archive is absent or damaged.
pub fn unpacked_archive(path: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    open(path).unpack(folder.path()).unwrap();
    folder
}

/// The plain files of a gzipped tar archive of the shared data, with their names.
///
/// # Panics
/// If the archive is absent or damaged.
pub fn archive_files(path: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in open(path).entries().unwrap() {
        let mut entry = entry.unwrap();
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry.path().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.push((name, bytes));
    }
    files
}

fn open(path: &str) -> tar::Archive<MultiGzDecoder<File>> {
    tar::Archive::new(MultiGzDecoder::new(File::open(shared(path)).unwrap()))
}

//! The folder of an index: files that are written once, synced, and then only mapped.
//!
//! Files are mapped through tantivy's directory, like those of the text index, so there is one way of mapping and no
//! unsafe code of our own. [`names`] knows which files are ours, [`marker`] which folders.

mod directory;
pub(crate) mod marker;
pub(crate) mod names;
mod old;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

use crate::manifest::FORMAT;
use crate::{Error, Result};

use directory::{Failure, GuardedDirectory};

/// The folder of an index.
#[derive(Clone, Debug)]
pub(crate) struct Storage {
    folder: PathBuf,
    directory: MmapDirectory,
    identity: String,
    failure: Failure,
}

impl Storage {
    /// The folder of an existing index.
    pub(crate) fn open(folder: &Path) -> Result<Storage> {
        if !folder.is_dir() {
            return Err(Error::NoIndex(folder.to_owned()));
        }
        let Some(identity) = marker::read(folder)? else { return Err(without_marker(folder)) };
        Storage::of(folder, identity)
    }

    /// The folder of an existing index, or a new or empty one, which becomes an index.
    pub(crate) fn open_or_create(folder: &Path) -> Result<Storage> {
        fs::create_dir_all(folder).map_err(|cause| Error::writing(folder, cause))?;
        if let Some(identity) = marker::read(folder)? {
            return Storage::of(folder, identity);
        }
        let is_leftover = |name: &String| marker::is_partial(name);
        if !names_in(folder)?.iter().all(is_leftover) {
            return Err(match without_marker(folder) {
                Error::NoIndex(folder) => Error::NotAnIndex(folder),
                other => other,
            });
        }
        Storage::of(folder, marker::write(folder)?)
    }

    fn of(folder: &Path, identity: String) -> Result<Storage> {
        let directory = MmapDirectory::open(folder).map_err(|_| Error::NoIndex(folder.to_owned()))?;
        Ok(Storage { folder: folder.to_owned(), directory, identity, failure: Failure::default() })
    }

    /// The random name of this index.
    pub(crate) fn identity(&self) -> &str {
        &self.identity
    }

    /// The directory for writing the text index.
    pub(crate) fn writable(&self) -> GuardedDirectory {
        GuardedDirectory::writable(self.directory.clone(), self.failure.clone())
    }

    /// The directory for only reading the text index.
    pub(crate) fn readable(&self) -> GuardedDirectory {
        GuardedDirectory::readable(self.directory.clone())
    }

    /// An error of the text index, or the error of the system that caused it.
    pub(crate) fn explain(&self, error: Error) -> Error {
        match error {
            Error::Text(_) => self.failure.take().map_or(error, |cause| Error::writing(&self.folder, cause)),
            other => other,
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The bytes of a file, mapped.
    pub(crate) fn map(&self, name: &str) -> Result<OwnedBytes> {
        let slice = self
            .directory
            .open_read(Path::new(name))
            .map_err(|error| Error::damaged(self.path(name), format!("cannot be opened: {error}")))?;
        slice.read_bytes().map_err(|cause| Error::reading(self.path(name), cause))
    }

    /// Writes a file and makes sure that it is on the disk. An existing file of that name is replaced: it is left over
    /// from interrupted work.
    pub(crate) fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<()> {
        let path = self.path(name);
        let result = File::create(&path).and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            write(&mut out)?;
            out.flush()?;
            out.get_ref().sync_data()
        });
        result.map_err(|cause| Error::writing(path, cause))
    }

    /// Makes sure that the names of new files are on the disk.
    pub(crate) fn sync_names(&self) -> Result<()> {
        self.directory.sync_directory().map_err(|cause| Error::writing(&self.folder, cause))
    }

    pub(crate) fn size(&self, name: &str) -> u64 {
        fs::metadata(self.path(name)).map_or(0, |metadata| metadata.len())
    }

    /// The names of all files that are there.
    pub(crate) fn names(&self) -> Result<Vec<String>> {
        names_in(&self.folder)
    }

    /// Removes our files that `is_needed` rejects. The next writer tries again to remove files that cannot be removed
    /// now.
    pub(crate) fn remove_unneeded(&self, is_needed: impl Fn(&str) -> bool) -> Result<()> {
        for name in self.names()? {
            if names::is_ours(&name) && !is_needed(&name) {
                let _ = fs::remove_file(self.path(&name));
            }
        }
        Ok(())
    }
}

/// Names that are not Unicode are not ours, but a folder with such a file is not empty.
fn names_in(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).map_err(|cause| Error::reading(folder, cause))?;
    let name =
        |entry: std::io::Result<fs::DirEntry>| Some(entry.ok()?.file_name().to_string_lossy().into_owned());
    Ok(entries.filter_map(name).collect())
}

/// Why a folder without a marker is not opened.
fn without_marker(folder: &Path) -> Error {
    match old::recognise(folder) {
        Some(old) => Error::OtherFormat {
            folder: folder.to_owned(),
            found: old.format,
            expected: FORMAT,
            sources: old.sources,
        },
        None => Error::NoIndex(folder.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the files in a new folder and tries to make it an index; returns the result, and the files that are there
    /// afterwards.
    fn opened(files: &[&str]) -> (Result<Storage>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            fs::write(folder.path().join(file), file).unwrap();
        }
        let opened = Storage::open_or_create(folder.path());
        let mut names = names_in(folder.path()).unwrap();
        names.sort();
        (opened, names)
    }

    #[test]
    fn a_folder_with_other_files_is_refused_and_unchanged() {
        let names =
            ["perga-thesis.tex", "perga-000001.records", "perga-00000001.ledger", ".bashrc", "meta.json"];
        for name in names {
            let (opened, names) = opened(&[name]);
            assert!(matches!(opened, Err(Error::NotAnIndex(_))), "{name}: {opened:?}");
            assert_eq!(names, [name]);
        }
    }

    #[test]
    fn an_empty_folder_becomes_an_index_and_so_does_one_with_half_a_marker() {
        for files in [&[][..], &["perga-index.json.partial"]] {
            let (opened, names) = opened(files);
            assert!(opened.is_ok(), "{opened:?}");
            assert_eq!(names, [marker::FILE]);
        }
    }

    #[test]
    fn files_of_others_in_the_folder_of_an_index_stay() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open_or_create(folder.path()).unwrap();
        let others = ["perga-thesis.tex", "perga-1.records", "notes.md", "perga-000001.records.bak"];
        for name in others.into_iter().chain(["perga-000001.records", "perga-00000001.ledger"]) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        storage.remove_unneeded(|_| false).unwrap();
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
        assert!(!folder.path().join("perga-000001.records").exists());
        assert!(!folder.path().join("perga-00000001.ledger").exists());
    }
}

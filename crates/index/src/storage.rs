//! The folder of an index: files that are written once, synced, and then only mapped.
//!
//! Files are mapped through tantivy's directory, which the text index uses as well: one way of mapping, and
//! no unsafe code of ours.

mod read_only;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

use crate::{Error, Result};

use read_only::ReadableDirectory;

/// The beginning of the names of all files that are ours and not tantivy's.
pub(crate) const OUR_PREFIX: &str = "perga-";

/// The folder of an index.
#[derive(Clone, Debug)]
pub(crate) struct Storage {
    folder: PathBuf,
    directory: MmapDirectory,
}

impl Storage {
    pub(crate) fn open(folder: &Path) -> Result<Storage> {
        let directory = MmapDirectory::open(folder).map_err(|_| Error::NoIndex(folder.to_owned()))?;
        Ok(Storage { folder: folder.to_owned(), directory })
    }

    /// The folder for a text index that is written.
    pub(crate) fn writable(&self) -> MmapDirectory {
        self.directory.clone()
    }

    /// The folder for a text index that is only read.
    pub(crate) fn readable(&self) -> ReadableDirectory {
        ReadableDirectory(self.directory.clone())
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

    /// Writes a file and makes sure that it is on the disk. A file of that name is replaced: it was left
    /// over by work that was interrupted.
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

    /// Makes the names of new files last.
    pub(crate) fn sync_names(&self) -> Result<()> {
        self.directory.sync_directory().map_err(|cause| Error::writing(&self.folder, cause))
    }

    pub(crate) fn size(&self, name: &str) -> u64 {
        fs::metadata(self.path(name)).map_or(0, |metadata| metadata.len())
    }

    /// The names of all files that are there.
    pub(crate) fn names(&self) -> Result<Vec<String>> {
        let entries = fs::read_dir(&self.folder).map_err(|cause| Error::reading(&self.folder, cause))?;
        let name = |entry: std::io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
        Ok(entries.filter_map(name).collect())
    }

    /// Removes those of our files that `is_needed` does not want. What cannot be removed now is tried again by
    /// the next writer.
    pub(crate) fn remove_unneeded(&self, is_needed: impl Fn(&str) -> bool) -> Result<()> {
        for name in self.names()? {
            if name.starts_with(OUR_PREFIX) && !is_needed(&name) {
                let _ = fs::remove_file(self.path(&name));
            }
        }
        Ok(())
    }
}

//! The folder of an index as the text index sees it.
//!
//! tantivy's own directory does almost everything. Two decisions are ours. First, a folder that is only read may not be
//! writable (a CD, a shared disk, another user's index). Opening a text index takes a lock, and a lock is a file. If no
//! file can be made, there is no writer either, so the lock is not needed. Second, a folder that is written contains a
//! list of files to remove later, which anyone may have edited. Only names that the text index gives to its own files
//! are removed, whatever the list says.
//!
//! The text index writes in its own threads, and when one of them fails, it does not say why. So the error of the
//! system is kept here.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};

use super::names;

/// tantivy's directory with our rules for locks and for removing files.
#[derive(Clone, Debug)]
pub(crate) struct GuardedDirectory {
    inner: MmapDirectory,
    is_writable: bool,
    failure: Failure,
}

/// The first error of the system while writing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<io::Error>>>);

impl Failure {
    /// Takes the error.
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
        {
            let copy = io::Error::new(error.kind(), error.to_string());
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(copy);
        }
        result
    }
}

/// A file being written, whose errors are kept.
struct Watched {
    inner: WritePtr,
    failure: Failure,
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.failure.keep(self.inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.failure.keep(self.inner.flush())
    }
}

impl TerminatingWrite for Watched {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.failure.keep(self.inner.terminate_ref(token))
    }
}

impl GuardedDirectory {
    /// A directory for reading only.
    pub(super) fn readable(inner: MmapDirectory) -> GuardedDirectory {
        GuardedDirectory { inner, is_writable: false, failure: Failure::default() }
    }

    /// A directory for writing.
    pub(super) fn writable(inner: MmapDirectory, failure: Failure) -> GuardedDirectory {
        GuardedDirectory { inner, is_writable: true, failure }
    }
}

impl Directory for GuardedDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        let is_removable = self.is_writable && path.to_str().is_some_and(names::is_text);
        match is_removable {
            true => self.inner.delete(path),
            // "It does not exist" removes the name from the list of files to remove.
            false => Err(DeleteError::FileDoesNotExist(PathBuf::from(path))),
        }
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let inner = self.inner.open_write(path)?;
        Ok(BufWriter::new(Box::new(Watched { inner, failure: self.failure.clone() })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.failure.keep(self.inner.atomic_write(path, data))
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.inner.acquire_lock(lock) {
            Err(LockError::IoError(cause)) if !self.is_writable && is_unwritable(&cause) => {
                Ok(DirectoryLock::from(Box::new(())))
            }
            other => other,
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

fn is_unwritable(cause: &io::Error) -> bool {
    matches!(cause.kind(), io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_text_index_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("index");
        std::fs::create_dir(&inside).unwrap();
        let ours = format!("{}.idx", "0123456789abcdef".repeat(2));
        for path in [folder.path().join("thesis.tex"), inside.join("notes.md"), inside.join(&ours)] {
            std::fs::write(path, "x").unwrap();
        }
        let directory = GuardedDirectory::writable(MmapDirectory::open(&inside).unwrap(), Failure::default());
        for name in ["../thesis.tex", "notes.md", "meta.json"] {
            assert!(directory.delete(Path::new(name)).is_err(), "{name}");
        }
        directory.delete(Path::new(&ours)).unwrap();
        assert!(folder.path().join("thesis.tex").exists() && inside.join("notes.md").exists());
        assert!(!inside.join(&ours).exists());
    }
}

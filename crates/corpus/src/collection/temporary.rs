//! Folders for unpacked files, which are removed with the process that made them, or at the next start.
//!
//! A folder is removed with its last entry. A process that is killed cannot do that, so each folder has a marker that
//! is locked while its process runs. A folder of this user with our marker and without a lock is abandoned. Nothing
//! else is ever removed.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// How the names of the folders begin.
const PREFIX: &str = "perga-unpacked-";

/// The marker in each folder, and its content.
const MARKER: &str = "perga-temporary";
const MARKER_TEXT: &[u8] =
    b"Perga unpacked archives here. It removes this folder when it ends, or at its next start.\n";

/// A temporary folder.
#[derive(Debug)]
pub(super) struct TemporaryFolder {
    // Removed before the lock goes: fields are dropped in order.
    _folder: TempDir,
    files: PathBuf,
    _marker: Option<File>,
}

impl TemporaryFolder {
    /// A new folder in the system's folder for temporary files (`TMPDIR`).
    pub(super) fn new() -> io::Result<TemporaryFolder> {
        TemporaryFolder::new_in(&std::env::temp_dir())
    }

    fn new_in(parent: &Path) -> io::Result<TemporaryFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        // Other users must not read the files of an archive of this user.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(parent)?;
        let files = folder.path().join("files");
        std::fs::create_dir(&files)?;
        // On a file system without locks the folder stays unmarked, and the user has to remove it.
        let marker = mark(folder.path()).ok();
        Ok(TemporaryFolder { _folder: folder, files, _marker: marker })
    }

    /// The folder for the files; the marker is beside it.
    pub(super) fn files(&self) -> &Path {
        &self.files
    }
}

/// Puts a locked marker into a folder. It gets its name only after it is locked, because another process would regard a
/// marker without a lock as abandoned.
fn mark(folder: &Path) -> io::Result<File> {
    let new = folder.join("new");
    let mut marker = File::options().read(true).write(true).create_new(true).open(&new)?;
    marker.write_all(MARKER_TEXT)?;
    marker.lock()?;
    std::fs::rename(new, folder.join(MARKER))?;
    Ok(marker)
}

/// Removes the folders that processes of this user left behind when they were killed.
pub fn remove_abandoned() {
    remove_abandoned_in(&std::env::temp_dir());
}

fn remove_abandoned_in(parent: &Path) {
    // A new file is owned by the user we run as.
    let Ok(ours) = tempfile::tempfile_in(parent).and_then(|file| file.metadata()) else { return };
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let folder = entry.path();
        // The lock is kept until the folder is gone, so that two processes do not remove it at the same time.
        if let Some(_lock) = abandoned(&folder, &ours) {
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}

/// The lock of a folder that is ours and abandoned.
fn abandoned(folder: &Path, ours: &Metadata) -> Option<File> {
    let marker = folder.join(MARKER);
    let is_folder =
        std::fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir() && is_same_owner(&data, ours));
    let is_marked = std::fs::symlink_metadata(&marker).is_ok_and(|data| {
        data.is_file() && is_same_owner(&data, ours) && data.len() == MARKER_TEXT.len() as u64
    });
    if !is_folder || !is_marked || std::fs::read(&marker).ok()? != MARKER_TEXT {
        return None;
    }
    let lock = File::open(&marker).ok()?;
    lock.try_lock().ok()?;
    Some(lock)
}

#[cfg(unix)]
fn is_same_owner(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    a.uid() == b.uid()
}

#[cfg(not(unix))]
fn is_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_removed_with_its_owner_and_not_before() {
        let parent = tempfile::tempdir().unwrap();
        let folder = TemporaryFolder::new_in(parent.path()).unwrap();
        std::fs::write(folder.files().join("a"), "x").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.files().parent().unwrap()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        remove_abandoned_in(parent.path());
        assert!(folder.files().join("a").exists());
        drop(folder);
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn only_an_abandoned_folder_is_removed() {
        let parent = tempfile::tempdir().unwrap();
        let path = |name: &str| parent.path().join(name);
        for name in ["perga-unpacked-dead", "perga-unpacked-unmarked", "perga-unpacked-other", "thesis"] {
            std::fs::create_dir_all(path(name).join("files")).unwrap();
            std::fs::write(path(name).join("files/a"), "x").unwrap();
        }
        drop(mark(&path("perga-unpacked-dead")).unwrap());
        drop(mark(&path("thesis")).unwrap());
        std::fs::write(path("perga-unpacked-other").join(MARKER), "something else").unwrap();
        std::fs::write(path("perga-unpacked-file"), MARKER_TEXT).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(path("thesis"), path("perga-unpacked-link")).unwrap();
        remove_abandoned_in(parent.path());
        assert!(!path("perga-unpacked-dead").exists());
        for name in ["perga-unpacked-unmarked", "perga-unpacked-other", "thesis"] {
            assert!(path(name).join("files/a").exists(), "{name}");
        }
        assert!(path("perga-unpacked-file").exists());
    }
}

//! What can go wrong with an index, said so that its owner can mend it.

use std::io;
use std::path::{Path, PathBuf};

/// The result of an operation on an index.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an index could not be made, read or changed. Whatever it is, the last commit is intact.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing that could be opened.
    #[error("{}: there is no index here\nhint: make one with `perga index SOURCE --into {}`", .0.display(), .0.display())]
    NoIndex(PathBuf),
    /// There are files, but not ours.
    #[error(
        "{}: the folder holds other files\nhint: name an empty folder, or one that is not there yet",
        .0.display()
    )]
    NotAnIndex(PathBuf),
    /// Made by a version with another format.
    #[error(
        "{}: the index has format {found}, this version reads format {expected}\nhint: index the sources again into a new folder",
        .folder.display()
    )]
    OtherFormat {
        /// The index.
        folder: PathBuf,
        /// Its format.
        found: u32,
        /// The format of this version.
        expected: u32,
    },
    /// Somebody else is writing.
    #[error(
        "{}: another `perga index` is writing to this index\nhint: wait until it is done; searching goes on meanwhile",
        .0.display()
    )]
    Locked(PathBuf),
    /// The folder cannot be written.
    #[error("{}: {cause}\nhint: {hint}; what was committed before is intact", .file.display())]
    Unwritable {
        /// The file or folder.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
        /// What to do about it.
        hint: &'static str,
    },
    /// A file cannot be read.
    #[error("{}: {cause}\nhint: check that the index is whole with `perga check`", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file is not what it should be.
    #[error("{file}: {message}\nhint: index the sources again into a new folder")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// The file of vectors is not what it should be.
    #[error(
        "{}: {message}\nhint: run `{command}`, which writes it anew",
        .file.display()
    )]
    DamagedVectors {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
        /// What makes it.
        command: String,
    },
    /// A profile that was built otherwise cannot be continued.
    #[error(
        "the index was built with the profile `{found}`, not `{wanted}`\nhint: leave out `--profile`, or index into a new folder"
    )]
    OtherProfile {
        /// The profile of the index.
        found: String,
        /// The profile asked for.
        wanted: String,
    },
    /// No room for more records.
    #[error(
        "the index is full: it holds {0} different formulas\nhint: split the collection into several indexes"
    )]
    Full(u32),
    /// The text index failed.
    #[error("the text index failed: {0}\nhint: {hint}; what was committed before is intact", hint = text_hint(.0))]
    Text(#[from] tantivy::TantivyError),
}

impl Error {
    /// An error of writing, with the hint that fits what the system said.
    pub(crate) fn writing(file: impl AsRef<Path>, cause: io::Error) -> Error {
        let hint = match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on the disk",
            io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only; index into a folder elsewhere",
            io::ErrorKind::PermissionDenied => "this user may not write here",
            _ => "check the disk and the folder",
        };
        Error::Unwritable { file: file.as_ref().to_owned(), cause, hint }
    }

    pub(crate) fn reading(file: impl AsRef<Path>, cause: io::Error) -> Error {
        Error::Unreadable { file: file.as_ref().to_owned(), cause }
    }

    pub(crate) fn damaged(file: impl AsRef<Path>, message: impl ToString) -> Error {
        Error::Damaged { file: file.as_ref().display().to_string(), message: message.to_string() }
    }
}

/// What to do about an error of the text index, which has what the system said in its words only.
fn text_hint(error: &tantivy::TantivyError) -> &'static str {
    match error.to_string().contains("Too many open files") {
        true => "too many files are open; allow more with `ulimit -n`",
        false => "check that the disk has room and the folder is writable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_open_files_are_said_as_what_they_are() {
        let hint =
            |number: i32| Error::from(tantivy::TantivyError::from(io::Error::from_raw_os_error(number)));
        assert!(hint(24).to_string().contains("ulimit -n"), "{}", hint(24));
        assert!(hint(28).to_string().contains("the disk has room"), "{}", hint(28));
    }
}

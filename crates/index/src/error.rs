//! What can go wrong with an index, and what its owner can do about it.
//!
//! Messages and hints name no command and no flag: the program that has them adds them.

use std::io;
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenWriteError};

/// The result of an operation on an index.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an index could not be made, read or changed. Whatever it is, the last commit is intact.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing that could be opened.
    #[error("{}: there is no index here", .0.display())]
    NoIndex(PathBuf),
    /// There are files, but not ours.
    #[error("{}: the folder is not empty and is not an index, so Perga writes nothing into it", .0.display())]
    NotAnIndex(PathBuf),
    /// Made by a version with another format.
    #[error(
        "{}: another version of Perga made this index (format {found}); this version reads format {expected}",
        .folder.display()
    )]
    OtherFormat {
        /// The index.
        folder: PathBuf,
        /// Its format.
        found: u32,
        /// The format of this version.
        expected: u32,
        /// What it was made from, where that is known.
        sources: Vec<String>,
    },
    /// Another program is writing.
    #[error("{}: another `perga index` is writing to this index", .0.display())]
    Locked(PathBuf),
    /// The folder cannot be written.
    #[error("{}: {cause}", .file.display())]
    Unwritable {
        /// The file or folder.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
        /// What to do about it.
        hint: &'static str,
    },
    /// A file cannot be read.
    #[error("{}: {cause}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file is not what it should be.
    #[error("{file}: {message}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// The file of vectors is not what it should be.
    #[error("{}: {message}", .file.display())]
    DamagedVectors {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
        /// What the vectors are of.
        of: VectorsOf,
    },
    /// A profile that was built otherwise cannot be continued.
    #[error("the index was built with the profile `{found}`, not `{wanted}`")]
    OtherProfile {
        /// The profile of the index.
        found: String,
        /// The profile asked for.
        wanted: String,
    },
    /// No room for more records.
    #[error("the index is full: it holds {0} different formulas")]
    Full(u32),
    /// The text index failed.
    #[error("the text index failed: {0}")]
    Text(TantivyError),
}

/// What vectors are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorsOf {
    /// Formulas: the program has trained them on the index.
    Formulas,
    /// Units: a sentence model made them.
    Units,
}

impl From<TantivyError> for Error {
    /// A full disk is said as such, wherever in the text index it was noticed.
    fn from(error: TantivyError) -> Error {
        match io_cause(&error) {
            Some(cause) => Error::writing("text index", cause),
            None => Error::Text(error),
        }
    }
}

/// The system's error behind one of the text index, if writing failed.
fn io_cause(error: &TantivyError) -> Option<io::Error> {
    let cause = match error {
        TantivyError::IoError(cause) => Some(cause.as_ref()),
        TantivyError::LockFailure(LockError::IoError(cause), _) => Some(cause.as_ref()),
        TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => Some(io_error.as_ref()),
        _ => None,
    }?;
    Some(io::Error::new(cause.kind(), cause.to_string()))
}

impl Error {
    /// What to do about it.
    pub fn hint(&self) -> String {
        let intact = |hint: &str| format!("{hint}; what was committed before is intact");
        match self {
            Error::NoIndex(_) => "index a collection into this folder first".to_owned(),
            Error::NotAnIndex(folder) => {
                format!("name a new or empty folder, for example `{}/perga.index`", folder.display())
            }
            Error::OtherFormat { .. } => "make it again; the old index stays as it is".to_owned(),
            Error::Locked(_) => "wait until it is done; searching goes on meanwhile".to_owned(),
            Error::Unwritable { hint, .. } => intact(hint),
            Error::Unreadable { .. } => "check that the index is whole".to_owned(),
            Error::Damaged { .. } => "index the sources again into a new folder".to_owned(),
            Error::DamagedVectors { .. } => "make the vectors again".to_owned(),
            Error::OtherProfile { .. } => "name no profile, or index into a new folder".to_owned(),
            Error::Full(_) => "split the collection into several indexes".to_owned(),
            Error::Text(cause) => intact(text_hint(cause)),
        }
    }

    /// An error of writing, with the hint that fits what the system said.
    pub(crate) fn writing(file: impl AsRef<Path>, cause: io::Error) -> Error {
        let hint = match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on the disk",
            io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only; index into a folder elsewhere",
            io::ErrorKind::PermissionDenied => "this user may not write here",
            _ if is_out_of_files(&cause) => TOO_MANY_FILES,
            _ => "check the disk and the folder",
        };
        Error::Unwritable { file: file.as_ref().to_owned(), cause, hint }
    }

    /// What it means that the text index does not let us write.
    pub(crate) fn refused(folder: &Path, error: TantivyError) -> Error {
        match error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Error::Locked(folder.to_owned()),
            other => Error::from(other),
        }
    }

    pub(crate) fn reading(file: impl AsRef<Path>, cause: io::Error) -> Error {
        Error::Unreadable { file: file.as_ref().to_owned(), cause }
    }

    pub(crate) fn damaged(file: impl AsRef<Path>, message: impl ToString) -> Error {
        Error::Damaged { file: file.as_ref().display().to_string(), message: message.to_string() }
    }
}

/// What to do about an error of the text index, which has what the system said in its words only.
fn text_hint(error: &TantivyError) -> &'static str {
    match is_out_of_files(error) {
        true => TOO_MANY_FILES,
        false => "check that the disk has room and the folder is writable",
    }
}

const TOO_MANY_FILES: &str = "too many files are open; allow more with `ulimit -n`";

/// What the system says of it reaches us as text only: the text index keeps no number.
fn is_out_of_files(error: &impl ToString) -> bool {
    error.to_string().contains("Too many open files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_open_files_are_said_as_what_they_are() {
        let hint = |number: i32| Error::from(TantivyError::from(io::Error::from_raw_os_error(number)));
        assert!(hint(24).hint().contains("ulimit -n"), "{}", hint(24));
        assert!(hint(28).hint().contains("make room on the disk"), "{}", hint(28));
    }
}

//! Errors of an index, and what its owner can do about them.
//!
//! Messages and hints name no command and no flag; the program adds them.

use std::io;
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenWriteError};

/// The result of an operation on an index.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an index could not be made, read or changed. In every case the last commit is intact.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing to open.
    #[error("{}: there is no index here", .0.display())]
    NoIndex(PathBuf),
    /// There are files, but they are not Perga's.
    #[error("{}: the folder is not empty and is not an index, so Perga writes nothing into it", .0.display())]
    NotAnIndex(PathBuf),
    /// It was made by a version with another format.
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
        /// The sources it was made from, if known.
        sources: Vec<String>,
    },
    /// Another process is writing.
    #[error("{}: another process is writing to this index", .0.display())]
    Locked(PathBuf),
    /// The folder cannot be written.
    #[error("{}: {cause}", .file.display())]
    Unwritable {
        /// The file or folder.
        file: PathBuf,
        /// The error of the system.
        cause: io::Error,
        /// What to do about it.
        hint: &'static str,
    },
    /// A file cannot be read.
    #[error("{}: {cause}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A file is damaged.
    #[error("{file}: {message}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// The file of vectors is damaged.
    #[error("{}: {message}", .file.display())]
    DamagedVectors {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
        /// What the vectors represent.
        of: VectorsOf,
    },
    /// The index has another profile than the one asked for.
    #[error("the index was built with the profile `{found}`, not `{wanted}`")]
    OtherProfile {
        /// The profile of the index.
        found: String,
        /// The profile that was asked for.
        wanted: String,
    },
    /// There is no number left for another record.
    #[error("the index is full: it holds {0} different formulas")]
    Full(u32),
    /// The text index failed.
    #[error("the text index failed: {0}")]
    Text(TantivyError),
}

/// What vectors represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorsOf {
    /// Formulas: Perga trained them on the index.
    Formulas,
    /// Units: a sentence model made them.
    Units,
}

impl From<TantivyError> for Error {
    /// Reports a full disk as such, wherever the text index noticed it.
    fn from(error: TantivyError) -> Error {
        match io_cause(&error) {
            Some(cause) => Error::writing("text index", cause),
            None => Error::Text(error),
        }
    }
}

/// The error of the system behind an error of the text index, if writing failed.
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
            Error::OtherFormat { .. } => "index the sources again; the old index stays unchanged".to_owned(),
            Error::Locked(_) => "wait until it is done; searches work meanwhile".to_owned(),
            Error::Unwritable { hint, .. } => intact(hint),
            Error::Unreadable { .. } => "check that the index is complete".to_owned(),
            Error::Damaged { .. } => "index the sources again into a new folder".to_owned(),
            Error::DamagedVectors { .. } => "make the vectors again".to_owned(),
            Error::OtherProfile { .. } => "leave out the profile, or index into a new folder".to_owned(),
            Error::Full(_) => "split the collection into several indexes".to_owned(),
            Error::Text(cause) => intact(text_hint(cause)),
        }
    }

    /// An error of writing, with the hint that fits the error of the system.
    pub(crate) fn writing(file: impl AsRef<Path>, cause: io::Error) -> Error {
        let hint = match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free space on the disk",
            io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only; index into a folder elsewhere",
            io::ErrorKind::PermissionDenied => "this user may not write here",
            _ if is_out_of_files(&cause) => TOO_MANY_FILES,
            _ => "check the disk and the folder",
        };
        Error::Unwritable { file: file.as_ref().to_owned(), cause, hint }
    }

    /// The error for a text index that refuses to be written.
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

/// The hint for an error of the text index. The text index passes on the error of the system as text only.
fn text_hint(error: &TantivyError) -> &'static str {
    match is_out_of_files(error) {
        true => TOO_MANY_FILES,
        false => "check that the disk has room and the folder is writable",
    }
}

const TOO_MANY_FILES: &str = "too many files are open; allow more with `ulimit -n`";

/// Recognises the error of the system by its text, because the text index does not keep its number.
fn is_out_of_files(error: &impl ToString) -> bool {
    error.to_string().contains("Too many open files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_open_files_have_their_own_hint() {
        let hint = |number: i32| Error::from(TantivyError::from(io::Error::from_raw_os_error(number)));
        assert!(hint(24).hint().contains("ulimit -n"), "{}", hint(24));
        assert!(hint(28).hint().contains("free space on the disk"), "{}", hint(28));
    }
}

//! What can go wrong with the files of a study.

use std::io;

/// The result of reading or writing a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused to read or write it.
    #[error("{file}: {cause}")]
    File {
        /// The file as the caller named it.
        file: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The temporary files of an analysis could not be used.
    #[error("cannot use temporary files: {0}")]
    Temporary(io::Error),
    /// The content is not of the right form.
    #[error("{file}:{line}: {message}")]
    Malformed {
        /// The file as the caller named it.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
        /// What to do about it.
        hint: String,
    },
}

impl Error {
    /// The error of the system about a file.
    pub(crate) fn file(file: impl Into<String>, cause: io::Error) -> Error {
        Error::File { file: file.into(), cause }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Error::Malformed { hint, .. } => Some(hint),
            Error::Temporary(_) => Some("TMPDIR names a folder with more space"),
            Error::File { .. } => None,
        }
    }
}

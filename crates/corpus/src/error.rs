//! What can go wrong with a file, said so that its owner can mend it.

use std::fmt;
use std::io;

/// The result of reading a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system did not give us the bytes.
    #[error("{file}: {cause}\nhint: {hint}")]
    Unreadable {
        /// The file as the caller named it.
        file: String,
        /// What the system said.
        cause: io::Error,
        /// What to do about it.
        hint: String,
    },
    /// The bytes are not what the format says.
    #[error("{0}")]
    Malformed(Box<Complaint>),
}

impl Error {
    /// The place and the words of a malformed file; nothing for a file that could not be opened.
    pub fn complaint(&self) -> Option<&Complaint> {
        match self {
            Error::Malformed(complaint) => Some(complaint),
            Error::Unreadable { .. } => None,
        }
    }
}

/// One thing wrong with a file: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file as the caller named it.
    pub file: String,
    /// The line, counted from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Complaint {
    /// A complaint about `line` (counted from 1; 0 for the whole file) of `file`.
    pub fn new(
        file: impl Into<String>,
        line: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Complaint { file: file.into(), line, message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message)?,
            line => write!(f, "{}:{line}: {}", self.file, self.message)?,
        }
        write!(f, "\nhint: {}", self.hint)
    }
}

impl From<Complaint> for Error {
    fn from(complaint: Complaint) -> Self {
        Error::Malformed(Box::new(complaint))
    }
}

/// A value from a file, short enough and clean enough to stand in a message.
pub(crate) fn quoted(value: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("`");
    for c in value.chars().take(MOST) {
        match c {
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    if value.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out.push('`');
    out
}

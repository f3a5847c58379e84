//! What can be wrong with a file: where, what, and a hint that helps its owner to fix it.
//!
//! The text of a complaint or an error never contains the hint: a command line prints it on a line of its own, a server
//! sends it in a field of its own.

use std::{fmt, io};

use crate::counted;
use crate::hint::Hint;

/// The result of reading a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused to read it.
    #[error("{file}: {cause}")]
    Unreadable {
        /// The file as the caller named it.
        file: String,
        /// The error of the system.
        cause: io::Error,
        /// What to do about it.
        hint: String,
    },
    /// The bytes do not follow the format.
    #[error("{0}")]
    Malformed(Box<Complaint>),
}

impl Error {
    /// What to do about it.
    pub fn hint(&self) -> &str {
        match self {
            Error::Malformed(complaint) => &complaint.hint,
            Error::Unreadable { hint, .. } => hint,
        }
    }

    /// The complaint about a malformed file; `None` for a file that could not be opened.
    pub fn complaint(&self) -> Option<&Complaint> {
        match self {
            Error::Malformed(complaint) => Some(complaint),
            Error::Unreadable { .. } => None,
        }
    }

    /// The error as a complaint, for a caller that continues without the file.
    pub fn into_complaint(self) -> Complaint {
        match self {
            Error::Malformed(complaint) => *complaint,
            Error::Unreadable { file, cause, hint } => Complaint::unread(file, 0, cause.to_string(), hint),
        }
    }
}

/// What a complaint means for the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ComplaintKind {
    /// Nothing that a reader accepts is missing: an unsupported file type, a link that leads back.
    Notice,
    /// A piece does not follow its format and was left out or repaired; all bytes of the file were read.
    #[default]
    Malformed,
    /// A part could not be read at all: no permission, damaged or truncated data, a limit, a refused link. The result
    /// may have what was read before.
    Unread,
}

/// One thing wrong with a file: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file as the caller named it.
    pub file: String,
    /// The line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Hint,
    /// What it means for the result.
    pub kind: ComplaintKind,
}

impl Complaint {
    /// A complaint about the content of `line` (counted from 1; 0 for the whole file) of `file`.
    pub fn new(
        file: impl Into<String>,
        line: usize,
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Self {
        let kind = ComplaintKind::Malformed;
        Complaint { file: file.into(), line, message: message.into(), hint: hint.into(), kind }
    }

    /// A complaint about a part that could not be read.
    pub fn unread(
        file: impl Into<String>,
        line: usize,
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Self {
        Complaint { kind: ComplaintKind::Unread, ..Complaint::new(file, line, message, hint) }
    }

    /// A complaint after which nothing is missing from the result.
    pub fn notice(
        file: impl Into<String>,
        line: usize,
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Self {
        Complaint { kind: ComplaintKind::Notice, ..Complaint::new(file, line, message, hint) }
    }

    /// Whether a part could not be read.
    pub fn is_unread(&self) -> bool {
        self.kind == ComplaintKind::Unread
    }
}

/// The complaints about one document: the first ones, and the number of the others. A hostile file could cause
/// millions.
#[derive(Debug, Default)]
pub struct Complaints {
    kept: Vec<Complaint>,
    more: usize,
    /// Whether one of the complaints that are only counted is about a part that could not be read.
    is_unread: bool,
}

impl Complaints {
    const MOST: usize = 100;

    /// Keeps a complaint, or only counts it if there are many already.
    pub fn push(&mut self, complaint: Complaint) {
        self.push_with(complaint.kind, || complaint);
    }

    /// The same for a complaint that is costly to make; it is not made if it is only counted.
    pub fn push_with(&mut self, kind: ComplaintKind, complaint: impl FnOnce() -> Complaint) {
        if self.kept.len() < Complaints::MOST {
            return self.kept.push(Complaint { kind, ..complaint() });
        }
        self.more += 1;
        self.is_unread |= kind == ComplaintKind::Unread;
    }

    /// All kept complaints, and one that counts the others; `file` names the document.
    pub fn finish(mut self, file: &str) -> Vec<Complaint> {
        if self.more > 0 {
            let message = format!("{} about this document", counted(self.more, "more warning"));
            let folded = Complaint::new(file, 0, message, "the first ones say what is wrong");
            let kind = if self.is_unread { ComplaintKind::Unread } else { folded.kind };
            self.kept.push(Complaint { kind, ..folded });
        }
        self.kept
    }
}

impl Extend<Complaint> for Complaints {
    fn extend<T: IntoIterator<Item = Complaint>>(&mut self, complaints: T) {
        complaints.into_iter().for_each(|complaint| self.push(complaint));
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl From<Complaint> for Error {
    fn from(complaint: Complaint) -> Self {
        Error::Malformed(Box::new(complaint))
    }
}

/// The number of the line with the byte at `offset`, counted from 1. Slow; for messages only.
pub fn line_of(text: &str, offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..offset.min(text.len())]).count() + 1
}

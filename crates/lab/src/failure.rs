//! Failures that come with a hint.
//!
//! Most errors here are `anyhow`'s, because they end in a message. Where a user can do something about one, the message
//! and the hint travel apart, as in the libraries: the command line prints each on its own line.

use std::fmt;
use std::path::Path;

/// A failure, and what to do about it.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: String,
}

impl Failure {
    /// A failure with a hint: both lowercase, no full stop.
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure { message: message.into(), hint: hint.into() }
    }

    /// A file that the user named cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
        Failure::new(
            format!("{}: {error}", path.display()),
            "check the path; it is relative to the current directory",
        )
    }

    /// What is wrong with a TOML file, and in which line.
    pub(crate) fn toml(path: &Path, text: &str, error: &toml::de::Error, hint: &str) -> Failure {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Failure::new(format!("{}:{line}: {}", path.display(), error.message()), hint)
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

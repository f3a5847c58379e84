//! Failures that come with a hint.
//!
//! Most errors here are `anyhow`'s, because they end in a message. Where a user can do something about one, the message
//! and the hint travel apart, as in the libraries: the command line prints each on its own line.

use std::fmt;

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

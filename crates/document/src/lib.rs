//! What Perga retrieves: units, the texts of units, and the formulas in those texts.
//!
//! Every collection becomes [`Unit`]s, and the crates above work on units: the readers make them, the index stores
//! them, the rankers find them. [`markup`] is the one scanner that finds formulas in text, so that a post, a note, a
//! page and a query agree on what a dollar sign means. A [`Complaint`] says what is wrong with a file, where, and what
//! to do about it.
//!
//! What it is not: a reader. Nothing here opens a file.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod complaint;
pub mod date;
mod fingerprint;
mod hint;
pub mod kinds;
pub mod markup;
mod unit;
mod wording;

pub use complaint::{Complaint, ComplaintKind, Complaints, Error, Result, line_of};
pub use fingerprint::Fingerprint;
pub use hint::{Hint, Setting};
pub use unit::{Field, Link, Occurrence, Position, Reference, SourceLine, Text, Unit};
pub use wording::{counted, grouped, plural, quoted, sized};

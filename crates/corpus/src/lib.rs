//! Reads collections into units: files, folders, archives and dumps, in the formats of math retrieval and of personal
//! documents.
//!
//! Collections are read as streams. A reader complains about what it cannot read and continues with the rest: a
//! collection with one bad page is still a collection.
//!
//! - [`collection`]: finds the entries under the names that a user gave. An entry is the smallest part that is read
//!   separately.
//! - `readers`: one file per format, each with one function from an entry to its units.
//! - [`tables`]: the rows of a dump, for programs that want the tables and not the units.
//! - [`stream`]: bytes in any compression, within limits.
//!
//! What it is not: the model of a unit (see `document`) or the files of evaluation (see `trec`).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod collection;
mod readers;
pub mod stream;

/// The tables of a dump, row by row.
pub mod tables {
    pub use crate::readers::stack_exchange::{Row, Rows};
}

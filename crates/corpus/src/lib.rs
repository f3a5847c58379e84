//! Collections become units: files, folders, archives and dumps in the formats of Math retrieval and of people's
//! documents.
//!
//! Collections are read as streams. A reader complains about what it cannot read and goes on with the rest: a
//! collection with one bad page is still a collection.
//!
//! - [`collection`]: from the names a user gave to entries, the smallest parts that are read on their own.
//! - `readers`: one file per format, each with one function from an entry to its units.
//! - [`stream`]: bytes, whatever they are packed with, within bounds.
//!
//! What it is not: the model of a unit (that is `document`) or the files of evaluation (that is `trec`).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod collection;
mod readers;
pub mod stream;

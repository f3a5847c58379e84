//! The index: what is on disk, and how it gets there without ever being half-written.
//!
//! Two halves under one commit. *Units* (text, votes, tags, which formulas they hold) live in a tantivy
//! index; *formula records* (trees, signatures, postings of every family) in segments of our own beside it,
//! because scoring structure needs what tantivy's postings do not carry: sizes, widths and the nodes where
//! paths end. The commit of tantivy carries the [`manifest`], which names everything that belongs to it.
//!
//! - [`Writer`] adds, replaces and deletes; [`collection`] feeds it whole collections.
//! - [`Index`] is one commit, opened for reading. It sees nothing of what is written later and needs nothing
//!   from whoever writes.
//! - [`check`] reads everything there is and says what is wrong with it.
//! - [`vectors`] are made from a commit later, or not at all; they join it with a commit of their own.
//!
//! What it is not: a ranker. It finds lists of records and units; what they are worth is decided elsewhere.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod budget;
pub mod check;
mod commit;
mod error;
pub mod formulas;
pub mod manifest;
mod numbers;
pub mod postings;
pub mod profile;
mod reader;
pub mod stats;
mod storage;
pub mod units;
pub mod vectors;
mod writer;

pub use budget::{Budget, Ended};
pub use error::{Error, Result, VectorsOf};
pub use profile::Profile;
pub use reader::{Freshness, Index};
pub use writer::{Repeated, Settings, Writer};

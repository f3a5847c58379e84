//! The index: what is on disk, and how it gets there without ever being half-written.
//!
//! It has two halves under one commit. *Units* (text, votes, tags, which formulas they hold) are in a tantivy index.
//! *Formula records* (trees, signatures, postings of every family) are in our own segments beside it, because
//! structural scores need data that tantivy's postings do not have: sizes, widths and the nodes where paths end. The
//! commit of tantivy contains the [`manifest`], which names everything that belongs to it.
//!
//! - [`Writer`] adds, replaces and deletes units; `engine` feeds it whole collections.
//! - [`Index`] is one commit, opened for reading. It sees nothing of later commits and needs nothing from the writer.
//! - [`check`] reads everything and reports what is wrong with it.
//! - [`vectors`] are optional. They are made from a commit later and join it with a commit of their own.
//!
//! What it is not: a ranker. It finds lists of records and units; `rank` scores them.

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

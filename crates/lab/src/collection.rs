//! Test collections that anyone can make: the files of a collection in the form of ARQMath, and its topics.
//!
//! - [`export`]: the tables of a site, cut at a date, with an id for each formula; the lists of formulas; pages of
//!   threads; a manifest with checksums.
//! - [`check`]: whether a collection is whole and agrees with itself.
//! - [`visual_ids`]: which formulas look the same, with ids that stay the same in the next version.
//! - [`topics`]: questions chosen as topics, reproducibly.
//!
//! The tables are held in memory: a site of a million questions needs as much as its uncompressed dump.

mod annotate;
pub mod check;
mod command;
mod export;
mod lists;
mod manifest;
mod pages;
mod sources;
mod tables;
pub mod topics;
pub mod visual_ids;

pub use command::{Collection, run};
pub use export::{Exported, Options, export};

//! What a program can ask of Perga: the one door to everything below it.
//!
//! The command line, the server and every other program open an index here and get typed structs back. One description
//! serves all of them, so that a page cannot show what a program cannot get, and a field is documented once: in the
//! OpenAPI document that is generated from these types, and in `docs/reference/search-json.md`.
//!
//! - [`ingest`]: brings an index up to date with a collection.
//! - [`embed`]: adds vectors of a model to the units of an index.
//! - [`open`]: an index with everything that is prepared once and shared by many requests.
//! - [`query`]: what a query asks for, and how it was read, part by part.
//! - [`search`]: hits for a query (formulas or units), facets to narrow them, queries that find more.
//! - [`read`]: a unit, a thread, a document in the order of its source, a formula with its occurrences, cards.
//! - [`explain`]: why a formula is a hit.
//! - [`describe`]: the trees of a formula, and how two formulas correspond.
//! - [`context`]: what is said around a formula, as a meaning graph. [`meaning`]: what its symbols stand for.
//! - [`suggest`]: queries that could be typed instead, or next.
//! - [`render`]: text with formulas as safe HTML.
//! - [`names`]: how enums of the crates below are named in JSON and OpenAPI.
//! - [`error`]: what can go wrong, with a kind, a place and a hint.
//!
//! What it is not: ranking (that is `rank`), HTTP (that is `server`) or a command line. Nothing here prints, and no
//! message names a flag.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod context;
pub mod describe;
pub mod embed;
pub mod error;
pub mod explain;
pub mod ingest;
pub mod meaning;
pub mod names;
pub mod open;
pub mod query;
pub mod read;
pub mod render;
pub mod search;
pub mod suggest;
pub mod synonyms;

pub use error::{Error, Result, within};
pub use formula::Notation;
pub use index::{Budget, Ended, Freshness};
pub use open::Engine;

/// The version of all JSON. Fields may be added; none is taken away or changed while it stays the same.
pub const VERSION: u32 = 1;

//! Ranking: from a query to the formulas that help, best first, each with its reasons.
//!
//! ```text
//! query ─► candidate generators (many, cheap) ─► fusion ─► structure (few, exact) ─► ranked hits ─► justification
//! ```
//!
//! - [`query`]: a formula that is searched for, with everything that is made of it once.
//! - [`candidates`]: generators, each a list of records with scores from the postings of an index.
//! - [`context`]: what is said around an occurrence, and a ranking that goes by it.
//! - [`fusion`]: one ranking of several.
//! - [`features`]: what is measured on a query and one candidate, by name.
//! - [`pipeline`]: which of these a named system uses, as data.
//! - [`search`]: runs a pipeline.
//! - [`learning`]: weights of a pipeline from judgements.
//! - [`wildcards`]: wildcards in LaTeX.
//! - [`known_items`]: queries made from formulas, whose answers are known.
//! - [`modes`]: exact, contains, similar, with wildcards and marks.
//! - [`justification`]: why a hit is one, node by node.
//! - [`failure`]: what to say when little is found.
//! - [`suggest`]: what could be typed instead.
//!
//! What it is not: a place where trees are compared (that is `similarity`), lists are stored (`index`) or vectors are made
//! (`vectors`).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod candidates;
pub mod context;
mod error;
pub mod failure;
pub mod features;
pub mod fusion;
pub mod justification;
pub mod known_items;
pub mod learning;
pub mod modes;
pub mod pipeline;
pub mod query;
pub mod questions;
pub mod search;
pub mod suggest;
#[cfg(test)]
mod testing;
pub mod wildcards;

pub use error::{Error, Result, within};

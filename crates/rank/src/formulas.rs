//! Formula search: from a formula to the formulas that are equal to it, contain it or are similar.
//!
//! ```text
//! query ─► candidate generators (many, cheap) ─► fusion ─► structure (few, exact) ─► ranked hits ─► explanation
//! ```
//!
//! - `query`: a formula to search for, with everything that is computed from it once ([`Query`]).
//! - [`candidates`]: generators, each a list of records with scores from the postings of an index.
//! - [`features`]: named measurements on a query and one candidate.
//! - `pipeline`: which of these a named system uses, as data ([`Pipeline`]).
//! - `search`: runs a pipeline ([`Searcher`]).
//! - [`modes`]: exact, contains, similar, with wildcards and marks.
//! - [`explanation`]: why a formula is a hit, node by node.
//! - [`failure`]: what to show when a search finds little.
//! - [`wildcards`]: wildcards in LaTeX.
//!
//! What it is not: a search for units. The caller asks the index which units hold the formulas found; words and
//! formulas together are in [`questions`](crate::questions).

pub mod candidates;
pub mod explanation;
pub mod failure;
pub mod features;
pub mod modes;
mod pipeline;
mod query;
mod search;
pub mod wildcards;
mod words;

pub use pipeline::{Combine, EditCosts, Input, Pipeline, Stage};
pub use query::Query;
pub use search::{Depth, Hit, Results, Searcher};

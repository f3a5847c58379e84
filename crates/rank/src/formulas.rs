//! Formula search: from a formula to the formulas that are equal to it, contain it or are similar.
//!
//! ```text
//! query ─► candidate generators (many, cheap) ─► fusion ─► structure (few, exact) ─► ranked hits ─► explanation
//! ```
//!
//! - `query`: a formula that is searched for, with everything that is made of it once ([`Query`]).
//! - [`candidates`]: generators, each a list of records with scores from the postings of an index.
//! - [`features`]: what is measured on a query and one candidate, by name.
//! - `pipeline`: which of these a named system uses, as data ([`Pipeline`]).
//! - `search`: runs a pipeline ([`Searcher`]).
//! - [`modes`]: exact, contains, similar, with wildcards and marks.
//! - [`explanation`]: why a hit is one, node by node.
//! - [`failure`]: what to say when little is found.
//! - [`wildcards`]: wildcards in LaTeX.
//!
//! What it is not: a search for units. Which units hold the formulas found is for the caller to ask the index; words and
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

pub use pipeline::{Combine, Input, Pipeline, Stage};
pub use query::Query;
pub use search::{Hit, Results, Searcher};

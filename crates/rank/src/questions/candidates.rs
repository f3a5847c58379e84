//! What finds units for a question: bags of words and tokens, formula search, vectors, and what the first hits have in
//! common.
//!
//! Each gives all units a score by number, and can be run alone. All but `dense`, which needs a model, work on every
//! index.
//!
//! - [`bag`]: BM25 and its relatives over zones of a unit and of the unit it answers; [`traversal`]: all of them at once.
//! - `formula_search`: units by the formulas that formula search finds.
//! - `dense`: units by the vectors of their texts.
//! - `feedback`: units by what the best units of a bag have in common.

pub mod bag;
pub(crate) mod dense;
pub(crate) mod feedback;
pub(crate) mod formula_search;
pub mod traversal;

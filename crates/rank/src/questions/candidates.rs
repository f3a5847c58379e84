//! Generators that find units for a question: bags of words and tokens, formula search, vectors, and feedback from the
//! first hits.
//!
//! Each gives every unit a score, and can be run alone. All but `dense`, which needs a model, work on every
//! index.
//!
//! - [`bag`]: BM25 and its relatives over zones of a unit and of the unit it answers; [`traversal`]: all of them at once.
//! - `formula_search`: units by the formulas that formula search finds.
//! - `dense`: units by the vectors of their texts.
//! - `names`: units by the names that a typed query says.
//! - `feedback`: units by the common terms of the best units of a bag.

pub mod bag;
pub(crate) mod dense;
pub(crate) mod feedback;
pub(crate) mod formula_search;
pub(crate) mod names;
pub mod traversal;

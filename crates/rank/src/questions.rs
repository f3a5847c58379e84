//! Questions: words and formulas together, and the units that answer them.
//!
//! ```text
//! question ─► bags of words and tokens, one traversal ─► candidates ─► evidence by name ─► one score ─► hits with parts
//! ```
//!
//! - [`question`]: what is asked: weighted words, formulas, phrases, filters; from a query, a topic or a unit.
//! - [`targets`]: what is looked for: answers, questions, or units of any kind, less what filters keep out.
//! - [`bag`]: BM25 and its relatives over zones of a unit and of the unit it answers; [`traversal`]: all of them at once.
//! - [`pipeline`]: which evidence a named system uses, and what it counts, as data.
//! - [`wildcards`]: formulas with wildcards, the same meaning in all of them.
//! - [`search`]: runs a pipeline.
//!
//! An answer is nothing without its question, so the bags of an answer reach into the unit it answers; nothing of
//! it is copied when it is indexed. What is found for a formula alone is in [`crate::search`].

pub mod bag;
mod demands;
mod dense;
pub mod diversity;
mod evidence;
pub mod excerpt;
pub mod extract;
mod feedback;
pub mod formula_matches;
mod formula_search;
mod gathering;
mod links;
mod names;
mod passages;
pub mod pipeline;
pub mod question;
pub mod search;
mod structure;
pub mod targets;
pub mod traversal;
mod wanted;
pub mod wildcards;

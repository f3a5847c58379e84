//! Questions: words and formulas together, and the units that answer them.
//!
//! ```text
//! question ─► bags of words and tokens, one traversal ─► candidates ─► evidence by name ─► one score ─► hits with parts
//! ```
//!
//! The files are named like those of [`formulas`](crate::formulas) where they do the same.
//!
//! - `query`: the question: weighted words, formulas, phrases, filters; from a query, a topic or a unit ([`Question`]).
//! - `targets`: the units that may be found: answers, questions, or units of any kind, less what filters keep out ([`Want`]).
//! - `demands`: what a unit must have and must not have.
//! - [`candidates`]: the generators that find units.
//! - [`baselines`]: those of the labs, for experiments.
//! - [`evidence`]: measurements on the best of them.
//! - `pipeline`: which evidence a named system uses, with weights, as data ([`Pipeline`]).
//! - `search`: runs a pipeline ([`Searcher`]).
//! - [`explanation`]: which formulas of a unit match those of a question, and how.
//! - [`excerpt`], [`extract`]: the part of a unit that is shown, and the part that answers.
//! - [`diversity`]: results of several kinds where a query could mean many things.
//! - [`absent`]: words of a query that no unit has.
//! - [`closeness`]: whether a hit is near what was typed.
//! - [`copies`]: units whose text is nearly the same.
//!
//! An answer makes little sense without its question, so the bags of an answer include the unit it answers; nothing of
//! it is copied when it is indexed. Search for a formula alone is in [`formulas`](crate::formulas).

pub mod absent;
pub mod baselines;
pub mod candidates;
pub mod closeness;
pub mod copies;
mod demands;
pub mod diversity;
pub mod evidence;
pub mod excerpt;
pub mod explanation;
pub mod extract;
mod pipeline;
mod query;
mod search;
mod targets;

pub use pipeline::{Evidence, Pipeline};
pub use query::{AskedFormula, Demanded, Note, Question, Term, What};
pub use search::{Hit, PreparedPipeline, Results, Searcher};
pub use targets::{Targets, Want, passes};

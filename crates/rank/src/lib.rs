//! Ranking: from a query to the formulas and the units that help, best first, each with its reasons.
//!
//! Two halves, built alike: a query becomes candidates by several cheap ways, the best of them are measured, and a
//! pipeline, which is data, says what each measure counts.
//!
//! - [`formulas`]: a formula finds formulas.
//! - [`questions`]: words and formulas find units.
//!
//! Beside them:
//!
//! - [`fusion`]: one ranking from several; [`ensembles`] are fused pipelines.
//! - [`context`]: the text around an occurrence, and a ranking by it.
//! - [`learning`]: weights of a pipeline from judgements.
//! - [`suggest`]: suggestions for what was typed.
//!
//! What it is not: a place where trees are compared (that is `similarity`), lists are stored (`index`) or vectors are made
//! (`vectors`).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod context;
pub mod ensembles;
mod error;
pub mod formulas;
pub mod fusion;
pub mod learning;
mod pipelines;
pub mod questions;
mod score;
pub mod suggest;
#[cfg(test)]
mod testing;

pub use error::{Error, Result, within};
pub use pipelines::Normalise;
pub use score::{Part, part_names};

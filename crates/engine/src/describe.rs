//! Describing: formulas in their output forms ([`forms`]), line by line ([`lines`], [`stream`]), all forms at once or two
//! formulas aligned ([`trees`]), what their reader found ([`findings`]), some of them as examples ([`examples`]), and an
//! index: its numbers ([`Engine::stats`](crate::open::Engine::stats)) and whether it is whole ([`check`]).

pub mod examples;
pub mod findings;
pub mod forms;
pub mod lines;
pub mod stream;
pub mod terminal;
pub mod trees;

use std::path::Path;

pub use index::check::Findings;
pub use index::stats::Stats;

use crate::error::Result;

/// Reads everything that an index holds, and says what is wrong with it.
pub fn check(folder: &Path) -> Result<Findings> {
    Ok(index::check::check(folder)?)
}

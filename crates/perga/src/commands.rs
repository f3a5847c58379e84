//! The commands, a file each.

use std::fmt::Display;

use clap::error::ErrorKind;

pub mod agree;
pub mod assess;
pub mod check;
pub mod compare;
pub mod demo;
pub mod eval;
pub mod index;
pub mod logs;
pub mod model;
mod notes;
pub mod pool;
mod reading;
pub mod repro;
pub mod run;
pub mod search;
pub mod serve;
pub mod stats;
pub mod suggest;
pub mod train;
pub mod tree;

/// A number with commas, and its noun.
fn counted_long(count: u64, noun: &str) -> String {
    format!(
        "{} {}",
        indicatif::HumanCount(count),
        document::plural(usize::try_from(count).unwrap_or(2), noun)
    )
}

/// Ends with exit code 2: arguments that are well written, but do not go together.
fn wrong_usage(message: impl Display) -> ! {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
}

//! The commands, a file each.

use std::fmt::Display;

use clap::error::ErrorKind;

pub mod agree;
pub mod bench;
pub mod check;
mod columns;
pub mod compare;
pub mod eval;
pub mod index;
pub mod model;
pub mod pool;
pub mod repro;
pub mod run;
pub mod search;
pub mod serve;
pub mod stats;
pub mod suggest;
pub mod train;

/// `1 topic`, `2 topics`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Ends with exit code 2: arguments that are well written, but do not go together.
fn wrong_usage(message: impl Display) -> ! {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
}

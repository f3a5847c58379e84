//! The commands, a file each.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use clap::error::ErrorKind;
use lab::made::Made;

pub mod agree;
pub mod assess;
pub mod check;
pub mod collection;
pub mod compare;
pub mod demo;
pub mod eval;
pub mod fuse;
pub mod index;
pub mod logs;
pub mod model;
mod notes;
pub mod pool;
pub mod qrels;
mod reading;
pub mod repro;
pub mod run;
pub mod search;
pub mod serve;
pub mod stats;
pub mod suggest;
pub mod topics;
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

/// Writes a run to its file, with a record of how it was made, or to stdout.
fn write_run(output: Option<&Path>, run: &str, made: impl FnOnce(Vec<String>) -> Made) -> anyhow::Result<()> {
    match output {
        None => Ok(io::stdout().lock().write_all(run.as_bytes())?),
        Some(path) => made(std::env::args().collect()).write(path, run),
    }
}

/// Ends with exit code 2: arguments that are well written, but do not go together.
fn wrong_usage(message: impl Display) -> ! {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
}

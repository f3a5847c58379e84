//! The commands, a file each.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::error::ErrorKind;
use indicatif::{ProgressBar, ProgressStyle};
use lab::made::Made;

pub mod agree;
pub mod assess;
pub mod check;
pub mod compare;
pub mod eval;
pub mod fuse;
pub mod index;
pub mod logs;
pub mod model;
pub mod notes;
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
    format!("{} {}", document::grouped(count), document::plural(usize::try_from(count).unwrap_or(2), noun))
}

/// Writes a run to its file, with a record of how it was made, or to stdout.
fn write_run(output: Option<&Path>, run: &str, made: impl FnOnce(Vec<String>) -> Made) -> Result<()> {
    match output {
        None => Ok(io::stdout().lock().write_all(run.as_bytes())?),
        Some(path) => made(std::env::args().collect()).write(path, run),
    }
}

/// A bar of progress if stderr is a terminal.
fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = if io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A first signal to end (an interrupt, a termination, a closed terminal) stops the work in good order and prints this,
/// a second one stops at once.
fn stop_on_signal(saying: &'static str) -> Result<&'static AtomicBool> {
    // A reproduction runs several commands in one process: all of them stop, and the first handler stays.
    static STOP: AtomicBool = AtomicBool::new(false);
    let set = ctrlc::set_handler(move || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("{saying}");
    });
    if !matches!(set, Err(ctrlc::Error::MultipleHandlers)) {
        set?;
    }
    Ok(&STOP)
}

/// Ends with exit code 2: arguments that are well written, but do not go together.
fn wrong_usage(message: impl Display) -> ! {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
}

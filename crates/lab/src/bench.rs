//! `perga bench`: benchmarks that anyone can run, and the collections they need, one file each.

mod answers;
pub(crate) mod arguments;
mod distributions;
pub(crate) mod formula_search;
mod hostile;
mod index;
mod known_item;
mod memory;
mod open;
pub(crate) mod search;
mod server;
mod speed;
mod synth;
mod wildcards;

use std::io::{self, Write};

use anyhow::Result;
use document::Complaint;
use serde::Serialize;

pub use arguments::{IndexFolder, named};

/// The benchmarks of `perga bench`.
#[derive(clap::Subcommand)]
pub enum Benchmark {
    /// Make a synthetic collection: any number of formulas similar to given ones
    Synth(synth::Arguments),
    /// Index a collection: formulas per CPU second, memory, sizes
    Index(index::Arguments),
    /// Open an index and answer a first query: milliseconds, memory
    Open(open::Arguments),
    /// Search for known answers, duplicates and articles: effectiveness, times, and hostile queries
    #[command(subcommand)]
    Answers(answers::Benchmark),
    /// Search for judged topics with several systems: effectiveness, recall, times, in one table
    FormulaSearch(formula_search::Arguments),
    /// Send a server the worst requests, and measure the effect on other clients
    Hostile(hostile::Arguments),
    /// Search for formulas of an index that were altered or have wildcards in them
    KnownItem(known_item::Arguments),
    /// Send queries to a running server, at a rate or from N clients: times, and its memory
    Server(server::Arguments),
    /// Search an index of any size for the formulas of a file: milliseconds, and whether pruning loses anything
    Speed(speed::Arguments),
    /// Search with wildcards for formulas that were made from the query and planted among others
    Wildcards(wildcards::Arguments),
}

/// Runs a benchmark.
pub fn run(benchmark: &Benchmark) -> Result<()> {
    match benchmark {
        Benchmark::Synth(arguments) => synth::run(arguments),
        Benchmark::Index(arguments) => index::run(arguments),
        Benchmark::Open(arguments) => open::run(arguments),
        Benchmark::Answers(benchmark) => answers::run(benchmark),
        Benchmark::FormulaSearch(arguments) => formula_search::run(arguments),
        Benchmark::Hostile(arguments) => hostile::run(arguments),
        Benchmark::KnownItem(arguments) => known_item::run(arguments),
        Benchmark::Server(arguments) => server::run(arguments),
        Benchmark::Speed(arguments) => speed::run(arguments),
        Benchmark::Wildcards(arguments) => wildcards::run(arguments),
    }
}

/// Prints a complaint about a file on stderr.
fn warn(complaint: &Complaint) {
    eprintln!("warning: {complaint}\nhint: {}", complaint.hint);
}

/// Prints findings as JSON or as text.
fn print(is_json: bool, findings: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
    let text = match is_json {
        true => format!("{}\n", serde_json::to_string_pretty(findings)?),
        false => text(),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

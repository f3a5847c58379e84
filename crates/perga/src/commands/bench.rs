//! `perga bench`: benchmarks anyone can run, and the collections they need, a file each.

mod distributions;
mod index;
mod memory;
mod open;
mod synth;

use anyhow::Result;

/// The command line of `perga bench`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(clap::Subcommand)]
enum Benchmark {
    /// Make a synthetic collection: formulas alike to given ones, as many as you like
    Synth(synth::Arguments),
    /// Index a collection: formulas per CPU second, memory, sizes
    Index(index::Arguments),
    /// Open an index and answer a first query: milliseconds, memory
    Open(open::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.benchmark {
        Benchmark::Synth(arguments) => synth::run(arguments),
        Benchmark::Index(arguments) => index::run(arguments),
        Benchmark::Open(arguments) => open::run(arguments),
    }
}

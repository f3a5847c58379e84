//! `perga bench`: benchmarks anyone can run, and the collections they need, a file each.

mod distributions;
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
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.benchmark {
        Benchmark::Synth(arguments) => synth::run(arguments),
    }
}

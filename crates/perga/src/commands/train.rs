//! `perga train`: learns from an index what searching in it can use.

mod embeddings;
mod ranker;

use anyhow::Result;

/// The command line of `perga train`.
#[derive(clap::Args)]
#[command(disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Train vectors of formulas, for the pipelines `cft2` and `cft2ted`
    Embeddings(embeddings::Arguments),
    /// Learn the weights of a pipeline from judgements
    Ranker(ranker::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        What::Embeddings(arguments) => embeddings::run(arguments),
        What::Ranker(arguments) => ranker::run(arguments),
    }
}

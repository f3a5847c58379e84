//! `perga train`: learns from an index what searching in it can use.

mod embeddings;
mod ranker;

use std::io::{self, Write};

use anyhow::Result;
use lab::training::edit_costs;

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
    /// Search for the costs of tree edits that suit judgements best
    EditCosts(edit_costs::Arguments),
    /// Learn the weights of a pipeline from judgements
    Ranker(ranker::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    Ok(io::stdout().lock().write_all(trained(arguments)?.as_bytes())?)
}

/// Learns, and returns the tables for people.
pub fn trained(arguments: &Arguments) -> Result<String> {
    match &arguments.what {
        What::Embeddings(arguments) => embeddings::run(arguments).map(|()| String::new()),
        What::EditCosts(arguments) => edit_costs::run(arguments),
        What::Ranker(arguments) => ranker::trained(arguments),
    }
}

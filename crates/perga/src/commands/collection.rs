//! `perga collection`: test collections as a whole.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use lab::collections;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga collection compare collections.toml
      judged and relevant results of several collections, how alike slices of their topics order runs";

/// The commands of `perga collection`.
#[derive(clap::Subcommand)]
pub enum Collection {
    /// Compare collections: judgements, slices of topics, instances and distinct formulas
    #[command(after_help = EXAMPLES)]
    Compare {
        /// Names the files of each collection; see docs/research/comparison.md
        manifest: PathBuf,

        /// JSON instead of tables
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub fn run(command: &Collection) -> Result<()> {
    let Collection::Compare { manifest, json } = command;
    let compared = collections::compare(manifest)?;
    let text = if *json { compared.json() } else { compared.text() };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

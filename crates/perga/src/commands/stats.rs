//! `perga stats`: what an index holds and what it costs.

use std::io::{self, Write};

use anyhow::Result;
use engine::Engine;
use engine::describe::terminal;

use crate::values::IndexFolderOrArgument;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga stats --index notes.index
      units by kind, formulas, the size of each part of the index
  perga stats --index notes.index --json
      the same for programs
  perga stats --index notes.index --distribution
      how many formulas a unit has, how large they are, how often one occurs";

/// The command line of `perga stats`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolderOrArgument,

    /// Instead, how formulas are distributed: formulas of a unit, sizes, occurrences
    #[arg(long)]
    distribution: bool,

    /// JSON instead of text; see docs/reference/stats-json.md
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let folder = arguments.index.folder();
    let text = match (arguments.distribution, arguments.json) {
        (true, true) => lab::distribution::of(folder)?.json()?,
        (true, false) => lab::distribution::of(folder)?.text(),
        (false, true) => format!("{}\n", serde_json::to_string_pretty(Engine::open(folder)?.stats()?)?),
        (false, false) => terminal::numbers(Engine::open(folder)?.stats()?),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

//! `perga suggest`: what could be typed instead, or next.

use std::io::{self, Write};

use crate::values::IndexFolder;
use anyhow::Result;
use engine::suggest::Suggested;
use engine::{Budget, Engine};
use eval::report::columns::align;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga suggest 'Pythagoran theorem'
      corrects a misspelt word
  perga suggest 'median value theorem'
      finds a name that differs in one word
  perga suggest 'how to ' -n 3 --json
      completes a query, for programs; see docs/reference/suggest-json.md";

/// The command line of `perga suggest`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// What was typed so far; a space at its end says that the last word is complete
    #[arg(value_name = "TYPED", allow_hyphen_values = true)]
    typed: String,

    #[command(flatten)]
    index: IndexFolder,

    /// How many suggestions to show
    #[arg(short, value_name = "N", default_value_t = 8)]
    n: usize,

    /// JSON instead of text; see docs/reference/suggest-json.md
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let engine = Engine::open(&arguments.index.index)?;
    let response = engine.suggest_with_formulas(&arguments.typed, arguments.n, &Budget::default())?;
    let text = match arguments.json {
        true => format!("{}\n", serde_json::to_string_pretty(&response)?),
        false => as_text(&response.suggestions),
    };
    io::stdout().write_all(text.as_bytes())?;
    if response.suggestions.is_empty() && !arguments.json {
        eprintln!("nothing to suggest");
    }
    Ok(())
}

fn as_text(suggestions: &[Suggested]) -> String {
    let row = |suggestion: &Suggested| {
        vec![suggestion.text.trim_end().to_owned(), suggestion.label.clone(), suggestion.why.clone()]
    };
    align(&suggestions.iter().map(row).collect::<Vec<_>>(), 3)
}

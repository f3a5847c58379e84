//! `perga smatch`: how much of the meaning graphs of two files is the same.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use engine::context::compare::{Comparison, Options, compare};
use eval::report::columns::align;

use super::context::read;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga smatch ours.txt gold.txt
      precision, recall and F1 over all pairs of graphs
  perga smatch ours.txt gold.txt --each
      a line for each pair as well
  perga smatch ours.txt gold.txt --json
      the same for programs";

/// The command line of `perga smatch`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Graphs in PENMAN with empty lines between them; `-` for stdin
    #[arg(value_name = "FILE")]
    first: PathBuf,

    /// The graphs to compare with, in the same order
    #[arg(value_name = "FILE")]
    second: PathBuf,

    /// A line for each pair
    #[arg(long)]
    each: bool,

    /// The seed of the random starts
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,

    /// How many times the search for the best mapping starts
    #[arg(long, value_name = "N", default_value_t = Options::default().starts)]
    starts: usize,

    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let options = Options { seed: arguments.seed, starts: arguments.starts };
    let found = compare(&read(&arguments.first)?, &read(&arguments.second)?, &options)?;
    let text = match arguments.json {
        true => format!("{}\n", serde_json::to_string_pretty(&found)?),
        false => as_text(&found, arguments.each),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn as_text(found: &Comparison, each: bool) -> String {
    let number = |value: f64| format!("{value:.4}");
    let mut rows = vec![["graphs", "precision", "recall", "F1", "best"].map(str::to_owned).to_vec()];
    if each {
        rows.extend(found.pairs.iter().map(|pair| {
            let values = pair.agreement;
            let best = if pair.exact { "proved" } else { "found" };
            vec![
                pair.id.clone(),
                number(values.precision),
                number(values.recall),
                number(values.f1),
                best.to_owned(),
            ]
        }));
    }
    let (total, pairs) = (found.total, found.pairs.len());
    let proved = format!("{} of {pairs} proved", found.exact);
    rows.push(vec![
        "all".to_owned(),
        number(total.precision),
        number(total.recall),
        number(total.f1),
        proved,
    ]);
    rows.push(vec![
        "mean of pairs".to_owned(),
        String::new(),
        String::new(),
        number(found.mean_f1),
        String::new(),
    ]);
    align(&rows, 1)
}

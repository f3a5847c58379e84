//! `perga stats`: what an index holds and what it costs.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Result;
use engine::Engine;
use engine::describe::Stats;
use eval::report::columns::align;
use indicatif::HumanCount;

use super::index::size;
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
        (false, false) => as_text(Engine::open(folder)?.stats()?),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The numbers of an index for people.
pub(super) fn as_text(stats: &Stats) -> String {
    let mut text = String::new();
    let kinds: Vec<String> =
        stats.kinds.iter().map(|(kind, count)| format!("{} {kind}", HumanCount(*count))).collect();
    // Writing to a string does not fail.
    let _ = writeln!(text, "units              {} ({})", HumanCount(stats.units), kinds.join(", "));
    let _ = writeln!(text, "formulas           {}", HumanCount(stats.formulas));
    let _ = writeln!(text, "distinct formulas  {}", HumanCount(stats.distinct_formulas));
    let _ = writeln!(text, "sources            {}", sources(stats));
    let _ = writeln!(text, "profile            {}", stats.profile);
    let _ = writeln!(
        text,
        "size               {}, {:.0} bytes per distinct formula",
        size(stats.bytes),
        stats.bytes_per_distinct_formula
    );
    let _ = writeln!(text, "seconds            {:.1}", stats.seconds);
    if let Some(vectors) = &stats.unit_vectors {
        let _ =
            writeln!(text, "unit vectors       {}, made with {}", HumanCount(vectors.units), vectors.model);
    }
    text.push('\n');
    text.push_str(&sizes(stats));
    if !stats.diagnostics.is_empty() {
        text.push_str("\nwhat the formula reader remarked or repaired\n");
        let rows =
            stats.diagnostics.iter().map(|(code, count)| vec![code.clone(), HumanCount(*count).to_string()]);
        text.push_str(&align(&rows.collect::<Vec<_>>(), 1));
    }
    if !stats.unknown_commands.is_empty() {
        let commands: Vec<String> =
            stats.unknown_commands.iter().map(|(name, count)| format!("\\{name} {count}")).collect();
        let _ = writeln!(text, "\nunknown commands   {}", commands.join(", "));
    }
    text
}

fn sources(stats: &Stats) -> String {
    match stats.incomplete_sources {
        0 => HumanCount(stats.sources as u64).to_string(),
        incomplete => {
            format!("{}, {incomplete} of them not read to the end", HumanCount(stats.sources as u64))
        }
    }
}

fn sizes(stats: &Stats) -> String {
    let row = |name: &str, terms: String, postings: String, bytes: u64| {
        let each = format!("{:.1}", bytes as f64 / stats.distinct_formulas.max(1) as f64);
        vec![name.to_owned(), terms, postings, size(bytes), each]
    };
    let heading = ["part", "terms", "postings", "size", "bytes per formula"].map(str::to_owned).to_vec();
    let mut rows = vec![heading];
    for family in &stats.families {
        let (terms, postings) = (HumanCount(family.terms), HumanCount(family.postings));
        rows.push(row(family.name, terms.to_string(), postings.to_string(), family.bytes));
    }
    rows.push(row("trees", String::new(), String::new(), stats.tree_bytes));
    rows.push(row("units and words", String::new(), String::new(), stats.text_bytes));
    if stats.vector_bytes > 0 {
        rows.push(row("vectors", String::new(), String::new(), stats.vector_bytes));
    }
    align(&rows, 1)
}

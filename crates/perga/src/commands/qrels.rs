//! `perga qrels`: what judgements look like.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use eval::description::{Describing, Description, json, text};

use super::notes;
use super::reading::Files;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga qrels task1-2020.qrels task1-2022.qrels
      judged and relevant results per topic, side by side
  perga qrels instances.qrels --visual formulas.tsv
      how many of the judged instances are visually distinct formulas
  perga qrels task1-2022.qrels --runs a.run b.run --depths 5,10,15
      how far the judgements reach into runs, and what only one run found";

/// The command line of `perga qrels`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Judgements: `topic 0 docno grade`
    #[arg(required = true, value_name = "QRELS")]
    qrels: Vec<PathBuf>,

    /// Grades that relevance is counted from
    #[arg(long, value_name = "GRADES", value_delimiter = ',', default_value = "1,2")]
    levels: Vec<i32>,

    /// Map judged instances to visual ids by this formula list (or folder of them)
    #[arg(long, value_name = "MAP")]
    visual: Option<PathBuf>,

    /// Runs, to see how far the judgements reach
    #[arg(long, value_name = "RUN", num_args = 1..)]
    runs: Vec<PathBuf>,

    /// Depths in the runs
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "5,10,15", requires = "runs")]
    depths: Vec<usize>,

    /// A row for every topic
    #[arg(long)]
    per_topic: bool,

    /// JSON instead of tables
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    files: Files,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let described = described(arguments)?;
    let text = match arguments.json {
        true => json::write(&described),
        false => text::write(&described, arguments.per_topic),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// What the judgements look like, a description for each file.
pub(super) fn described(arguments: &Arguments) -> Result<Vec<Description>> {
    let describe = |qrels: &PathBuf| {
        let describing = Describing {
            qrels: qrels.clone(),
            dropped_grades: arguments.files.drop_grades.clone(),
            levels: arguments.levels.clone(),
            visual: arguments.visual.clone(),
            runs: arguments.runs.clone(),
            reading: arguments.files.reading(),
            depths: arguments.depths.clone(),
        };
        describing.describe().map_err(notes::explained)
    };
    arguments.qrels.iter().map(describe).collect()
}

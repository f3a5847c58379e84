//! `perga compare`: runs against a baseline, with tests, counts, slices, and words that say what it means.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use eval::Options;
use eval::comparison::{BaselineComparison, json, text};
use eval::measure::notation;
use eval::report::Report;

use super::eval::{Measures, measures};
use super::notes;
use super::reading::Files;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga compare task1-2020.qrels ours.tsv theirs.tsv --baseline baseline.tsv -l 2
      each run against the baseline: difference, wins, ties and losses, t-test, randomisation test
  perga compare task1-2022.qrels *.run --baseline bm25.run -l 2 --topic-info task1-2022.json --by type,difficulty
      the same, and the means by type and by difficulty of the topics
  perga compare task2-2022.qrels *.run --baseline a.run -l 2 --visual formulas.tsv --instances
      scored by formula instances and by visually distinct formulas, side by side";

/// The command line of `perga compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The judgements: `topic 0 docno grade` (gzip is read directly, here and below)
    qrels: PathBuf,

    /// The runs: TREC columns or those of ARQMath Task 1 or 2
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// The run that the others are compared with: a file, or the tag of one of the runs
    #[arg(short, long, value_name = "RUN")]
    baseline: String,

    /// Measures such as `nDCG'`, `P(rel=2)@10`, `Bpref`; a prime means judged documents only
    #[arg(short, long, value_name = "LIST", default_value = notation::USUAL, value_parser = measures)]
    measures: Measures,

    /// Compare on all judged topics; those without results count as 0
    #[arg(short = 'c', long)]
    complete: bool,

    /// The lowest grade that counts as relevant, for measures that do not name one
    #[arg(short = 'l', long, value_name = "GRADE", default_value_t = 1)]
    level: u32,

    /// Take unjudged documents out of every ranking
    #[arg(short = 'J', long)]
    judged_only: bool,

    /// Differences with a corrected p-value below this are called significant
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability)]
    alpha: f64,

    /// The seed of the randomisation test and of the row `random order`
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// What is known about the topics: ARQMath's JSON, or `topic<TAB>attribute…`
    #[arg(long, value_name = "FILE")]
    topic_info: Vec<PathBuf>,

    /// Slice the topics by these attributes, such as `type,difficulty,dependence,complexity,multi-part`
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', requires = "topic_info")]
    by: Vec<String>,

    /// Map formula ids to visual ids by this formula list (or folder of them), and keep each once
    #[arg(long, value_name = "MAP")]
    visual: Option<PathBuf>,

    /// Score by formula instances, too: every instance has the grade of its formula
    #[arg(long, requires = "visual")]
    instances: bool,

    /// With `--visual`: the judgements are of formula instances; a formula has its highest grade
    #[arg(long, requires = "visual")]
    judged_instances: bool,

    /// Show the differences of every topic
    #[arg(long)]
    per_topic: bool,

    /// Add two rows: the judged documents in random and in perfect order
    #[arg(long)]
    extremes: bool,

    /// Print JSON instead of tables and text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    files: Files,
}

fn probability(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "a probability is between 0 and 1".to_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut notes = Vec::new();
    let scored = arguments.comparison().score(&mut notes);
    notes.iter().for_each(|note| eprintln!("note: {}", notes::said(note)));
    let scored = scored.map_err(notes::explained)?;
    let findings = scored.findings();
    findings.notes().iter().for_each(|note| eprintln!("note: {}", notes::said(note)));
    let text =
        if arguments.json { json::write(&findings) } else { text::write(&findings, arguments.per_topic) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The numbers of the command, for a reproduction.
pub(super) fn report(arguments: &Arguments) -> Result<Report> {
    let scored = arguments.comparison().score(&mut Vec::new()).map_err(notes::explained)?;
    Ok(scored.findings().report())
}

impl Arguments {
    fn comparison(&self) -> BaselineComparison {
        BaselineComparison {
            qrels: self.qrels.clone(),
            runs: self.runs.clone(),
            baseline: self.baseline.clone(),
            measures: self.measures.0.clone(),
            options: Options {
                complete: self.complete,
                level: self.level,
                judged_only: self.judged_only,
                ..Options::default()
            },
            reading: self.files.reading(),
            alpha: self.alpha,
            seed: self.seed,
            topic_info: self.topic_info.clone(),
            attributes: self.by.clone(),
            visual: self.visual.clone(),
            by_instance: self.instances,
            judged_instances: self.judged_instances,
            extremes: self.extremes,
            dropped_grades: self.files.drop_grades.clone(),
        }
    }
}

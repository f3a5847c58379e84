//! `perga eval`: runs against judgements.

mod check;
mod print;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use eval::evaluation::{Evaluation, Measured, Note};
use eval::measure::notation;
use eval::report::Report;
use eval::{Measure, Options, Precision};

use super::notes;
use super::reading::Files;
use crate::failure;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga eval task1-2020.qrels run.tsv.gz -l 2
      the three numbers of the ARQMath papers: nDCG′, MAP′ and P′@10, relevant from grade 2 up
  perga eval q.qrels a.run b.run --measures 'nDCG@10,P(rel=2)@10,Bpref,RR' --per-topic --format csv
      any measures in the notation of ir_measures; one row per topic
  perga eval task1-2020.qrels *.run -l 2 --extremes --baseline bm25 --format html > report.html
      a page with the table, significance, plots by depth and topic; `latex` is the table for a paper
  perga eval task2-2022.qrels formulas.run --visual formulas.tsv -l 2
      formula instances, scored as visually distinct formulas
  perga eval topics.xml run.tsv --check
      what a lab would refuse: unknown topics, duplicates, too many results, scores that rise";

/// The command line of `perga eval`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The judgements: `topic 0 docno grade` (gzip is read directly, here and below)
    qrels: PathBuf,

    /// The runs: TREC columns or those of ARQMath Task 1, 2 or 3
    #[arg(required_unless_present = "check")]
    runs: Vec<PathBuf>,

    /// Measures such as `nDCG'`, `P(rel=2)@10`, `Bpref`; a prime means judged documents only
    #[arg(short, long, value_name = "LIST", default_value = notation::USUAL, value_parser = measures)]
    measures: Measures,

    /// Average over all judged topics; those without results count as 0
    #[arg(short = 'c', long)]
    complete: bool,

    /// The lowest grade that counts as relevant, for measures that do not name one [default: 1]
    #[arg(short = 'l', long, value_name = "GRADE")]
    level: Option<u32>,

    /// Take unjudged documents out of every ranking
    #[arg(short = 'J', long)]
    judged_only: bool,

    /// Look at the first N results of each topic only
    #[arg(short = 'M', long, value_name = "N")]
    depth: Option<usize>,

    /// Map formula ids to visual ids by this formula list (or folder of them), and keep each once
    #[arg(long, value_name = "MAP")]
    visual: Option<PathBuf>,

    /// Show the numbers of every topic
    #[arg(long)]
    per_topic: bool,

    /// Add two rows: the judged documents in random and in perfect order
    #[arg(long)]
    extremes: bool,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Table, value_name = "FORM")]
    format: Format,

    /// The run, by tag or file, that `html` and `latex` compare the others with
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,

    /// The same as `--format json`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    files: Files,

    /// Compare scores in 32 bits, as trec_eval 9.0 did
    #[arg(long)]
    single_precision: bool,

    /// Known answers for Task 3: `topic docno answer [contributors]`, separated by tabs
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Check the runs as submissions instead of measuring them; QRELS may then be a topic file
    #[arg(long)]
    check: bool,

    /// The topics that a submission may have (with `--check`)
    #[arg(long, value_name = "FILE", requires = "check")]
    topics: Option<PathBuf>,
}

/// The measures of a command line.
#[derive(Clone)]
pub(super) struct Measures(pub(super) Vec<Measure>);

pub(super) fn measures(text: &str) -> Result<Measures, String> {
    notation::list(text).map(Measures).map_err(|error| failure::with_hint(&error, error.hint()))
}

/// Form of the output.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Runs down, measures across
    Table,
    /// `measure<TAB>topic or all<TAB>value`
    Trec,
    /// All digits, and what was measured how
    Json,
    /// Six digits
    Csv,
    /// A table for a paper
    Latex,
    /// A page with plots, in one file
    Html,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.check {
        return check::run(arguments);
    }
    let (measured, notes) = measured(arguments);
    notes.iter().for_each(|note| eprintln!("note: {}", notes::said(note)));
    print::print(arguments, &measured.map_err(notes::explained)?)
}

/// The numbers of a command line that begins with `eval`; the error is what the command would say.
pub fn measured_by(words: &[OsString]) -> Result<Report, String> {
    let program = OsString::from("perga");
    let Line { command: Only::Eval(arguments) } =
        Line::try_parse_from(std::iter::once(&program).chain(words)).map_err(|error| error.to_string())?;
    if arguments.check {
        return Err("`--check` measures nothing".to_owned());
    }
    let (measured, notes) = measured(&arguments);
    let notes: String = notes.iter().map(|note| format!("note: {}\n", notes::said(note))).collect();
    match measured {
        Ok(measured) => Ok(measured.report),
        Err(error) => Err(format!("{notes}{}", failure::described(&notes::explained(error)))),
    }
}

/// A command line on which `eval` is the only command.
#[derive(clap::Parser)]
#[command(name = "perga")]
struct Line {
    #[command(subcommand)]
    command: Only,
}

#[derive(clap::Subcommand)]
enum Only {
    Eval(Box<Arguments>),
}

/// All runs, measured, and what is said beside them.
fn measured(arguments: &Arguments) -> (eval::Result<Measured>, Vec<Note>) {
    let mut notes = Vec::new();
    let measured = arguments.evaluation().measure(&mut notes);
    // A level on the command line was chosen: nothing to warn of.
    notes.retain(|note| arguments.level.is_none() || !matches!(note, Note::LowestLevel { .. }));
    (measured, notes)
}

impl Arguments {
    fn evaluation(&self) -> Evaluation {
        Evaluation {
            qrels: self.qrels.clone(),
            runs: self.runs.clone(),
            measures: self.measures.0.clone(),
            options: self.options(),
            reading: self.files.reading(),
            visual: self.visual.clone(),
            dropped_grades: self.files.drop_grades.clone(),
            answers: self.answers.clone(),
            extremes: self.extremes,
            curves: self.format == Format::Html,
            per_topic: self.per_topic,
        }
    }

    fn options(&self) -> Options {
        let precision = if self.single_precision { Precision::Single } else { Precision::Double };
        Options {
            complete: self.complete,
            level: self.level.unwrap_or(1),
            judged_only: self.judged_only,
            depth: self.depth,
            precision,
        }
    }
}

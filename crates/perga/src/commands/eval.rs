//! `perga eval`: runs against judgements.

mod check;
mod print;

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use eval::evaluation::{Answers, Evaluation, Measured, Note};
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
  perga eval task3-2022.qrels --answers-map run-topic-answer.tsv --extremes --correlations
      one answer per topic: average relevance, P@1, the ceiling of both, and how they go together
  perga eval topics.xml run.tsv --check
      what a lab would refuse: unknown topics, duplicates, too many results, scores that rise";

/// The command line of `perga eval`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The judgements: `topic 0 docno grade` (gzip is read directly, here and below)
    qrels: PathBuf,

    /// The runs: TREC columns or those of ARQMath Task 1, 2 or 3
    #[arg(required_unless_present_any = ["check", "answers_map"])]
    runs: Vec<PathBuf>,

    /// Measures such as `nDCG'`, `P(rel=2)@10`, `Bpref`; a prime means judged documents only
    #[arg(short, long, value_name = "LIST", default_value = notation::USUAL, value_parser = measures)]
    measures: Measures,

    /// Call measures as ir_measures does, whatever they are called on the command line
    #[arg(long)]
    ir_names: bool,

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

    #[command(flatten)]
    task3: Task3,

    /// Say how every two measures go together over the runs: Pearson's r, Kendall's τ-b
    #[arg(long)]
    correlations: bool,

    /// A table with more numbers, `run<TAB>MEASURE…`, such as published ones
    #[arg(long, value_name = "TABLE")]
    beside: Option<PathBuf>,

    /// Check the runs as submissions instead of measuring them; QRELS may then be a topic file
    #[arg(long)]
    check: bool,

    /// The topics that a submission may have (with `--check`)
    #[arg(long, value_name = "FILE", requires = "check")]
    topics: Option<PathBuf>,
}

/// The options of ARQMath Task 3: one answer per topic.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for Task 3 of ARQMath")]
struct Task3 {
    /// Known answers: `topic docno answer [contributors]`, separated by tabs
    #[arg(long, value_name = "FILE")]
    answers: Vec<PathBuf>,

    /// Which known answer each run gave: `run topic docno`
    #[arg(long, value_name = "MAP")]
    answers_map: Option<PathBuf>,

    /// The runs are rankings; the first result of each topic is its answer
    #[arg(long)]
    first_results: bool,

    /// Marks of assessors: `topic_id answer_id machine_generated unrelated_information`
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,

    /// Compare answers by the tokens of this `tokenizer.json`
    #[arg(long, value_name = "FILE")]
    tokenizer: Option<PathBuf>,

    /// Compare answers by the vectors of the model in this folder, too
    #[arg(long, value_name = "DIR")]
    encoder: Option<PathBuf>,

    /// After how many layers of the model; all without it
    #[arg(long, value_name = "N", requires = "encoder")]
    layer: Option<usize>,
}

impl Task3 {
    /// The settings, if runs are answers.
    fn settings(&self) -> Result<Option<Answers>> {
        if self.answers.is_empty() && self.answers_map.is_none() && !self.first_results {
            return Ok(None);
        }
        let encoder = |folder: &PathBuf| lab::answers::encoder(folder, self.layer);
        Ok(Some(Answers {
            known: self.answers.clone(),
            map: self.answers_map.clone(),
            first_results: self.first_results,
            marks: self.marks.clone(),
            tokenizer: self.tokenizer.as_deref().map(lab::answers::tokenizer).transpose()?,
            encoder: self.encoder.as_ref().map(encoder).transpose()?,
        }))
    }
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
    let (measured, notes) = measured(arguments)?;
    notes.iter().for_each(|note| eprintln!("note: {}", notes::said(note)));
    print::print(arguments, &measured.map_err(notes::explained)?)
}

/// The numbers of the command, for a reproduction; the error is what the command would say.
pub(super) fn report(arguments: &Arguments) -> Result<Report, String> {
    if arguments.check {
        return Err("`--check` measures nothing".to_owned());
    }
    let (measured, notes) = measured(arguments).map_err(|error| failure::described(&error))?;
    let notes: String = notes.iter().map(|note| format!("note: {}\n", notes::said(note))).collect();
    match measured {
        Ok(measured) => Ok(measured.report),
        Err(error) => Err(format!("{notes}{}", failure::described(&notes::explained(error)))),
    }
}

/// All runs, measured, and what is said beside them.
fn measured(arguments: &Arguments) -> Result<(eval::Result<Measured>, Vec<Note>)> {
    let mut notes = Vec::new();
    let measured = arguments.evaluation()?.measure(&mut notes);
    // A level on the command line was chosen: nothing to warn of.
    notes.retain(|note| arguments.level.is_none() || !matches!(note, Note::LowestLevel { .. }));
    Ok((measured, notes))
}

impl Arguments {
    fn evaluation(&self) -> Result<Evaluation> {
        Ok(Evaluation {
            qrels: self.qrels.clone(),
            runs: self.runs.clone(),
            measures: match self.ir_names {
                true => self.measures.0.iter().map(|measure| measure.renamed(&self.options())).collect(),
                false => self.measures.0.clone(),
            },
            options: self.options(),
            reading: self.files.reading(),
            visual: self.visual.clone(),
            dropped_grades: self.files.drop_grades.clone(),
            answers: self.task3.settings()?,
            extremes: self.extremes,
            curves: self.format == Format::Html,
            per_topic: self.per_topic,
            beside: self.beside.clone(),
            correlations: self.correlations,
        })
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

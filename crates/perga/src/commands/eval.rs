//! `perga eval`: runs against judgements.
//!
//! All runs are read and measured before anything is printed: an error in the last file leaves no
//! numbers of the first on stdout.

mod check;
mod print;
mod task3;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Parser, ValueEnum};
use eval::measure::notation;
use eval::report::curves::{Curver, Curves};
use eval::report::{Report, RunReport, names};
use eval::{Evaluator, Judgements, Measure, Options, Precision, extremes, visual};
use rayon::prelude::*;
use trec::run::Duplicates;
use trec::{Input, Qrels, Run, VisualMap, run};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga eval task1-2020.qrels run.tsv.gz -l 2
      the three numbers of the ARQMath papers: nDCG′, MAP′ and P′@10, relevant from grade 2 up
  perga eval q.qrels a.run b.run --measures 'nDCG@10,P(rel=2)@10,Bpref,RR' --per-topic --format csv
      any measures in the notation of ir_measures; one row a topic
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
    #[arg(short, long, value_name = "LIST", default_value = "nDCG',MAP',P'@10", value_parser = measures)]
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

    /// Columns of the runs
    #[arg(long, value_enum, default_value_t = Columns::Auto, value_name = "COLUMNS")]
    columns: Columns,

    /// What to do with a docno that a topic has twice; with `--visual` the default is `last`
    #[arg(long, value_enum, value_name = "WHICH")]
    duplicates: Option<Which>,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',')]
    drop_grades: Vec<i32>,

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

/// The seed of the row `random order`.
const SEED: u64 = 1;

/// The measures of a command line.
#[derive(Clone)]
pub(super) struct Measures(pub(super) Vec<Measure>);

pub(super) fn measures(text: &str) -> Result<Measures, eval::Error> {
    notation::list(text).map(Measures)
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

/// Columns of a run.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Columns {
    /// Whatever the first lines look like
    Auto,
    /// topic Q0 docno rank score tag
    Trec,
    /// topic post rank score tag
    Arqmath1,
    /// topic formula post rank score tag
    Arqmath2,
    /// topic rank score tag sources answer
    Arqmath3,
}

impl From<Columns> for run::Columns {
    fn from(columns: Columns) -> Self {
        match columns {
            Columns::Auto => run::Columns::Auto,
            Columns::Trec => run::Columns::Trec,
            Columns::Arqmath1 => run::Columns::ArqMath1,
            Columns::Arqmath2 => run::Columns::ArqMath2,
            Columns::Arqmath3 => run::Columns::ArqMath3,
        }
    }
}

/// Which of two rows with the same docno counts.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Which {
    /// None: it is an error, as in trec_eval
    Error,
    /// The first, as in ARQMath's Task 1 scripts
    First,
    /// The place of the first with the score of the last, as in ARQMath's Task 2 scripts
    Last,
}

impl From<Which> for Duplicates {
    fn from(which: Which) -> Self {
        match which {
            Which::Error => Duplicates::Refuse,
            Which::First => Duplicates::KeepFirst,
            Which::Last => Duplicates::KeepLast,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.check {
        return check::run(arguments);
    }
    let mut qrels = Qrels::read(Input::open(&arguments.qrels)?)?;
    qrels.drop_grades(&arguments.drop_grades);
    let judgements = Judgements::new(&qrels);
    if arguments.answers.is_some() {
        return print::print(arguments, &task3::report(arguments, &judgements)?, &[]);
    }
    let (report, curves) = measured(arguments, &qrels, &judgements)?;
    print::print(arguments, &report, &curves)
}

/// The page of a report, without the notes on the side. The baseline is one of the files.
pub fn page(qrels: &Path, runs: &[PathBuf], level: u32, baseline: Option<&Path>) -> Result<String> {
    let mut line: Vec<OsString> =
        ["eval", "--format", "html", "--extremes", "-l"].map(OsString::from).to_vec();
    line.push(level.to_string().into());
    line.push("--".into());
    line.push(qrels.into());
    line.extend(runs.iter().map(OsString::from));
    let Line { mut arguments } = Line::try_parse_from(&line)?;
    let qrels = Qrels::read(Input::open(&arguments.qrels)?)?;
    let (report, curves) = measured(&arguments, &qrels, &Judgements::new(&qrels))?;
    // Tables call a run by its tag, which only its content says.
    let place = runs.iter().position(|run| baseline == Some(run.as_path()));
    arguments.baseline = place.and_then(|place| report.runs.get(place)).map(|run| run.name.clone());
    print::page(&arguments, &report, &curves, line.into_iter())
}

/// The arguments as a program of their own.
#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

/// All runs, measured.
fn measured(
    arguments: &Arguments,
    qrels: &Qrels,
    judgements: &Judgements<'_>,
) -> Result<(Report, Vec<Curves>)> {
    let evaluator = Evaluator::new(judgements, arguments.measures.0.clone(), options(arguments))?;
    let map = arguments.visual.as_ref().map(VisualMap::open).transpose()?;
    let curver = (arguments.format == Format::Html).then(|| Curver::new(judgements, options(arguments)));
    let meters = Meters { evaluator: &evaluator, curver: curver.transpose()?, map: map.as_ref() };
    let results: Vec<Result<(RunReport, Option<Curves>)>> =
        arguments.runs.par_iter().map(|path| evaluate(arguments, &meters, path)).collect();
    let (mut runs, curves): (Vec<_>, Vec<_>) =
        results.into_iter().collect::<Result<Vec<_>>>()?.into_iter().unzip();
    let curves: Vec<Curves> = curves.into_iter().flatten().collect();
    tell_apart(&mut runs);
    if arguments.extremes {
        runs.extend(extreme_rows(&evaluator, SEED)?);
    }
    note_levels(arguments, qrels);
    note_topics(&runs, arguments.complete);
    let columns = evaluator.measures().iter().map(Measure::column).collect();
    let (qrels, per_topic) = (qrels.file().to_owned(), arguments.per_topic);
    Ok((Report { qrels, columns, runs, options: options(arguments), per_topic }, curves))
}

fn options(arguments: &Arguments) -> Options {
    let precision = if arguments.single_precision { Precision::Single } else { Precision::Double };
    Options {
        complete: arguments.complete,
        level: arguments.level.unwrap_or(1),
        judged_only: arguments.judged_only,
        depth: arguments.depth,
        precision,
    }
}

/// What every run goes through.
struct Meters<'a> {
    evaluator: &'a Evaluator<'a>,
    curver: Option<Curver<'a>>,
    map: Option<&'a VisualMap>,
}

fn evaluate(arguments: &Arguments, meters: &Meters, path: &PathBuf) -> Result<(RunReport, Option<Curves>)> {
    let default = if meters.map.is_some() { Duplicates::KeepLast } else { Duplicates::Refuse };
    let duplicates = arguments.duplicates.map_or(default, Duplicates::from);
    let options = run::Options { columns: arguments.columns.into(), duplicates };
    let run = Run::read(Input::open(path)?, options)?;
    let run = match meters.map {
        Some(map) => distinct(&run, map)?,
        None => run,
    };
    let scores = meters.evaluator.evaluate(&run)?;
    let curves = meters.curver.as_ref().map(|curver| curver.curves(&run)).transpose()?;
    Ok((RunReport { name: run.tag().to_owned(), file: run.file().to_owned(), scores }, curves))
}

pub(super) fn distinct(run: &Run, map: &VisualMap) -> Result<Run> {
    let distinct = visual::distinct(run, map);
    let rows: usize = run.topics().iter().map(|topic| topic.rows.len()).sum();
    if distinct.unknown == rows {
        let example =
            run.topics().first().and_then(|topic| topic.rows.first()).map_or("", |row| run.docno(row));
        bail!(
            "{}:1: none of its formulas is in the map of visual ids\nhint: its docnos look like `{example}`; leave `--visual` out if they are visual ids already",
            run.file()
        );
    }
    if distinct.unknown > 0 {
        eprintln!(
            "note: {}: {} of {rows} formulas are not in the map and were left out",
            run.file(),
            distinct.unknown
        );
    }
    Ok(distinct.run)
}

/// Runs with the same tag are called by their files, as shortly as tells them apart.
pub(super) fn tell_apart(runs: &mut [RunReport]) {
    let tags: Vec<String> = runs.iter().map(|run| run.name.clone()).collect();
    let short = names::short(&runs.iter().map(|run| run.file.as_str()).collect::<Vec<_>>());
    for (run, short) in runs.iter_mut().zip(short) {
        if tags.iter().filter(|tag| **tag == run.name).count() > 1 {
            run.name = short;
        }
    }
}

pub(super) fn extreme_rows(evaluator: &Evaluator, seed: u64) -> Result<[RunReport; 2]> {
    let random = extremes::random_scores(evaluator, seed, extremes::ROUNDS)?;
    let perfect = evaluator.evaluate(&extremes::perfect_order(evaluator.judgements()))?;
    let row = |name: &str, scores| RunReport { name: name.to_owned(), file: String::new(), scores };
    Ok([row("random order", random), row("perfect order", perfect)])
}

/// The two traps of ARQMath's grades: relevance begins at 2, and 5 and 6 are no grades.
fn note_levels(arguments: &Arguments, qrels: &Qrels) {
    let open = |measure: &&Measure| measure.judged_only() && measure.is_binary() && measure.level().is_none();
    let labels: Vec<&str> = arguments.measures.0.iter().filter(open).map(Measure::label).collect();
    let highest = qrels.highest_grade();
    if arguments.level.is_none() && !labels.is_empty() && highest > 1 {
        let labels = labels.join(", ");
        eprintln!(
            "note: grade 1 counts as relevant in {labels}; ARQMath's papers count from grade 2 up: `-l 2`"
        );
    }
    if trec::qrels::ARQMATH_CODES.contains(&highest) {
        eprintln!(
            "note: {} has the grade {highest}; in ARQMath's complete files 5 and 6 mean no judgement: `--drop-grades 5,6`",
            qrels.file()
        );
    }
}

/// What the averages are over, where that is not every judged topic.
fn note_topics(runs: &[RunReport], complete: bool) {
    for run in runs.iter().filter(|run| !run.scores.missing.is_empty()) {
        let (count, missing) = (run.scores.topics.len(), run.scores.missing.len());
        let judged = count + if complete { 0 } else { missing };
        let how = if complete { "counted as 0" } else { "left out of the average; `-c` counts them as 0" };
        eprintln!("note: {}: no results for {missing} of {judged} judged topics: {how}", run.name);
    }
}

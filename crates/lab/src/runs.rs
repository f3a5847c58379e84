//! Runs: every topic of a file searched for, and the results written as TREC, ARQMath and NTCIR have them.
//!
//! Warnings go to the caller, which knows the command that provides what is missing.
//!
//! What it is not: an evaluation. `eval` measures a run from its file, like any other run.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

mod formulas;
mod ntcir;
mod questions;
mod rerank;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::TypedValueParser;
use index::Index;
use rank::ensembles::{Ensemble, Member};
use trec::Input;
use trec::topics::Topic;

pub use formulas::{Docno, first_docno, query};
pub use questions::question;
pub use rank::context::{Window, With};

use crate::fuse::{Listed, fuse};
use crate::made::Made;
use crate::{IndexFolder, named};

/// The topics, the index, and the form of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Request {
    /// Where is searched.
    #[command(flatten)]
    pub index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    pub topics: PathBuf,

    /// What is searched for
    #[arg(long, value_enum)]
    pub task: Task,

    /// Results per topic at most; with `--instances`, distinct formulas
    #[arg(short, value_name = "N", default_value_t = 1000)]
    pub k: usize,

    /// The system that searches, by its name or its file; also an ensemble of pipelines
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub pipeline: String,

    /// Rank the results of this run again, by the pipeline, instead of searching for candidates
    #[arg(long, value_name = "RUN")]
    pub rerank: Option<PathBuf>,

    /// The columns of the run; `arqmath3` for `--task open`, `trec` for the others
    #[arg(long, value_enum)]
    pub columns: Option<Columns>,

    /// What stands for a formula in the run
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    pub docno: Docno,

    /// Rows per distinct formula: its first N occurrences in the collection, or `all` [default: 1]
    #[arg(long, value_name = "N", value_parser = instances)]
    pub instances: Option<Instances>,

    /// Also rank by the text around the formula
    #[arg(long, value_name = "WITH", value_parser = contexts(), num_args = 0..=1, require_equals = true, default_missing_value = "words")]
    pub context: Option<With>,

    /// Sentences of context
    #[arg(long, value_name = "N", value_parser = windows(), default_value = "3", requires = "context")]
    pub context_sentences: Window,

    /// Links of topics to questions, for `--pipeline linked-posts`: `topic<TAB>question<TAB>duplicate`
    #[arg(long, value_name = "TSV")]
    pub links: Option<PathBuf>,
}

/// The task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Task {
    /// Formulas like the topic's (ARQMath Task 2, NTCIR formula browsing)
    Formulas,
    /// Units of every kind (NTCIR Math)
    Units,
    /// Answers to the topic's question (ARQMath Task 1)
    Answers,
    /// One answer to the topic's question in at most 1,200 characters (ARQMath Task 3)
    Open,
}

/// How many occurrences of each formula a run has. ARQMath and NTCIR call an occurrence an *instance*, and their files
/// judge instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instances {
    /// The first ones in the order of the collection.
    First(NonZeroUsize),
    /// All.
    All,
}

/// The occurrences of a formula, from the command line.
fn instances(text: &str) -> Result<Instances, String> {
    if text == "all" {
        return Ok(Instances::All);
    }
    text.parse().map(Instances::First).map_err(|_| "give a number from 1, or `all`".to_owned())
}

/// A parser for `--context`.
fn contexts() -> impl TypedValueParser<Value = With> {
    let help = [
        "Words",
        "Words, and the formulas nearby as LaTeX",
        "Words, and the formulas nearby as operator trees in line",
        "Published: the meaning graph of the sentence with operator trees",
        "Published: the meaning graph of the sentence with LaTeX",
        "Published: the words of the sentence and operator trees",
        "Published: the words of the sentence and LaTeX",
        "Published: the operator tree of the formula only",
    ];
    named(With::NAMES, help)
}

/// A parser for `--context-sentences`.
pub fn windows() -> impl TypedValueParser<Value = Window> {
    named(Window::NAMES, ["The sentence of the formula", "That sentence and those before and after it"])
}

/// The columns of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Columns {
    /// topic Q0 docno rank score tag
    Trec,
    /// topic, post, rank, score, tag (ARQMath Task 1)
    Arqmath1,
    /// topic, formula, post, rank, score, tag (ARQMath Task 2)
    Arqmath2,
    /// topic, rank, score, tag, sources, answer (ARQMath Task 3)
    Arqmath3,
    /// XML with formulas and substitutions, like NTCIR's
    Ntcir,
}

/// The results for every topic, and the name of the system.
pub(crate) struct Runs {
    pub(crate) tag: String,
    pub(crate) rows: Vec<Vec<Row>>,
}

/// A row of a run.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) docno: String,
    pub(crate) unit: String,
    pub(crate) score: f64,
}

/// Something a user should know while a run is made.
#[derive(Debug)]
pub enum Warning<'a> {
    /// The vectors of formulas are older than the index.
    OldVectors(&'a str),
    /// The index has vectors of units that cannot be used.
    UnusableVectors(&'a rank::Error),
    /// This topic has no formula to search for.
    NoFormula(&'a str),
    /// This topic has no question, so its formula has no context.
    NoContext(&'a str),
    /// No answer was found for this topic.
    NoAnswer(&'a str),
    /// So many of the results to rank again are not in the index, or are not of the kind that is searched for.
    NotIndexed {
        /// Results that were left out.
        missing: usize,
        /// All results.
        of: usize,
    },
}

/// Called with every warning, from any thread.
pub type Warn<'a> = &'a (dyn Fn(Warning<'_>) + Sync);

/// Searches for every topic and returns the text of the run, and how it was made.
pub fn write(request: &Request, warn: Warn) -> Result<(String, Made)> {
    let index = request.index.open()?;
    let topics = trec::topics::read(&Input::open(&request.topics)?)?;
    let text = text(request, &index, &topics, warn)?;
    let commit = &index.manifest().commit_identity;
    let made = Made {
        inputs: std::iter::once(&request.topics).chain(&request.rerank).cloned().collect(),
        index: Some(format!("{}, commit {commit}", request.index.index.display())),
        pipeline: Some(source(request)?),
        ..Made::default()
    };
    Ok((text, made))
}

/// The system as a file.
fn source(request: &Request) -> Result<String> {
    if let Some(ensemble) = Ensemble::find(&request.pipeline)? {
        return Ok(ensemble.to_toml()?);
    }
    Ok(match request.task {
        Task::Formulas => rank::formulas::Pipeline::load(&request.pipeline)?.to_toml()?,
        Task::Units | Task::Answers | Task::Open => {
            rank::questions::Pipeline::load(&request.pipeline)?.to_toml()?
        }
    })
}

/// The text of the run.
fn text(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<String> {
    match (request.task, request.columns) {
        (Task::Open, None | Some(Columns::Arqmath3)) => questions::extracts(request, index, topics, warn),
        (Task::Open, Some(_)) => bail!("the task `open` has the columns `arqmath3` and no others"),
        (Task::Units | Task::Answers, Some(Columns::Ntcir)) => ntcir::write(request, index, topics),
        (_, columns) => lines(columns, &ids(topics), &ranked(request, index, topics, warn)?),
    }
}

/// The results of the system: of a pipeline, or of the pipelines of an ensemble.
fn ranked(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<Runs> {
    match Ensemble::find(&request.pipeline)? {
        Some(ensemble) => fused(&ensemble, request, index, topics, warn),
        None => searched(request, index, topics, warn),
    }
}

/// The results of a pipeline.
fn searched(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<Runs> {
    match request.task {
        Task::Formulas => formulas::runs(request, index, topics, warn),
        _ => questions::runs(request, index, topics, warn),
    }
}

/// The results of the members of an ensemble as one list for each topic.
fn fused(
    ensemble: &Ensemble,
    request: &Request,
    index: &Index,
    topics: &[Topic],
    warn: Warn,
) -> Result<Runs> {
    let run = |member: &Member| {
        let pipeline = member.pipeline.clone();
        searched(&Request { pipeline, k: member.take, ..request.clone() }, index, topics, warn)
    };
    let runs = ensemble.members.iter().map(run).collect::<Result<Vec<Runs>>>()?;
    let fuser = ensemble.fuser();
    let topic = |number: usize| {
        let lists = runs.iter().map(|runs| Listed::all(runs.rows.get(number).map_or(&[], Vec::as_slice)));
        fuse(&fuser, &lists.collect::<Vec<_>>(), request.k)
    };
    Ok(Runs { tag: ensemble.name.clone(), rows: (0..topics.len()).map(topic).collect() })
}

/// A score below those of the rows before it: runs have no ties.
pub(crate) fn falling(score: f64, rows: &[Row]) -> f64 {
    rows.last().map_or(score, |last| below(last.score, score))
}

/// A score, or a number below the last one if it is not below it: also where scores are read in 32 bits, as
/// trec_eval 9 does.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn below(last: f64, score: f64) -> f64 {
    let lowest = last as f32;
    if (score as f32) < lowest {
        score
    } else if last.abs() < NEAR_ZERO {
        // The number below 0 has many decimals.
        last - NEAR_ZERO / 1000.0
    } else {
        lowest.next_down().into()
    }
}

/// Scores nearer to 0 fall in steps that can be read.
const NEAR_ZERO: f64 = 1e-12;

/// The ids of topics.
fn ids(topics: &[Topic]) -> Vec<String> {
    topics.iter().map(|topic| topic.id.clone()).collect()
}

/// The lines of a run.
pub(crate) fn lines(columns: Option<Columns>, topics: &[String], runs: &Runs) -> Result<String> {
    let mut out = String::new();
    for (id, rows) in topics.iter().zip(&runs.rows) {
        for (rank, row) in (1..).zip(rows) {
            let tag = &runs.tag;
            let Row { docno, unit, score } = row;
            match columns.unwrap_or(Columns::Trec) {
                Columns::Trec => writeln!(out, "{id} Q0 {docno} {rank} {score} {tag}")?,
                Columns::Arqmath1 => writeln!(out, "{id}\t{unit}\t{rank}\t{score}\t{tag}")?,
                Columns::Arqmath2 => writeln!(out, "{id}\t{docno}\t{unit}\t{rank}\t{score}\t{tag}")?,
                Columns::Arqmath3 | Columns::Ntcir => bail!("these columns do not fit this task"),
            }
        }
    }
    Ok(out)
}

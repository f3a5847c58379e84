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

use anyhow::{Result, bail};
use clap::ValueEnum;
use index::Index;
use trec::Input;
use trec::topics::Topic;

pub use formulas::{Docno, first_docno, query};
pub use questions::question;
pub use rank::context::{Window, With};

/// The topics, the index, and the form of the run.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of the index.
    pub index: PathBuf,
    /// The file of topics.
    pub topics: PathBuf,
    /// The task.
    pub task: Task,
    /// Results of a topic, at most.
    pub k: usize,
    /// The system that searches, by its name or its file.
    pub pipeline: String,
    /// The columns of the run, if not the default of the task.
    pub columns: Option<Columns>,
    /// The id of a formula in the run.
    pub docno: Docno,
    /// The occurrences of a formula that are written.
    pub instances: Instances,
    /// The file with the links of topics to questions.
    pub links: Option<PathBuf>,
    /// The context of formulas that is compared as well, and how far context reaches.
    pub context: Option<(With, Window)>,
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
struct Runs {
    tag: String,
    rows: Vec<Vec<Row>>,
}

/// A row of a run.
struct Row {
    docno: String,
    unit: String,
    score: f64,
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
}

/// Called with every warning, from any thread.
pub type Warn<'a> = &'a (dyn Fn(Warning<'_>) + Sync);

/// Searches for every topic and returns the text of the run.
pub fn write(request: &Request, warn: Warn) -> Result<String> {
    let index = Index::open(&request.index)?;
    let topics = trec::topics::read(&Input::open(&request.topics)?)?;
    match (request.task, request.columns) {
        (Task::Formulas, columns) => {
            lines(columns, &topics, &formulas::runs(request, &index, &topics, warn)?)
        }
        (Task::Open, None | Some(Columns::Arqmath3)) => questions::extracts(request, &index, &topics, warn),
        (Task::Open, Some(_)) => bail!("the task `open` has the columns `arqmath3` and no others"),
        (Task::Units | Task::Answers, Some(Columns::Ntcir)) => ntcir::write(request, &index, &topics),
        (Task::Units | Task::Answers, columns) => {
            lines(columns, &topics, &questions::runs(request, &index, &topics, warn)?)
        }
    }
}

/// A score below those of the rows before it: runs have no ties.
fn falling(score: f64, rows: &[Row]) -> f64 {
    rows.last().map_or(score, |last| below(last.score, score))
}

/// A score, or the next number below the last one if it is not below it: also where scores are read in 32 bits, as
/// trec_eval 9 does.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn below(last: f64, score: f64) -> f64 {
    let last = last as f32;
    if (score as f32) < last { score } else { last.next_down().into() }
}

/// The lines of a run.
fn lines(columns: Option<Columns>, topics: &[Topic], runs: &Runs) -> Result<String> {
    let mut out = String::new();
    for (topic, rows) in topics.iter().zip(&runs.rows) {
        for (rank, row) in (1..).zip(rows) {
            let (id, tag) = (&topic.id, &runs.tag);
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

//! `perga run`: searches for every topic of a file and writes a run.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

mod formulas;
mod ntcir;
mod questions;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
pub(super) use formulas::{Docno, docno_of, query};
use index::Index;
pub(super) use questions::question;
use trec::Input;
use trec::topics::Topic;

/// The command line of `perga run`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the index
    #[arg(long, value_name = "DIR")]
    index: PathBuf,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    topics: String,

    /// What is searched for
    #[arg(long, value_enum)]
    task: Task,

    /// Results per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// The columns of the run; `arqmath3` for `--task open`, `trec` for the others
    #[arg(long, value_enum)]
    columns: Option<Columns>,

    /// What stands for a formula in the run
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Order formulas by the context of the topic's as well: words, words+latex or words+operators
    #[arg(long, value_name = "WITH", num_args = 0..=1, require_equals = true, default_missing_value = "words")]
    context: Option<formulas::With>,

    /// Sentences that context reaches over: the formula's own, or the two around it as well
    #[arg(long, value_name = "N", value_enum, default_value_t = formulas::Sentences::Three, requires = "context")]
    context_sentences: formulas::Sentences,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Task {
    /// Formulas like the topic's (ARQMath Task 2, NTCIR formula browsing)
    Formulas,
    /// Units of every kind (NTCIR Math)
    Units,
    /// Answers to the topic's question (ARQMath Task 1)
    Answers,
    /// One answer to the topic's question in at most 1,200 characters (ARQMath Task 3)
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Columns {
    /// topic Q0 docno rank score tag
    Trec,
    /// topic, post, rank, score, tag (ARQMath Task 1)
    Arqmath1,
    /// topic, formula, post, rank, score, tag (ARQMath Task 2)
    Arqmath2,
    /// topic, rank, score, tag, sources, answer (ARQMath Task 3)
    Arqmath3,
    /// XML with formulas and substitutions, in the manner of NTCIR
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

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.k == 0 {
        bail!("`-k` must be at least 1");
    }
    if arguments.context.is_some() && arguments.task != Task::Formulas {
        bail!("`--context` is for `--task formulas`: other tasks search whole questions anyway");
    }
    let index = Index::open(&arguments.index)?;
    let topics = trec::topics::read(&Input::open(&arguments.topics)?)?;
    let text = match (arguments.task, arguments.columns) {
        (Task::Formulas, columns) => lines(columns, &topics, &formulas::runs(arguments, &index, &topics)?)?,
        (Task::Open, None | Some(Columns::Arqmath3)) => questions::extracts(arguments, &index, &topics)?,
        (Task::Open, Some(_)) => bail!("`--task open` writes ARQMath's columns\nhint: leave out `--columns`"),
        (Task::Units | Task::Answers, Some(Columns::Ntcir)) => ntcir::write(arguments, &index, &topics)?,
        (Task::Units | Task::Answers, columns) => {
            lines(columns, &topics, &questions::runs(arguments, &index, &topics)?)?
        }
    };
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
        }
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
}

/// A score below the one before it: runs have no ties.
fn falling(score: f64, rows: &[Row]) -> f64 {
    match rows.last() {
        Some(last) if score >= last.score => last.score.next_down(),
        _ => score,
    }
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
                Columns::Arqmath3 | Columns::Ntcir => bail!(
                    "these columns do not fit this task\nhint: `arqmath3` is for `--task open`, `ntcir` for units"
                ),
            }
        }
    }
    Ok(out)
}

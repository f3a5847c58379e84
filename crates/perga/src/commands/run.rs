//! `perga run`: searches for every topic of a file and writes a run.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use corpus::Input;
use corpus::topics::{Topic, TopicFormula};
use formula::Notation;
use index::Index;
use rank::pipeline::Pipeline;
use rank::query::Query;
use rank::search::Searcher;
use rayon::prelude::*;

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

    /// The columns of the run
    #[arg(long, value_enum, default_value_t = Columns::Trec)]
    columns: Columns,

    /// What stands for a formula in the run
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Task {
    /// Formulas like the topic's (ARQMath Task 2, NTCIR formula browsing)
    Formulas,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Columns {
    /// topic Q0 docno rank score tag
    Trec,
    /// topic, formula, post, rank, score, tag (ARQMath Task 2)
    Arqmath2,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Docno {
    /// The id of the first indexed instance
    Instance,
    /// The visual id that the collection gives it, or our own
    Visual,
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
    let index = Index::open(&arguments.index)?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(&index, &pipeline)?;
    if let Some(warning) = searcher.warning() {
        eprintln!("warning: {warning}");
    }
    let topics = corpus::topics::read(&Input::open(&arguments.topics)?)?;
    let rows = |topic: &Topic| rows_of(topic, arguments, &index, &searcher);
    let runs: Vec<Vec<Row>> = topics.par_iter().map(rows).collect::<Result<_>>()?;
    match &arguments.output {
        Some(path) => {
            let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
            write(arguments, &pipeline, &topics, &runs, BufWriter::new(file))
        }
        None => write(arguments, &pipeline, &topics, &runs, BufWriter::new(io::stdout().lock())),
    }
}

/// The results for one topic, with strictly falling scores.
fn rows_of(topic: &Topic, arguments: &Arguments, index: &Index, searcher: &Searcher) -> Result<Vec<Row>> {
    let Some(query) = query(topic) else {
        eprintln!("warning: topic `{}` has no formula", topic.id);
        return Ok(Vec::new());
    };
    let mut rows: Vec<Row> = Vec::new();
    for hit in searcher.search(&query, arguments.k).hits {
        let Some((docno, unit)) = docno_of(index, hit.record, arguments.docno)? else { continue };
        if rows.iter().any(|row| row.docno == docno) {
            continue;
        }
        let score = match rows.last() {
            Some(last) if hit.score >= last.score => last.score.next_down(),
            _ => hit.score,
        };
        rows.push(Row { docno, unit, score });
    }
    Ok(rows)
}

/// What a run calls a record, and the unit that holds it; none if no unit does any more.
pub(super) fn docno_of(index: &Index, record: u32, docno: Docno) -> Result<Option<(String, String)>> {
    let Some((unit, instance)) = index.first_instance(record)? else { return Ok(None) };
    let name = match docno {
        Docno::Instance => instance.id.unwrap_or_else(|| unit.id.clone()),
        Docno::Visual => instance.visual_id.unwrap_or_else(|| format!("v{record}")),
    };
    Ok(Some((name, unit.id)))
}

/// The formula of a topic.
pub(super) fn query(topic: &Topic) -> Option<Query> {
    let formula = topic.formula.as_ref().or(topic.formulas.first());
    match formula {
        Some(TopicFormula { latex, mathml: Some(mathml), .. }) if latex.is_empty() => {
            Some(Query::read(mathml, Notation::MathMl))
        }
        Some(formula) => Some(Query::read(&formula.latex, Notation::Latex)),
        None if !topic.title.trim().is_empty() => Some(Query::read(topic.title.trim(), Notation::Latex)),
        None => None,
    }
}

fn write(
    arguments: &Arguments,
    pipeline: &Pipeline,
    topics: &[Topic],
    runs: &[Vec<Row>],
    mut out: impl Write,
) -> Result<()> {
    for (topic, rows) in topics.iter().zip(runs) {
        for (rank, row) in (1..).zip(rows) {
            let (id, tag) = (&topic.id, &pipeline.name);
            let Row { docno, unit, score } = row;
            match arguments.columns {
                Columns::Trec => writeln!(out, "{id} Q0 {docno} {rank} {score} {tag}")?,
                Columns::Arqmath2 => writeln!(out, "{id}\t{docno}\t{unit}\t{rank}\t{score}\t{tag}")?,
            }
        }
    }
    Ok(out.flush()?)
}

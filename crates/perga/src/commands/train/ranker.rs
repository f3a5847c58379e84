//! `perga train ranker`: the weights of a pipeline from judgements, and what they are worth on topics not seen.

mod tables;

use document::counted;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::values::IndexFolder;
use anyhow::{Context, Result, bail};
use index::Index;
use lab::runs::Docno;
use lab::training::{Candidates, System, Task};
use rank::learning::{self, CrossValidation, Examples, Topic};
use tables::{fold_table, weight_table};
use trec::{Input, Qrels, Run, qrels as judged, run as runs};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga train ranker --index notes.index --topics topics.tsv --qrels judged.qrels -o ours.toml
      then `perga run --pipeline ours.toml …` searches with what was learned
  perga train ranker … --pipeline best --features values.tsv --run unseen.run
      the weights of `best`; the values they weigh; a run in which no topic was scored by weights that saw it
  perga train ranker --task answers --index threads.index --topics 2020.xml --qrels 2020.qrels --unjudged 100 -o of-2020.toml
      what each piece of evidence for an answer should count; unjudged answers count as wrong";

/// The command line of `perga train ranker`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<String>,

    /// Judgements for these topics, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    qrels: Vec<String>,

    /// What was judged
    #[arg(long, value_enum, default_value_t = Task::Formulas)]
    task: Task,

    /// Whose candidates are ranked, and what the weights are for: the values of its last stage, or its evidence; `ltr` for
    /// formulas, `best` for the others
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,

    /// Parts into which topics are dealt; each is scored with weights from the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=1000))]
    folds: u64,

    /// Candidates per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// Treat the best N unjudged candidates of a topic as not relevant
    #[arg(long, value_name = "N", default_value_t = 0)]
    unjudged: usize,

    /// What the judgements call a formula
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Write the values of the judged candidates, between tabs
    #[arg(long, value_name = "TSV")]
    features: Option<PathBuf>,

    /// Write the run of the cross-validation: each topic scored with weights that have not seen it
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,

    /// Write the pipeline with the weights learned from all topics
    #[arg(short, long, value_name = "TOML")]
    output: Option<PathBuf>,
}

/// How topics are dealt into folds.
const SEED: u64 = 1;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = Index::open(&arguments.index.index)?;
    let system = System::load(arguments.task, arguments.pipeline.as_deref())?;
    let qrels = qrels(&arguments.qrels)?;
    let examples = examples(arguments, &index, &system, &qrels)?;
    if let Some(path) = &arguments.features {
        examples.write(create(path)?)?;
    }
    let folds = usize::try_from(arguments.folds)?.min(examples.topics.len());
    let validation = learning::cross_validate(&examples, folds, SEED);
    let unseen = unseen(&examples, &validation, system.name());
    if let Some(path) = &arguments.run {
        write_run(&unseen, create(path)?)?;
    }
    let weights = learning::weights(&examples.topics, examples.names.len());
    let weights = system.settled(&examples, weights);
    let mut out = io::stdout().lock();
    write!(out, "{}", fold_table(&qrels, &examples, &validation, &unseen, arguments.unjudged > 0)?)?;
    writeln!(out, "\nweights from {}", counted(examples.topics.len(), "topic"))?;
    write!(out, "{}", weight_table(&examples.names, &weights))?;
    match &arguments.output {
        Some(path) => write_pipeline(arguments, &system, &examples, &weights, path),
        None => Ok(()),
    }
}

/// The judgements of all files.
fn qrels(files: &[String]) -> Result<Qrels> {
    let mut joined = judged::Builder::new(files.join(" and "));
    for file in files {
        let read = Qrels::read(Input::open(file)?)?;
        for topic in read.topics() {
            let judgements = topic.judgements.iter();
            judgements.for_each(|one| joined.push(&topic.id, "0", read.docno(one), one.grade));
        }
    }
    Ok(joined.finish())
}

/// The candidates of every topic that has something to learn from.
fn examples(arguments: &Arguments, index: &Index, system: &System, qrels: &Qrels) -> Result<Examples> {
    let mut topics = Vec::new();
    for file in &arguments.topics {
        topics.extend(trec::topics::read(&Input::open(file)?)?);
    }
    let candidates = Candidates { k: arguments.k, docno: arguments.docno, warn: &crate::commands::run::warn };
    let mut examples = system.examples(candidates, index, &topics, qrels)?;
    let topics = &mut examples.topics;
    topics.iter_mut().for_each(|topic| topic.refuse_unjudged(arguments.unjudged));
    let all = topics.len();
    topics.retain(Topic::has_pairs);
    if topics.len() < 2 {
        let hint = match arguments.task {
            Task::Formulas => "`--docno` says what judgements call a formula; ",
            _ => "`--unjudged` treats unjudged candidates as wrong; ",
        };
        bail!(
            "{}: of {} only {} found candidates of different grades\nhint: {hint}`perga run` with the same index shows what candidates are called here",
            qrels.file(),
            counted(all, "topic"),
            topics.len()
        );
    }
    if topics.len() < all {
        eprintln!(
            "note: {} without candidates of different grades left out",
            counted(all - topics.len(), "topic")
        );
    }
    Ok(examples)
}

/// The run of the cross-validation.
fn unseen(examples: &Examples, validation: &CrossValidation, name: &str) -> Run {
    let mut builder = runs::Builder::new("cross-validation", format!("{name}-unseen"));
    for (number, topic) in examples.topics.iter().enumerate() {
        for (docno, score) in validation.ranked(number, topic) {
            builder.push(&topic.id, docno, score);
        }
    }
    builder.finish()
}

fn write_run(run: &Run, mut out: impl Write) -> Result<()> {
    for topic in run.topics() {
        for (rank, row) in (1..).zip(&topic.rows) {
            writeln!(out, "{} Q0 {} {rank} {} {}", topic.id, run.docno(row), row.score, run.tag())?;
        }
    }
    Ok(out.flush()?)
}

fn write_pipeline(
    arguments: &Arguments,
    system: &System,
    examples: &Examples,
    weights: &[f64],
    path: &Path,
) -> Result<()> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let purpose = format!(
        "`{}` with weights learned from {} of {}",
        system.name(),
        counted(examples.topics.len(), "topic"),
        arguments.qrels.join(" and ")
    );
    let learned = system.learned(stem.as_deref().unwrap_or(system.name()), &purpose, weights)?;
    std::fs::write(path, learned).with_context(|| format!("cannot write `{}`", path.display()))
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(BufWriter::new(file))
}

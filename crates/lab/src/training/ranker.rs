//! The weights of a pipeline from judgements, and their quality on topics that they were not learned from.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use document::counted;
use index::Index;
use rank::learning::{self, CrossValidation, Examples, Topic};
use trec::{Input, Qrels, Run, qrels as judged, run as runs};

use super::tables::{fold_table, weight_table};
use super::{Candidates, System, Task};
use crate::runs::{Docno, Warn};

/// What is learned from, and what is written.
pub struct Training {
    /// The folder of the index.
    pub index: PathBuf,
    /// Files of topics.
    pub topics: Vec<String>,
    /// Judgements for these topics.
    pub qrels: Vec<String>,
    /// What was judged.
    pub task: Task,
    /// The pipeline whose weights are learned, by name or file; the usual one of the task without it.
    pub pipeline: Option<String>,
    /// Parts of a cross-validation.
    pub folds: usize,
    /// Candidates per topic at most.
    pub k: usize,
    /// The number of unjudged candidates of a topic that count as not relevant.
    pub unjudged: usize,
    /// What the judgements call a formula.
    pub docno: Docno,
    /// Where the values of the judged candidates are written.
    pub features: Option<PathBuf>,
    /// Where the run of the cross-validation is written.
    pub run: Option<PathBuf>,
    /// Where the pipeline with the learned weights is written.
    pub output: Option<PathBuf>,
}

/// Too few topics have candidates of different grades.
#[derive(Debug)]
pub struct NothingToLearn {
    /// The judgements.
    qrels: String,
    /// The number of topics.
    topics: usize,
    /// The number of topics that something can be learned from.
    learnable: usize,
    /// Whether formulas were judged.
    pub of_formulas: bool,
}

impl fmt::Display for NothingToLearn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NothingToLearn { qrels, learnable, .. } = self;
        let topics = counted(self.topics, "topic");
        write!(out, "{qrels}: of {topics} only {learnable} found candidates of different grades")
    }
}

impl std::error::Error for NothingToLearn {}

/// How topics are dealt into folds.
const SEED: u64 = 1;

impl Training {
    /// Learns, writes the files that are wanted, and returns the tables for people.
    ///
    /// # Errors
    /// A file cannot be read or written, or fewer than two topics have candidates of different grades.
    pub fn run(&self, warn: Warn<'_>) -> Result<String> {
        learn(self, warn)
    }
}

fn learn(arguments: &Training, warn: Warn<'_>) -> Result<String> {
    let index = Index::open(&arguments.index)?;
    let system = System::load(arguments.task, arguments.pipeline.as_deref())?;
    let qrels = qrels(&arguments.qrels)?;
    let examples = examples(arguments, &index, &system, &qrels, warn)?;
    if let Some(path) = &arguments.features {
        examples.write(create(path)?)?;
    }
    let folds = arguments.folds.min(examples.topics.len());
    let validation = learning::cross_validate(&examples, folds, SEED);
    let unseen = unseen(&examples, &validation, system.name());
    if let Some(path) = &arguments.run {
        write_run(&unseen, create(path)?)?;
    }
    let weights = learning::weights(&examples.topics, examples.names.len());
    let weights = system.settled(&examples, weights);
    if let Some(path) = &arguments.output {
        write_pipeline(arguments, &system, &examples, &weights, path)?;
    }
    let folds = fold_table(&qrels, &examples, &validation, &unseen, arguments.unjudged > 0)?;
    let topics = counted(examples.topics.len(), "topic");
    Ok(format!("{folds}\nweights from {topics}\n{}", weight_table(&examples.names, &weights)))
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
fn examples(
    arguments: &Training,
    index: &Index,
    system: &System,
    qrels: &Qrels,
    warn: Warn<'_>,
) -> Result<Examples> {
    let mut topics = Vec::new();
    for file in &arguments.topics {
        topics.extend(trec::topics::read(&Input::open(file)?)?);
    }
    let candidates = Candidates { k: arguments.k, docno: arguments.docno, warn };
    let mut examples = system.examples(candidates, index, &topics, qrels)?;
    let topics = &mut examples.topics;
    topics.iter_mut().for_each(|topic| topic.refuse_unjudged(arguments.unjudged));
    let all = topics.len();
    topics.retain(Topic::has_pairs);
    if topics.len() < 2 {
        return Err(NothingToLearn {
            qrels: qrels.file().to_owned(),
            topics: all,
            learnable: topics.len(),
            of_formulas: arguments.task == Task::Formulas,
        }
        .into());
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
    arguments: &Training,
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

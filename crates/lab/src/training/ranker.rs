//! The weights of a pipeline from judgements, and their quality on topics that they were not learned from.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use document::counted;
use index::Index;
use rank::Normalise;
use rank::learning::{self, Cost, CrossValidation, Examples, Linear, Topic};
use trec::{Features, Input, Qrels, Run, qrels as judged, run as runs};

use super::tables::{fold_table, weight_table};
use super::{Candidates, System, Task, feature_files};
use crate::runs::{Docno, Warn};
use crate::whole;

/// What is learned from, and what is written.
pub struct Training {
    /// Where the candidates and their values come from.
    pub source: Source,
    /// Judgements for the topics; without them, the grades of a feature file.
    pub qrels: Vec<String>,
    /// What an error costs.
    pub cost: Cost,
    /// Parts of a cross-validation.
    pub folds: usize,
    /// Where the values of the judged candidates are written.
    pub features: Option<PathBuf>,
    /// Where the run of the cross-validation is written.
    pub run: Option<PathBuf>,
    /// Where the learned weights are written.
    pub output: Option<PathBuf>,
}

/// Where the candidates of topics and their values come from.
pub enum Source {
    /// A pipeline finds and measures them in an index.
    Index(Searched),
    /// They stand in a feature file; its values are brought to one range first.
    Features(PathBuf, Normalise),
}

/// The pipeline whose weights are learned, and what it searches for.
pub struct Searched {
    /// The folder of the index.
    pub index: PathBuf,
    /// Files of topics.
    pub topics: Vec<String>,
    /// What was judged.
    pub task: Task,
    /// The pipeline, by name or file; the usual one of the task without it.
    pub pipeline: Option<String>,
    /// Candidates per topic at most.
    pub k: usize,
    /// The number of unjudged candidates of a topic that count as not relevant.
    pub unjudged: usize,
    /// What the judgements call a formula.
    pub docno: Docno,
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
    /// What may be wrong.
    pub hints_at: HintsAt,
}

/// What may be wrong if nothing can be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintsAt {
    /// The judgements may call formulas otherwise.
    Formulas,
    /// Too few of the units that were found may be judged.
    Units,
    /// The feature file may have no grades.
    Features,
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
    let (mut examples, qrels, learner) = found(arguments, warn)?;
    keep_learnable(&mut examples, &qrels, &learner)?;
    if let Some(path) = &arguments.features {
        write_whole(path, |out| Ok(examples.write(out)?))?;
    }
    let folds = arguments.folds.min(examples.topics.len());
    let validation = learning::cross_validate(&examples, folds, SEED, arguments.cost);
    let unseen = unseen(&examples, &validation, learner.name());
    if let Some(path) = &arguments.run {
        write_whole(path, |out| write_run(&unseen, out))?;
    }
    let weights = learning::weights(&examples.topics, examples.names.len(), arguments.cost);
    let weights = learner.settled(&examples, weights);
    if let Some(path) = &arguments.output {
        write_learned(arguments, &learner, &examples, &weights, path)?;
    }
    let folds = fold_table(&qrels, &examples, &validation, &unseen, learner.is_complete())?;
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

/// The candidates of all topics with their values, their judgements, and whose weights are learned.
fn found(arguments: &Training, warn: Warn<'_>) -> Result<(Examples, Qrels, Learner)> {
    match &arguments.source {
        Source::Index(searched) => {
            let index = Index::open(&searched.index)?;
            let system = System::load(searched.task, searched.pipeline.as_deref())?;
            let qrels = qrels(&arguments.qrels)?;
            let examples = searched.examples(&index, &system, &qrels, warn)?;
            let is_complete = searched.unjudged > 0;
            Ok((examples, qrels, Learner::System { system, task: searched.task, is_complete }))
        }
        Source::Features(path, normalise) => {
            let given = Features::read(&Input::open(path)?)?;
            let judged = (!arguments.qrels.is_empty()).then(|| qrels(&arguments.qrels)).transpose()?;
            let qrels = judged.unwrap_or_else(|| feature_files::grades(&given));
            let examples = feature_files::examples(&given, Some(&qrels));
            Ok((learning::normalised(&examples, *normalise), qrels, Learner::Values(*normalise)))
        }
    }
}

/// Leaves out topics that nothing can be learned from; fails if fewer than two are left.
fn keep_learnable(examples: &mut Examples, qrels: &Qrels, learner: &Learner) -> Result<()> {
    let all = examples.topics.len();
    examples.topics.retain(Topic::has_pairs);
    let learnable = examples.topics.len();
    if learnable < 2 {
        let (qrels, hints_at) = (qrels.file().to_owned(), learner.hints_at());
        return Err(NothingToLearn { qrels, topics: all, learnable, hints_at }.into());
    }
    if learnable < all {
        eprintln!(
            "note: {} without candidates of different grades left out",
            counted(all - learnable, "topic")
        );
    }
    Ok(())
}

impl Searched {
    /// The candidates of every topic.
    fn examples(&self, index: &Index, system: &System, qrels: &Qrels, warn: Warn<'_>) -> Result<Examples> {
        let mut topics = Vec::new();
        for file in &self.topics {
            topics.extend(trec::topics::read(&Input::open(file)?)?);
        }
        let candidates = Candidates { k: self.k, docno: self.docno, warn };
        let mut examples = system.examples(candidates, index, &topics, qrels)?;
        examples.topics.iter_mut().for_each(|topic| topic.refuse_unjudged(self.unjudged));
        Ok(examples)
    }
}

/// Whose weights are learned.
enum Learner {
    /// Those of a pipeline.
    System {
        system: System,
        task: Task,
        /// Whether unjudged candidates count as not relevant.
        is_complete: bool,
    },
    /// Those of the values of a feature file, brought to one range.
    Values(Normalise),
}

impl Learner {
    fn name(&self) -> &str {
        match self {
            Learner::System { system, .. } => system.name(),
            Learner::Values(_) => "linear",
        }
    }

    fn is_complete(&self) -> bool {
        matches!(self, Learner::System { is_complete: true, .. })
    }

    fn hints_at(&self) -> HintsAt {
        match self {
            Learner::System { task: Task::Formulas, .. } => HintsAt::Formulas,
            Learner::System { .. } => HintsAt::Units,
            Learner::Values(_) => HintsAt::Features,
        }
    }

    fn settled(&self, examples: &Examples, weights: Vec<f64>) -> Vec<f64> {
        match self {
            Learner::System { system, .. } => system.settled(examples, weights),
            Learner::Values(_) => weights,
        }
    }

    fn learned(&self, name: &str, purpose: &str, names: &[String], weights: &[f64]) -> rank::Result<String> {
        match self {
            Learner::System { system, .. } => system.learned(name, purpose, weights),
            Learner::Values(normalise) => Linear::new(name, purpose, *normalise, names, weights).to_toml(),
        }
    }
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

fn write_learned(
    arguments: &Training,
    learner: &Learner,
    examples: &Examples,
    weights: &[f64],
    path: &Path,
) -> Result<()> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let topics = counted(examples.topics.len(), "topic");
    let judged = arguments.qrels.join(" and ");
    let purpose = match &arguments.source {
        Source::Index(_) => format!("`{}` with weights learned from {topics} of {judged}", learner.name()),
        Source::Features(file, _) => format!("weights learned from {topics} of {}", file.display()),
    };
    let name = stem.as_deref().unwrap_or(learner.name());
    let learned = learner.learned(name, &purpose, &examples.names, weights)?;
    whole::write(path, &learned)
}

fn write_whole(path: &Path, write: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
    let mut text = Vec::new();
    write(&mut text)?;
    whole::write(path, &String::from_utf8(text)?)
}

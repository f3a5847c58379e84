//! The weights of a pipeline from judgements, and their quality on topics that they were not learned from.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::TypedValueParser;
use document::counted;
use index::Index;
use rank::Normalise;
use rank::learning::{self, Cost, CrossValidation, Examples, Linear, Topic};
use trec::{Features, Input, Qrels, Run, qrels as judged, run as runs};

use super::tables::{fold_table, weight_table};
use super::{Candidates, Per, System, Task, feature_files};
use crate::runs::{Docno, Warn};
use crate::{IndexFolder, named, whole};

/// What is learned from, and what is written.
#[derive(Clone, Debug, clap::Args)]
pub struct Training {
    /// The pipeline whose weights are learned; not asked for with a feature file.
    #[command(flatten)]
    pub searched: Searched,

    /// Judgements for these topics, once or several times
    #[arg(long, value_name = "FILE", required_unless_present = "from")]
    pub qrels: Vec<String>,

    /// Learn from the values of a feature file: `topic<TAB>docno<TAB>grade<TAB>…`, with a first line of names
    #[arg(long, value_name = "FEATURES", conflicts_with_all = ["topics", "task", "pipeline", "k", "unjudged", "docno", "features"])]
    pub from: Option<PathBuf>,

    /// Scale each value of the feature file to the range from 0 to 1 over the candidates of a topic
    #[arg(long, requires = "from")]
    pub min_max: bool,

    /// What an error costs: more follows the judgements more closely, less keeps weights small
    #[arg(long, value_name = "C", default_value_t = 1.0, value_parser = cost)]
    pub cost: f64,

    /// What that is the cost of
    #[arg(long, value_parser = costs(), default_value = "topic")]
    pub cost_per: Per,

    /// Folds of the cross-validation; each is scored with weights from the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=1000))]
    pub folds: u64,

    /// Write the values of the judged candidates, between tabs
    #[arg(long, value_name = "TSV")]
    pub features: Option<PathBuf>,

    /// Write the run of the cross-validation: each topic scored with weights that have not seen it
    #[arg(long, value_name = "RUN")]
    pub run: Option<PathBuf>,

    /// Write the pipeline with the weights learned from all topics
    #[arg(short, long, value_name = "TOML")]
    pub output: Option<PathBuf>,
}

/// The pipeline whose weights are learned, and what it searches for.
#[derive(Clone, Debug, clap::Args)]
pub struct Searched {
    /// Where is searched.
    #[command(flatten)]
    pub index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`, once or several times
    #[arg(long, value_name = "FILE", required_unless_present = "from")]
    pub topics: Vec<String>,

    /// What was judged
    #[arg(long, value_enum, default_value_t = Task::Formulas)]
    pub task: Task,

    /// Whose candidates are ranked, and what the weights are for: the values of its last stage, or its evidence; `ltr` for
    /// formulas, `best` for the others
    #[arg(long, value_name = "NAME")]
    pub pipeline: Option<String>,

    /// Candidates per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    pub k: usize,

    /// Treat the best N unjudged candidates of a topic as not relevant
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub unjudged: usize,

    /// What the judgements call a formula
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    pub docno: Docno,
}

/// A cost: a positive number.
fn cost(text: &str) -> Result<f64, String> {
    let cost = text.parse::<f64>().ok().filter(|cost| cost.is_finite() && *cost > 0.0);
    cost.ok_or_else(|| "the cost must be a number above 0".to_owned())
}

/// A parser for what an error costs.
fn costs() -> impl TypedValueParser<Value = Per> {
    let help = [
        "The mean error of the pairs of a topic, so that every topic counts the same",
        "The error of a pair, divided by the number of topics: `-c` of the program SVM-rank",
    ];
    named([(Per::Topic, "topic"), (Per::Pair, "pair")], help)
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
    let folds = usize::try_from(arguments.folds)?.min(examples.topics.len());
    let cost = Cost { value: arguments.cost, per: arguments.cost_per };
    let validation = learning::cross_validate(&examples, folds, SEED, cost);
    let unseen = unseen(&examples, &validation, learner.name());
    if let Some(path) = &arguments.run {
        write_whole(path, |out| write_run(&unseen, out))?;
    }
    let weights = learning::weights(&examples.topics, examples.names.len(), cost);
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
    if let Some(path) = &arguments.from {
        let given = Features::read(&Input::open(path)?)?;
        let judged = (!arguments.qrels.is_empty()).then(|| qrels(&arguments.qrels)).transpose()?;
        let qrels = judged.unwrap_or_else(|| feature_files::grades(&given));
        let examples = feature_files::examples(&given, Some(&qrels));
        let normalise = if arguments.min_max { Normalise::MinMax } else { Normalise::None };
        return Ok((learning::normalised(&examples, normalise), qrels, Learner::Values(normalise)));
    }
    let searched = &arguments.searched;
    let index = searched.index.open()?;
    let system = System::load(searched.task, searched.pipeline.as_deref())?;
    let qrels = qrels(&arguments.qrels)?;
    let examples = searched.examples(&index, &system, &qrels, warn)?;
    let is_complete = searched.unjudged > 0;
    Ok((examples, qrels, Learner::System { system, task: searched.task, is_complete }))
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
    let purpose = match &arguments.from {
        None => format!("`{}` with weights learned from {topics} of {judged}", learner.name()),
        Some(file) => format!("weights learned from {topics} of {}", file.display()),
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

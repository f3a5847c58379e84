//! Why there is no number.

use document::Complaint;

use crate::pooling::declaration::UnknownWord;
use crate::pooling::merge::Conflict;

/// The result of an evaluation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why there is no number.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] document::Error),
    /// A measure's name was not understood.
    #[error("{message} in measure `{measure}`\nhint: {hint}")]
    Notation {
        /// The measure as it was written.
        measure: String,
        /// What is wrong with it.
        message: String,
        /// What would be right.
        hint: String,
    },
    /// A document is judged in several groups, and a measure knows no groups.
    #[error("{0}")]
    Grouped(Box<Complaint>),
    /// Run and judgements have no topic in common.
    #[error(
        "{run}:1: none of its topics is judged in {qrels}\nhint: the run has topics like `{run_topic}`, the judgements like `{qrels_topic}`"
    )]
    NoCommonTopic {
        /// The run's file.
        run: String,
        /// The judgements' file.
        qrels: String,
        /// A topic of the run.
        run_topic: String,
        /// A topic of the judgements.
        qrels_topic: String,
    },
    /// A run has no formula that the map of visual ids has.
    #[error("{file}:1: none of its formulas is in the map of visual ids")]
    NotInMap {
        /// The run's file.
        file: String,
        /// A docno of the run.
        example: String,
    },
    /// The baseline of a report is none of its runs.
    #[error("no run is called `{name}`\nhint: a baseline is one of the runs: {}", runs.join(", "))]
    UnknownBaseline {
        /// The name that was asked for.
        name: String,
        /// The runs of the report.
        runs: Vec<String>,
    },
    /// No topic has an attribute that topics were to be sliced by.
    #[error("no topic has the attribute `{attribute}`\nhint: known are {}", known.join(", "))]
    UnknownAttribute {
        /// The attribute.
        attribute: String,
        /// The attributes that topics have.
        known: Vec<String>,
    },
    /// The baseline of a comparison is neither a file nor the tag of a run.
    #[error(
        "there is no run `{name}` to compare with\nhint: name a file, or one of the tags {}", tags.join(", ")
    )]
    NothingToCompareWith {
        /// The name that was asked for.
        name: String,
        /// The tags of the runs.
        tags: Vec<String>,
    },
    /// Several runs have the tag that was to name the baseline.
    #[error("several runs have the tag `{tag}`\nhint: name the baseline by its file")]
    SeveralBaselines {
        /// The tag.
        tag: String,
    },
    /// There is no run beside the baseline.
    #[error("{name} is the only run")]
    BaselineAlone {
        /// The baseline.
        name: String,
    },
    /// Agreement needs two assessors.
    #[error(
        "agreement needs two assessors, and there is {} alone\nhint: name a file for each, or write who judged into the second column",
        name.as_deref().unwrap_or("nobody")
    )]
    OneAssessor {
        /// The only assessor, if there is one.
        name: Option<String>,
    },
    /// No two assessors judged the same thing.
    #[error(
        "no two assessors judged the same thing\nhint: topics and docnos must be written alike in all files"
    )]
    NothingJudgedTwice,
    /// A manifest of runs has a word that says nothing we know.
    #[error("{file}:{line}: {unknown}")]
    Manifest {
        /// The manifest.
        file: String,
        /// The line.
        line: usize,
        /// The word.
        unknown: UnknownWord,
    },
    /// A manifest names no run.
    #[error(
        "{file}: no runs in this manifest\nhint: a run a line: FILE, then words such as primary or manual"
    )]
    EmptyManifest {
        /// The manifest.
        file: String,
    },
    /// A run is declared twice.
    #[error("{file} is declared twice\nhint: a run has one declaration")]
    DeclaredTwice {
        /// The run's file.
        file: String,
    },
    /// No run to be pooled has a formula that the map of visual ids has.
    #[error("none of the runs' formulas is in the map of visual ids\nhint: the runs must hold formula ids")]
    NoRunInMap,
    /// No judged formula is in the map of visual ids.
    #[error(
        "none of the judged formulas is in the map of visual ids\nhint: the judgements must be of formula ids"
    )]
    NoJudgementInMap,
    /// Assessors disagree where only one grade may be.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

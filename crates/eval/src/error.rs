//! Why an evaluation failed.

use document::Complaint;

use crate::pooling::declaration::UnknownWord;
use crate::pooling::merge::Conflict;

/// The result of an evaluation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an evaluation failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] document::Error),
    /// The name of a measure is unknown or malformed.
    #[error("{message} in measure `{measure}`")]
    Notation {
        /// The measure as it was written.
        measure: String,
        /// What is wrong with it.
        message: String,
        /// What would be right.
        hint: String,
    },
    /// A document is judged in several groups, and a measure has no groups.
    #[error("{0}")]
    Grouped(Box<Complaint>),
    /// Run and judgements have no topic in common.
    #[error("{run}:1: none of its topics is judged in {qrels}")]
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
    /// An encoder of texts failed.
    #[error("{name}: {message}")]
    Encoder {
        /// The model.
        name: String,
        /// What it says.
        message: String,
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
    #[error("no run is called `{name}`")]
    UnknownBaseline {
        /// The name that was asked for.
        name: String,
        /// The runs of the report.
        runs: Vec<String>,
    },
    /// No topic has an attribute that topics were to be sliced by.
    #[error("no topic has the attribute `{attribute}`")]
    UnknownAttribute {
        /// The attribute.
        attribute: String,
        /// The attributes that topics have.
        known: Vec<String>,
    },
    /// The baseline of a comparison is neither a file nor the tag of a run.
    #[error("there is no run `{name}` to compare with")]
    NothingToCompareWith {
        /// The name that was asked for.
        name: String,
        /// The tags of the runs.
        tags: Vec<String>,
    },
    /// Several runs have the tag that was to name the baseline.
    #[error("several runs have the tag `{tag}`")]
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
    #[error("agreement needs two assessors, found {}", name.as_deref().map_or("none".to_owned(), |name| format!("only {name}")))]
    OneAssessor {
        /// The only assessor, if there is one.
        name: Option<String>,
    },
    /// No two assessors judged the same thing.
    #[error("no two assessors judged the same thing")]
    NothingJudgedTwice,
    /// A manifest of runs has an unknown word.
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
    #[error("{file}: no runs in this manifest")]
    EmptyManifest {
        /// The manifest.
        file: String,
    },
    /// A run is declared twice.
    #[error("{file} is declared twice")]
    DeclaredTwice {
        /// The run's file.
        file: String,
    },
    /// No run to be pooled has a formula that the map of visual ids has.
    #[error("none of the runs' formulas is in the map of visual ids")]
    NoRunInMap,
    /// No judged formula is in the map of visual ids.
    #[error("none of the judged formulas is in the map of visual ids")]
    NoJudgementInMap,
    /// Assessors disagree where they must give the same grade.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

impl Error {
    /// What to do about it, where that is known. No command and no flag is named.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Read(cause) => return Some(cause.hint().to_owned()),
            Error::Notation { hint, .. } => return Some(hint.clone()),
            Error::Grouped(complaint) => return Some(complaint.hint.to_string()),
            Error::NoCommonTopic { run_topic, qrels_topic, .. } => {
                return Some(format!(
                    "the run has topics like `{run_topic}`, the judgements like `{qrels_topic}`"
                ));
            }
            Error::UnknownBaseline { runs, .. } => {
                return Some(format!("a baseline is one of the runs: {}", runs.join(", ")));
            }
            Error::UnknownAttribute { known, .. } => return Some(format!("known are {}", known.join(", "))),
            Error::NothingToCompareWith { tags, .. } => {
                return Some(format!("name a file, or one of the tags {}", tags.join(", ")));
            }
            Error::Manifest { unknown, .. } => return Some(unknown.hint()),
            Error::SeveralBaselines { .. } => "name the baseline by its file",
            Error::OneAssessor { .. } => {
                "name one file per assessor, or write the assessor into the second column"
            }
            Error::NothingJudgedTwice => "write topics and docnos alike in all files",
            Error::EmptyManifest { .. } => {
                "write one run per line: FILE, then words such as primary or manual"
            }
            Error::DeclaredTwice { .. } => "declare each run once",
            Error::NoRunInMap => "the runs must hold formula ids",
            Error::NoJudgementInMap => "the judgements must hold formula ids",
            Error::Encoder { .. }
            | Error::NotInMap { .. }
            | Error::BaselineAlone { .. }
            | Error::Conflict(_) => return None,
        };
        Some(hint.to_owned())
    }
}

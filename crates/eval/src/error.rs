//! Why there is no number.

use document::Complaint;

/// The result of an evaluation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why there is no number.
#[derive(Debug, thiserror::Error)]
pub enum Error {
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
}

//! What can go wrong.

use std::path::{Path, PathBuf};

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no pipeline of that name.
    #[error("there is no pipeline `{name}`\nhint: known are {known}; a path to a file of your own works too")]
    UnknownPipeline {
        /// What was asked for.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A pipeline's file does not say what it should.
    #[error("{file}: {message}")]
    BadPipeline {
        /// Where it stands.
        file: String,
        /// What is wrong, and a hint.
        message: String,
    },
    /// The index lacks what a pipeline needs.
    #[error(
        "pipeline `{pipeline}` needs the family `{family}`, which the index does not keep\nhint: index again with `--profile {profile}`"
    )]
    MissingFamily {
        /// The pipeline.
        pipeline: String,
        /// What it needs.
        family: &'static str,
        /// A profile that has it.
        profile: &'static str,
    },
    /// The index has no vectors.
    #[error(
        "the index in {} has no vectors\nhint: run `perga train embeddings --index {}`",
        .folder.display(), .folder.display()
    )]
    NoVectors {
        /// The index.
        folder: PathBuf,
    },
    /// The units of the index have no vectors.
    #[error(
        "the units in {} have no vectors\nhint: run `perga index SOURCE --into {} --embed`",
        .folder.display(), .folder.display()
    )]
    NoUnitVectors {
        /// The index.
        folder: PathBuf,
    },
    /// There is no model on this machine.
    #[error(
        "there is no model for sentences on this machine\nhint: `perga model add PATH` adds one; see docs/research/models.md"
    )]
    NoModel,
    /// The vectors are of another model than the one that is installed.
    #[error(
        "the units have vectors of the model `{there}`, but `{here}` is installed\nhint: add that model, or index again with `--embed`"
    )]
    OtherModel {
        /// What is installed.
        here: String,
        /// What the vectors were made with.
        there: String,
    },
    /// The training was stopped.
    #[error("stopped; nothing was written, and vectors that were there before are as they were")]
    Stopped,
    /// A search was stopped before its end.
    #[error("the search was stopped before its end\nhint: ask for less in one query, or try again")]
    Unfinished(index::Ended),
    /// A model cannot be used.
    #[error("{}: {message}", .file.display())]
    Model {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong, and a hint where there is one.
        message: String,
    },
    /// A text could not be given a vector.
    #[error("a text could not be given a vector: {0}")]
    Encoding(String),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
}

impl Error {
    pub(crate) fn model(file: impl AsRef<Path>, message: impl ToString) -> Error {
        Error::Model { file: file.as_ref().to_owned(), message: message.to_string() }
    }
}

/// Fails if time is up: what was found then is a part, and nothing says which.
pub fn within(budget: &index::Budget) -> Result<()> {
    budget.ended().map_or(Ok(()), |ended| Err(Error::Unfinished(ended)))
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

//! What can go wrong.

use std::path::{Path, PathBuf};

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The formulas of the index have no vectors.
    #[error(
        "the index in {} has no vectors\nhint: run `perga train embeddings --index {}`",
        .folder.display(), .folder.display()
    )]
    NoFormulaVectors {
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

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

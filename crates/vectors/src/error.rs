//! Errors of vectors and models.

use std::path::{Path, PathBuf};

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The formulas of the index have no vectors.
    #[error("the index in {} has no vectors", .folder.display())]
    NoFormulaVectors {
        /// The index.
        folder: PathBuf,
    },
    /// The units of the index have no vectors.
    #[error("the units in {} have no vectors", .folder.display())]
    NoUnitVectors {
        /// The index.
        folder: PathBuf,
    },
    /// There is no model on this machine.
    #[error("there is no model for sentences on this machine")]
    NoModel,
    /// The vectors are of another model than the one that is installed.
    #[error("the units have vectors of the model `{there}`, but `{here}` is installed")]
    OtherModel {
        /// The installed model.
        here: String,
        /// The model that made the vectors.
        there: String,
    },
    /// The training was stopped.
    #[error("stopped; nothing was written, and earlier vectors are unchanged")]
    Stopped,
    /// A model cannot be used.
    #[error("{}: {message}", .file.display())]
    Model {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong.
        message: String,
        /// What to do about it, where that is known.
        hint: Option<String>,
    },
    /// A text could not be embedded.
    #[error("cannot embed a text: {0}")]
    Encoding(String),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
}

impl Error {
    pub(crate) fn model(file: impl AsRef<Path>, message: impl ToString) -> Error {
        Error::Model { file: file.as_ref().to_owned(), message: message.to_string(), hint: None }
    }

    pub(crate) fn model_with_hint(
        file: impl AsRef<Path>,
        message: impl ToString,
        hint: impl Into<String>,
    ) -> Error {
        Error::Model { file: file.as_ref().to_owned(), message: message.to_string(), hint: Some(hint.into()) }
    }

    /// What to do about it, where that is known. No command and no flag is named.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::NoFormulaVectors { .. } => "train vectors on this index first",
            Error::NoUnitVectors { .. } => "index the collection with vectors",
            Error::NoModel => "add a model first",
            Error::OtherModel { .. } => "add that model, or make the vectors of the index again",
            Error::Model { hint, .. } => return hint.clone(),
            Error::Stopped | Error::Encoding(_) => return None,
            Error::Index(cause) => return Some(cause.hint()),
        };
        Some(hint.to_owned())
    }
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

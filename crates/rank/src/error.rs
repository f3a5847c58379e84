//! What can go wrong.

use std::path::PathBuf;

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
    /// The training was stopped.
    #[error("stopped; nothing was written, and vectors that were there before are as they were")]
    Stopped,
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

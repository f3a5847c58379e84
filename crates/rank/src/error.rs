//! What can go wrong.

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
    /// A search was stopped before its end.
    #[error("the search was stopped before its end\nhint: ask for less in one query, or try again")]
    Unfinished(index::Ended),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
    /// Vectors are missing or cannot be used.
    #[error(transparent)]
    Vectors(#[from] vectors::Error),
}

/// Fails if time is up: what was found then is a part, and nothing says which.
pub fn within(budget: &index::Budget) -> Result<()> {
    budget.ended().map_or(Ok(()), |ended| Err(Error::Unfinished(ended)))
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

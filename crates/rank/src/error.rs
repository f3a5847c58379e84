//! Errors of ranking.

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no pipeline with this name.
    #[error("there is no pipeline `{name}`")]
    UnknownPipeline {
        /// What was asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// The file of a pipeline is malformed.
    #[error("{file}{}: {message}", .line.map_or(String::new(), |line| format!(":{line}")))]
    BadPipeline {
        /// The file.
        file: String,
        /// The line, if the file cannot be read as TOML.
        line: Option<usize>,
        /// What is wrong.
        message: String,
        /// What to do about it, where that is known.
        hint: Option<String>,
    },
    /// The index lacks what a pipeline needs.
    #[error("pipeline `{pipeline}` needs the family `{family}`, which the index does not keep")]
    MissingFamily {
        /// The pipeline.
        pipeline: String,
        /// What it needs.
        family: &'static str,
        /// A profile that has it.
        profile: &'static str,
    },
    /// A search was stopped before its end.
    #[error("the search was stopped before its end")]
    Unfinished(index::Ended),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
    /// Vectors are missing or cannot be used.
    #[error(transparent)]
    Vectors(#[from] vectors::Error),
}

impl Error {
    /// What to do about it, where that is known. No command and no flag is named.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::UnknownPipeline { known, .. } => {
                Some(format!("known are {known}; a path to a file of your own works too"))
            }
            Error::BadPipeline { hint, .. } => hint.clone(),
            Error::MissingFamily { profile, .. } => Some(format!("index again with the profile `{profile}`")),
            Error::Unfinished(_) => Some("ask for less in one query, or try again".to_owned()),
            Error::Index(cause) => Some(cause.hint()),
            Error::Vectors(cause) => cause.hint(),
        }
    }
}

/// Fails if time is up: the hits found until then are an unknown part of all hits.
pub fn within(budget: &index::Budget) -> Result<()> {
    budget.ended().map_or(Ok(()), |ended| Err(Error::Unfinished(ended)))
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

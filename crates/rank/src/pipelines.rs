//! What pipelines for formulas and pipelines for questions have in common: they come with the program or from a file,
//! are found by name, and are written as TOML.
//!
//! What it is not: a type for both. Stages over generators and features, and evidence with one weight each, are too
//! different to be one.

use std::borrow::Cow;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// How values of different kinds become comparable, so that they can be added up.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Normalise {
    /// As they are.
    #[default]
    None,
    /// Each scaled to the range from 0 to 1 over the candidates of the query.
    MinMax,
    /// Scores of generators as shares of the score of the query itself; features as they are. For formulas only: the
    /// score of a question itself is unknown.
    Share,
    /// Scores of bags and vectors divided by the greatest among the candidates; shares as they are. For questions only.
    Greatest,
    /// The first `take` scores of each list scaled to the range from 0 to 1 by themselves; units that are not among them
    /// get 0. So are runs fused. For questions only.
    Lists,
}

impl Normalise {
    /// Its name in files.
    fn name(self) -> &'static str {
        match self {
            Normalise::None => "none",
            Normalise::MinMax => "min-max",
            Normalise::Share => "share",
            Normalise::Greatest => "greatest",
            Normalise::Lists => "lists",
        }
    }

    /// Fails unless it is one of those that a kind of pipeline has.
    pub(crate) fn check(self, file: &str, allowed: &[Normalise]) -> Result<()> {
        if allowed.contains(&self) {
            return Ok(());
        }
        let allowed = allowed.iter().map(|normalise| normalise.name()).collect::<Vec<_>>().join(", ");
        let name = self.name();
        Err(bad_with_hint(
            file,
            format!("pipelines of this kind have no `normalise = \"{name}\"`"),
            format!("known are {allowed}"),
        ))
    }
}

/// The pipelines of one kind that come with the program: names and files, the default first.
pub(crate) struct Bundled(pub(crate) &'static [(&'static str, &'static str)]);

impl Bundled {
    /// Their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// The text of a pipeline: one of these, or the file of that name.
    pub(crate) fn source(&self, name: &str) -> Result<Cow<'static, str>> {
        if let Some((_, text)) = self.0.iter().find(|(known, _)| *known == name) {
            return Ok(Cow::Borrowed(text));
        }
        if !Path::new(name).is_file() {
            let known = self.names().collect::<Vec<_>>().join(", ");
            return Err(Error::UnknownPipeline { name: name.to_owned(), known });
        }
        std::fs::read_to_string(name).map(Cow::Owned).map_err(|error| bad(name, error))
    }
}

/// How pipelines of a kind are found.
macro_rules! bundled {
    ($pipeline:ident, $bundled:ident) => {
        impl $pipeline {
            /// The names of the pipelines that come with the program; the first is the default.
            pub fn names() -> impl Iterator<Item = &'static str> {
                $bundled.names()
            }

            /// The pipeline of a name, or of a file in the same form.
            pub fn load(name: &str) -> Result<$pipeline> {
                $pipeline::parse(name, &$bundled.source(name)?)
            }
        }
    };
}
pub(crate) use bundled;

/// Reads a pipeline of either kind; its names are checked later.
pub(crate) fn from_toml<P: DeserializeOwned>(file: &str, text: &str) -> Result<P> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        Error::BadPipeline {
            file: file.to_owned(),
            line: Some(before.matches('\n').count() + 1),
            message: error.message().to_owned(),
            hint: Some("the files that come with the program are examples of what it reads".to_owned()),
        }
    })
}

/// A pipeline of either kind as a file.
pub(crate) fn to_toml(name: &str, pipeline: &impl Serialize) -> Result<String> {
    toml::to_string(pipeline).map_err(|error| bad(name, error))
}

/// An error about a pipeline.
pub(crate) fn bad(file: &str, message: impl ToString) -> Error {
    Error::BadPipeline { file: file.to_owned(), line: None, message: message.to_string(), hint: None }
}

/// The same with a hint.
pub(crate) fn bad_with_hint(file: &str, message: impl ToString, hint: impl Into<String>) -> Error {
    let (file, message, hint) = (file.to_owned(), message.to_string(), Some(hint.into()));
    Error::BadPipeline { file, line: None, message, hint }
}

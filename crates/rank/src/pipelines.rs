//! What pipelines for formulas and pipelines for questions have in common: they are found by name or by file, and
//! written as TOML.

use std::borrow::Cow;
use std::path::Path;

use serde::Serialize;

use crate::{Error, Result};

/// What a pipeline says: one of those that come with the program, or the file of that name.
pub(crate) fn source(name: &str, bundled: &[(&str, &'static str)]) -> Result<Cow<'static, str>> {
    if let Some((_, text)) = bundled.iter().find(|(known, _)| *known == name) {
        return Ok(Cow::Borrowed(text));
    }
    if !Path::new(name).is_file() {
        let known = bundled.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        return Err(Error::UnknownPipeline { name: name.to_owned(), known });
    }
    let bad =
        |error: std::io::Error| Error::BadPipeline { file: name.to_owned(), message: error.to_string() };
    std::fs::read_to_string(name).map(Cow::Owned).map_err(bad)
}

/// A pipeline of either kind as a file.
pub(crate) fn as_toml(name: &str, pipeline: &impl Serialize) -> Result<String> {
    let bad =
        |error: toml::ser::Error| Error::BadPipeline { file: name.to_owned(), message: error.to_string() };
    toml::to_string(pipeline).map_err(bad)
}

//! What is indexed: the entries under the names that a user gave.

pub use corpus::collection::{Format, Survey, SurveyOptions, SurveyedSource, survey};

use super::Root;

/// The sources of a survey, as the index needs to know them.
pub fn roots(sources: &[SurveyedSource], format: Option<Format>) -> Vec<Root> {
    let root = |source: &SurveyedSource| Root {
        name: source.name.clone(),
        path: source.real.display().to_string(),
        is_whole: source.is_whole,
        unread: source.unread.clone(),
        format: format.map(Format::name),
        other_spelling: None,
    };
    sources.iter().map(root).collect()
}

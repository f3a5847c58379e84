//! Suggestions, as JSON.

use rank::suggest::Suggestion;
use serde::Serialize;
use utoipa::ToSchema;

use super::VERSION;

/// What could be typed instead, or next.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggestions {
    /// Of the JSON.
    pub version: u32,
    /// What was typed so far.
    pub typed: String,
    /// Suggestions, best first.
    pub suggestions: Vec<Suggested>,
}

/// Something that could be typed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggested {
    /// The whole query, changed.
    pub text: String,
    /// `spelling`, `name`, `completion`, `cue`, `substitution`, `tag`, `title` or `addition`.
    pub kind: &'static str,
    /// Why it is suggested.
    pub why: String,
}

/// Suggestions for what was typed.
pub fn of(typed: &str, suggestions: &[Suggestion]) -> Suggestions {
    let suggested = |suggestion: &Suggestion| Suggested {
        text: suggestion.text.clone(),
        kind: suggestion.kind.name(),
        why: suggestion.why.clone(),
    };
    Suggestions {
        version: VERSION,
        typed: typed.to_owned(),
        suggestions: suggestions.iter().map(suggested).collect(),
    }
}

//! Names of things: when two of them are the same.
//!
//! A user who types "what is an Abelian group" wants the article "abelian group". Case, accents, hyphens, possessives,
//! plurals and the order of the words do not matter, nor do words such as "of" and "the": each name has a [`key`], and
//! names with equal keys are taken for the same. Whoever needs the order compares [`stems`] as well.
//!
//! What it is not: synonyms. "LCM" and "least common multiple" have different keys.

use crate::question::is_stop_word;
use crate::stem::stem;
use crate::words::{Word, words};

/// The most different stems of a name; a longer text is not one.
const MOST_STEMS: usize = 12;

/// The stems of a name in order; of a hyphenated word the parts.
///
/// ```
/// assert_eq!(text::names::stems("Cauchy–Schwarz inequalities"), ["cauchi", "schwarz", "inequ"]);
/// ```
pub fn stems(name: &str) -> Vec<String> {
    parts(name).iter().map(|word| stem(&word.text).into_owned()).collect()
}

/// The words of a name in order; of a hyphenated word the parts.
///
/// ```
/// let words: Vec<String> = text::names::parts("Cauchy–Schwarz inequality").into_iter().map(|word| word.text).collect();
/// assert_eq!(words, ["cauchy", "schwarz", "inequality"]);
/// ```
pub fn parts(name: &str) -> Vec<Word> {
    let mut words: Vec<Word> = words(name).collect();
    let starts: Vec<usize> = words.iter().skip(1).map(|word| word.start).chain([usize::MAX]).collect();
    let mut next = starts.into_iter();
    words.retain(|word| next.next().is_none_or(|start| start >= word.end));
    words
}

/// The key of a name, equal for names that are the same; `None` for a text that is not a name.
///
/// ```
/// use text::names::key;
///
/// assert_eq!(key("The theorem of Rolle"), key("Rolle's theorems"));
/// assert_ne!(key("Rolle's theorem"), key("proof of Rolle's theorem"));
/// assert_eq!(key("…"), None);
/// ```
pub fn key(name: &str) -> Option<String> {
    key_of(&stems(name))
}

/// The key of a name with these stems.
pub fn key_of<S: AsRef<str>>(stems: &[S]) -> Option<String> {
    let all = || stems.iter().map(AsRef::as_ref);
    let mut kept: Vec<&str> = all().filter(|stem| !is_stop_word(stem)).collect();
    if kept.is_empty() {
        kept = all().collect();
    }
    kept.sort_unstable();
    kept.dedup();
    (1..=MOST_STEMS).contains(&kept.len()).then(|| kept.join(" "))
}

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
/// assert_eq!(text::names::stems("Cauchy–Schwarz inequalities"), ["cauchy", "schwarz", "inequal"]);
/// ```
pub fn stems(name: &str) -> Vec<String> {
    let words: Vec<Word> = words(name).collect();
    let is_whole = |place: usize| {
        let (word, next) = (words.get(place), words.get(place + 1));
        word.zip(next).is_some_and(|(word, next)| next.start < word.end)
    };
    let parts = (0..words.len()).filter(|&place| !is_whole(place)).filter_map(|place| words.get(place));
    parts.map(|word| stem(&word.text).into_owned()).collect()
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

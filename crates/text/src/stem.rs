//! The form a word is indexed under: Snowball's English stem, corrected for mathematics.
//!
//! Snowball knows endings, not words. Two tables correct it: `data/plurals.tsv` has the Latin and Greek plurals
//! (matrices, vertices, suprema), and `data/unstemmed.txt` has the words whose stem belongs to another word (functional
//! is not function, a determinant does not determine).
//!
//! Of a hyphenated word, only the last part is stemmed: "3-manifolds". Words with digits or scripts and words that are
//! not Latin stay as they are.

use std::borrow::Cow;
use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::table;

static PLURALS: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| table::rows(include_str!("../data/plurals.tsv")).collect());

static UNSTEMMED: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../data/unstemmed.txt")).collect());

/// Fewest letters of a word that has a stem; Snowball leaves shorter ones alone.
const SHORTEST: usize = 3;

/// The stem of a word after Porter (1980), without any correction: for baselines that were published with it.
///
/// ```
/// assert_eq!(text::stem::porter("relational"), "relat");
/// assert_eq!(text::stem::porter("functional"), text::stem::porter("function"));
/// ```
pub fn porter(word: &str) -> String {
    Stemmer::new(Algorithm::Porter).stem(word).into_owned()
}

/// The stem of a word as [`crate::words::words`] gives it.
///
/// ```
/// use text::stem::stem;
///
/// assert_eq!(stem("matrices"), stem("matrix"));
/// assert_eq!(stem("integrals"), stem("integration"));
/// assert_ne!(stem("functional"), stem("function"));
/// ```
pub fn stem(word: &str) -> Cow<'_, str> {
    let last = word.rfind('-').map_or(0, |hyphen| hyphen + 1);
    let (before, part) = word.split_at(last);
    if part.len() < SHORTEST || !part.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let stemmed = stem_part(part);
    match stemmed {
        _ if before.is_empty() => stemmed,
        _ if stemmed == part => Cow::Borrowed(word),
        _ => Cow::Owned(format!("{before}{stemmed}")),
    }
}

fn stem_part(word: &str) -> Cow<'_, str> {
    let singular = PLURALS.get(word).copied().unwrap_or(word);
    if let Some(kept) = unstemmed(singular) {
        return kept;
    }
    Stemmer::new(Algorithm::English).stem(singular)
}

/// The unstemmed word that `word` is a regular form of.
fn unstemmed(word: &str) -> Option<Cow<'_, str>> {
    let listed = |word: &str| UNSTEMMED.contains(word);
    if listed(word) {
        return Some(Cow::Borrowed(word));
    }
    if let Some(start) = word.strip_suffix("ies") {
        let singular = format!("{start}y");
        return listed(&singular).then_some(Cow::Owned(singular));
    }
    let start = word.strip_suffix("ly").or_else(|| word.strip_suffix('s'))?;
    listed(start).then_some(Cow::Borrowed(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_latin_word_stays() {
        for word in ["", "-", "l^2", "x_1s", "2nds", "σ", "数", "poincaré", "a-", "naïves"] {
            assert_eq!(stem(word), word);
        }
    }

    #[test]
    fn the_last_part_of_a_hyphenated_word_is_stemmed() {
        assert_eq!(stem("3-manifolds"), "3-manifold");
        assert_eq!(stem("block-matrices"), "block-matrix");
        assert_eq!(stem("cauchy-schwarz"), "cauchy-schwarz");
    }

    #[test]
    fn every_line_of_the_tables_does_something() {
        let stemmer = Stemmer::new(Algorithm::English);
        let mut idle = Vec::new();
        for (&plural, &singular) in PLURALS.iter() {
            if UNSTEMMED.contains(plural) || stemmer.stem(plural) == stem(singular) {
                idle.push(plural);
            }
        }
        idle.extend(UNSTEMMED.iter().filter(|&&word| stemmer.stem(word) == word));
        idle.sort_unstable();
        assert!(idle.is_empty(), "without a line these have the same stem: {}", idle.join(" "));
    }
}

//! Folding: spellings that a reader regards as the same word become the same string.
//!
//! Compatibility decomposition (𝔸 is A, ﬁ is fi), accents dropped, lower case, and the letters of `data/letters.tsv`
//! that Unicode does not decompose (ø, ł, ß). Vowel signs of other scripts stay: they are letters there.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_compatible;

use super::LONGEST;
use super::characters::{Class, class};
use crate::table;

/// Three characters of a decomposed text may become one in the result (Korean).
const LONGEST_DECOMPOSED: usize = 4 * LONGEST;

static LETTERS: LazyLock<FxHashMap<char, &'static str>> = LazyLock::new(|| {
    let letter = |(letter, text): (&'static str, _)| Some((letter.chars().next()?, text));
    table::rows(include_str!("../../data/letters.tsv")).filter_map(letter).collect()
});

/// The folded form of a run; none when it is too long for a word.
pub(super) fn fold(run: &str) -> Option<String> {
    if run.is_ascii() {
        return (run.len() <= LONGEST).then(|| run.to_ascii_lowercase());
    }
    let mut decomposed = String::new();
    let mut length = 0;
    for c in run.chars() {
        length += push_folded(c, &mut decomposed);
        if length > LONGEST_DECOMPOSED {
            return None;
        }
    }
    let folded: String = decomposed.nfc().collect();
    (folded.chars().count() <= LONGEST).then_some(folded)
}

/// Appends the folded form of `c`; returns its number of characters.
fn push_folded(c: char, out: &mut String) -> usize {
    if is_dropped(c) {
        return 0;
    }
    let mut parts = Vec::new();
    decompose_compatible(c, |part| parts.push(part));
    parts.retain(|&part| !is_dropped(part));
    if !is_word(&parts) {
        parts = vec![c];
    }
    let before = out.len();
    for part in parts.into_iter().flat_map(char::to_lowercase) {
        match LETTERS.get(&part) {
            Some(text) => out.push_str(text),
            None => out.push(part),
        }
    }
    out.get(before..).map_or(0, |added| added.chars().count())
}

/// Whether `parts` are one word. ½ is 1⁄2 and ゟ is よ and り: decomposed, these would be other words.
fn is_word(parts: &[char]) -> bool {
    let Some((&first, rest)) = parts.split_first() else { return false };
    match class(first) {
        Class::Letter => rest.iter().all(|&part| matches!(class(part), Class::Letter | Class::Mark)),
        Class::Single => rest.iter().all(|&part| class(part) == Class::Mark),
        _ => false,
    }
}

/// Whether `c` is an accent or invisible.
fn is_dropped(c: char) -> bool {
    class(c) == Class::Invisible
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
            | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

//! What a query asks for (a tutorial, a video …) and how it asks (what, how, why …).
//!
//! The words are in `data/asking.tsv`. A query has at most one kind of content and one cue: the first of its table.
//!
//! What it is not: the reading of questions for a search ([`text::question`]), which has more cues and other classes.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::words::Typed;

/// The kinds of content, in the order in which they are tried.
pub const CONTENTS: [&str; 6] = ["Tutorial", "PDF", "Video", "Download", "Notes", "PowerPoint"];

/// The cues of questions, in the order in which they are tried; the last has a question mark and no word.
pub const CUES: [&str; 6] = ["What", "How", "Why", "When", "Other", "? only"];

/// The place of a word's class in [`CONTENTS`] or [`CUES`].
type Words = FxHashMap<&'static str, usize>;

static WORDS: LazyLock<[Words; 2]> = LazyLock::new(|| {
    let rows = include_str!("../../data/asking.tsv").lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = rows.filter_map(|line| line.split_once('\t')).collect();
    [("content", &CONTENTS), ("cue", &CUES)].map(|(kind, names)| {
        let of_kind = rows.iter().filter(|row| row.0 == kind).filter_map(|row| row.1.split_once('\t'));
        let placed =
            of_kind.filter_map(|(name, words)| Some((names.iter().position(|n| *n == name)?, words)));
        placed.flat_map(|(place, words)| words.split(' ').map(move |word| (word, place))).collect()
    })
});

/// The kind of content that a query wants, as a place in [`CONTENTS`].
///
/// ```
/// use study::logs::{kinds, words::Typed};
///
/// assert_eq!(kinds::content(&Typed::read("group theory pdf download")), Some(1));
/// assert_eq!(kinds::content(&Typed::read("group theory")), None);
/// ```
pub fn content(typed: &Typed) -> Option<usize> {
    first(&WORDS[0], typed)
}

/// The cue of a question, as a place in [`CUES`].
pub fn cue(typed: &Typed) -> Option<usize> {
    first(&WORDS[1], typed).or(typed.has_question_mark.then_some(CUES.len() - 1))
}

/// Whether a word is one of the words of asking.
pub fn is_cue(word: &str) -> bool {
    WORDS[1].contains_key(word)
}

/// The words of a class, in the order of the table; for synthetic logs.
pub(crate) fn words_of(kind: usize, class: usize) -> Vec<&'static str> {
    let table = &WORDS[kind.min(1)];
    let mut words: Vec<&str> =
        table.iter().filter(|(_, place)| **place == class).map(|(word, _)| *word).collect();
    words.retain(|word| word.is_ascii());
    words.sort_unstable();
    words
}

fn first(words: &Words, typed: &Typed) -> Option<usize> {
    typed.tokens.iter().filter_map(|token| words.get(token.as_str()).copied()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cue_of(query: &str) -> Option<&'static str> {
        cue(&Typed::read(query)).and_then(|at| CUES.get(at).copied())
    }

    #[test]
    fn every_class_has_two_words() {
        (0..6).for_each(|class| assert!(words_of(0, class).len() >= 2, "{}", CONTENTS[class]));
        (0..5).for_each(|class| assert!(words_of(1, class).len() >= 2, "{}", CUES[class]));
        assert!(words_of(1, 5).is_empty());
    }

    #[test]
    fn the_first_class_of_the_table_counts() {
        assert_eq!(cue_of("why and how is it true"), Some("How"));
        assert_eq!(cue_of("is this series convergent?"), Some("? only"));
        assert_eq!(cue_of("where to find it"), Some("Other"));
        assert_eq!(cue_of("?x^2+?y^2"), None);
        assert_eq!(content(&Typed::read("calculus.mp4 pdf")), Some(1));
    }
}

//! Tables of phrases, looked up in a sequence of words.

use rustc_hash::FxHashMap;

/// Phrases by their first word, the longest ones first.
pub(crate) struct Phrases<T> {
    by_first: FxHashMap<&'static str, Vec<(Vec<&'static str>, T)>>,
}

impl<T> Phrases<T> {
    /// The table of these phrases and their values. The words of a phrase have one space between them.
    pub(crate) fn new(rows: impl Iterator<Item = (&'static str, T)>) -> Phrases<T> {
        let mut by_first: FxHashMap<&'static str, Vec<(Vec<&'static str>, T)>> = FxHashMap::default();
        for (phrase, value) in rows {
            let words: Vec<&'static str> = phrase.split(' ').collect();
            let Some(&first) = words.first() else { continue };
            by_first.entry(first).or_default().push((words, value));
        }
        for phrases in by_first.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Phrases { by_first }
    }

    /// The longest phrase at the beginning of `words`: its number of words and its value.
    pub(crate) fn at_start<'a>(&'a self, words: &'a [&'a str]) -> Option<(usize, &'a T)> {
        self.all_at_start(words).next()
    }

    /// All phrases at the beginning of `words`, longest first.
    pub(crate) fn all_at_start<'a>(&'a self, words: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a T)> {
        let phrases = words.first().and_then(|first| self.by_first.get(first));
        let phrases = phrases.map(Vec::as_slice).unwrap_or(&[]).iter();
        phrases.filter(|(phrase, _)| words.starts_with(phrase)).map(|(phrase, value)| (phrase.len(), value))
    }
}

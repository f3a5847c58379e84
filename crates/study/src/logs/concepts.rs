//! Which queries are about mathematics: a list of phrases, and a list of words that exclude.
//!
//! A query is mathematical if it has a formula, or all words of a phrase one after another, and no excluded word. The
//! published study used 681 phrases of school and calculus books without those that have an everyday sense.

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::Typed;

/// Phrases and excluded words.
#[derive(Clone, Debug, Default)]
pub struct Concepts {
    /// The rest of each phrase by its first word.
    phrases: FxHashMap<String, Vec<Vec<String>>>,
    excluded: FxHashSet<String>,
}

impl Concepts {
    /// Reads phrases and excluded words, one per line; lines that start with `#` are comments.
    ///
    /// ```
    /// use study::logs::{concepts::Concepts, words::Typed};
    ///
    /// let concepts = Concepts::read("Taylor series\nmatrix\n", "movie\n");
    /// let is_mathematical = |query| concepts.has(&Typed::read(query));
    /// assert!(is_mathematical("proof of taylor series") && is_mathematical("solve x^2=1"));
    /// assert!(!is_mathematical("taylor swift series") && !is_mathematical("the matrix movie"));
    /// ```
    pub fn read(phrases: &str, excluded: &str) -> Concepts {
        let lines = |text: &str| -> Vec<Typed> {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(Typed::read).filter(|typed| !typed.tokens.is_empty()).collect()
        };
        let mut concepts = Concepts {
            excluded: lines(excluded).into_iter().flat_map(|typed| typed.tokens).collect(),
            ..Concepts::default()
        };
        for phrase in lines(phrases) {
            let mut words = phrase.tokens.into_iter();
            let Some(first) = words.next() else { continue };
            concepts.phrases.entry(first).or_default().push(words.collect());
        }
        concepts
    }

    /// Whether a query is about mathematics.
    pub fn has(&self, typed: &Typed) -> bool {
        if typed.tokens.iter().any(|token| self.excluded.contains(token)) {
            return false;
        }
        !typed.formulas.is_empty() || (0..typed.tokens.len()).any(|at| self.has_phrase(typed, at))
    }

    fn has_phrase(&self, typed: &Typed, at: usize) -> bool {
        let rests = typed.tokens.get(at).and_then(|token| self.phrases.get(token));
        let after = typed.tokens.get(at + 1..).unwrap_or_default();
        rests.is_some_and(|rests| rests.iter().any(|rest| after.starts_with(rest)))
    }
}

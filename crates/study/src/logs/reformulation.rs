//! How a query was changed into the next one: the seven types of Mansouri, Zanibbi and Oard, decided in a fixed order.
//!
//! With the tokens of both queries as multisets, `out` counts those that left and `in` those that came. No common
//! token is a new query; equal multisets are a new order; equal lengths are a substitution, whatever the order; then
//! come additions and removals that keep the order; everything else is several changes at once.
//!
//! A query that the session had before is a revisit. Only the session knows that: see
//! [`figures`](crate::logs::figures).
//!
//! What it is not: a judgement of intent. A repaired spelling is a substitution like any other; [`is_repair`] says
//! which ones are small.

use rustc_hash::FxHashMap;

/// The most tokens of a query that are compared; pasted pages do not need more.
const MOST_TOKENS: usize = 300;

/// How a query was changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reformulation {
    /// As many tokens, some of them others.
    Substituting,
    /// No token in common.
    New,
    /// More than one of the other changes.
    Multi,
    /// Tokens came.
    Adding,
    /// Tokens left.
    Removing,
    /// The same tokens in another order.
    Reordering,
    /// A query that the session had before.
    Revisiting,
}

impl Reformulation {
    /// The types in the order of their published shares.
    pub const ALL: [Reformulation; 7] = [
        Reformulation::Substituting,
        Reformulation::New,
        Reformulation::Multi,
        Reformulation::Adding,
        Reformulation::Removing,
        Reformulation::Reordering,
        Reformulation::Revisiting,
    ];

    /// The name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Reformulation::Substituting => "Substituting",
            Reformulation::New => "New",
            Reformulation::Multi => "Multi",
            Reformulation::Adding => "Adding",
            Reformulation::Removing => "Removing",
            Reformulation::Reordering => "Reordering",
            Reformulation::Revisiting => "Revisiting",
        }
    }

    /// The letter that stands for the type in a sequence.
    pub fn letter(self) -> char {
        match self {
            Reformulation::Substituting => 'S',
            Reformulation::New => 'N',
            Reformulation::Multi => 'M',
            Reformulation::Adding => 'A',
            Reformulation::Removing => 'D',
            Reformulation::Reordering => 'O',
            Reformulation::Revisiting => 'V',
        }
    }
}

/// What several changes at once are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Tokens were replaced.
    pub substitute: bool,
    /// More tokens came than left.
    pub add: bool,
    /// More tokens left than came.
    pub remove: bool,
    /// Common tokens changed their order.
    pub reorder: bool,
}

impl Parts {
    /// The parts with their names.
    pub fn named(self) -> [(&'static str, bool); 4] {
        [
            ("substitute", self.substitute),
            ("add", self.add),
            ("remove", self.remove),
            ("reorder", self.reorder),
        ]
    }
}

/// The change from one sequence of tokens to the next, which must differ from it; the parts are set for
/// [`Reformulation::Multi`] only.
///
/// ```
/// use study::logs::reformulation::{Reformulation, change};
///
/// let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
/// let (kind, parts) = change(&words("proof of binomial theorem"), &words("binomial theorem proof"));
/// assert_eq!(kind, Reformulation::Multi);
/// assert!(parts.remove && parts.reorder && !parts.substitute);
/// ```
pub fn change<T: AsRef<str>>(before: &[T], after: &[T]) -> (Reformulation, Parts) {
    let before = before.get(..MOST_TOKENS).unwrap_or(before);
    let after = after.get(..MOST_TOKENS).unwrap_or(after);
    let (m, n) = (before.len(), after.len());
    let common = common(before, after);
    let (left, came) = (m - common, n - common);
    let one = |kind| (kind, Parts::default());
    if common == 0 {
        return one(Reformulation::New);
    }
    if left == 0 && came == 0 {
        return one(Reformulation::Reordering);
    }
    if m == n {
        return one(Reformulation::Substituting);
    }
    let replaced = left.min(came);
    let is_ordered = longest_common_subsequence(before, after) == common;
    if replaced == 0 && is_ordered {
        return one(if n > m { Reformulation::Adding } else { Reformulation::Removing });
    }
    let parts =
        Parts { substitute: replaced > 0, add: came > left, remove: left > came, reorder: !is_ordered };
    (Reformulation::Multi, parts)
}

/// The size of the intersection as multisets.
fn common<T: AsRef<str>>(before: &[T], after: &[T]) -> usize {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    before.iter().for_each(|token| *counts.entry(token.as_ref()).or_default() += 1);
    let mut common = 0;
    for token in after {
        if let Some(count) = counts.get_mut(token.as_ref()).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    common
}

fn longest_common_subsequence<T: AsRef<str>>(before: &[T], after: &[T]) -> usize {
    let mut row = vec![0; after.len() + 1];
    for one in before {
        let mut diagonal = 0;
        for (place, other) in after.iter().enumerate() {
            let (above, left) = (row[place + 1], row[place]);
            let is_equal = one.as_ref() == other.as_ref();
            row[place + 1] = if is_equal { diagonal + 1 } else { left.max(above) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// Whether a substitution looks like a repaired spelling: one word became another with at most two letters changed, and
/// more than half of it stayed.
///
/// ```
/// use study::logs::reformulation::is_repair;
///
/// assert!(is_repair(&["cauchy", "shwartz"], &["cauchy", "schwarz"]));
/// assert!(!is_repair(&["sin", "x"], &["cos", "x"]));
/// ```
pub fn is_repair<T: AsRef<str>>(before: &[T], after: &[T]) -> bool {
    if before.len() != after.len() {
        return false;
    }
    let mut differing =
        before.iter().zip(after).map(|(one, other)| (one.as_ref(), other.as_ref())).filter(|(a, b)| a != b);
    let (Some((one, other)), None) = (differing.next(), differing.next()) else { return false };
    let length = one.chars().count().min(other.chars().count());
    (4..=64).contains(&length) && letters_changed(one, other) <= 2.min(length.saturating_sub(1) / 2)
}

/// The least number of letters to insert, remove or replace (Levenshtein).
fn letters_changed(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(130).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (place, &candidate) in other.iter().enumerate() {
            let above = row[place + 1];
            let replaced = diagonal + usize::from(letter != candidate);
            row[place + 1] = replaced.min(above + 1).min(row[place] + 1);
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_words_count_as_often_as_they_occur() {
        assert_eq!(change(&["a", "a", "b"], &["a", "b", "b"]).0, Reformulation::Substituting);
        assert_eq!(change(&["a", "b"], &["a", "b", "a"]).0, Reformulation::Adding);
        assert_eq!(change(&["a", "b", "a"], &["a", "a", "b"]).0, Reformulation::Reordering);
    }

    #[test]
    fn an_empty_query_has_nothing_in_common() {
        assert_eq!(change::<&str>(&[], &["a"]).0, Reformulation::New);
        assert_eq!(change::<&str>(&["a"], &[]).0, Reformulation::New);
    }

    #[test]
    fn distances_of_words() {
        for (one, other, expected) in [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0)] {
            assert_eq!(letters_changed(one, other), expected);
        }
    }
}

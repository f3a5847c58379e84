//! Copies: texts that are the same, or nearly.
//!
//! A book in two editions, a post that was asked twice, a note and its backup: a list that shows all of them hides what
//! else there is. Two units are copies if they are of one kind and nine tenths of them agree, both of the runs of three
//! words and of the formulas. Formulas are compared on their own because one of them may be all that makes two
//! exercises differ.
//!
//! Runs are compared by a sample of their hashes, so a long text costs no more than a short one.
//!
//! What it is not: a comparison of meaning. Duplicates of a question in other words are found by `--like`.

use std::hash::Hasher;

use index::units::StoredUnit;
use rustc_hash::FxHasher;

use super::search::Hit;

/// The share of runs and of formulas that copies have in common, of all that either has.
const COMMON: f64 = 0.9;

/// Words of a run.
const RUN: usize = 3;

/// Hashes that are kept of a text.
const SAMPLE: usize = 128;

/// The bytes of a body that are read; the lengths of longer ones are compared as well.
const MOST_READ: usize = 16 * 1024;

/// Parts of a score that depend on the text of a unit and on nothing around it.
const OF_TEXT_ALONE: [&str; 3] = ["match", "name", "title"];

/// The difference of such a part between copies, as a share of it.
const ALIKE: f64 = 0.06;

/// What is compared of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    kind: String,
    /// Bytes of the title and the body.
    length: usize,
    /// The least hashes of its runs, ascending, each once.
    runs: Vec<u64>,
    /// The least of its formulas by number, ascending, each once.
    formulas: Vec<u64>,
}

impl Fingerprint {
    /// The fingerprint of a unit.
    pub fn of(unit: &StoredUnit) -> Fingerprint {
        let body = unit.body.get(..unit.body.floor_char_boundary(MOST_READ)).unwrap_or(&unit.body);
        let words: Vec<u64> = hashed_words(&unit.title).chain(hashed_words(body)).collect();
        let runs = match words.len() {
            0..RUN => vec![hash_of(&words)],
            _ => words.windows(RUN).map(hash_of).collect(),
        };
        Fingerprint {
            kind: unit.kind.clone(),
            length: unit.title.len() + unit.body.len(),
            runs: sample(runs),
            formulas: sample(unit.formulas.iter().map(|one| u64::from(one.record)).collect()),
        }
    }

    /// Whether two units are copies of each other. Units without text are not.
    pub fn is_copy_of(&self, other: &Fingerprint) -> bool {
        let (short, long) = (self.length.min(other.length), self.length.max(other.length));
        short > 0
            && short as f64 >= COMMON * COMMON * long as f64
            && self.kind == other.kind
            && common(&self.runs, &other.runs) >= COMMON
            && common(&self.formulas, &other.formulas) >= COMMON
    }
}

/// Whether two hits may be copies: texts that are nearly the same have nearly the same evidence of their own. This costs
/// nothing, and a fingerprint needs the text.
pub fn may_be(one: &Hit, other: &Hit) -> bool {
    let value = |hit: &Hit, name: &str| {
        hit.parts.iter().find(|part| part.name == name).map_or(0.0, |part| part.value)
    };
    OF_TEXT_ALONE.iter().all(|name| {
        let (a, b) = (value(one, name), value(other, name));
        (a - b).abs() <= ALIKE * a.abs().max(b.abs())
    })
}

/// For each text the place of the first one that it is a copy of; its own if there is none before it, or no fingerprint.
///
/// Only first ones are compared, so a chain of small changes does not make copies of texts that differ.
pub fn firsts(texts: &[Option<Fingerprint>]) -> Vec<usize> {
    let mut firsts: Vec<usize> = Vec::with_capacity(texts.len());
    let mut kept: Vec<(usize, &Fingerprint)> = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let is_first = |text: &Fingerprint| {
            kept.iter().find(|(_, first)| text.is_copy_of(first)).map(|(first, _)| *first)
        };
        let first = text.as_ref().and_then(is_first);
        if let (Some(text), None) = (text, first) {
            kept.push((place, text));
        }
        firsts.push(first.unwrap_or(place));
    }
    firsts
}

/// The hashes of runs of letters and digits, lower case.
fn hashed_words(text: &str) -> impl Iterator<Item = u64> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| {
        let mut hasher = FxHasher::default();
        for c in word.chars().flat_map(char::to_lowercase) {
            hasher.write_u32(c.into());
        }
        hasher.finish()
    })
}

fn hash_of(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|&word| hasher.write_u64(word));
    random::mixed(hasher.finish())
}

/// The least values, ascending, each once.
fn sample(mut values: Vec<u64>) -> Vec<u64> {
    values.sort_unstable();
    values.dedup();
    values.truncate(SAMPLE);
    values
}

/// The share of the values of two samples that are in both, among the least of either; 1 for two empty ones.
fn common(one: &[u64], other: &[u64]) -> f64 {
    let (mut all, mut both) = (0u32, 0u32);
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    while (all as usize) < SAMPLE {
        let (a, b) = (left.peek().copied(), right.peek().copied());
        let Some(least) = a.into_iter().chain(b).min() else { break };
        if a == Some(least) {
            left.next();
        }
        if b == Some(least) {
            right.next();
        }
        both += u32::from(a == b);
        all += 1;
    }
    if all == 0 { 1.0 } else { f64::from(both) / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use index::units::StoredOccurrence;

    use super::*;
    use crate::Part;

    const TEXT: &str = "A group is a set with an associative operation, a neutral element and inverses. The integers \
        with addition are a group, and so are the symmetries of a square. A group whose operation commutes is called \
        abelian; the smallest group that is not abelian has six elements and permutes three things.";

    fn unit(title: &str, body: &str, records: &[u32]) -> StoredUnit {
        let formula = |&record: &u32| StoredOccurrence { record, ..StoredOccurrence::default() };
        StoredUnit {
            kind: "article".to_owned(),
            title: title.to_owned(),
            body: body.to_owned(),
            formulas: records.iter().map(formula).collect(),
            ..StoredUnit::default()
        }
    }

    fn are_copies(one: &StoredUnit, other: &StoredUnit) -> bool {
        let (one, other) = (Fingerprint::of(one), Fingerprint::of(other));
        let are = one.is_copy_of(&other);
        assert_eq!(are, other.is_copy_of(&one));
        are
    }

    #[test]
    fn punctuation_and_one_word_make_no_other_text() {
        let text = unit("Groups", TEXT, &[1, 2]);
        assert!(are_copies(&text, &text));
        assert!(are_copies(&text, &unit("groups", &TEXT.replace(';', " --"), &[2, 1, 1])));
        assert!(are_copies(&text, &unit("Groups", &TEXT.replace("things", "objects"), &[1, 2])));
    }

    #[test]
    fn another_formula_or_kind_or_half_of_the_text_does() {
        let text = unit("Groups", TEXT, &[1, 2]);
        assert!(!are_copies(&text, &unit("Groups", TEXT, &[1, 3])));
        assert!(!are_copies(&text, &unit("Groups", &TEXT[..TEXT.len() / 2], &[1, 2])));
        assert!(!are_copies(&text, &StoredUnit { kind: "card".to_owned(), ..text.clone() }));
        assert!(!are_copies(&unit("", "", &[]), &unit("", "", &[])));
    }

    #[test]
    fn short_texts_must_be_the_same() {
        let text = unit("", "Find the derivative of", &[1]);
        assert!(are_copies(&text, &unit("", "Find the derivative of:", &[1])));
        assert!(!are_copies(&text, &unit("", "Find the integral of", &[1])));
        assert!(!are_copies(&unit("", "yes", &[]), &unit("", "no.", &[])));
    }

    #[test]
    fn long_texts_are_compared_by_a_sample() {
        let long = |seed: u64, changed: u64| {
            let word = |n: u64| format!("w{}", random::mixed(n.wrapping_add(seed << 32)) % 5000);
            let body: Vec<String> =
                (0..4000).map(|n| if n % 1000 < changed { word(n + 9000) } else { word(n) }).collect();
            unit("", &body.join(" "), &[])
        };
        assert!(are_copies(&long(1, 0), &long(1, 10)));
        assert!(!are_copies(&long(1, 0), &long(1, 300)));
        assert!(!are_copies(&long(1, 0), &long(2, 0)));
    }

    #[test]
    fn hits_with_other_evidence_are_not_compared() {
        let hit = |matching: f64, together: f64| {
            let part = |name: &str, value| Part { name: name.to_owned(), value, contribution: value };
            Hit { unit: 0, score: 1.0, parts: vec![part("match", matching), part("together", together)] }
        };
        assert!(may_be(&hit(0.5, 0.9), &hit(0.51, 0.2)));
        assert!(!may_be(&hit(0.5, 0.9), &hit(0.6, 0.9)));
    }

    #[test]
    fn copies_are_those_of_the_first() {
        let texts =
            [unit("Groups", TEXT, &[]), unit("Rings", "Two operations.", &[]), unit("Groups", TEXT, &[])];
        let mut texts: Vec<Option<Fingerprint>> = texts.iter().map(Fingerprint::of).map(Some).collect();
        assert_eq!(firsts(&texts), [0, 1, 0]);
        texts[2] = None;
        assert_eq!(firsts(&texts), [0, 1, 2]);
    }
}

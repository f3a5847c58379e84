//! Other words for the same thing: notation and words, names and their variants, spellings.
//!
//! A search for an antiderivative should find a primitive, `gcd` the greatest common divisor, and "factorise" what an
//! American wrote. The table is `data/synonyms.tsv`: rows of phrases that can replace each other, or one that can be
//! replaced by the others only, with a weight. Phrases are compared by their stems.
//!
//! The words for the symbols of formulas are in [`crate::spoken`]. Rows here map the names that people type for
//! functions and symbols (`sqrt`, `gcd`) to the same words.
//!
//! What it is not: a thesaurus learned from a collection. Every row was written by hand.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::stem::stem;
use crate::table;

/// Another phrase for the same thing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Synonym {
    /// The other phrase: folded words with spaces between them.
    pub phrase: &'static str,
    /// How good a match it is: 1 for another spelling, less for another meaning.
    pub weight: f32,
}

struct Table {
    by_stems: FxHashMap<String, Vec<Synonym>>,
    /// The number of words of the longest phrase in the table.
    longest: usize,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { by_stems: FxHashMap::default(), longest: 0 };
    for (weight, phrases) in table::rows(include_str!("../data/synonyms.tsv")) {
        table.add(weight.parse().unwrap_or(0.0), phrases);
    }
    table
});

impl Table {
    fn add(&mut self, weight: f32, row: &'static str) {
        let (from, to) = match row.split_once(" > ") {
            Some((from, to)) => (vec![from], to.split(" > ").flat_map(|to| to.split(" = ")).collect()),
            None => (row.split(" = ").collect::<Vec<_>>(), row.split(" = ").collect::<Vec<_>>()),
        };
        for one in from {
            let key = stems(&one.split(' ').collect::<Vec<_>>());
            self.longest = self.longest.max(one.split(' ').count());
            let known = self.by_stems.entry(key).or_default();
            for &other in to.iter().filter(|&&other| other != one) {
                match known.iter_mut().find(|synonym| synonym.phrase == other) {
                    Some(synonym) => synonym.weight = synonym.weight.max(weight),
                    None => known.push(Synonym { phrase: other, weight }),
                }
            }
        }
    }
}

/// The stems of consecutive words.
fn stems(words: &[&str]) -> String {
    let mut out = String::new();
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&stem(word));
    }
    out
}

/// The synonyms of a phrase of folded or stemmed words, best first as the table has them.
///
/// ```
/// let synonyms = text::synonyms::of(&["one-to-one"]);
/// assert!(synonyms.iter().any(|synonym| synonym.phrase == "injective"));
/// assert!(text::synonyms::of(&["injective"]).iter().any(|synonym| synonym.phrase == "one to one"));
/// assert!(text::synonyms::of(&["perga"]).is_empty());
/// ```
pub fn of(words: &[&str]) -> &'static [Synonym] {
    if words.len() > TABLE.longest {
        return &[];
    }
    TABLE.by_stems.get(&stems(words)).map_or(&[], Vec::as_slice)
}

/// The phrases with synonyms in a sequence of words: the longest first, none inside another.
///
/// ```
/// let found = text::synonyms::within(&["the", "greatest", "common", "divisors", "of", "two"]);
/// assert_eq!(found[0].0, 1..4);
/// assert_eq!(found[0].1[0].phrase, "gcd");
/// ```
pub fn within(words: &[&str]) -> Vec<(Range<usize>, &'static [Synonym])> {
    let mut out: Vec<(Range<usize>, &'static [Synonym])> = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let most = TABLE.longest.min(words.len() - start);
        let found = (1..=most).rev().find_map(|length| {
            let place = start..start + length;
            let synonyms = of(words.get(place.clone())?);
            (!synonyms.is_empty()).then_some((place, synonyms))
        });
        start = found.as_ref().map_or(start + 1, |(place, _)| place.end);
        out.extend(found);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
        table::rows(include_str!("../data/synonyms.tsv"))
    }

    fn phrases(row: &'static str) -> Vec<&'static str> {
        row.split(" = ").flat_map(|part| part.split(" > ")).collect()
    }

    #[test]
    fn the_table_is_long_and_its_weights_are_shares() {
        assert!(rows().count() >= 400, "{} rows", rows().count());
        for (weight, row) in rows() {
            let weight: f32 = weight.parse().expect(row);
            assert!(weight > 0.0 && weight <= 1.0, "{row}");
            assert!(phrases(row).len() > 1, "{row} has only one phrase");
        }
    }

    #[test]
    fn the_phrases_are_of_words_as_texts_have_them() {
        let mut wrong = Vec::new();
        for (_, row) in rows() {
            for phrase in phrases(row) {
                let mut end = 0;
                let mut folded = Vec::new();
                for word in words(phrase) {
                    // The phrase does not contain the parts of hyphenated words.
                    if word.end > end {
                        end = word.end;
                        folded.push(word.text);
                    }
                }
                if folded.join(" ") != phrase {
                    wrong.push(format!("{phrase} -> {}", folded.join(" ")));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_phrase_does_something() {
        let mut idle = Vec::new();
        for (_, row) in rows() {
            let mut keys: Vec<String> =
                phrases(row).iter().map(|phrase| stems(&phrase.split(' ').collect::<Vec<_>>())).collect();
            keys.sort();
            let count = keys.len();
            keys.dedup();
            if keys.len() < count {
                idle.push(row);
            }
        }
        assert!(idle.is_empty(), "phrases of one stem in a row:\n{}", idle.join("\n"));
    }

    #[test]
    fn what_stands_for_each_other_does_so_both_ways() {
        for (_, row) in rows().filter(|(_, row)| !row.contains(" > ")) {
            for one in phrases(row) {
                let found = of(&one.split(' ').collect::<Vec<_>>());
                for other in phrases(row).into_iter().filter(|&other| other != one) {
                    assert!(found.iter().any(|synonym| synonym.phrase == other), "{one}: {other}");
                }
            }
        }
    }

    #[test]
    fn one_way_is_one_way() {
        assert!(of(&["odds"]).iter().any(|synonym| synonym.phrase == "probability"));
        assert!(!of(&["probability"]).iter().any(|synonym| synonym.phrase == "odds"));
    }

    #[test]
    fn plurals_are_found() {
        assert_eq!(of(&["antiderivatives"]), of(&["antiderivative"]));
    }
}

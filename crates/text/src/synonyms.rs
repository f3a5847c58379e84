//! Other words for the same thing: notation and words, names and their variants, spellings.
//!
//! A search for an antiderivative should find a primitive, `gcd` the greatest common divisor, and "factorise" what an
//! American wrote. The table is `data/synonyms.tsv`: rows of phrases that can replace each other, or one that can be
//! replaced by the others only, with a weight. Phrases are compared by their stems. A collection can add rows of its own
//! ([`Synonyms::extended`]).
//!
//! The words for the symbols of formulas are in [`crate::spoken`]. Rows here map the names that people type for
//! functions and symbols (`sqrt`, `gcd`) to the same words.
//!
//! What it is not: a thesaurus learned from a collection. Every row was written by hand.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::stem::stem;
use crate::table;
use crate::words::words;

/// The most bytes of a table that a collection adds.
pub const MOST_BYTES: usize = 4 << 20;

/// The most words of a phrase.
const MOST_WORDS: usize = 12;

/// Another phrase for the same thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Synonym {
    /// The other phrase: folded words with spaces between them.
    pub phrase: Arc<str>,
    /// How good a match it is: 1 for another spelling, less for another meaning.
    pub weight: f32,
}

/// A table of phrases that can replace each other.
#[derive(Clone, Debug, Default)]
pub struct Synonyms {
    by_stems: FxHashMap<String, Vec<Synonym>>,
    /// The number of words of the longest phrase in the table.
    longest: usize,
}

/// A row of a table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRow {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

static BUNDLED: LazyLock<Synonyms> = LazyLock::new(|| {
    let mut table = Synonyms::default();
    for (weight, phrases) in table::rows(include_str!("../data/synonyms.tsv")) {
        table.add(weight.parse().unwrap_or(0.0), phrases);
    }
    table
});

impl Synonyms {
    /// The table that comes with the program.
    pub fn bundled() -> &'static Synonyms {
        &BUNDLED
    }

    /// The bundled table with the rows of another one in the same form.
    ///
    /// ```
    /// let table = text::synonyms::Synonyms::extended("0.9\tOur Lemma = lemma 7\n").unwrap();
    /// assert_eq!(&*table.of(&["lemma", "7"])[0].phrase, "our lemma");
    /// assert_eq!(text::synonyms::Synonyms::extended("our lemma\n").unwrap_err().line, 1);
    /// ```
    pub fn extended(rows: &str) -> Result<Synonyms, BadRow> {
        let mut table = BUNDLED.clone();
        for (number, line) in (1..).zip(rows.lines()) {
            let line = line.trim();
            if line.is_empty() || line == "#" || line.starts_with("# ") {
                continue;
            }
            let (weight, phrases) = row(line).map_err(|reason| BadRow { line: number, reason })?;
            table.add(weight, &phrases);
        }
        Ok(table)
    }

    fn add(&mut self, weight: f32, row: &str) {
        let (from, to) = match row.split_once(" > ") {
            Some((from, to)) => (vec![from], to.split(" > ").flat_map(|to| to.split(" = ")).collect()),
            None => (row.split(" = ").collect::<Vec<_>>(), row.split(" = ").collect::<Vec<_>>()),
        };
        for one in from {
            let key = stems(&one.split(' ').collect::<Vec<_>>());
            self.longest = self.longest.max(one.split(' ').count());
            let known = self.by_stems.entry(key).or_default();
            for &other in to.iter().filter(|&&other| other != one) {
                match known.iter_mut().find(|synonym| &*synonym.phrase == other) {
                    Some(synonym) => synonym.weight = synonym.weight.max(weight),
                    None => known.push(Synonym { phrase: other.into(), weight }),
                }
            }
        }
    }

    /// The synonyms of a phrase of folded or stemmed words, best first as the table has them.
    pub fn of<S: AsRef<str>>(&self, words: &[S]) -> &[Synonym] {
        if words.len() > self.longest {
            return &[];
        }
        self.by_stems.get(&stems(words)).map_or(&[], Vec::as_slice)
    }

    /// The phrases with synonyms in a sequence of words: the longest first, none inside another.
    ///
    /// ```
    /// let table = text::synonyms::Synonyms::bundled();
    /// let found = table.within(&["the", "greatest", "common", "divisors", "of", "two"]);
    /// assert_eq!(found[0].0, 1..4);
    /// assert_eq!(&*found[0].1[0].phrase, "gcd");
    /// ```
    pub fn within<S: AsRef<str>>(&self, words: &[S]) -> Vec<(Range<usize>, &[Synonym])> {
        let mut out: Vec<(Range<usize>, &[Synonym])> = Vec::new();
        let mut start = 0;
        while start < words.len() {
            let most = self.longest.min(words.len() - start);
            let found = (1..=most).rev().find_map(|length| {
                let place = start..start + length;
                let synonyms = self.of(words.get(place.clone())?);
                (!synonyms.is_empty()).then_some((place, synonyms))
            });
            start = found.as_ref().map_or(start + 1, |(place, _)| place.end);
            out.extend(found);
        }
        out
    }
}

/// The weight of a row, and its phrases folded as texts have them.
fn row(line: &str) -> Result<(f32, String), &'static str> {
    let (weight, phrases) = line.split_once('\t').ok_or("a row is a weight, a tab, and phrases")?;
    let weight: f32 = weight.trim().parse().map_err(|_| "the weight is not a number")?;
    if !(weight > 0.0 && weight <= 1.0) {
        return Err("the weight is not between 0 and 1");
    }
    let sign = if phrases.contains(" > ") { " > " } else { " = " };
    let folded: Vec<String> = phrases.split(sign).flat_map(|part| part.split(" = ")).map(folded).collect();
    match folded.iter().any(|phrase| phrase.is_empty() || phrase.split(' ').count() > MOST_WORDS) {
        true => Err("a phrase has no words, or more than twelve"),
        false if folded.len() < 2 => Err("a row has two phrases or more, with ` = ` or ` > ` between them"),
        false => Ok((weight, folded.join(sign))),
    }
}

/// The words of a phrase as texts have them, hyphenated ones whole.
fn folded(phrase: &str) -> String {
    let mut end = 0;
    let mut out: Vec<String> = Vec::new();
    for word in words(phrase) {
        // The parts of a hyphenated word follow it, within its place.
        if word.end > end {
            end = word.end;
            out.push(word.text);
        }
    }
    out.join(" ")
}

/// The stems of consecutive words.
fn stems<S: AsRef<str>>(words: &[S]) -> String {
    let mut out = String::new();
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&stem(word.as_ref()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> &'static [Synonym] {
        Synonyms::bundled().of(words)
    }

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
                if folded(phrase) != phrase {
                    wrong.push(format!("{phrase} -> {}", folded(phrase)));
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
                    assert!(found.iter().any(|synonym| &*synonym.phrase == other), "{one}: {other}");
                }
            }
        }
    }

    #[test]
    fn one_way_is_one_way() {
        assert!(of(&["odds"]).iter().any(|synonym| &*synonym.phrase == "probability"));
        assert!(!of(&["probability"]).iter().any(|synonym| &*synonym.phrase == "odds"));
    }

    #[test]
    fn plurals_are_found() {
        assert_eq!(of(&["antiderivatives"]), of(&["antiderivative"]));
    }

    #[test]
    fn a_collection_adds_rows() {
        let table =
            Synonyms::extended("# ours\n\n0.9\tPerga’s Lemma = lemma 7\n0.5\tapollonius > conic\n").unwrap();
        assert_eq!(&*table.of(&["perga", "lemma"])[0].phrase, "lemma 7");
        assert_eq!(&*table.of(&["apollonius"])[0].phrase, "conic");
        assert!(table.of(&["conic"]).iter().all(|synonym| &*synonym.phrase != "apollonius"));
        assert_eq!(table.of(&["gcd"]), of(&["gcd"]));
    }

    #[test]
    fn bad_rows_are_named_by_their_line() {
        let bad = |rows: &str| Synonyms::extended(rows).unwrap_err();
        assert_eq!(bad("# x\ngcd = hcf").line, 2);
        assert!(bad("two\tgcd = hcf").reason.contains("number"));
        assert!(bad("1.5\tgcd = hcf").reason.contains("between"));
        assert!(bad("1\tgcd").reason.contains("two phrases"));
        assert!(bad("1\tgcd = …").reason.contains("no words"));
    }
}

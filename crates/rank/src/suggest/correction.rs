//! Slips of the finger that are corrected without asking.
//!
//! A search for "pythagorian theorm" that finds nothing is a dead end, and one for its words as typed finds the wrong
//! things. So a word that is probably wrong is replaced before the search; the response says so, and the user can have
//! the query as typed.
//!
//! Two things make a word wrong. It occurs in no unit, or far less often than a word one slip away; and with that other
//! word the query, or a part of it, is the name of something. A name is strong evidence: a surname that the collection
//! does not have is not replaced by a common word that happens to be near it.
//!
//! What it is not: suggestions, of which the user chooses ([`Suggester`](super::Suggester)).

use std::ops::Range;

use index::units::{Units, Zone};
use text::names::{key_of, stems};
use text::query::{Clause, Demand, Query, QueryWord};
use text::spelling::{Correction, Vocabulary};

/// A word of at most this many units may be misspelt; in large indexes, of one unit in [`UNITS_OF_A_RARE_WORD`].
const RARE: u32 = 3;

/// See [`RARE`].
const UNITS_OF_A_RARE_WORD: u32 = 500;

/// The fewest letters of a word that is corrected.
const SHORTEST: usize = 4;

/// The corrections of a word that are tried.
const MOST_TRIED: usize = 24;

/// The most words of a query that is corrected; longer ones find enough without.
const MOST_WORDS: usize = 16;

/// The most words of a name.
const MOST_OF_A_NAME: usize = 6;

/// A word that occurs is replaced only by one that is this many times as common.
const COMMONER: u32 = 8;

/// The highest cost of a correction that makes a name.
const FITTING: f32 = 2.2;

/// The highest cost of one that does not, of a word that occurs nowhere.
const ALONE: f32 = 1.2;

/// A word that is no name is meant rather than a name if its cost is lower by this, and the query is one word.
const NEARER: f32 = 0.3;

/// The fewest letters of a word that is corrected though that makes no name.
const SHORTEST_ALONE: usize = 6;

/// The fewest letters that two words begin with to be near each other, and the most that are compared.
const SHORTEST_BEGINNING: usize = 5;
const MOST_LETTERS: usize = 32;

/// A word of a query and the one that was probably meant.
struct Replaced {
    place: Range<usize>,
    meant: String,
}

/// What a correction makes of a query: better is greater.
type Fit = (usize, f32);

/// The words of a query that names are made of.
struct Subject<'a> {
    units: &'a Units,
    vocabulary: &'a Vocabulary,
    words: Vec<&'a QueryWord>,
    stems: Vec<Vec<String>>,
}

/// The text of a query with its misspelt words corrected; `None` if there are none. The vocabulary is asked for only if
/// some word may be misspelt.
pub fn corrected<'v, E>(
    units: &Units,
    vocabulary: impl FnOnce() -> Result<&'v Vocabulary, E>,
    text: &str,
    query: &Query,
) -> Result<Option<String>, E> {
    let words = subject(query);
    let is_rare =
        |word: &&QueryWord| rarity(units, &word.text) <= RARE.max(units.count() / UNITS_OF_A_RARE_WORD);
    if words.len() > MOST_WORDS || !words.iter().any(is_rare) {
        return Ok(None);
    }
    let stems = words.iter().map(|word| stems(&word.text)).collect();
    let none = Vocabulary::default();
    let mut subject = Subject { units, words, stems, vocabulary: &none };
    if subject.is_name(0..subject.words.len()) {
        return Ok(None);
    }
    subject.vocabulary = vocabulary()?;
    let replaced: Vec<Replaced> = (0..subject.words.len()).filter_map(|at| subject.correct(at)).collect();
    Ok((!replaced.is_empty()).then(|| with_replaced(text, replaced)))
}

/// The text of a query that finds nothing with each unknown word replaced by the nearest known one: by its letters, by
/// its letters with doubled ones taken once, or by its beginning. `None` if there is no such word.
pub fn nearest(vocabulary: &Vocabulary, text: &str, query: &Query) -> Option<String> {
    let words = subject(query).into_iter().take(MOST_WORDS);
    let unknown = words.filter(|word| vocabulary.count(&word.text) == 0);
    let replaced = unknown.filter_map(|word| {
        let corrected = |word: &str| vocabulary.corrections(word, 1).into_iter().next().map(|one| one.word);
        let meant = corrected(&word.text)
            .or_else(|| {
                let single = without_doubled(&word.text);
                if vocabulary.count(&single) > 0 { Some(single) } else { corrected(&single) }
            })
            .or_else(|| longest_beginning(vocabulary, &word.text))?;
        Some(Replaced { place: word.place.clone(), meant })
    });
    let replaced: Vec<Replaced> = replaced.collect();
    (!replaced.is_empty()).then(|| with_replaced(text, replaced))
}

/// A word with doubled letters taken once: a key that was held too long.
fn without_doubled(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// A word that begins as another one does, for as many letters as possible.
fn longest_beginning(vocabulary: &Vocabulary, word: &str) -> Option<String> {
    let ends = word.char_indices().map(|(at, _)| at).skip(SHORTEST_BEGINNING).take(MOST_LETTERS);
    let mut beginnings: Vec<&str> = ends.filter_map(|end| word.get(..end)).collect();
    beginnings.reverse();
    let going_on =
        |beginning| vocabulary.starting_with(beginning, 1).first().map(|(word, _)| (*word).to_owned());
    beginnings.into_iter().find_map(going_on)
}

/// The number of units that have a word.
fn rarity(units: &Units, word: &str) -> u32 {
    let having =
        units.document_frequency(Zone::BodyExact, word) + units.document_frequency(Zone::TitleExact, word);
    u32::try_from(having).unwrap_or(u32::MAX)
}

/// The words that names are made of; none of a query with demands.
fn subject(query: &Query) -> Vec<&QueryWord> {
    if query.clauses.iter().any(|clause| clause.demand() != Demand::Should) {
        return Vec::new();
    }
    let words = query.clauses.iter().filter_map(|clause| match clause {
        Clause::Word(word) if word.is_subject && !word.is_part => Some(word),
        _ => None,
    });
    words.collect()
}

fn with_replaced(text: &str, replaced: Vec<Replaced>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for Replaced { place, meant } in replaced {
        out.push_str(text.get(end..place.start).unwrap_or(""));
        out.push_str(&meant);
        end = place.end;
    }
    out.push_str(text.get(end..).unwrap_or(""));
    out
}

impl Subject<'_> {
    /// Corrects a word if it is wrong; the next ones are then compared with the corrected one.
    fn correct(&mut self, at: usize) -> Option<Replaced> {
        let word = *self.words.get(at)?;
        let letters = word.text.chars().count();
        if letters < SHORTEST || !word.text.chars().all(char::is_alphabetic) {
            return None;
        }
        let count = self.vocabulary.count(&word.text);
        let own = self.fit(at, self.stems.get(at)?);
        let mut best: Option<(Fit, Correction)> = None;
        for correction in self.vocabulary.corrections(&word.text, MOST_TRIED) {
            let commoner = count == 0 || correction.count / COMMONER >= count;
            let length = self.fit(at, &stems(&correction.word));
            let is_better = length > own && correction.cost <= FITTING;
            let fit = (length, -correction.cost);
            if commoner && is_better && best.as_ref().is_none_or(|(known, _)| fit > *known) {
                best = Some((fit, correction));
            }
        }
        let likeliest =
            if count == 0 && letters >= SHORTEST_ALONE { self.likeliest(&word.text) } else { None };
        let best = best.map(|(_, correction)| correction);
        let meant = match (best, likeliest) {
            // A word alone is a name easily: `pythagorian` is not Pythagoras.
            (Some(name), Some(word)) if self.words.len() == 1 && word.cost + NEARER < name.cost => word,
            (Some(name), _) => name,
            (None, likeliest) => likeliest?,
        };
        if let Some(stems_of) = self.stems.get_mut(at) {
            *stems_of = stems(&meant.word);
        }
        Some(Replaced { place: word.place.clone(), meant: meant.word })
    }

    /// The likeliest correction of a word, if it is one small slip away.
    fn likeliest(&self, word: &str) -> Option<Correction> {
        self.vocabulary.corrections(word, 1).into_iter().find(|correction| correction.cost <= ALONE)
    }

    /// The most words of a name around a place, with these stems there; 0 if they are in none.
    fn fit(&self, at: usize, stems: &[String]) -> usize {
        let count = self.words.len();
        let longest = MOST_OF_A_NAME.min(count);
        let lengths = (1..=longest).rev().filter(|&length| length > 1 || count == 1);
        for length in lengths {
            let first = (at + 1).saturating_sub(length);
            let fits = |start: &usize| {
                let window = *start..start + length;
                window.end <= count && self.is_name_with(window, at, stems)
            };
            if (first..=at).any(|start| fits(&start)) {
                return length;
            }
        }
        0
    }

    fn is_name(&self, window: Range<usize>) -> bool {
        let stems: Vec<&str> =
            self.stems.get(window).unwrap_or_default().iter().flatten().map(String::as_str).collect();
        key_of(&stems).is_some_and(|key| self.units.is_name(&key))
    }

    fn is_name_with(&self, window: Range<usize>, at: usize, stems: &[String]) -> bool {
        let stems_of = |place: usize| {
            if place == at { stems } else { self.stems.get(place).map_or(&[][..], Vec::as_slice) }
        };
        let stems: Vec<&str> = window.flat_map(|place| stems_of(place).iter().map(String::as_str)).collect();
        key_of(&stems).is_some_and(|key| self.units.is_name(&key))
    }
}

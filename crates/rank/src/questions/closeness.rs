//! How close a hit comes to a typed query, by itself: a measure that means the same for every query.
//!
//! The score of a hit orders the hits of one query. It says nothing about whether the best of them is any good, because
//! parts of it are shares of the greatest. Closeness is 1 for a text that has the query as its name or holds its formula,
//! and falls with what is missing. Where even the first hits have little of it, the answer says that nothing is close.
//!
//! The best of three things counts:
//!
//! - the *name*: whether the query, or its subject, is a name of the text;
//! - the *title*: how much of the subject a title says, and how little else. Words such as "formula" and "rule" may be
//!   missing in it;
//! - of a query with formulas, its *content*: how near the best match of each formula comes to it, and the share of the
//!   words, rare ones more, that stand near each other in the text. A text that has the formulas themselves is close
//!   whatever its words (`asked`).
//!
//! Words alone are no content: in a large collection some text has the words of nearly every query.
//!
//! What it is not: a probability, or a part of the ranking.

mod asked;

use index::Index;
use index::units::{StoredUnit, Units, Zone};
use rustc_hash::FxHashMap;
use text::stem::stem;
use text::words::words;

use super::evidence::titles::Subject;
use super::query::Question;
use super::search::Hit;
use crate::Result;
use asked::Asked;

/// Below this, a hit is not close. `perga bench answers typed` measures what it does.
pub const CLOSE: f64 = 0.7;

/// The first hits that are looked at: a query is close to something if one of them is.
pub const LOOKED_AT: usize = 5;

/// The most different words of a query that is judged; a longer one is a text of its own.
const MOST_WORDS: usize = 16;

/// Words in a row that stand near each other.
const NEAR: u32 = 24;

/// The bytes of a text that are read.
const MOST_READ: usize = 64 * 1024;

/// Stems of words that a title often leaves out, or says in another way.
const GENERIC: [&str; 5] = ["formula", "rule", "equat", "law", "ident"];

/// The value of a title that says all but such words, relative to one that says all.
const BUT_GENERIC: f64 = 0.9;

/// Formulas with fewer symbols than one more than this can have no higher value than their share of it.
const TELLING_NODES: f64 = 5.0;

/// The value of a text that has all formulas of the query, as they are or within others.
const HAS_FORMULAS: f64 = 0.9;

/// The parts of a score that closeness is made of.
const NAME: &str = "name";
const TITLE: &str = "title";
const FORMULAS: &str = "formulas";

/// What a typed query asks for, to be compared with hits.
pub struct Closeness<'a> {
    /// The rarity of each stem of the subject.
    weights: FxHashMap<&'a str, f64>,
    total: f64,
    /// How much of the query its words are.
    share: f64,
    /// The titles of the query without generic words, if it has any.
    bare: Option<Subject<'a>>,
    /// The greatest value that its formulas can have.
    telling: f64,
    asked: Asked<'a>,
}

impl<'a> Closeness<'a> {
    /// For a question; `None` for one that is not typed, or has demands, or is too long to be judged.
    pub fn of(index: &'a Index, units: &'a Units, question: &'a Question) -> Option<Closeness<'a>> {
        let is_typed = question.body.is_empty() && question.unit.is_none() && !question.is_passage;
        if !is_typed
            || !question.demands.is_empty()
            || (question.subject.is_empty() && question.formulas.is_empty())
        {
            return None;
        }
        let weights: FxHashMap<&str, f64> =
            question.subject.iter().map(|stem| (stem.as_str(), rarity(units, stem))).collect();
        if weights.len() > MOST_WORDS {
            return None;
        }
        let total = weights.values().sum();
        let bare: Vec<String> =
            question.subject.iter().filter(|stem| !GENERIC.contains(&stem.as_str())).cloned().collect();
        let is_barer = !bare.is_empty() && bare.len() < question.subject.len();
        let symbols: usize =
            question.formulas.iter().map(|formula| formula.query.canonical.arena_len()).sum();
        Some(Closeness {
            weights,
            total,
            share: question.share_of_words(),
            bare: is_barer.then(|| Subject::of_stems(units, &bare)),
            telling: ((symbols as f64 - 1.0) / TELLING_NODES).clamp(1.0 / TELLING_NODES, 1.0),
            asked: Asked::of(index, question),
        })
    }

    /// How close a hit is, from 0 to 1.
    pub fn to(&self, units: &Units, hit: &Hit) -> Result<f64> {
        let part =
            |name: &str| hit.parts.iter().find(|part| part.name == name).map_or(0.0, |part| part.value);
        let unit = units.stored(hit.unit)?;
        let title = part(TITLE).max(BUT_GENERIC * self.share * self.bare_title(&unit));
        let named = part(NAME).max(title);
        if self.share >= 1.0 {
            return Ok(named);
        }
        let parent = units.parent(hit.unit).map(|parent| units.stored(parent)).transpose()?;
        let texts = || std::iter::once(&unit).chain(&parent);
        let words = texts().map(|text| self.words(text)).fold(0.0, f64::max);
        let formulas = (part(FORMULAS) / self.telling).min(1.0);
        let content = named.max(self.share * words + (1.0 - self.share) * formulas);
        if content >= CLOSE || formulas <= 0.0 {
            return Ok(content);
        }
        let had = texts().map(|text| self.asked.share_in(text)).fold(0.0, f64::max);
        Ok(content.max(HAS_FORMULAS * had))
    }

    fn bare_title(&self, unit: &StoredUnit) -> f64 {
        self.bare.as_ref().map_or(0.0, |bare| bare.value(unit))
    }

    /// The share of the words of the subject, by rarity, that a text has near each other; those of its title count
    /// everywhere.
    fn words(&self, unit: &StoredUnit) -> f64 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let mut near: FxHashMap<&str, u32> = FxHashMap::default();
        let titles = unit.names.iter().chain([&unit.title]);
        for (stem, _) in titles.flat_map(|title| self.places(title)) {
            *near.entry(stem).or_default() += 1;
        }
        let weight = |stem: &str| self.weights.get(stem).copied().unwrap_or(0.0);
        let mut sum: f64 = near.keys().map(|stem| weight(stem)).sum();
        let mut best = sum;
        let places = self.places(&unit.body);
        let mut first = 0;
        for &(stem, position) in &places {
            let count = near.entry(stem).or_default();
            *count += 1;
            if *count == 1 {
                sum += weight(stem);
            }
            while let Some(&(left, _)) = places.get(first).filter(|(_, at)| at + NEAR <= position) {
                first += 1;
                let count = near.entry(left).or_default();
                *count -= 1;
                if *count == 0 {
                    sum -= weight(left);
                }
            }
            best = best.max(sum);
        }
        best / self.total
    }

    /// The stems of the subject in a text, with their positions.
    fn places(&self, text: &str) -> Vec<(&'a str, u32)> {
        let text = text.get(..text.floor_char_boundary(MOST_READ)).unwrap_or(text);
        let found = words(text).filter_map(|word| {
            let (stem, _) = self.weights.get_key_value(stem(&word.text).as_ref())?;
            Some((*stem, word.position))
        });
        found.collect()
    }
}

/// Whether the pipeline that found a hit measures what closeness is made of.
pub fn is_measured(hit: &Hit) -> bool {
    hit.parts.iter().any(|part| part.name == NAME)
}

/// How much a word says: more the fewer texts have it. A word that no text has says most.
fn rarity(units: &Units, stem: &str) -> f64 {
    let having = units.document_frequency(Zone::Title, stem).max(units.document_frequency(Zone::Body, stem));
    (1.0 + f64::from(units.count()) / (1.0 + having as f64)).ln()
}

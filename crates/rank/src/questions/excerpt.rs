//! Excerpts: the sentences of a unit that say most about what was asked.
//!
//! The score of a run of sentences is the sum over the terms of the question in it, each once, rarer terms with more
//! weight. The best run that is short enough is the excerpt. Sentences and formulas stay whole.

use std::ops::Range;

use document::Field;
use index::Index;
use index::units::{StoredUnit, Units, Zone, token_text};
use rustc_hash::{FxHashMap, FxHashSet};
use similarity::terms::{Family, Purpose, tokens};

use super::candidates::bag::Sort;
use super::query::Question;
use crate::Result;

/// The weight of a token of a formula, relative to a word of the same rarity: a formula has many tokens.
const TOKEN: f32 = 0.2;

/// Words of the question with less weight than this say little and are not lit.
const LEAST_LIT: f32 = 0.5;

/// The weights of the terms of a question in an excerpt.
pub struct Excerpter<'i> {
    index: &'i Index,
    worth: FxHashMap<(Sort, String), f32>,
    /// Stems of the words that are lit.
    lit: FxHashSet<String>,
}

/// A part of a text of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The bytes of the body.
    pub place: Range<usize>,
    /// The words of the question in it, as bytes of the body.
    pub words: Vec<Range<usize>>,
    /// The weight of its terms.
    pub worth: f32,
}

/// A sentence with the terms of the question that it has.
struct Sentence {
    place: Range<usize>,
    terms: Vec<(Sort, String)>,
    words: Vec<Range<usize>>,
}

impl<'i> Excerpter<'i> {
    /// For a question.
    pub fn new(index: &'i Index, question: &Question) -> Result<Excerpter<'i>> {
        let units = index.units()?;
        let mut worth = FxHashMap::default();
        let mut lit = FxHashSet::default();
        for term in &question.terms {
            if question.budget.is_over() {
                break;
            }
            let weight = (term.in_title + term.elsewhere).min(2.0);
            if term.sort == Sort::Word && weight >= LEAST_LIT {
                lit.insert(term.text.clone());
            }
            let value = match term.sort {
                Sort::Word => weight * rarity(units, Zone::Body, &term.text),
                Sort::Token => TOKEN * weight * rarity(units, Zone::BodyTokens, &term.text),
                _ => continue,
            };
            worth.insert((term.sort, term.text.clone()), value);
        }
        Ok(Excerpter { index, worth, lit })
    }

    /// The run of sentences of the body with the highest score in at most `most_characters` characters; the first sentence if no
    /// run has a term. A sentence that is longer by itself is cut at a word.
    pub fn excerpt(&self, unit: &StoredUnit, most_characters: usize) -> Excerpt {
        let sentences = self.sentences(unit);
        let mut best: Option<(f32, usize, usize)> = None;
        for first in 0..sentences.len() {
            let mut seen = FxHashSet::default();
            let mut worth = 0.0;
            for last in first..sentences.len() {
                let run = place_of(&sentences, first, last);
                if last > first && characters(&unit.body, &run) > most_characters {
                    break;
                }
                let terms = sentences.get(last).map(|sentence| sentence.terms.as_slice()).unwrap_or_default();
                worth += terms
                    .iter()
                    .filter(|term| seen.insert(*term))
                    .map(|term| self.worth_of(term))
                    .sum::<f32>();
                if best.is_none_or(|(known, _, _)| worth > known) {
                    best = Some((worth, first, last));
                }
            }
        }
        let Some((worth, first, last)) = best else {
            return Excerpt { place: 0..0, words: Vec::new(), worth: 0.0 };
        };
        let place = cut(unit, place_of(&sentences, first, last), most_characters);
        let words = sentences.iter().flat_map(|sentence| &sentence.words);
        let words =
            words.filter(|word| word.start >= place.start && word.end <= place.end).cloned().collect();
        Excerpt { place, words, worth }
    }

    fn worth_of(&self, term: &(Sort, String)) -> f32 {
        self.worth.get(term).copied().unwrap_or(0.0)
    }

    /// The words of the question in a text, as bytes of it; words that say little are left out.
    pub fn words_in(&self, text: &str) -> Vec<Range<usize>> {
        let is_lit = |word: &text::words::Word| self.lit.contains(text::stem::stem(&word.text).as_ref());
        let mut places: Vec<Range<usize>> =
            text::words::words(text).filter(is_lit).map(|word| word.start..word.end).collect();
        places.dedup_by(|next, before| next.start < before.end);
        places
    }

    fn sentences(&self, unit: &StoredUnit) -> Vec<Sentence> {
        let marked = marked(unit);
        let places = text::sentences::sentences(&unit.body, &marked);
        let mut sentences: Vec<Sentence> =
            places.into_iter().map(|place| self.sentence(&unit.body, place, &marked)).collect();
        for occurrence in unit.formulas.iter().filter(|occurrence| occurrence.field == Field::Body) {
            let at = occurrence.start as usize;
            let sentence = sentences.iter_mut().find(|sentence| sentence.place.contains(&at));
            if let (Some(sentence), Some(record)) =
                (sentence, self.index.formulas().record(occurrence.record))
            {
                let tokens = tokens(&record.slt, Family::L8, Purpose::Index).into_iter();
                let tokens = tokens.map(|term| (Sort::Token, token_text(term.term)));
                sentence.terms.extend(tokens.filter(|term| self.worth.contains_key(term)));
            }
        }
        sentences
    }

    fn sentence(&self, body: &str, place: Range<usize>, marked: &[Range<usize>]) -> Sentence {
        let mut sentence = Sentence { place: place.clone(), terms: Vec::new(), words: Vec::new() };
        let text = body.get(place.clone()).unwrap_or("");
        for word in text::words::words(text) {
            let range = place.start + word.start..place.start + word.end;
            let term = (Sort::Word, text::stem::stem(&word.text).into_owned());
            let is_in_formula =
                marked.iter().any(|formula| formula.start <= range.start && range.end <= formula.end);
            if !is_in_formula && self.worth.contains_key(&term) {
                let is_apart =
                    sentence.words.last().is_none_or(|last: &Range<usize>| last.end <= range.start);
                if is_apart && self.lit.contains(&term.1) {
                    sentence.words.push(range);
                }
                sentence.terms.push(term);
            }
        }
        sentence
    }
}

/// The places of the formulas in the body of a unit, in order.
pub(super) fn marked(unit: &StoredUnit) -> Vec<Range<usize>> {
    let in_body = unit.formulas.iter().filter(|occurrence| occurrence.field == Field::Body);
    in_body.map(|occurrence| occurrence.start as usize..occurrence.end as usize).collect()
}

fn rarity(units: &Units, zone: Zone, term: &str) -> f32 {
    let (all, having) = (f64::from(units.count()), units.document_frequency(zone, term) as f64);
    (1.0 + (all - having).max(0.0) / (having + 0.5)).ln() as f32
}

fn place_of(sentences: &[Sentence], first: usize, last: usize) -> Range<usize> {
    let start = sentences.get(first).map_or(0, |sentence| sentence.place.start);
    start..sentences.get(last).map_or(start, |sentence| sentence.place.end)
}

fn characters(text: &str, place: &Range<usize>) -> usize {
    text.get(place.clone()).map_or(0, |text| text.chars().count())
}

/// A place of the body, cut to at most `most_characters` characters, neither in a word nor in a formula.
fn cut(unit: &StoredUnit, place: Range<usize>, most_characters: usize) -> Range<usize> {
    let text = unit.body.get(place.clone()).unwrap_or("");
    let Some((length, _)) = text.char_indices().nth(most_characters) else { return place };
    let mut end =
        place.start + text.get(..length).and_then(|text| text.rfind(char::is_whitespace)).unwrap_or(length);
    if let Some(formula) = marked(unit).into_iter().find(|formula| formula.start < end && end < formula.end)
        && formula.start > place.start
    {
        end = formula.start;
    }
    place.start..end
}

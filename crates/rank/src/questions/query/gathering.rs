//! Gathers the terms of a question; equal ones are added up.

use document::Text;
use formula::Notation;
use index::units::token_text;
use rustc_hash::FxHashMap;
use similarity::terms::{Family, Purpose, tokens};
use text::question::{Role, roles};
use text::synonyms::Synonyms;

use super::{AskedFormula, Term};
use crate::formulas::Query;
use crate::questions::candidates::bag::Sort;

/// The weight of a word of politeness or small talk in a question.
const TALK: f32 = 0.1;

/// Terms and formulas so far.
#[derive(Default)]
pub(super) struct Gathering {
    pub(super) terms: Vec<Term>,
    pub(super) formulas: Vec<AskedFormula>,
    places: FxHashMap<(Sort, String), usize>,
}

impl Gathering {
    /// Adds running text. Words of nearly every text do not count, and small talk counts little.
    pub(super) fn add_prose(&mut self, text: &Text, is_in_title: bool) {
        for piece in text.words() {
            let words: Vec<text::words::Word> = text::words::words(piece).collect();
            let folded: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            let (roles, _) = roles(&folded);
            for (word, role) in words.iter().zip(roles) {
                let weight = match role {
                    // Also within phrases: `definition of`.
                    _ if text::question::is_stop_word(&word.text) => 0.0,
                    Role::StopWord => 0.0,
                    Role::Subject => 1.0,
                    Role::Talk => TALK,
                    Role::Cue(weight) => weight,
                };
                self.add_word(&word.text, is_in_title, weight);
            }
        }
        for formula in &text.formulas {
            self.add_formula(&formula.source, formula.notation, is_in_title, true);
            if let Some(last) = self.formulas.last_mut() {
                last.id.clone_from(&formula.id);
            }
        }
    }

    /// Adds a folded word. It may be the name of an operator in formulas elsewhere.
    pub(super) fn add_word(&mut self, word: &str, is_in_title: bool, weight: f32) {
        let stem = text::stem::stem(word).into_owned();
        self.add(Sort::Spoken, stem.clone(), word, is_in_title, weight);
        self.add(Sort::Word, stem, word, is_in_title, weight);
    }

    /// Gives other names to the phrases among some words: to the last word of each, which is its head. For typed queries
    /// only: a question of a hundred words says most things in several ways itself.
    pub(super) fn add_synonyms(&mut self, words: &[&str], table: &Synonyms) {
        for (place, synonyms) in table.within(words) {
            let Some(last) = words.get(place).and_then(<[&str]>::last) else { continue };
            let key = (Sort::Word, text::stem::stem(last).into_owned());
            let Some(term) = self.places.get(&key).and_then(|&place| self.terms.get_mut(place)) else {
                continue;
            };
            for synonym in synonyms {
                if !term.synonyms.contains(synonym) {
                    term.synonyms.push(synonym.clone());
                }
            }
        }
    }

    /// Adds a formula; its tokens only if it is wanted.
    pub(super) fn add_formula(
        &mut self,
        source: &str,
        notation: Notation,
        is_in_title: bool,
        is_wanted: bool,
    ) {
        let query = Query::read(source, notation);
        if is_wanted {
            for (family, sort) in [(Family::L8, Sort::Token), (Family::Latex, Sort::Latex)] {
                for term in tokens(&query.formula.slt, family, Purpose::Query) {
                    self.add(sort, token_text(term.term), source, is_in_title, f32::from(term.count));
                }
            }
        }
        self.formulas.push(AskedFormula { query, is_in_title, id: None });
    }

    /// Adds a term.
    pub(super) fn add(&mut self, sort: Sort, text: String, shown: &str, is_in_title: bool, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        let place = *self.places.entry((sort, text.clone())).or_insert(self.terms.len());
        if place == self.terms.len() {
            let shown = shown.to_owned();
            self.terms.push(Term { sort, text, shown, in_title: 0.0, elsewhere: 0.0, synonyms: Vec::new() });
        }
        if let Some(term) = self.terms.get_mut(place) {
            match is_in_title {
                true => term.in_title += weight,
                false => term.elsewhere += weight,
            }
        }
    }
}

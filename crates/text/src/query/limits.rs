//! How much of a query is searched for.
//!
//! Each part of a query costs a look at lists as long as the collection, so a query of sixteen kilobytes must not have
//! thousands of parts. The limits are far above what people write: questions of a thousand words with sixty formulas
//! stay whole. Equal phrases and equal filters count once. A note marks the place where something was left out.

use std::collections::HashSet;

use super::{Clause, Demand, Note, Query, QueryFormula, QueryPhrase, Reason};

/// Different words outside of quotes.
pub(super) const MOST_WORDS: usize = 2048;
/// Different phrases, and words of one.
pub(super) const MOST_PHRASES: usize = 64;
pub(super) const MOST_WORDS_OF_A_PHRASE: usize = 64;
/// Different formulas, and formulas when equal ones are counted each time.
pub(super) const MOST_FORMULAS: usize = 256;
pub(super) const MOST_OCCURRENCES: usize = 1024;
/// Formulas with a `+` or `-`.
pub(super) const MOST_DEMANDED_FORMULAS: usize = 8;
/// Filters by tag, by kind and by site; the limit applies to each of the three.
pub const MOST_FILTERS: usize = 32;

/// What was kept so far.
#[derive(Default)]
struct Kept {
    words: HashSet<String>,
    phrases: HashSet<(Demand, Vec<(u32, String)>)>,
    formulas: HashSet<String>,
    occurrences: usize,
    demanded_formulas: usize,
}

/// Leaves out what is over a limit and what is there already, with one note for each kind of limit.
pub(super) fn cut(query: &mut Query) {
    let mut kept = Kept::default();
    let mut notes: Vec<Note> = Vec::new();
    let clauses = std::mem::take(&mut query.clauses);
    for mut clause in clauses {
        let (is_kept, reason) = kept.keep(&mut clause);
        if let Some(reason) = reason.filter(|reason| notes.iter().all(|note| note.reason != *reason)) {
            notes.push(Note { place: clause.place().clone(), reason });
        }
        if is_kept {
            query.clauses.push(clause);
        }
    }
    query.notes.extend(notes);
}

impl Kept {
    /// Whether a clause stays, and the reason for a note about it.
    fn keep(&mut self, clause: &mut Clause) -> (bool, Option<Reason>) {
        match clause {
            Clause::Word(word) => {
                let is_kept = self.words.contains(&word.text) || self.words.len() < MOST_WORDS;
                if is_kept {
                    self.words.insert(word.text.clone());
                }
                (is_kept, (!is_kept).then_some(Reason::TooManyWords))
            }
            Clause::Phrase(phrase) => self.keep_phrase(phrase),
            Clause::Formula(formula) => self.keep_formula(formula),
        }
    }

    fn keep_phrase(&mut self, phrase: &mut QueryPhrase) -> (bool, Option<Reason>) {
        let is_long = phrase.words.len() > MOST_WORDS_OF_A_PHRASE;
        phrase.words.truncate(MOST_WORDS_OF_A_PHRASE);
        let first = phrase.words.first().map_or(0, |word| word.position);
        let words = phrase.words.iter();
        let words = words.map(|word| (word.position - first, word.text.clone())).collect();
        let is_room = self.phrases.len() < MOST_PHRASES;
        let key = (phrase.demand, words);
        if self.phrases.contains(&key) {
            return (false, None);
        }
        if !is_room {
            return (false, Some(Reason::TooManyPhrases));
        }
        self.phrases.insert(key);
        (true, is_long.then_some(Reason::LongPhrase))
    }

    fn keep_formula(&mut self, formula: &QueryFormula) -> (bool, Option<Reason>) {
        let is_demanded = formula.demand != Demand::Should;
        if is_demanded && self.demanded_formulas == MOST_DEMANDED_FORMULAS {
            return (false, Some(Reason::TooManyDemandedFormulas));
        }
        let is_known = self.formulas.contains(&formula.source);
        let is_room = is_known || self.formulas.len() < MOST_FORMULAS;
        if !is_room || self.occurrences == MOST_OCCURRENCES {
            return (false, Some(Reason::TooManyFormulas));
        }
        self.occurrences += 1;
        self.demanded_formulas += usize::from(is_demanded);
        self.formulas.insert(formula.source.clone());
        (true, None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Query, parse};
    use super::*;

    fn reasons(query: &Query) -> Vec<Reason> {
        query.notes.iter().map(|note| note.reason).collect()
    }

    #[test]
    fn equal_phrases_and_filters_count_once_and_nothing_is_said() {
        let query = parse(&"\"is a\" tag:limits ".repeat(500), &[]);
        assert_eq!((query.phrases().count(), query.filters.tags.len()), (1, 1));
        assert_eq!(query.notes, []);
        let both = parse("\"is a\" -\"is a\"", &[]);
        assert_eq!(both.phrases().count(), 2, "a demand and its opposite are two");
    }

    #[test]
    fn too_many_parts_are_left_out_with_one_note_for_each_kind() {
        let many = |part: &dyn Fn(usize) -> String| (0..3000).map(part).collect::<Vec<_>>().join(" ");
        let phrases = parse(&many(&|at| format!("\"the w{at}\"")), &[]);
        assert_eq!(phrases.phrases().count(), MOST_PHRASES);
        assert_eq!(reasons(&phrases), [Reason::TooManyPhrases]);
        let words = parse(&many(&|at| format!("word{at}")), &[]);
        assert_eq!(words.words().count(), MOST_WORDS);
        assert_eq!(reasons(&words), [Reason::TooManyWords]);
        let filters = parse(&many(&|at| format!("site:s{at}")), &[]);
        assert_eq!(filters.filters.sites.len(), MOST_FILTERS);
        assert_eq!(reasons(&filters), [Reason::TooManyFilters]);
        let long = parse(&format!("\"{}\"", "the ".repeat(3000)), &[]);
        assert_eq!(long.phrases().map(|phrase| phrase.words.len()).sum::<usize>(), MOST_WORDS_OF_A_PHRASE);
        assert_eq!(reasons(&long), [Reason::LongPhrase]);
    }

    #[test]
    fn too_many_formulas_are_left_out_and_fewer_may_be_demanded() {
        let text: String = (0..600).map(|at| format!("x^{at}+y ")).collect();
        let mut at = 0;
        let places = text.split_inclusive(' ').map(|piece| {
            at += piece.len();
            at - piece.len()..at - 1
        });
        let query = parse(&text, &places.collect::<Vec<_>>());
        assert_eq!(query.formulas().count(), MOST_FORMULAS);
        assert_eq!(reasons(&query), [Reason::TooManyFormulas]);
        let demanded: String = (0..30).map(|at| format!("+x^{at} ")).collect();
        let query = parse(&demanded, &[]);
        assert_eq!(query.formulas().count(), MOST_DEMANDED_FORMULAS);
        assert_eq!(reasons(&query), [Reason::TooManyDemandedFormulas]);
    }
}

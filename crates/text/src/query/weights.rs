//! How much each word of a query counts.
//!
//! Stop words count for nothing in a question and for little among keywords; talk counts for little; cues for a kind of
//! content count for some. Words that are quoted or have a `+` count in full. If no word of a query would count, all of
//! them do.

use super::{Clause, Demand, Note, Query, QueryWord, Reason};
use crate::question::{self, Manner, Role, Wanted};

/// The weight of a stop word among keywords.
const STOP_WORD: f32 = 0.1;
/// The weight of a word of talk.
const TALK: f32 = 0.1;
/// The weight of a single letter: a variable outside any formula.
const LETTER: f32 = 0.3;

/// Sets the weights, the manner and the wanted contents.
pub(super) fn weigh(text: &str, query: &mut Query) {
    let (indices, starts) = tokens(text, query);
    let clauses = &query.clauses;
    let words: Vec<&str> = indices.iter().map(|&index| folded(clauses.get(index))).collect();
    query.manner = question::manner(&words, &starts, has_question_mark(text, query));
    let (roles, mut wanted) = question::roles(&words);
    if query.manner == Manner::Prove && !wanted.contains(&Wanted::Proof) {
        wanted.push(Wanted::Proof);
    }
    query.wanted = wanted;
    let is_question = query.manner.is_question();
    for (index, role) in indices.into_iter().zip(roles) {
        if let Some(Clause::Word(word)) = query.clauses.get_mut(index) {
            word.is_subject = role == Role::Subject || word.demand == Demand::Must;
            word.weight = if word.demand == Demand::Should { weight(word, role, is_question) } else { 1.0 };
        }
    }
    weigh_all_if_none_counts(text, query);
}

fn weight(word: &QueryWord, role: Role, is_question: bool) -> f32 {
    let is_common = question::is_stop_word(&word.text);
    match role {
        Role::StopWord if is_question => 0.0,
        Role::Talk if is_question && is_common => 0.0,
        Role::StopWord => STOP_WORD,
        Role::Talk => TALK,
        Role::Cue(weight) if is_common => weight.min(if is_question { 0.0 } else { STOP_WORD }),
        Role::Cue(weight) => weight,
        Role::Subject if word.text.chars().nth(1).is_none() => LETTER,
        Role::Subject => 1.0,
    }
}

/// The clauses that are searched for cues, without parts of words, and whether a sentence starts with each of them.
fn tokens(text: &str, query: &Query) -> (Vec<usize>, Vec<bool>) {
    let mut indices = Vec::new();
    let mut starts = Vec::new();
    let mut end = 0;
    for (index, clause) in query.clauses.iter().enumerate() {
        if matches!(clause, Clause::Word(word) if word.is_part) {
            continue;
        }
        let between = text.get(end..clause.place().start).unwrap_or("");
        let is_first = indices.is_empty();
        indices.push(index);
        starts.push(is_first || between.contains(['.', '?', '!', ';', '\n']));
        end = end.max(clause.place().end);
    }
    (indices, starts)
}

fn folded(clause: Option<&Clause>) -> &str {
    match clause {
        Some(Clause::Word(word)) if word.demand == Demand::Should => &word.text,
        _ => "",
    }
}

/// Whether there is a question mark outside of formulas and quotes.
fn has_question_mark(text: &str, query: &Query) -> bool {
    let mut end = 0;
    for clause in &query.clauses {
        let place = clause.place();
        if text.get(end..place.start).is_some_and(|between| between.contains('?')) {
            return true;
        }
        end = end.max(place.end);
    }
    !query.clauses.is_empty() && text.get(end..).is_some_and(|rest| rest.contains('?'))
}

/// If nothing that is asked for has a weight, everything gets one.
fn weigh_all_if_none_counts(text: &str, query: &mut Query) {
    let mut wanted = query.clauses.iter().filter(|clause| clause.demand() != Demand::Not).peekable();
    if wanted.peek().is_none() {
        if !query.clauses.is_empty() {
            query.notes.push(Note { place: 0..text.len(), reason: Reason::NothingWanted });
        }
        return;
    }
    if wanted.any(|clause| clause.weight() > TALK.max(STOP_WORD)) {
        return;
    }
    query.notes.push(Note { place: 0..text.len(), reason: Reason::CommonWordsOnly });
    for clause in &mut query.clauses {
        if let Clause::Word(word) = clause {
            word.weight = 1.0;
        }
    }
}

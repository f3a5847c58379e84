//! A question: words, formulas, phrases and filters, with weights.
//!
//! A question comes as a query of the query language, as a topic with title and body, or as a unit of the index to
//! find similar ones for. All three become the same bag of terms and the same list of formulas.

mod gathering;

use document::{Occurrence, Text, markup};
use formula::Notation;
use index::Budget;
use index::units::StoredUnit;
use text::query::{self as language, Clause, Demand, Filters, QueryFormula};
use text::question::{Manner, Wanted};
use text::synonyms::{Synonym, Synonyms};

use super::candidates::bag::Sort;
use super::candidates::formula_search;
use crate::formulas::Query;
use gathering::Gathering;

/// The weight of the tokens of formulas in a short query, relative to a long one: a formula has ten tokens for every
/// word beside it, and formula search looks for it anyway.
const TOKENS_OF_A_SHORT_QUERY: f32 = 0.4;

/// The least weight of a synonym that is another name for the same thing.
const SAME: f32 = 0.8;

/// The most words of a subject that is looked for under other names.
const MOST_WORDS_OF_VARIANTS: usize = 12;

/// A note on a part of a query that was dropped or is doubtful.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// What happened.
    pub message: &'static str,
    /// What to do about it.
    pub hint: &'static str,
}

impl Note {
    fn of(note: &language::Note) -> Note {
        Note { message: note.reason.message(), hint: note.reason.hint() }
    }
}

/// A question.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The id of the unit it was made from.
    pub unit: Option<String>,
    /// The ids of questions that people marked as duplicates of it, for a question that is not a unit.
    pub duplicates: Vec<String>,
    /// Its title, or the whole of a short query.
    pub title: Text,
    /// Its body; empty for a query.
    pub body: Text,
    /// Its tags: what it is about, not what answers must be tagged with.
    pub tags: Vec<String>,
    /// The stems that a typed query is about, in order: without words of asking, of politeness, and of every text.
    pub subject: Vec<String>,
    /// The subject with a phrase of it replaced by another name for the same thing, and how good a match that is.
    pub variants: Vec<(Vec<String>, f32)>,
    /// The filters on answers.
    pub filters: Filters,
    /// The terms of its words and formulas.
    pub terms: Vec<Term>,
    /// Its formulas.
    pub formulas: Vec<AskedFormula>,
    /// The demands on answers.
    pub demands: Vec<Demanded>,
    /// How it asks.
    pub manner: Manner,
    /// The kinds of content it wants.
    pub wanted: Vec<Wanted>,
    /// Whether it may be a passage pasted from somewhere.
    pub is_passage: bool,
    /// How a query was understood, in one line; empty for topics and units.
    pub read_as: String,
    /// Notes on parts of a query that were dropped or are doubtful.
    pub notes: Vec<Note>,
    /// How long a search for it may take; unlimited unless [`Question::within`] sets it.
    pub budget: Budget,
}

/// A demand on answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Demanded {
    /// The demanded word, phrase or formula.
    pub what: What,
    /// Whether answers must not have it.
    pub is_excluded: bool,
}

/// What can be demanded.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// One of these stems: a word in its forms.
    Word(Vec<String>),
    /// These words one after another, with their positions.
    Phrase(Vec<(u32, String)>),
    /// A formula of the question, by its number.
    Formula(usize),
}

/// A term to search for, and its weights in the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its sort.
    pub sort: Sort,
    /// Its text in the index.
    pub text: String,
    /// Its text for people.
    pub shown: String,
    /// Its weight in the title.
    pub in_title: f32,
    /// Its weight elsewhere.
    pub elsewhere: f32,
    /// Other names for it, or for the phrase that it ends; a bag sets their weight.
    pub synonyms: Vec<Synonym>,
}

/// A formula of a question.
#[derive(Clone, Debug)]
pub struct AskedFormula {
    /// The formula.
    pub query: Query,
    /// Whether it is in the title.
    pub is_in_title: bool,
    /// Its id in the collection, if it has one.
    pub id: Option<String>,
}

impl Question {
    /// A question with title, body and tags.
    pub fn new(title: Text, body: Text, tags: Vec<String>) -> Question {
        let mut gathering = Gathering::default();
        gathering.add_prose(&title, true);
        gathering.add_prose(&body, false);
        for tag in &tags {
            gathering.add(Sort::Tag, tag.clone(), tag, false, 1.0);
        }
        let Gathering { terms, formulas, .. } = gathering;
        Question { title, body, tags, terms, formulas, ..Question::default() }
    }

    /// Reads a query: see [`text::query`]. Pasted HTML is read as HTML.
    ///
    /// ```
    /// let question = rank::questions::Question::read("mean value theorem $f'(c)=0$ tag:calculus");
    /// assert_eq!(question.formulas.len(), 1);
    /// assert_eq!(question.filters.tags[0].value, "calculus");
    /// ```
    pub fn read(query: &str) -> Question {
        let (text, read) = language::read(query);
        Question::of_query(text, read, Synonyms::bundled())
    }

    /// A question from a parsed query: see [`text::query::read`].
    pub fn of_query(mut text: Text, read: language::Query, synonyms: &Synonyms) -> Question {
        let mut gathering = Gathering::default();
        let mut demands = Vec::new();
        let mut formulas: Vec<Occurrence> = Vec::new();
        for clause in &read.clauses {
            let is_wanted = clause.demand() != Demand::Not;
            match clause {
                Clause::Word(word) if is_wanted => gathering.add_word(&word.text, true, word.weight),
                Clause::Phrase(phrase) if is_wanted => {
                    phrase.words.iter().for_each(|word| gathering.add_word(&word.text, true, phrase.weight));
                }
                Clause::Formula(formula) => {
                    let occurrence = occurrence(formula, &text);
                    gathering.add_formula(&occurrence.source, occurrence.notation, true, is_wanted);
                    formulas.push(occurrence);
                }
                _ => {}
            }
            demands.extend(demanded(clause, formulas.len()));
        }
        let subject =
            read.words().filter(|word| word.is_subject && !word.is_part && word.demand != Demand::Not);
        let subject: Vec<String> = subject.flat_map(|word| text::names::stems(&word.text)).collect();
        let words: Vec<&str> =
            read.words().filter(|word| word.demand != Demand::Not).map(|word| word.text.as_str()).collect();
        gathering.add_synonyms(&words, synonyms);
        join_forms(&mut demands, &read);
        text.formulas = formulas;
        let Gathering { mut terms, formulas, .. } = gathering;
        if formula_search::is_short(&terms, formulas.len()) {
            for term in terms.iter_mut().filter(|term| term.sort.is_of_formula()) {
                term.in_title *= TOKENS_OF_A_SHORT_QUERY;
            }
        }
        Question {
            title: text,
            variants: variants(&subject, &read.wanted, synonyms),
            subject,
            terms,
            formulas,
            demands,
            manner: read.manner,
            is_passage: read.is_passage,
            read_as: read.read_as(),
            notes: read.notes.iter().map(Note::of).collect(),
            wanted: read.wanted,
            filters: read.filters,
            ..Question::default()
        }
    }

    /// A question from formulas, which may have wildcards, and keywords.
    pub fn of_formulas<'a>(
        formulas: impl Iterator<Item = (&'a str, Notation)>,
        keywords: impl Iterator<Item = &'a str>,
    ) -> Question {
        let keywords: Vec<&str> = keywords.collect();
        let title = Text::plain(keywords.join(" "));
        let mut gathering = Gathering::default();
        gathering.add_prose(&title, true);
        formulas.for_each(|(source, notation)| gathering.add_formula(source, notation, true, true));
        let Gathering { terms, formulas, .. } = gathering;
        Question { title, terms, formulas, ..Question::default() }
    }

    /// A question that finds units similar to a unit.
    pub fn of_unit(unit: &StoredUnit) -> Question {
        let text = |text: &str| markup::delimited(text);
        let question = Question::new(text(&unit.title), text(&unit.body), unit.tags.clone());
        Question { unit: Some(unit.id.clone()), ..question }
    }

    /// A question that finds threads similar to a thread: the title of its question, and all its text.
    pub fn of_thread(members: &[StoredUnit]) -> Question {
        let title = members.iter().map(|unit| unit.title.as_str()).find(|title| !title.is_empty());
        let bodies: Vec<&str> = members.iter().map(|unit| unit.body.as_str()).collect();
        let tags = members.iter().flat_map(|unit| unit.tags.clone()).collect();
        Question::new(markup::delimited(title.unwrap_or("")), markup::delimited(&bodies.join("\n\n")), tags)
    }

    /// The same question with a limit on its time, for its formulas as well.
    pub fn within(mut self, budget: &Budget) -> Question {
        self.budget = budget.clone();
        for formula in &mut self.formulas {
            formula.query.budget = budget.clone();
        }
        self
    }

    /// Whether it is one formula and nothing else.
    pub fn is_formula(&self) -> bool {
        self.formulas.len() == 1
            && self.terms.iter().all(|term| term.sort.is_of_formula())
            && self.demands.is_empty()
            && self.filters.is_empty()
    }

    /// All of it as running text, formulas without their delimiters.
    pub fn running_text(&self) -> String {
        let mut running = String::new();
        for text in [&self.title, &self.body] {
            let mut rest = 0;
            for formula in &text.formulas {
                running.push_str(text.text.get(rest..formula.place.start).unwrap_or(""));
                running.push_str(&formula.source);
                rest = formula.place.end;
            }
            running.push_str(text.text.get(rest..).unwrap_or(""));
            running.push(' ');
        }
        running.trim().to_owned()
    }

    /// How much of a typed query its words say, from 0 to 1: a formula says as much as two words. One rare word beside
    /// a formula may be the name of something else.
    pub(crate) fn share_of_words(&self) -> f64 {
        let (words, formulas) = (self.subject.len() as f64, 2.0 * self.formulas.len() as f64);
        if words > 0.0 { words / (words + formulas) } else { 0.0 }
    }

    /// The number of its words, equal ones once.
    pub fn word_count(&self) -> usize {
        word_count(&self.terms)
    }

    /// Whether it has no content.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.filters.is_empty()
    }
}

/// The number of words among some terms.
pub(super) fn word_count(terms: &[Term]) -> usize {
    terms.iter().filter(|term| term.sort == Sort::Word).count()
}

/// A subject with each of its phrases replaced by the other names for the same thing, and with the kind of content that
/// is wanted: who wants a proof of a theorem may mean the text "proof of the theorem".
fn variants(subject: &[String], wanted: &[Wanted], synonyms: &Synonyms) -> Vec<(Vec<String>, f32)> {
    let mut variants = Vec::new();
    if subject.is_empty() || subject.len() > MOST_WORDS_OF_VARIANTS {
        return variants;
    }
    for content in wanted.iter().filter(|content| content.names_texts()) {
        variants.push(([text::names::stems(content.name()).as_slice(), subject].concat(), 1.0));
    }
    for (place, others) in synonyms.within(subject) {
        let (before, behind) = (subject.get(..place.start), subject.get(place.end..));
        for other in others.iter().filter(|other| other.weight >= SAME) {
            let mut stems = before.unwrap_or_default().to_vec();
            stems.extend(text::names::stems(&other.phrase));
            stems.extend_from_slice(behind.unwrap_or_default());
            variants.push((stems, other.weight));
        }
    }
    variants
}

/// A formula typed without delimiters is read in the notation that it looks like.
fn occurrence(formula: &QueryFormula, text: &Text) -> Occurrence {
    let marked = formula.marked.and_then(|place| text.formulas.get(place)).cloned();
    marked.unwrap_or_else(|| Occurrence {
        place: formula.place.clone(),
        source: formula.source.clone(),
        notation: Notation::Auto,
        id: None,
        visual_id: None,
    })
}

/// The demand of a clause. Phrases are always demanded: that is what quotes are for.
fn demanded(clause: &Clause, formulas: usize) -> Option<Demanded> {
    let is_excluded = clause.demand() == Demand::Not;
    let what = match clause {
        Clause::Phrase(phrase) => {
            What::Phrase(phrase.words.iter().map(|word| (word.position, word.text.clone())).collect())
        }
        _ if clause.demand() == Demand::Should => return None,
        Clause::Word(word) => What::Word(vec![text::stem::stem(&word.text).into_owned()]),
        Clause::Formula(_) => What::Formula(formulas.checked_sub(1)?),
    };
    Some(Demanded { what, is_excluded })
}

/// Words at one position are one word in several forms: any of them is enough.
fn join_forms(demands: &mut Vec<Demanded>, read: &language::Query) {
    let demanded = read.words().filter(|word| word.demand != Demand::Should);
    let mut words: Vec<(u32, Demanded)> = Vec::new();
    for word in demanded {
        let stem = text::stem::stem(&word.text).into_owned();
        match words.last_mut() {
            Some((position, Demanded { what: What::Word(forms), .. })) if *position == word.position => {
                forms.push(stem);
            }
            _ => {
                let is_excluded = word.demand == Demand::Not;
                words.push((word.position, Demanded { what: What::Word(vec![stem]), is_excluded }));
            }
        }
    }
    demands.retain(|demand| !matches!(demand.what, What::Word(_)));
    demands.extend(words.into_iter().map(|(_, demand)| demand));
}

#[cfg(test)]
mod tests;

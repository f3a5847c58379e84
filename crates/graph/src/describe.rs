//! What symbols stand for: the noun phrase that a text gives to a formula.
//!
//! "Let `P` be a parabolic subgroup", "where `n` is the number of edges", "the identity element `e`": a few patterns give most
//! descriptions in mathematical prose. Each has a precision, counted on samples of questions, and a description gets less the
//! further it stands from its formula (Schubotz and others, SIGIR 2016: half at a distance of five words).
//!
//! [`nearest_noun`] and [`window`] are the baselines that papers compare with (Kristianto, Topić and Aizawa, 2014).
//!
//! What it is not: a reader of formulas. That `n>0` says that `n` is positive is for those who know its operator tree.

use std::ops::Range;

use serde::Serialize;

use crate::build::lexicon::Form;
use crate::build::tagged_sentences;
use crate::build::tokens::{Tag, Token};

/// How a text gives a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// `let F be a group`
    Let,
    /// `F denotes the order`
    Denotes,
    /// `the order denoted by F`
    Called,
    /// `where F is the order`
    Where,
    /// `F is the order`
    Is,
    /// `the order F`
    Beside,
}

impl Pattern {
    /// Its name, as it is written in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Let => "let",
            Pattern::Denotes => "denotes",
            Pattern::Called => "called",
            Pattern::Where => "where",
            Pattern::Is => "is",
            Pattern::Beside => "beside",
        }
    }

    /// The share of descriptions that are right.
    fn precision(self) -> f64 {
        match self {
            Pattern::Let => 0.93,
            Pattern::Denotes => 1.0,
            Pattern::Called => 0.7,
            Pattern::Where => 0.73,
            Pattern::Is => 0.8,
            Pattern::Beside => 0.67,
        }
    }
}

/// What a text says a formula is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The number of the formula, from 1.
    pub formula: usize,
    /// The whole noun phrase, as it is written.
    pub text: String,
    /// Its bytes in the text.
    pub place: Range<usize>,
    /// The noun with what stands before it.
    pub short: String,
    /// The noun in its base form: the type.
    pub kind: String,
    /// How the text says it.
    pub pattern: Pattern,
    /// Between 0 and 1: the precision of the pattern, less for what is far away.
    pub score: f64,
}

/// The descriptions of the formulas of a text, at most one for each, in order. `formulas` are their places.
///
/// ```
/// let text = "Let $G$ be a finite group and $n$ the order of $G$.";
/// let found = graph::describe::describe(text, &[4..7, 30..33, 47..50]);
/// assert_eq!((found[0].text.as_str(), found[0].kind.as_str()), ("a finite group", "group"));
/// ```
pub fn describe(text: &str, formulas: &[Range<usize>]) -> Vec<Description> {
    each_sentence(text, formulas, |sentence| {
        let mut found: Vec<Description> = Vec::new();
        for at in 0..sentence.tokens.len() {
            if sentence.tokens[at].formula.is_some()
                && let Some(description) = sentence.description(at)
            {
                found.push(description);
            }
        }
        found
    })
}

/// The baseline that gives each formula the noun phrase nearest to it in its sentence.
pub fn nearest_noun(text: &str, formulas: &[Range<usize>]) -> Vec<Description> {
    each_sentence(text, formulas, |sentence| {
        let numbered = sentence.tokens.iter().enumerate().filter(|(_, token)| token.formula.is_some());
        let nearest = |at: usize| {
            let distance = |phrase: &&Phrase| (phrase.start.abs_diff(at)).min(phrase.end.abs_diff(at + 1));
            sentence.phrases.iter().min_by_key(distance)
        };
        numbered
            .filter_map(|(at, _)| Some(sentence.described(at, nearest(at)?, Pattern::Beside, 1)))
            .collect()
    })
}

/// The baseline that gives each formula the nouns and adjectives at most `width` words away: number and words.
pub fn window(text: &str, formulas: &[Range<usize>], width: usize) -> Vec<(usize, Vec<String>)> {
    each_sentence(text, formulas, |sentence| {
        let tokens = sentence.tokens;
        let around = |at: usize| {
            let near =
                tokens.get(at.saturating_sub(width)..(at + width + 1).min(tokens.len())).unwrap_or_default();
            near.iter()
                .filter(|token| matches!(token.tag, Tag::Noun | Tag::Adj))
                .map(|token| token.lemma.clone())
                .collect()
        };
        let numbered = tokens.iter().enumerate().filter_map(|(at, token)| Some((at, token.formula?)));
        numbered.map(|(at, number)| (number, around(at))).collect()
    })
}

fn each_sentence<T>(text: &str, formulas: &[Range<usize>], find: impl Fn(&Sentence<'_>) -> Vec<T>) -> Vec<T> {
    let mut found = Vec::new();
    for (place, tokens) in tagged_sentences(text, formulas) {
        let words = text.get(place.clone()).unwrap_or("");
        let sentence =
            Sentence { text: words, offset: place.start, tokens: &tokens, phrases: phrases(&tokens) };
        found.extend(find(&sentence));
    }
    found
}

/// A noun phrase by its tokens.
struct Phrase {
    start: usize,
    /// One past its last noun before `of`.
    head_end: usize,
    end: usize,
}

/// The noun phrases of a sentence: what stands before a noun, the noun, and one `of` phrase.
fn phrases(tokens: &[Token]) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match simple_phrase(tokens, at) {
            Some(head_end) => {
                let of = tokens.get(head_end).is_some_and(|token| token.word == "of");
                let end = of.then(|| of_phrase(tokens, head_end + 1)).flatten().unwrap_or(head_end);
                found.push(Phrase { start: at, head_end, end });
                at = end.max(at + 1);
            }
            None => at += 1,
        }
    }
    found
}

/// What follows `of`: a noun phrase, or formulas.
fn of_phrase(tokens: &[Token], at: usize) -> Option<usize> {
    let is_formula = |at: usize| tokens.get(at).is_some_and(|token| token.formula.is_some());
    simple_phrase(tokens, at).or_else(|| is_formula(at).then_some(at + 1))
}

/// The end of a phrase without `of` that starts here.
fn simple_phrase(tokens: &[Token], start: usize) -> Option<usize> {
    let mut end = None;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.tag {
            Tag::Noun => end = Some(at + 1),
            Tag::Det | Tag::Poss if at == start => {}
            Tag::Adj | Tag::Num | Tag::Adv | Tag::Verb(Form::Past | Form::Ing) if end.is_none() => {}
            _ => break,
        }
    }
    end
}

struct Sentence<'a> {
    text: &'a str,
    offset: usize,
    tokens: &'a [Token],
    phrases: Vec<Phrase>,
}

impl Sentence<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    fn phrase_at(&self, at: usize) -> Option<&Phrase> {
        self.phrases.iter().find(|phrase| phrase.start == at)
    }

    /// The formulas that `and` and commas join to the one at a place.
    fn group(&self, at: usize) -> Range<usize> {
        let is_formula = |at: usize| self.tokens.get(at).is_some_and(|token| token.formula.is_some());
        let joins = |at: usize| {
            self.tokens.get(at).is_some_and(|token| matches!(token.tag, Tag::And | Tag::Or | Tag::Comma))
        };
        let (mut start, mut end) = (at, at + 1);
        while joins(end) && is_formula(end + 1) {
            end += 2;
        }
        while start >= 2 && joins(start - 1) && is_formula(start - 2) {
            start -= 2;
        }
        start..end
    }

    /// What the sentence says the formula at a place is.
    fn description(&self, at: usize) -> Option<Description> {
        let group = self.group(at);
        let after = |at: usize| self.phrase_at(at).filter(|phrase| self.is_kept(phrase));
        let before = group.start.checked_sub(1).map_or("", |before| self.word(before));
        let verb = self.word(group.end);
        let found = match verb {
            "be" | "is" | "are" | "was" => {
                let pattern = match before {
                    "let" | "suppose" | "assume" => Pattern::Let,
                    "where" | "with" | "here" | "and" | "if" | "that" | "," => Pattern::Where,
                    _ => Pattern::Is,
                };
                let pattern = if verb == "be" { Pattern::Let } else { pattern };
                after(group.end + 1).map(|phrase| (phrase, pattern))
            }
            "denotes" | "denote" | "represents" | "represent" | "means" => {
                after(group.end + 1).map(|phrase| (phrase, Pattern::Denotes))
            }
            _ => after(group.end)
                .filter(|phrase| before == "and" && self.word(phrase.start) == "the")
                .map(|phrase| (phrase, Pattern::Let)),
        };
        let found = found.or_else(|| self.called(&group)).or_else(|| {
            let beside =
                self.phrases.iter().find(|phrase| phrase.head_end == group.start && self.is_kept(phrase));
            beside.map(|phrase| (phrase, Pattern::Beside))
        });
        let (phrase, pattern) = found?;
        let distance = phrase.start.abs_diff(at).min(phrase.head_end.abs_diff(at)).max(1);
        Some(self.described(at, phrase, pattern, distance))
    }

    /// `the order denoted by F`.
    fn called(&self, group: &Range<usize>) -> Option<(&Phrase, Pattern)> {
        let verb = group.start.checked_sub(2)?;
        let is_called = ["denoted", "defined", "given", "written", "called"].contains(&self.word(verb))
            && ["by", "as"].contains(&self.word(verb + 1));
        let phrase = self.phrases.iter().find(|phrase| phrase.end == verb && self.is_kept(phrase))?;
        is_called.then_some((phrase, Pattern::Called))
    }

    /// Whether a phrase can describe a formula: "my way" and "this statement" do not.
    fn is_kept(&self, phrase: &Phrase) -> bool {
        let first = &self.tokens[phrase.start];
        let head = self.tokens[phrase.head_end - 1].lemma.as_str();
        let pointing =
            first.tag == Tag::Poss || matches!(first.word.as_str(), "this" | "these" | "that" | "no");
        let vague = [
            "example",
            "form",
            "step",
            "way",
            "statement",
            "answer",
            "question",
            "case",
            "thing",
            "problem",
            "result",
        ];
        !pointing && !vague.contains(&head)
    }

    fn described(&self, at: usize, phrase: &Phrase, pattern: Pattern, distance: usize) -> Description {
        // Half the weight at a distance of five words.
        let variance = 12.0 / std::f64::consts::LN_2;
        let decay = (-((distance * distance) as f64 - 1.0) / (2.0 * variance)).exp();
        let end_of = |end: usize| self.tokens[end - 1].place.end;
        let start = self.tokens[phrase.start].place.start;
        let cut = |start: usize, end: usize| self.text.get(start..end).unwrap_or("").to_owned();
        // The article does not belong to the short form.
        let has_article = matches!(self.word(phrase.start), "a" | "an" | "the");
        let short =
            self.tokens[(phrase.start + usize::from(has_article)).min(phrase.head_end - 1)].place.start;
        Description {
            formula: self.tokens[at].formula.unwrap_or(0),
            text: cut(start, end_of(phrase.end)),
            place: self.offset + start..self.offset + end_of(phrase.end),
            short: cut(short, end_of(phrase.head_end)),
            kind: self.tokens[phrase.head_end - 1].lemma.clone(),
            pattern,
            score: pattern.precision() * decay,
        }
    }
}

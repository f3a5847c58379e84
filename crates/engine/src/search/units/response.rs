//! Units that were found, for programs; `docs/reference/search-json.md` is the description.

use std::ops::Range;

use formula::write::tex;
use rank::questions::explanation::FormulaMatch;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Results, ShownHit, TextCopy};
use crate::VERSION;
use crate::explain::{self, Part, Why};
use crate::query::asked::Want;
use crate::render::rich;
use crate::search::Extras;
use crate::search::listing::Page;
use crate::search::relaxed::RelaxedQuestion;

/// Units that were found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitResponse {
    /// Of the JSON.
    pub version: u32,
    /// The kind of results.
    pub want: Want,
    /// The question, as it was read.
    pub query: QuestionRead,
    /// How it was ranked.
    pub pipeline: String,
    /// The page of the list.
    #[serde(flatten)]
    pub page: Page,
    /// The units, in the order of `sort`.
    pub hits: Vec<UnitHit>,
    /// Units scored in full.
    pub candidates: usize,
    /// Quoted phrases without an exact match; their words were searched for instead.
    pub relaxed_phrases: Vec<String>,
    /// The query that was searched for instead of the typed one, whose words are misspelt; `verbatim` prevents it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<String>,
    /// Parts of the query that were left out because nothing has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// The language of the query, where the collection has no texts in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foreign_language: Option<&'static str>,
    /// How close the closest of the first hits is to a typed query, from 0 to 1; missing where that is not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closeness: Option<f64>,
    /// Whether nothing is close to what was typed, although there are hits.
    #[serde(skip_serializing_if = "is_false")]
    pub nothing_close: bool,
    /// From the server, when little was found: questions that find more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relaxed: Vec<RelaxedQuestion>,
    /// What a list has beside its hits.
    #[serde(flatten)]
    pub extras: Extras,
}

/// A question, as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionRead {
    /// As it was typed; for what is like a unit, the title of the unit.
    pub source: String,
    /// The reading of the query, in one line.
    pub read_as: String,
    /// How the query asks.
    pub manner: &'static str,
    /// The kinds of content that the query wants.
    pub wanted: Vec<&'static str>,
    /// Its formulas as LaTeX.
    pub formulas: Vec<String>,
    /// Parts that were dropped or are doubtful.
    pub notes: Vec<QueryNote>,
}

/// A note on a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueryNote {
    /// A part that was dropped or is doubtful.
    pub message: &'static str,
    /// A hint on what to do about it.
    pub hint: &'static str,
}

/// A unit that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitHit {
    /// From 1.
    pub rank: usize,
    /// The id of the unit.
    pub id: String,
    /// Its page on a server.
    pub link: String,
    /// What is printed before its title in its document: `Theorem 2.3`, `4.1`; empty if nothing is.
    pub name: String,
    /// The title of the book or article that it is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Its kind.
    pub kind: String,
    /// Its title; for an answer that of its question, without one its first sentence.
    pub title: String,
    /// The same as HTML: formulas as MathML, words of the query in `mark`.
    pub title_html: String,
    /// Words of the query in the title.
    pub title_words: Vec<[usize; 2]>,
    /// The unit that it answers.
    pub parent: Option<String>,
    /// Its thread.
    pub thread: Option<String>,
    /// Other hits of the same thread, where threads have one hit each.
    pub more_in_thread: usize,
    /// Units with nearly the same text, which have no hit of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<CopyJson>,
    /// The entry of the collection it came from.
    pub source: String,
    /// Its address.
    pub url: Option<String>,
    /// Its tags; for an answer those of its question.
    pub tags: Vec<String>,
    /// Votes for it less votes against.
    pub votes: Option<i64>,
    /// Whether it is the accepted answer.
    pub accepted: bool,
    /// Seconds since 1970.
    pub date: Option<i64>,
    /// Higher is better; comparable within one response only.
    pub score: f64,
    /// Parts of the score; their contributions add up to it.
    pub parts: Vec<Part>,
    /// The sentences of the body that say most.
    pub excerpt: ExcerptJson,
    /// Formulas of the unit that match.
    pub formulas: Vec<MatchedFormula>,
}

/// A unit with nearly the same text as a hit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Copy)]
pub struct CopyJson {
    /// Its id.
    pub id: String,
    /// Its page on a server.
    pub link: String,
    /// The entry of the collection it came from.
    pub source: String,
}

/// Sentences of a body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Excerpt)]
pub struct ExcerptJson {
    /// The sentences.
    pub text: String,
    /// The same as HTML.
    pub html: String,
    /// Their place in the body.
    pub start: usize,
    /// Whether the body continues after them.
    pub goes_on: bool,
    /// Words of the query in the text.
    pub words: Vec<[usize; 2]>,
}

/// A formula of a unit that matches one of the query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchedFormula {
    /// Which formula of the query, from 0.
    pub asked: usize,
    /// Its id in the collection.
    pub id: Option<String>,
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX.
    pub tex: String,
    /// In the hits of a search: its LaTeX as the author wrote it, without delimiters and the punctuation of the sentence;
    /// missing where that is not LaTeX, or needs macros of its document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// As MathML, with ids and classes.
    pub mathml: String,
    /// From 0 to 1.
    pub alike: f64,
    /// Why it matches the formula of the query.
    #[serde(flatten)]
    pub why: Why,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Results {
    /// For programs; with timings if they are wanted, since nothing else changes from run to run.
    pub fn response(&self, with_timings: bool) -> UnitResponse {
        let question = &self.question;
        UnitResponse {
            version: VERSION,
            want: Want::Units(self.want),
            query: QuestionRead {
                source: question.title.text.clone(),
                read_as: question.read_as.clone(),
                manner: question.manner.name(),
                wanted: question.wanted.iter().map(|wanted| wanted.name()).collect(),
                formulas: question
                    .formulas
                    .iter()
                    .map(|formula| tex::write(&formula.query.formula.slt))
                    .collect(),
                notes: question
                    .notes
                    .iter()
                    .map(|note| QueryNote { message: note.message, hint: note.hint })
                    .collect(),
            },
            pipeline: self.pipeline.clone(),
            page: self.page,
            hits: (self.page.offset + 1..).zip(&self.hits).map(|(rank, hit)| hit.response(rank)).collect(),
            candidates: self.found.candidates,
            relaxed_phrases: self.found.relaxed_phrases.clone(),
            corrected: self.corrected.clone(),
            dropped: self.dropped.clone(),
            foreign_language: self.foreign,
            closeness: self.closest(),
            nothing_close: self.is_nothing_close(),
            relaxed: self.relaxed.clone(),
            extras: Extras {
                facets: self.facets.clone(),
                cut: self.cut.clone(),
                timings: with_timings.then_some(self.timings),
            },
        }
    }
}

impl ShownHit {
    fn response(&self, rank: usize) -> UnitHit {
        let unit = &self.unit;
        let spans = |words: &[Range<usize>], start: usize| -> Vec<[usize; 2]> {
            words.iter().map(|word| [word.start - start, word.end - start]).collect()
        };
        let excerpt = &self.excerpt;
        UnitHit {
            rank,
            id: unit.id.clone(),
            link: rich::address(&unit.id),
            name: unit.position.as_ref().map(|position| position.name.clone()).unwrap_or_default(),
            document: self.document.clone(),
            kind: unit.kind.clone(),
            title: self.title.clone(),
            title_html: self.title_html.clone(),
            title_words: spans(&self.title_words, 0),
            parent: unit.parent.clone(),
            thread: unit.thread.clone(),
            more_in_thread: self.more_in_thread,
            copies: self.copies.iter().map(TextCopy::response).collect(),
            source: unit.source.clone(),
            url: unit.url.clone(),
            tags: self.tags.clone(),
            votes: unit.score,
            accepted: unit.accepted,
            date: unit.date,
            score: self.hit.score,
            parts: explain::parts(&self.hit.parts),
            excerpt: ExcerptJson {
                text: unit.body.get(excerpt.place.clone()).unwrap_or("").to_owned(),
                html: self.excerpt_html.clone(),
                start: excerpt.place.start,
                goes_on: excerpt.place.end < unit.body.trim_end().len(),
                words: spans(&excerpt.words, excerpt.place.start),
            },
            formulas: (1..)
                .zip(self.formulas.iter().zip(&self.written))
                .map(|(at, (found, written))| {
                    let prefix = format!("h{rank}-{at}-");
                    let authored = written.as_deref().and_then(|latex| {
                        let (slt, _) = formula::latex::read(latex, &formula::Options::default());
                        found.explanation.mathml_as_authored(&slt, &prefix)
                    });
                    let shown = matched(&prefix, found);
                    MatchedFormula {
                        written: written.clone(),
                        mathml: authored.unwrap_or_else(|| shown.mathml.clone()),
                        ..shown
                    }
                })
                .collect(),
        }
    }
}

impl TextCopy {
    fn response(&self) -> CopyJson {
        CopyJson { id: self.id.clone(), link: rich::address(&self.id), source: self.source.clone() }
    }
}

/// A formula that matches, as JSON.
pub(crate) fn matched(id_prefix: &str, found: &FormulaMatch) -> MatchedFormula {
    let why = &found.explanation;
    MatchedFormula {
        asked: found.asked,
        id: found.occurrence.id.clone(),
        record: found.occurrence.record,
        tex: why.tex.clone(),
        written: None,
        mathml: why.mathml(id_prefix),
        alike: found.alike,
        why: Why::of(why),
    }
}

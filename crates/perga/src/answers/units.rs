//! Units and answers that were found for a question, with everything that any form of output shows.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use anyhow::Result;
use formula::write::tex;
use index::Index;
use index::units::{StoredUnit, Units};
use rank::questions::diversity;
use rank::questions::excerpt::{Excerpt, Excerpter};
use rank::questions::formula_matches::{FormulaMatch, matches};
use rank::questions::question::Question;
use rank::questions::search::{Found, Hit, Searcher};
use rank::questions::targets;
use serde::Serialize;
use utoipa::ToSchema;

use super::VERSION;
use super::asked::Want;
use super::facets::{Counter, Facet};
use super::formulas::Timings;
use super::justified::{self, Bound, Pair, Part, Renaming};
use super::rich::{self, Shape};

/// Characters of an excerpt.
const EXCERPT: usize = 320;

/// Formulas of a hit that are shown.
const MOST_FORMULAS: usize = 2;

/// Hits over which facets are counted.
const FACET_DEPTH: usize = 200;

/// What is asked of a search beside the question.
#[derive(Default)]
pub struct Request<'r> {
    /// How many hits are shown.
    pub k: usize,
    /// How many are passed over before.
    pub offset: usize,
    /// A unit that is not wanted: the one that others are wanted like.
    pub without: Option<&'r str>,
    /// One hit for each thread.
    pub by_thread: bool,
    /// Whether facets are counted, and for which year the results are narrowed.
    pub facets: Option<Option<&'r str>>,
}

/// What a search found.
pub struct Answer<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// What was looked for.
    pub want: targets::Want,
    /// The name of the pipeline.
    pub pipeline: &'a str,
    /// Hits passed over.
    pub offset: usize,
    /// Hits known, those before and after the shown ones included.
    pub total: usize,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// What was found; the hits are taken out of it.
    pub found: Found,
    /// What the results could be narrowed to.
    pub facets: Vec<Facet>,
    /// How long it took.
    pub timings: Timings,
}

/// A hit with what is shown of it.
pub struct ShownHit {
    /// The unit.
    pub unit: StoredUnit,
    /// The title of the unit it answers, where it has none itself.
    pub parent_title: String,
    /// The tags of the unit it answers, where it has none itself.
    pub tags: Vec<String>,
    /// Its score.
    pub hit: Hit,
    /// The sentences that say most.
    pub excerpt: Excerpt,
    /// Words of the question in the title.
    pub title_words: Vec<Range<usize>>,
    /// Its formulas that match.
    pub formulas: Vec<FormulaMatch>,
    /// The title and the excerpt as HTML.
    pub title_html: String,
    /// See `title_html`.
    pub excerpt_html: String,
    /// Other hits of the same thread.
    pub more_in_thread: usize,
}

/// Searches for units.
pub fn search<'a>(
    index: &Index,
    searcher: &Searcher<'_>,
    question: &'a Question,
    (want, pipeline): (targets::Want, &'a str),
    request: &Request<'_>,
) -> Result<Answer<'a>> {
    let start = Instant::now();
    let shown = request.offset.saturating_add(request.k).saturating_add(1);
    let depth = if request.facets.is_some() { shown.max(FACET_DEPTH) } else { shown };
    let mut found = searcher.search(question, depth)?;
    let searched = start.elapsed();
    let units = index.units()?;
    let mut hits = std::mem::take(&mut found.hits);
    hits.retain(|hit| request.without.is_none_or(|id| units.id(hit.unit) != *id));
    let facets = facets(units, &hits, question, request)?;
    let counted = start.elapsed();
    let mut threads = by_thread(units, hits, request.by_thread);
    let total = threads.len();
    if diversity::is_ambiguous(question) {
        threads = mixed(units, threads, request.offset.saturating_add(request.k));
    }
    let page: Vec<(Hit, usize)> = threads.into_iter().skip(request.offset).take(request.k).collect();
    let hits = show(index, question, page)?;
    let timings = Timings {
        search_ms: searched.as_secs_f64() * 1e3,
        justification_ms: (start.elapsed() - counted).as_secs_f64() * 1e3,
        help_ms: (counted - searched).as_secs_f64() * 1e3,
    };
    Ok(Answer { question, want, pipeline, offset: request.offset, total, hits, found, facets, timings })
}

fn facets(units: &Units, hits: &[Hit], question: &Question, request: &Request<'_>) -> Result<Vec<Facet>> {
    let Some(year) = request.facets else { return Ok(Vec::new()) };
    let mut counter = Counter::new(units);
    let counted = hits.iter().take(FACET_DEPTH);
    let count = counted.len();
    for hit in counted {
        counter.add(&[hit.unit])?;
    }
    Ok(counter.facets(count, &question.filters, year))
}

/// Hits with the number of others of their thread: of each thread the best only.
fn by_thread(units: &Units, hits: Vec<Hit>, is_grouped: bool) -> Vec<(Hit, usize)> {
    let mut grouped: Vec<(Hit, usize)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for hit in hits {
        let thread = if is_grouped { units.thread(hit.unit) } else { String::new() };
        match places.get(&thread).and_then(|&place| grouped.get_mut(place)) {
            Some((_, more)) => *more += 1,
            None => {
                if !thread.is_empty() {
                    places.insert(thread, grouped.len());
                }
                grouped.push((hit, 0));
            }
        }
    }
    grouped
}

/// The first pages with kinds mixed.
fn mixed(units: &Units, mut hits: Vec<(Hit, usize)>, first: usize) -> Vec<(Hit, usize)> {
    let rest = hits.split_off(first.min(hits.len()));
    let more: HashMap<u32, usize> = hits.iter().map(|(hit, more)| (hit.unit, *more)).collect();
    let first = hits.into_iter().map(|(hit, _)| hit).collect();
    let mixed = diversity::mixed(first, |hit| units.stored(hit.unit).ok());
    let counted = mixed.into_iter().map(|hit| {
        let more = more.get(&hit.unit).copied().unwrap_or(0);
        (hit, more)
    });
    counted.chain(rest).collect()
}

fn show(index: &Index, question: &Question, hits: Vec<(Hit, usize)>) -> Result<Vec<ShownHit>> {
    let units = index.units()?;
    let excerpter = Excerpter::new(index, question)?;
    let show = |(hit, more_in_thread): (Hit, usize)| {
        let unit = units.stored(hit.unit)?;
        let parent = if unit.title.is_empty() { units.parent(hit.unit) } else { None };
        let parent = parent.map(|parent| units.stored(parent)).transpose()?;
        let titled = parent.as_ref().unwrap_or(&unit);
        let title_words = excerpter.words_in(&titled.title);
        let excerpt = excerpter.excerpt(&unit, EXCERPT);
        Ok(ShownHit {
            title_html: text_html(index, titled, 0, &(0..titled.title.len()), &title_words),
            excerpt_html: text_html(index, &unit, 1, &excerpt.place, &excerpt.words),
            formulas: matches(index, question, &unit, MOST_FORMULAS),
            tags: if unit.tags.is_empty() { titled.tags.clone() } else { unit.tags.clone() },
            parent_title: parent.map(|parent| parent.title).unwrap_or_default(),
            excerpt,
            title_words,
            unit,
            hit,
            more_in_thread,
        })
    };
    hits.into_iter().map(show).collect()
}

/// A part of a text of a unit in one line.
fn text_html(
    index: &Index,
    unit: &StoredUnit,
    field: u32,
    part: &Range<usize>,
    words: &[Range<usize>],
) -> String {
    let mut pieces = rich::formulas(index, unit, field, |_| None);
    pieces.extend(rich::words(words));
    rich::html(unit.text(field), part, pieces, Shape::Line)
}

impl ShownHit {
    /// Its title or that of the unit it answers.
    pub fn title(&self) -> &str {
        if self.unit.title.is_empty() { &self.parent_title } else { &self.unit.title }
    }
}

/// Units that were found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitAnswer {
    /// Of the JSON.
    pub version: u32,
    /// What was looked for.
    pub want: Want,
    /// The question, as it was read.
    pub query: QuestionRead,
    /// How it was ranked.
    pub pipeline: String,
    /// Hits passed over.
    pub offset: usize,
    /// Hits known; there are more of them if there are more than `offset` and the shown ones.
    pub total: usize,
    /// The units, best first.
    pub hits: Vec<UnitHit>,
    /// Units looked at closely.
    pub candidates: usize,
    /// Quoted phrases that stand nowhere word for word; their words were searched for.
    pub relaxed_phrases: Vec<String>,
    /// What the results could be narrowed to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<Facet>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

/// A question, as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionRead {
    /// As it was typed; for what is like a unit, the title of the unit.
    pub source: String,
    /// How it was read, in one line.
    pub read_as: String,
    /// How it asks.
    pub manner: &'static str,
    /// The kinds of content it wants.
    pub wanted: Vec<&'static str>,
    /// Its formulas as LaTeX.
    pub formulas: Vec<String>,
    /// What was dropped or is doubtful.
    pub notes: Vec<String>,
}

/// A unit that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitHit {
    /// From 1.
    pub rank: usize,
    /// The id of the unit.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its title; for an answer that of its question.
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
    /// Higher is better; comparable within one answer only.
    pub score: f64,
    /// What the score is made of: the contributions add up to it.
    pub parts: Vec<Part>,
    /// The sentences of the body that say most.
    pub excerpt: ExcerptJson,
    /// Formulas of the unit that match.
    pub formulas: Vec<MatchedFormula>,
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
    /// Whether the body goes on after them.
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
    /// As MathML, with ids and classes.
    pub mathml: String,
    /// From 0 to 1.
    pub alike: f64,
    /// What it is to the formula of the query.
    pub relation: &'static str,
    /// The same in words.
    pub relation_words: &'static str,
    /// Corresponding nodes.
    pub pairs: Vec<Pair>,
    /// What became of each variable.
    pub substitution: Vec<Renaming>,
    /// What each wildcard stands for.
    pub bindings: Vec<Bound>,
}

impl Answer<'_> {
    /// For programs; with timings if they are wanted, since nothing else changes from run to run.
    pub fn to_json(&self, with_timings: bool) -> UnitAnswer {
        let question = self.question;
        UnitAnswer {
            version: VERSION,
            want: Want::of(self.want),
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
                notes: question.notes.clone(),
            },
            pipeline: self.pipeline.to_owned(),
            offset: self.offset,
            total: self.total,
            hits: (self.offset + 1..).zip(&self.hits).map(|(rank, hit)| hit.to_json(rank)).collect(),
            candidates: self.found.candidates,
            relaxed_phrases: self.found.relaxed_phrases.clone(),
            facets: self.facets.clone(),
            timings: with_timings.then_some(self.timings),
        }
    }
}

impl ShownHit {
    fn to_json(&self, rank: usize) -> UnitHit {
        let unit = &self.unit;
        let spans = |words: &[Range<usize>], start: usize| -> Vec<[usize; 2]> {
            words.iter().map(|word| [word.start - start, word.end - start]).collect()
        };
        let excerpt = &self.excerpt;
        UnitHit {
            rank,
            id: unit.id.clone(),
            kind: unit.kind.clone(),
            title: self.title().to_owned(),
            title_html: self.title_html.clone(),
            title_words: spans(&self.title_words, 0),
            parent: unit.parent.clone(),
            thread: unit.thread.clone(),
            more_in_thread: self.more_in_thread,
            source: unit.source.clone(),
            url: unit.url.clone(),
            tags: self.tags.clone(),
            votes: unit.score,
            accepted: unit.accepted,
            date: unit.date,
            score: self.hit.score,
            parts: justified::parts(&self.hit.parts),
            excerpt: ExcerptJson {
                text: unit.body.get(excerpt.place.clone()).unwrap_or("").to_owned(),
                html: self.excerpt_html.clone(),
                start: excerpt.place.start,
                goes_on: excerpt.place.end < unit.body.trim_end().len(),
                words: spans(&excerpt.words, excerpt.place.start),
            },
            formulas: (1..)
                .zip(&self.formulas)
                .map(|(at, found)| matched(&format!("h{rank}-{at}-"), found))
                .collect(),
        }
    }
}

/// A formula that matches, as JSON.
pub fn matched(id_prefix: &str, found: &FormulaMatch) -> MatchedFormula {
    let why = &found.justification;
    MatchedFormula {
        asked: found.asked,
        id: found.instance.id.clone(),
        record: found.instance.record,
        tex: why.tex.clone(),
        mathml: why.mathml(id_prefix),
        alike: found.alike,
        relation: why.relation.name(),
        relation_words: why.relation.words(),
        pairs: justified::pairs(why),
        substitution: justified::renamings(why),
        bindings: justified::bindings(why),
    }
}

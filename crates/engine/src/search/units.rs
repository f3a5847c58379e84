//! Units and answers that were found for a question, with everything that any form of output shows.

mod response;
mod rows;
pub mod terminal;

use std::ops::Range;
use std::time::Instant;

use document::Field;
use index::Index;
use index::units::{StoredUnit, Units};
use rank::questions::closeness::{self, Closeness};
use rank::questions::excerpt::{Excerpt, Excerpter};
use rank::questions::explanation::{FormulaMatch, matches};
use rank::questions::{self, Note, Question, Searcher};

use super::facets::{CUT_FACETS, Counter, Facet};
use super::formulas::Timings;
use super::listing::{MOST_LISTED, Page, Sort, TotalIs};
use super::relaxed::RelaxedQuestion;
use super::sites::Sites;
use crate::error::{Result, Warning};
use crate::read::occurrences;
use crate::render::rich::{self, Shape};
use crate::render::titles::{self, Title};

use rows::Row;

pub(crate) use response::matched;
pub use response::{CopyJson, ExcerptJson, MatchedFormula, QueryNote, QuestionRead, UnitHit, UnitResponse};

/// Characters of an excerpt.
const EXCERPT: usize = 320;

/// Formulas of a hit that are shown.
const MOST_FORMULAS: usize = 2;

/// What is asked of a search beside the question.
pub(super) struct Options<'r> {
    /// How many hits are shown.
    pub k: usize,
    /// How many hits are skipped before these.
    pub offset: usize,
    /// A unit that is not wanted: the one that others are wanted like.
    pub without: Option<&'r str>,
    /// One hit for each thread.
    pub by_thread: bool,
    /// The order of the hits.
    pub sort: Sort,
    /// Where units come from, if facets are counted.
    pub facets: Option<&'r Sites>,
    /// The year that hits are narrowed to.
    pub year: Option<&'r str>,
}

/// What a search found.
pub struct Results {
    /// What was asked.
    pub question: Question,
    /// What was looked for.
    pub want: questions::Want,
    /// The name of the pipeline.
    pub pipeline: String,
    /// The page of the list that is shown.
    pub page: Page,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// What was found; the hits are taken out of it.
    pub found: questions::Results,
    /// The query that was searched for instead of the typed one, whose words are misspelt.
    pub corrected: Option<String>,
    /// Parts of the query that were left out because nothing has them.
    pub dropped: Vec<String>,
    /// The language of the query, where the collection has no texts in it.
    pub foreign: Option<&'static str>,
    /// How close each of the first hits is to a typed query, from 0 to 1; empty where that is not judged.
    pub closeness: Vec<f64>,
    /// Questions that find more.
    pub relaxed: Vec<RelaxedQuestion>,
    /// What the results could be narrowed to.
    pub facets: Vec<Facet>,
    /// What was left out because time was up.
    pub cut: Vec<&'static str>,
    /// How long it took.
    pub timings: Timings,
    /// What could not be used for ranking, if anything.
    pub warning: Option<Warning>,
}

/// A hit with what is shown of it.
pub struct ShownHit {
    /// The unit.
    pub unit: StoredUnit,
    /// Its title, or that of the unit it answers, or its first sentence.
    pub title: String,
    /// The title of the document that it is a part of.
    pub document: Option<String>,
    /// The tags of the unit it answers, where it has none itself.
    pub tags: Vec<String>,
    /// Its score.
    pub hit: questions::Hit,
    /// The sentences that say most.
    pub excerpt: Excerpt,
    /// Words of the question in the title.
    pub title_words: Vec<Range<usize>>,
    /// Its formulas that match.
    pub formulas: Vec<FormulaMatch>,
    /// Each of them as its author wrote it, where that can be used anywhere.
    pub written: Vec<Option<String>>,
    /// The title and the excerpt as HTML.
    pub title_html: String,
    /// See `title_html`.
    pub excerpt_html: String,
    /// Other hits of the same thread.
    pub more_in_thread: usize,
    /// Units with nearly the same text, which have no hit of their own.
    pub copies: Vec<TextCopy>,
}

/// A unit with nearly the same text as a hit.
pub struct TextCopy {
    /// Its id.
    pub id: String,
    /// The entry of the collection it came from.
    pub source: String,
}

/// Searches for units.
pub(super) fn search(
    index: &Index,
    searcher: &Searcher<'_>,
    question: Question,
    (want, pipeline): (questions::Want, &str),
    options: &Options<'_>,
) -> Result<Results> {
    let start = Instant::now();
    let mut found = searcher.search(&question, MOST_LISTED)?;
    let searched = start.elapsed();
    let units = index.units()?;
    let mut hits = std::mem::take(&mut found.hits);
    hits.retain(|hit| options.without.is_none_or(|id| units.id(hit.unit) != *id));
    let rows = rows::rows(units, hits, &question, options)?;
    let closeness = closeness(index, &question, &rows)?;
    let page: Vec<&Row> = rows.iter().skip(options.offset).take(options.k).collect();
    let hits = show(index, &question, page)?;
    let shown = start.elapsed();
    let (facets, cut) = facets(index, &rows, &question, options)?;
    Ok(Results {
        question,
        want,
        pipeline: pipeline.to_owned(),
        page: Page {
            offset: options.offset,
            sort: options.sort,
            total: rows.len(),
            total_is: TotalIs::of(found.is_complete),
        },
        hits,
        found,
        corrected: None,
        dropped: Vec::new(),
        foreign: None,
        closeness,
        relaxed: Vec::new(),
        facets,
        cut,
        timings: Timings::of(start, searched, shown),
        warning: searcher.warning().map(Warning::of),
    })
}

/// The results when there is nothing to search for.
pub(super) fn nothing(mut question: Question, (want, pipeline): (questions::Want, &str)) -> Results {
    let note = Note { message: "there is nothing to search for", hint: "give words or a formula" };
    question.notes.push(note);
    Results {
        question,
        want,
        pipeline: pipeline.to_owned(),
        page: Page { offset: 0, sort: Sort::Relevance, total: 0, total_is: TotalIs::Exact },
        hits: Vec::new(),
        found: questions::Results::default(),
        corrected: None,
        dropped: Vec::new(),
        foreign: None,
        closeness: Vec::new(),
        relaxed: Vec::new(),
        facets: Vec::new(),
        cut: Vec::new(),
        timings: Timings::default(),
        warning: None,
    }
}

impl Results {
    /// Whether nothing is close to what was typed, although there are hits.
    pub fn is_nothing_close(&self) -> bool {
        self.closest().is_some_and(|closest| closest < closeness::CLOSE)
    }

    /// How close the closest of the first hits is.
    pub fn closest(&self) -> Option<f64> {
        self.closeness.iter().copied().max_by(f64::total_cmp)
    }
}

/// How close each of the first rows is to a typed query; empty where that is not judged.
fn closeness(index: &Index, question: &Question, rows: &[Row]) -> Result<Vec<f64>> {
    let units = index.units()?;
    let is_measured = rows.first().is_some_and(|row| closeness::is_measured(&row.hit));
    match Closeness::of(index, units, question).filter(|_| is_measured) {
        None => Ok(Vec::new()),
        Some(closeness) => {
            let first = rows.iter().take(closeness::LOOKED_AT);
            Ok(first.map(|row| closeness.to(units, &row.hit)).collect::<rank::Result<_>>()?)
        }
    }
}

/// The facets of all rows; none if the time is up, and then the results say so.
fn facets(
    index: &Index,
    rows: &[Row],
    question: &Question,
    options: &Options<'_>,
) -> Result<(Vec<Facet>, Vec<&'static str>)> {
    let Some(sites) = options.facets else { return Ok((Vec::new(), Vec::new())) };
    let mut counter = Counter::new(index, sites)?;
    for row in rows {
        if question.budget.is_over() {
            return Ok((Vec::new(), vec![CUT_FACETS]));
        }
        counter.add(&row.all_units())?;
    }
    Ok((counter.facets(&question.filters, options.year), Vec::new()))
}

fn show(index: &Index, question: &Question, rows: Vec<&Row>) -> Result<Vec<ShownHit>> {
    let units = index.units()?;
    let excerpter = Excerpter::new(index, question)?;
    let show = |Row { hit, units: together, copies }: &Row| {
        rank::within(&question.budget)?;
        let unit = units.stored(hit.unit)?;
        let parent = if unit.title.is_empty() { units.parent(hit.unit) } else { None };
        let parent = parent.map(|parent| units.stored(parent)).transpose()?;
        let titled = parent.as_ref().unwrap_or(&unit);
        let title = Title::of(titled);
        let title_words = excerpter.words_in(&title.text);
        let excerpt = excerpter.excerpt(&unit, EXCERPT);
        let formulas = matches(index, question, &unit, MOST_FORMULAS);
        let written = formulas.iter().map(|found| occurrences::written(index, &unit, &found.occurrence));
        Ok(ShownHit {
            title_html: title.html(index, titled, &title_words),
            excerpt_html: excerpt_html(index, &unit, &excerpt),
            written: written.collect(),
            formulas,
            tags: if unit.tags.is_empty() { titled.tags.clone() } else { unit.tags.clone() },
            title: title.text,
            document: titles::document(index, &unit)?,
            excerpt,
            title_words,
            unit,
            hit: hit.clone(),
            more_in_thread: together.len().saturating_sub(1),
            copies: copies.iter().map(|row| copy(units, row.hit.unit)).collect::<Result<_>>()?,
        })
    };
    let hits = rows.into_iter().map(show).collect::<Result<_>>()?;
    // The last of them may have been shown in part.
    rank::within(&question.budget)?;
    Ok(hits)
}

fn copy(units: &Units, unit: u32) -> Result<TextCopy> {
    Ok(TextCopy { id: units.id(unit), source: units.stored(unit)?.source })
}

/// An excerpt in one line.
fn excerpt_html(index: &Index, unit: &StoredUnit, excerpt: &Excerpt) -> String {
    let mut pieces = rich::formulas(index, unit, (Field::Body, &excerpt.place), |_| None);
    pieces.extend(rich::words(&excerpt.words));
    rich::html(&unit.body, &excerpt.place, pieces, Shape::Line)
}

//! Units and answers that were found for a question, with everything that any form of output shows.

mod response;

use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use document::Field;
use index::Index;
use index::units::{StoredUnit, Units};
use rank::questions::excerpt::{Excerpt, Excerpter};
use rank::questions::explanation::{FormulaMatch, matches};
use rank::questions::{self, Question, Searcher, diversity};

use super::facets::{CUT_FACETS, Counter, Facet};
use super::formulas::Timings;
use super::relaxed::RelaxedQuestion;
use crate::error::{Result, Warning};
use crate::render::rich::{self, Shape};

pub(crate) use response::matched;
pub use response::{ExcerptJson, MatchedFormula, QuestionRead, UnitHit, UnitResponse};

/// Characters of an excerpt.
const EXCERPT: usize = 320;

/// Formulas of a hit that are shown.
const MOST_FORMULAS: usize = 2;

/// Hits over which facets are counted.
const FACET_DEPTH: usize = 50;

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
    /// Whether facets are counted.
    pub facets: bool,
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
    /// Hits skipped before these.
    pub offset: usize,
    /// Hits known, those before and after the shown ones included.
    pub total: usize,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// What was found; the hits are taken out of it.
    pub found: questions::Results,
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
    /// The title of the unit it answers, where it has none itself.
    pub parent_title: String,
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
    /// The title and the excerpt as HTML.
    pub title_html: String,
    /// See `title_html`.
    pub excerpt_html: String,
    /// Other hits of the same thread.
    pub more_in_thread: usize,
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
    let shown = options.offset.saturating_add(options.k).saturating_add(1);
    let depth = if options.facets { shown.max(FACET_DEPTH) } else { shown };
    let mut found = searcher.search(&question, depth)?;
    let searched = start.elapsed();
    let units = index.units()?;
    let mut hits = std::mem::take(&mut found.hits);
    hits.retain(|hit| options.without.is_none_or(|id| units.id(hit.unit) != *id));
    let counted: Vec<u32> = hits.iter().take(FACET_DEPTH).map(|hit| hit.unit).collect();
    let mut threads = by_thread(units, hits, options.by_thread);
    let total = threads.len();
    if diversity::is_ambiguous(&question) {
        threads = mixed(units, threads, options.offset.saturating_add(options.k));
    }
    let page: Vec<(questions::Hit, usize)> =
        threads.into_iter().skip(options.offset).take(options.k).collect();
    let hits = show(index, &question, page)?;
    let shown = start.elapsed();
    let (facets, cut) = facets(units, &counted, &question, options)?;
    let timings = Timings {
        search_ms: searched.as_secs_f64() * 1e3,
        justification_ms: (shown - searched).as_secs_f64() * 1e3,
        help_ms: (start.elapsed() - shown).as_secs_f64() * 1e3,
    };
    Ok(Results {
        question,
        want,
        pipeline: pipeline.to_owned(),
        offset: options.offset,
        total,
        hits,
        found,
        relaxed: Vec::new(),
        facets,
        cut,
        timings,
        warning: searcher.warning().map(Warning::of),
    })
}

/// The results when there is nothing to search for.
pub(super) fn nothing(mut question: Question, (want, pipeline): (questions::Want, &str)) -> Results {
    question.notes.push("there is nothing to search for: give words or a formula".to_owned());
    Results {
        question,
        want,
        pipeline: pipeline.to_owned(),
        offset: 0,
        total: 0,
        hits: Vec::new(),
        found: questions::Results::default(),
        relaxed: Vec::new(),
        facets: Vec::new(),
        cut: Vec::new(),
        timings: Timings::default(),
        warning: None,
    }
}

/// The facets of some units; none if the time is up, and then the results say so.
fn facets(
    units: &Units,
    counted: &[u32],
    question: &Question,
    options: &Options<'_>,
) -> Result<(Vec<Facet>, Vec<&'static str>)> {
    if !options.facets {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut counter = Counter::new(units);
    for unit in counted {
        if question.budget.is_over() {
            return Ok((Vec::new(), vec![CUT_FACETS]));
        }
        counter.add(&[*unit])?;
    }
    Ok((counter.facets(counted.len(), &question.filters, options.year), Vec::new()))
}

/// Hits with the number of others of their thread: of each thread the best only.
fn by_thread(units: &Units, hits: Vec<questions::Hit>, is_grouped: bool) -> Vec<(questions::Hit, usize)> {
    let mut grouped: Vec<(questions::Hit, usize)> = Vec::new();
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
fn mixed(
    units: &Units,
    mut hits: Vec<(questions::Hit, usize)>,
    first: usize,
) -> Vec<(questions::Hit, usize)> {
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

fn show(index: &Index, question: &Question, hits: Vec<(questions::Hit, usize)>) -> Result<Vec<ShownHit>> {
    let units = index.units()?;
    let excerpter = Excerpter::new(index, question)?;
    let show = |(hit, more_in_thread): (questions::Hit, usize)| {
        rank::within(&question.budget)?;
        let unit = units.stored(hit.unit)?;
        let parent = if unit.title.is_empty() { units.parent(hit.unit) } else { None };
        let parent = parent.map(|parent| units.stored(parent)).transpose()?;
        let titled = parent.as_ref().unwrap_or(&unit);
        let title_words = excerpter.words_in(&titled.title);
        let excerpt = excerpter.excerpt(&unit, EXCERPT);
        Ok(ShownHit {
            title_html: text_html(index, titled, Field::Title, &(0..titled.title.len()), &title_words),
            excerpt_html: text_html(index, &unit, Field::Body, &excerpt.place, &excerpt.words),
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
    let hits = hits.into_iter().map(show).collect::<Result<_>>()?;
    // The last of them may have been shown in part.
    rank::within(&question.budget)?;
    Ok(hits)
}

/// A part of a text of a unit in one line.
fn text_html(
    index: &Index,
    unit: &StoredUnit,
    field: Field,
    part: &Range<usize>,
    words: &[Range<usize>],
) -> String {
    let mut pieces = rich::formulas(index, unit, (field, part), |_| None);
    pieces.extend(rich::words(words));
    rich::html(unit.text(field), part, pieces, Shape::Line)
}

impl ShownHit {
    /// Its title or that of the unit it answers.
    pub fn title(&self) -> &str {
        if self.unit.title.is_empty() { &self.parent_title } else { &self.unit.title }
    }
}

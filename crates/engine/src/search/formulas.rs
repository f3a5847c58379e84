//! Formulas that were found, with everything that any form of output shows.

pub mod ntcir;
mod response;
pub(super) mod rows;
pub mod terminal;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use formula::signatures::visual;
use formula::write::{mathml, tex};
use index::Index;
use rank::Part;
use rank::formulas::explanation::{Explainer, Explanation};
use rank::formulas::failure;
use rank::formulas::modes::{self, FoldedHit, Mode};
use rank::formulas::{self, Pipeline, Query};
use serde::Serialize;
use text::query::Filters;
use utoipa::ToSchema;

use super::facets::{CUT_FACETS, Facet};
use super::in_context::{self, Wanted};
use super::listing::{DEPTH, Page, Sort, TotalIs};
use super::relaxed::CUT_RELAXED;
use super::sites::Sites;
use crate::error::Result;
use crate::read::occurrences::{Occurrences, occurrences};
use rows::Row;

pub use rank::formulas::failure::{Relaxation, Step as FunnelStep, predicate};
pub use response::{Folded, FormulaHit, FormulaQuery, FormulaResponse, Generator, Relaxed, Step};

/// Fewer hits than this that are what was asked for, and queries that ask for less are offered.
const FEW: usize = 3;

/// Parts of the score of a hit that is what was asked for, not merely alike.
const WANTED: [&str; 3] = ["unification", "unifies", "marks"];

/// What is asked of formula search beside the query.
pub(super) struct Options<'r> {
    /// How a hit must match.
    pub mode: Mode,
    /// How many hits are shown.
    pub k: usize,
    /// How many hits are skipped before these.
    pub offset: usize,
    /// One row for formulas that are equal after renaming variables.
    pub fold: bool,
    /// Whether the funnel is wanted in any case.
    pub explain: bool,
    /// Filters on the units of a formula: one of them must pass.
    pub filters: &'r Filters,
    /// The order of the hits.
    pub sort: Sort,
    /// Where units come from, if facets are counted.
    pub facets: Option<&'r Sites>,
    /// The year that hits are narrowed to.
    pub year: Option<&'r str>,
    /// The context that orders the hits as well.
    pub context: Option<&'r Wanted>,
}

/// The results of a search.
pub struct Results {
    /// The formula searched for.
    pub query: Query,
    /// How a hit had to match.
    pub mode: Mode,
    /// The name of the pipeline.
    pub pipeline: String,
    /// The page of the list that is shown.
    pub page: Page,
    /// For words: how they were read. The hits are formulas of the texts that match them.
    pub words: Option<String>,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// The lists of the generators; the hits are taken out of them.
    pub found: formulas::Results,
    /// Whether fewer were found than one would hope.
    pub is_little: bool,
    /// How far the query got.
    pub funnel: Vec<FunnelStep>,
    /// Queries that ask for less.
    pub relaxed: Vec<Relaxation>,
    /// Filters that would narrow the results.
    pub facets: Vec<Facet>,
    /// Parts that are missing because time was up.
    pub cut: Vec<&'static str>,
    /// How long it took.
    pub timings: Timings,
}

/// How long it took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct Timings {
    /// Finding and ranking.
    pub search_ms: f64,
    /// Saying why, and reading what is shown.
    pub justification_ms: f64,
    /// Looking for what would find more, and counting facets.
    pub help_ms: f64,
}

/// A hit with its explanation and occurrences.
pub struct ShownHit {
    /// The formula.
    pub record: u32,
    /// Its score.
    pub score: f64,
    /// Parts of the score.
    pub parts: Vec<Part>,
    /// Why it is a hit.
    pub explanation: Explanation,
    /// Whether it was found because of the text it stands in, and not compared with a formula.
    pub is_of_text: bool,
    /// Formulas that are equal after renaming variables.
    pub folded: Vec<Folded>,
    /// Where it occurs.
    pub occurrences: Occurrences,
}

/// Searches for formulas.
pub(super) fn search(
    index: &Index,
    pipeline: &Pipeline,
    query: Query,
    options: &Options<'_>,
) -> Result<Results> {
    let start = Instant::now();
    let mut found = modes::search_to(index, pipeline, &query, options.mode, DEPTH)?;
    let mut listed = std::mem::take(&mut found.hits);
    let mut homes = HashMap::new();
    if let Some(wanted) = options.context {
        (listed, homes) = in_context::ordered(index, pipeline, &query, listed, wanted)?;
    }
    let rows = rows::listed(index, &query.budget, listed, options)?;
    let searched = start.elapsed();
    let wanted = rows.iter().filter(|row| is_wanted(&row.hit, &query, options.mode)).count();
    let hits = hits(index, &query, rows::page(&rows, options), &homes)?;
    let justified = start.elapsed();
    let mut cut = Vec::new();
    let facets = rows::facets(index, &query.budget, &rows, options)?.unwrap_or_else(|| {
        cut.push(CUT_FACETS);
        Vec::new()
    });
    let is_little = wanted < FEW.min(options.k) && options.offset == 0;
    let mode = options.mode;
    let funnel = if is_little || options.explain { failure::funnel(index, &query) } else { Vec::new() };
    let relaxed = match is_little.then(|| failure::relaxed(index, pipeline, &query, mode, wanted)) {
        Some(Err(rank::Error::Unfinished(_))) => {
            cut.push(CUT_RELAXED);
            Vec::new()
        }
        Some(relaxed) => relaxed?,
        None => Vec::new(),
    };
    Ok(Results {
        query,
        mode,
        pipeline: pipeline.name.clone(),
        page: Page {
            offset: options.offset,
            sort: options.sort,
            total: rows.len(),
            total_is: TotalIs::of(found.is_complete),
        },
        words: None,
        hits,
        found,
        is_little,
        funnel,
        relaxed,
        facets,
        cut,
        timings: Timings::of(start, searched, justified),
    })
}

impl Timings {
    /// Of a search that began at `start`, and how long its first two parts took together.
    pub(super) fn of(start: Instant, searched: Duration, justified: Duration) -> Timings {
        Timings {
            search_ms: searched.as_secs_f64() * 1e3,
            justification_ms: justified.saturating_sub(searched).as_secs_f64() * 1e3,
            help_ms: start.elapsed().saturating_sub(justified).as_secs_f64() * 1e3,
        }
    }
}

/// Whether a row is what was asked for and not merely similar to it.
fn is_wanted(row: &FoldedHit, query: &Query, mode: Mode) -> bool {
    let is_verified =
        row.hit.parts.iter().any(|part| WANTED.contains(&part.name.as_str()) && part.value > 0.0);
    mode != Mode::Similar || !query.has_wildcards() || is_verified
}

/// The rows with their explanation and occurrences. Formulas that no unit holds any more are left out. `homes` are units
/// that are shown before others.
pub(super) fn hits(
    index: &Index,
    query: &Query,
    rows: &[Row],
    homes: &HashMap<u32, u32>,
) -> Result<Vec<ShownHit>> {
    let explainer = Explainer::new(query);
    let mut hits = Vec::new();
    for Row { hit: FoldedHit { hit, folded }, text, .. } in rows {
        rank::within(&query.budget)?;
        let Some(record) = index.formulas().record(hit.record) else { continue };
        let occurrences = occurrences(index, hit.record, text.or_else(|| homes.get(&hit.record).copied()))?;
        if occurrences.units.is_empty() {
            continue;
        }
        let style = mathml::Style { id_prefix: None, class_of: None, display: false };
        let mut looks = vec![visual(&record.slt.without_closing_punctuation())];
        let mut shown = |record: u32| {
            let slt = index.formulas().record(record)?.slt.without_closing_punctuation();
            let look = visual(&slt);
            if looks.contains(&look) {
                return None;
            }
            looks.push(look);
            Some(Folded { record, tex: tex::write(&slt), mathml: mathml::write(&slt, &style) })
        };
        hits.push(ShownHit {
            record: hit.record,
            score: hit.score,
            parts: hit.parts.clone(),
            explanation: explainer.explain(&record),
            is_of_text: text.is_some(),
            folded: folded.iter().copied().filter_map(&mut shown).collect(),
            occurrences,
        });
    }
    Ok(hits)
}

impl ShownHit {
    /// Why it is there, as a sentence.
    pub fn reason(&self) -> String {
        let form = if self.is_of_text { "In a text that matches." } else { &self.explanation.reason };
        match in_context::said(&self.parts) {
            Some(context) => format!("{form} {context}"),
            None => form.to_owned(),
        }
    }
}

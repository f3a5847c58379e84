//! Formulas that were found, with everything that any form of output shows.

mod response;

use std::time::Instant;

use formula::write::{mathml, tex};
use index::Index;
use rank::Part;
use rank::formulas::explanation::{Explainer, Explanation};
use rank::formulas::failure;
use rank::formulas::modes::{self, FoldedHit, Mode};
use rank::formulas::{self, Pipeline, Query};
use rank::questions::passes;
use serde::Serialize;
use text::query::Filters;
use utoipa::ToSchema;

use super::facets::{CUT_FACETS, Counter, Facet};
use super::relaxed::CUT_RELAXED;
use crate::error::Result;
use crate::read::occurrences::{Occurrences, occurrences};

pub use rank::formulas::failure::{Relaxation, Step as FunnelStep};
pub use response::{Folded, FormulaHit, FormulaQuery, FormulaResponse, Generator, Relaxed, Step};

/// Fewer hits than this that are what was asked for, and queries that ask for less are offered.
const FEW: usize = 3;

/// Parts of the score of a hit that is what was asked for, not merely alike.
const WANTED: [&str; 3] = ["unification", "unifies", "marks"];

/// With folding, and with filters, this many times more hits are examined, to have enough rows afterwards.
const FOLDING: usize = 4;
const FILTERING: usize = 20;

/// Hits over which facets are counted, and units of each.
const FACET_DEPTH: usize = 50;
const FACET_UNITS: usize = 20;

/// What is asked of formula search beside the query.
pub(super) struct Options<'r> {
    /// What is asked of a hit.
    pub mode: Mode,
    /// How many hits are shown.
    pub k: usize,
    /// How many hits are skipped before these.
    pub offset: usize,
    /// One row for formulas that are equal after renaming variables.
    pub fold: bool,
    /// Whether the funnel is wanted in any case.
    pub explain: bool,
    /// What the units of a formula are restricted to: one of them passes.
    pub filters: &'r Filters,
    /// Whether facets are counted.
    pub facets: bool,
    /// The year that hits are narrowed to.
    pub year: Option<&'r str>,
}

/// What a search found.
pub struct Results {
    /// The formula searched for.
    pub query: Query,
    /// What was asked of a hit.
    pub mode: Mode,
    /// The name of the pipeline.
    pub pipeline: String,
    /// Hits skipped before these.
    pub offset: usize,
    /// Hits known, those before and after the shown ones included.
    pub total: usize,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// What the generators found; the hits are taken out of it.
    pub found: formulas::Results,
    /// Whether fewer were found than one would hope.
    pub is_little: bool,
    /// How far the query got.
    pub funnel: Vec<FunnelStep>,
    /// Queries that ask for less.
    pub relaxed: Vec<Relaxation>,
    /// What the results could be narrowed to.
    pub facets: Vec<Facet>,
    /// What was left out because time was up.
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
    /// What the score is made of.
    pub parts: Vec<Part>,
    /// Why it is a hit.
    pub explanation: Explanation,
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
    let (mut found, rows) = rows(index, pipeline, &query, options)?;
    let searched = start.elapsed();
    let wanted = rows.iter().filter(|row| is_wanted(row, &query, options.mode)).count();
    let total = rows.len();
    let shown: Vec<FoldedHit> = rows.iter().skip(options.offset).take(options.k).cloned().collect();
    let hits = hits(index, &query, shown)?;
    let justified = start.elapsed();
    let mut cut = Vec::new();
    let facets = facets(index, &query, &rows, options)?.unwrap_or_else(|| {
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
    let timings = Timings {
        search_ms: searched.as_secs_f64() * 1e3,
        justification_ms: (justified - searched).as_secs_f64() * 1e3,
        help_ms: (start.elapsed() - justified).as_secs_f64() * 1e3,
    };
    found.hits.clear();
    let offset = options.offset;
    Ok(Results {
        query,
        mode,
        pipeline: pipeline.name.clone(),
        offset,
        total,
        hits,
        found,
        is_little,
        funnel,
        relaxed,
        facets,
        cut,
        timings,
    })
}

/// All rows that are known, and one more than is shown, so that it is known whether there are more.
fn rows(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    options: &Options<'_>,
) -> Result<(formulas::Results, Vec<FoldedHit>)> {
    let shown = options.offset.saturating_add(options.k);
    let mut wanted = if options.facets { shown.saturating_add(1).max(FACET_DEPTH) } else { shown };
    if options.fold {
        wanted = wanted.saturating_mul(FOLDING);
    }
    let is_filtered = !options.filters.is_empty();
    if is_filtered {
        wanted = wanted.max(shown.saturating_mul(FILTERING)).min(1000);
    }
    let mut found = modes::search(index, pipeline, query, options.mode, wanted)?;
    let mut hits = std::mem::take(&mut found.hits);
    if is_filtered {
        let units = index.units()?;
        let mut passing = Vec::new();
        for hit in hits {
            rank::within(&query.budget)?;
            let mut has = false;
            units.holding(hit.record, |unit| has = has || passes(options.filters, units, unit))?;
            passing.extend(has.then_some(hit));
        }
        hits = passing;
    }
    Ok((found, modes::folded(index, hits, options.fold)))
}

/// None if time is up before all are counted.
fn facets(
    index: &Index,
    query: &Query,
    rows: &[FoldedHit],
    options: &Options<'_>,
) -> Result<Option<Vec<Facet>>> {
    if !options.facets {
        return Ok(Some(Vec::new()));
    }
    let units = index.units()?;
    let mut counter = Counter::new(units);
    let counted = rows.iter().take(FACET_DEPTH);
    let count = counted.len();
    for row in counted {
        if query.budget.is_over() {
            return Ok(None);
        }
        let mut holding = Vec::new();
        units.holding(row.hit.record, |unit| {
            if holding.len() < FACET_UNITS {
                holding.push(unit);
            }
        })?;
        counter.add(&holding)?;
    }
    Ok(Some(counter.facets(count, options.filters, options.year)))
}

/// Whether a row is what was asked for and not merely similar to it.
fn is_wanted(row: &FoldedHit, query: &Query, mode: Mode) -> bool {
    let is_verified =
        row.hit.parts.iter().any(|part| WANTED.contains(&part.name.as_str()) && part.value > 0.0);
    mode != Mode::Similar || !query.has_wildcards() || is_verified
}

/// The rows with their explanation and occurrences. Formulas that no unit holds any more are left out.
fn hits(index: &Index, query: &Query, rows: Vec<FoldedHit>) -> Result<Vec<ShownHit>> {
    let explainer = Explainer::new(query);
    let mut hits = Vec::new();
    for FoldedHit { hit, folded } in rows {
        rank::within(&query.budget)?;
        let Some(record) = index.formulas().record(hit.record) else { continue };
        let occurrences = occurrences(index, hit.record)?;
        if occurrences.units.is_empty() {
            continue;
        }
        let style = mathml::Style { id_prefix: None, class_of: None, display: false };
        let shown = |record: u32| {
            let slt = index.formulas().record(record)?.slt;
            Some(Folded { record, tex: tex::write(&slt), mathml: mathml::write(&slt, &style) })
        };
        hits.push(ShownHit {
            record: hit.record,
            score: hit.score,
            parts: hit.parts,
            explanation: explainer.explain(&record),
            folded: folded.into_iter().filter_map(shown).collect(),
            occurrences,
        });
    }
    Ok(hits)
}

//! Formulas that were found, with everything that any form of output shows.

use std::time::Instant;

use anyhow::Result;
use formula::write::{sexpr, tex};
use index::Index;
use rank::failure::{self, Relaxation};
use rank::justification::{Justification, Justifier, query_mathml};
use rank::modes::{self, Mode, Row};
use rank::pipeline::Pipeline;
use rank::query::Query;
use rank::questions::targets::passes;
use rank::search::{Found, Part};
use serde::Serialize;
use text::query::Filters;
use utoipa::ToSchema;

use super::asked::Want;
use super::facets::{Counter, Facet};
use super::justified::{self, Bound, Finding, Pair, Renaming};
use super::places::{Place, Places, places};
use super::{VERSION, justified::Part as JsonPart};

/// Fewer answers than this, and queries that ask for less are offered.
const FEW: usize = 3;

/// Parts of the score of a hit that is what was asked for, not merely alike.
const WANTED: [&str; 3] = ["unification", "unifies", "marks"];

/// With folding, and with filters, so many times more hits are looked at, to have enough rows afterwards.
const FOLDING: usize = 4;
const FILTERING: usize = 20;

/// Hits over which facets are counted, and units of each.
const FACET_DEPTH: usize = 50;
const FACET_UNITS: usize = 20;

/// What is asked of formula search beside the query.
pub struct Request<'r> {
    /// What is asked of an answer.
    pub mode: Mode,
    /// How many hits are shown.
    pub k: usize,
    /// How many are passed over before.
    pub offset: usize,
    /// One row for formulas that are the same up to names.
    pub fold: bool,
    /// Whether the funnel is wanted in any case.
    pub explain: bool,
    /// What the units of a formula are restricted to: one of them passes.
    pub filters: &'r Filters,
    /// Whether facets are counted, and for which year the results are narrowed.
    pub facets: Option<Option<&'r str>>,
}

/// What a search found.
pub struct Answer<'a> {
    /// The formula searched for.
    pub query: &'a Query,
    /// What was asked of an answer.
    pub mode: Mode,
    /// The name of the pipeline.
    pub pipeline: &'a str,
    /// Hits passed over.
    pub offset: usize,
    /// Hits known, those before and after the shown ones included.
    pub total: usize,
    /// The hits shown.
    pub hits: Vec<ShownHit>,
    /// What the generators found; the hits are taken out of it.
    pub found: Found,
    /// Whether fewer were found than one would hope.
    pub is_little: bool,
    /// How far the query got.
    pub funnel: Vec<failure::Step>,
    /// Queries that ask for less.
    pub relaxed: Vec<Relaxation>,
    /// What the results could be narrowed to.
    pub facets: Vec<Facet>,
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

/// A hit with its reasons and places.
pub struct ShownHit {
    /// The formula.
    pub record: u32,
    /// Its score.
    pub score: f64,
    /// What the score is made of.
    pub parts: Vec<Part>,
    /// Why it is a hit.
    pub justification: Justification,
    /// Records that are the same up to names, as LaTeX.
    pub folded: Vec<(u32, String)>,
    /// Where it occurs.
    pub places: Places,
}

/// Searches for formulas.
pub fn search<'a>(
    index: &Index,
    pipeline: &'a Pipeline,
    query: &'a Query,
    request: &Request<'_>,
) -> Result<Answer<'a>> {
    let start = Instant::now();
    let (mut found, rows) = rows(index, pipeline, query, request)?;
    let searched = start.elapsed();
    let answers = rows.iter().filter(|row| is_answer(row, query, request.mode)).count();
    let total = rows.len();
    let facets = facets(index, &rows, request)?;
    let shown: Vec<Row> = rows.into_iter().skip(request.offset).take(request.k).collect();
    let hits = hits(index, query, shown)?;
    let justified = start.elapsed();
    let is_little = answers < FEW.min(request.k) && request.offset == 0;
    let (mode, pipeline_name) = (request.mode, pipeline.name.as_str());
    let funnel = if is_little || request.explain { failure::funnel(index, query) } else { Vec::new() };
    let relaxed = match is_little {
        true => failure::relaxed(index, pipeline, query, mode, answers)?,
        false => Vec::new(),
    };
    let timings = Timings {
        search_ms: searched.as_secs_f64() * 1e3,
        justification_ms: (justified - searched).as_secs_f64() * 1e3,
        help_ms: (start.elapsed() - justified).as_secs_f64() * 1e3,
    };
    found.hits.clear();
    let offset = request.offset;
    Ok(Answer {
        query,
        mode,
        pipeline: pipeline_name,
        offset,
        total,
        hits,
        found,
        is_little,
        funnel,
        relaxed,
        facets,
        timings,
    })
}

/// All rows that are known, and one more than is shown, so that it is known whether there are more.
fn rows(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    request: &Request<'_>,
) -> Result<(Found, Vec<Row>)> {
    let shown = request.offset.saturating_add(request.k);
    let mut wanted = if request.facets.is_some() { shown.saturating_add(1).max(FACET_DEPTH) } else { shown };
    if request.fold {
        wanted = wanted.saturating_mul(FOLDING);
    }
    let is_filtered = !request.filters.is_empty();
    if is_filtered {
        wanted = wanted.max(shown.saturating_mul(FILTERING)).min(1000);
    }
    let mut found = modes::search(index, pipeline, query, request.mode, wanted)?;
    let mut hits = std::mem::take(&mut found.hits);
    if is_filtered {
        let units = index.units()?;
        hits.retain(|hit| {
            let mut has = false;
            let looked =
                units.holding(hit.record, |unit| has |= !has && passes(request.filters, units, unit));
            has && looked.is_ok()
        });
    }
    Ok((found, modes::rows(index, hits, request.fold)))
}

fn facets(index: &Index, rows: &[Row], request: &Request<'_>) -> Result<Vec<Facet>> {
    let Some(year) = request.facets else { return Ok(Vec::new()) };
    let units = index.units()?;
    let mut counter = Counter::new(units);
    let counted = rows.iter().take(FACET_DEPTH);
    let count = counted.len();
    for row in counted {
        let mut holding = Vec::new();
        units.holding(row.hit.record, |unit| {
            if holding.len() < FACET_UNITS {
                holding.push(unit);
            }
        })?;
        counter.add(&holding)?;
    }
    Ok(counter.facets(count, request.filters, year))
}

/// Whether a row is what was asked for and not merely similar to it.
fn is_answer(row: &Row, query: &Query, mode: Mode) -> bool {
    let is_verified =
        row.hit.parts.iter().any(|part| WANTED.contains(&part.name.as_str()) && part.value > 0.0);
    mode != Mode::Similar || !query.has_wildcards() || is_verified
}

/// The rows with their reasons and places. Formulas that no unit holds any more are left out.
fn hits(index: &Index, query: &Query, rows: Vec<Row>) -> Result<Vec<ShownHit>> {
    let justifier = Justifier::new(query);
    let mut hits = Vec::new();
    for Row { hit, folded } in rows {
        let Some(record) = index.formulas().record(hit.record) else { continue };
        let places = places(index, hit.record)?;
        if places.units.is_empty() {
            continue;
        }
        let tex_of = |record: u32| {
            let trees = index.formulas().record(record);
            trees.map(|trees| (record, tex::write(&trees.slt)))
        };
        hits.push(ShownHit {
            record: hit.record,
            score: hit.score,
            parts: hit.parts,
            justification: justifier.justify(&record),
            folded: folded.into_iter().filter_map(tex_of).collect(),
            places,
        });
    }
    Ok(hits)
}

/// Formulas that were found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaAnswer {
    /// Of the JSON.
    pub version: u32,
    /// What was looked for.
    pub want: Want,
    /// The formula, as it was read.
    pub query: FormulaQuery,
    /// What was asked of an answer: `exact`, `contains` or `similar`.
    pub mode: &'static str,
    /// How it was ranked in mode `similar`.
    pub pipeline: String,
    /// Hits passed over.
    pub offset: usize,
    /// Hits known; there are more of them if there are more than `offset` and the shown ones.
    pub total: usize,
    /// The formulas, best first.
    pub hits: Vec<FormulaHit>,
    /// Formulas that some generator found.
    pub candidates: usize,
    /// The generators.
    pub generators: Vec<Generator>,
    /// Whether fewer answers were found than one would hope.
    pub little: bool,
    /// When little was found, or when explained: how many formulas agree with the query in less and less.
    pub funnel: Vec<Step>,
    /// When little was found: queries that find more.
    pub relaxed: Vec<Relaxed>,
    /// What the results could be narrowed to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<Facet>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

/// A formula that is searched for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaQuery {
    /// As it was typed; spans of the query point into it.
    pub source: String,
    /// As it was read, as LaTeX.
    pub tex: String,
    /// The same as MathML; variables and wildcards have the classes `b1`, `b2` and so on.
    pub mathml: String,
    /// Its canonical form.
    pub canonical: String,
    /// Whether there are wildcards in it.
    pub wildcards: bool,
    /// What the reader remarked or mended.
    pub diagnostics: Vec<Finding>,
}

/// A formula that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaHit {
    /// From 1.
    pub rank: usize,
    /// The id of its first instance.
    pub id: String,
    /// Its number in this index.
    pub record: u32,
    /// The formula as LaTeX; spans of the hit point into it.
    pub tex: String,
    /// The same as MathML, with ids and classes.
    pub mathml: String,
    /// Higher is better; comparable within one answer only.
    pub score: f64,
    /// What the score is made of: the contributions add up to it.
    pub parts: Vec<JsonPart>,
    /// What it is to the query.
    pub relation: &'static str,
    /// The same in words.
    pub relation_words: &'static str,
    /// Corresponding nodes.
    pub pairs: Vec<Pair>,
    /// What became of each variable.
    pub substitution: Vec<Renaming>,
    /// What each wildcard stands for.
    pub bindings: Vec<Bound>,
    /// Formulas that are the same up to names.
    pub folded: Vec<Folded>,
    /// How often it occurs; of a formula in more than 200 units, in how many.
    pub instance_count: usize,
    /// The first ten occurrences.
    pub instances: Vec<Place>,
}

/// A formula that is the same as a hit up to names.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Folded {
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX.
    pub tex: String,
}

/// What found candidates.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// How many it found.
    pub count: usize,
}

/// How many formulas agree with a query in one respect.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Step {
    /// `operator`, `shape`, `algebra`, `names` or `look`.
    pub name: &'static str,
    /// What they do, after "17 formulas".
    pub words: String,
    /// How many they are.
    pub count: usize,
}

/// A query that finds more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Relaxed {
    /// What is different, in words.
    pub change: String,
    /// The query.
    pub query: String,
    /// Its mode.
    pub mode: &'static str,
    /// Formulas that it finds.
    pub count: usize,
}

impl Answer<'_> {
    /// For programs; with timings if they are wanted, since nothing else changes from run to run.
    pub fn to_json(&self, with_timings: bool) -> FormulaAnswer {
        let query = self.query;
        let relaxed = |relaxed: &Relaxation| Relaxed {
            change: relaxed.change.to_string(),
            query: relaxed.query.clone(),
            mode: relaxed.mode.name(),
            count: relaxed.count,
        };
        let step =
            |step: &failure::Step| Step { name: step.name, words: step.words.clone(), count: step.count };
        FormulaAnswer {
            version: VERSION,
            want: Want::Formulas,
            query: FormulaQuery {
                source: query.source.clone(),
                tex: tex::write(&query.formula.slt),
                mathml: query_mathml(query, "q-"),
                canonical: sexpr::write(&query.canonical),
                wildcards: query.has_wildcards(),
                diagnostics: justified::findings(&query.formula.diagnostics),
            },
            mode: self.mode.name(),
            pipeline: self.pipeline.to_owned(),
            offset: self.offset,
            total: self.total,
            hits: (self.offset + 1..).zip(&self.hits).map(|(rank, hit)| hit.to_json(rank)).collect(),
            candidates: self.found.candidates,
            generators: self
                .found
                .lists
                .iter()
                .map(|(name, count)| Generator { name: name.clone(), count: *count })
                .collect(),
            little: self.is_little,
            funnel: self.funnel.iter().map(step).collect(),
            relaxed: self.relaxed.iter().map(relaxed).collect(),
            facets: self.facets.clone(),
            timings: with_timings.then_some(self.timings),
        }
    }
}

impl ShownHit {
    fn to_json(&self, rank: usize) -> FormulaHit {
        let why = &self.justification;
        let folded = self.folded.iter().map(|(record, tex)| Folded { record: *record, tex: tex.clone() });
        FormulaHit {
            rank,
            id: self.places.shown.first().map(|place| place.id.clone()).unwrap_or_default(),
            record: self.record,
            tex: why.tex.clone(),
            mathml: why.mathml(&format!("h{rank}-")),
            score: self.score,
            parts: justified::parts(&self.parts),
            relation: why.relation.name(),
            relation_words: why.relation.words(),
            pairs: justified::pairs(why),
            substitution: justified::renamings(why),
            bindings: justified::bindings(why),
            folded: folded.collect(),
            instance_count: self.places.occurrences,
            instances: self.places.shown.clone(),
        }
    }
}

//! Formulas for words: the formulas of the texts that match the words.
//!
//! The best texts are found as for any question. Their formulas are ranked by the score of the text, by their place in it
//! (in the title, displayed, large, early), and by how much they belong to texts that match rather than to all texts.
//! Letters, numbers and other formulas of fewer than four symbols are left out.
//!
//! What it is not: a comparison of formulas. A hit has no relation to a formula of the query.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use document::Field;
use formula::Notation;
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use rank::Part;
use rank::formulas::modes::{self, FoldedHit};
use rank::formulas::{self as rank_formulas, Hit, Query};
use rank::questions::{Question, Searcher};

use super::facets::CUT_FACETS;
use super::formulas::rows::{self, Row};
use super::formulas::{Options, Results, Timings, hits};
use super::listing::{MOST_LISTED, Page, TotalIs};
use crate::error::Result;

/// Texts whose formulas are looked at, and formulas of each text that are listed.
const MOST_TEXTS: usize = 100;
const MOST_OF_A_TEXT: usize = 20;

/// Formulas with fewer symbols than this say nothing about a text.
const LEAST_SYMBOLS: usize = 4;

/// Formulas with this many symbols are large.
const LARGE: f64 = 24.0;

/// What the place in a text and the number of texts add at most; the text itself adds 1 at most.
const WEIGHT_OF_PLACE: f64 = 0.5;
const WEIGHT_OF_TEXTS: f64 = 0.25;

/// A formula of the texts.
struct FoundFormula {
    record: u32,
    /// The texts that hold it, the best first.
    texts: Vec<u32>,
    /// The score of the best text, as a share of the best of all.
    text: f64,
    /// 1 for the most prominent formula of that text, 1/2 for the second, and so on.
    place: f64,
}

/// Searches for texts, and lists their formulas.
pub(super) fn search(
    index: &Index,
    searcher: &Searcher<'_>,
    (question, source): (Question, &str),
    pipeline: &str,
    options: &Options<'_>,
) -> Result<Results> {
    let start = Instant::now();
    let texts = searcher.search(&question, MOST_LISTED)?;
    let formulas = formulas(index, &texts.hits, &question)?;
    let candidates = formulas.len();
    let is_complete = texts.is_complete && texts.hits.len() <= MOST_TEXTS && candidates <= MOST_LISTED;
    let rows = listed(index, formulas, options)?;
    let searched = start.elapsed();
    let query = Query { source: source.to_owned(), ..Query::read("", Notation::Latex) };
    let query = query.within(&question.budget);
    let hits = hits(index, &query, rows::page(&rows, options), &HashMap::new())?;
    let shown = start.elapsed();
    let facets = rows::facets(index, &question.budget, &rows, options)?;
    Ok(Results {
        query,
        mode: options.mode,
        pipeline: pipeline.to_owned(),
        page: Page {
            offset: options.offset,
            sort: options.sort,
            total: rows.len(),
            total_is: TotalIs::of(is_complete),
        },
        words: Some(question.read_as),
        hits,
        found: rank_formulas::Results { candidates, is_complete, ..rank_formulas::Results::default() },
        is_little: false,
        funnel: Vec::new(),
        relaxed: Vec::new(),
        cut: if facets.is_none() { vec![CUT_FACETS] } else { Vec::new() },
        facets: facets.unwrap_or_default(),
        timings: Timings::of(start, searched, shown),
    })
}

/// The formulas of the best texts; formulas that look the same are one.
fn formulas(index: &Index, texts: &[rank::questions::Hit], question: &Question) -> Result<Vec<FoundFormula>> {
    let units = index.units()?;
    let best = texts.first().map_or(0.0, |hit| hit.score);
    let mut found: Vec<FoundFormula> = Vec::new();
    let mut places: HashMap<u32, usize> = HashMap::new();
    for hit in texts.iter().take(MOST_TEXTS) {
        rank::within(&question.budget)?;
        let text = if best > 0.0 { hit.score / best } else { 1.0 };
        for (rank, record) in (1u32..).zip(prominent(index, &units.stored(hit.unit)?)) {
            let first = index.variants().first(record);
            match places.get(&first).and_then(|&place| found.get_mut(place)) {
                Some(known) if known.texts.last() == Some(&hit.unit) => {}
                Some(known) => known.texts.push(hit.unit),
                None => {
                    places.insert(first, found.len());
                    let texts = vec![hit.unit];
                    found.push(FoundFormula { record, texts, text, place: 1.0 / f64::from(rank) });
                }
            }
        }
    }
    Ok(found)
}

/// The records of the most prominent formulas of a text, each once.
fn prominent(index: &Index, unit: &StoredUnit) -> Vec<u32> {
    let mut seen = HashSet::new();
    let mut formulas: Vec<(f64, u32)> = Vec::new();
    for occurrence in &unit.formulas {
        if !seen.insert(occurrence.record) {
            continue;
        }
        let symbols = index.formulas().record(occurrence.record).map_or(0, |record| record.slt.arena_len());
        if symbols >= LEAST_SYMBOLS {
            formulas.push((prominence(unit, occurrence, symbols), occurrence.record));
        }
    }
    formulas.sort_by(|a, b| b.0.total_cmp(&a.0));
    formulas.into_iter().take(MOST_OF_A_TEXT).map(|(_, record)| record).collect()
}

/// How much a formula catches the eye: in the title, displayed, large, early.
fn prominence(unit: &StoredUnit, occurrence: &StoredOccurrence, symbols: usize) -> f64 {
    let source = unit.formula(occurrence);
    let is_displayed = ["$$", "\\[", "\\begin"].iter().any(|start| source.starts_with(start));
    let position = f64::from(occurrence.start) / unit.text(occurrence.field).len().max(1) as f64;
    let place = match occurrence.field {
        Field::Title => 1.0,
        Field::Comment(_) => -1.0,
        _ => 0.5 * (1.0 - position),
    };
    place + f64::from(u8::from(is_displayed)) + (symbols as f64 / LARGE).min(1.0)
}

/// The formulas as rows: best first, folded and sorted.
fn listed(index: &Index, formulas: Vec<FoundFormula>, options: &Options<'_>) -> Result<Vec<Row>> {
    let mut texts: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut scored = Vec::new();
    for formula in formulas {
        scored.push(hit(index, &formula)?);
        texts.insert(formula.record, formula.texts);
    }
    scored.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
    scored.truncate(MOST_LISTED);
    let row = |hit: FoldedHit| {
        let records = std::iter::once(hit.hit.record).chain(hit.folded.iter().copied());
        let units: Vec<u32> = records.flat_map(|record| texts.remove(&record).unwrap_or_default()).collect();
        Row { hit, text: units.first().copied(), units }
    };
    let rows = modes::folded(index, scored, options.fold).into_iter().map(row).collect();
    rows::sorted(index, rows, options)
}

fn hit(index: &Index, formula: &FoundFormula) -> Result<Hit> {
    let mut holding = 0u32;
    index.units()?.holding(formula.record, |_| holding += 1)?;
    let matching = formula.texts.len() as f64;
    // Nothing for one text; 1 for a formula that many of these texts have and no other text.
    let texts = (matching - 1.0) / f64::from(holding.max(1));
    let part = |name: &str, value: f64, weight: f64| Part {
        name: name.to_owned(),
        value,
        contribution: weight * value,
    };
    let parts = vec![
        part("text", formula.text, 1.0),
        part("place", formula.place, WEIGHT_OF_PLACE),
        part("texts", texts, WEIGHT_OF_TEXTS),
    ];
    Ok(Hit { record: formula.record, score: parts.iter().map(|part| part.contribution).sum(), parts })
}

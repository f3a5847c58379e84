//! What a search found, with everything that any form of output shows.

use std::path::Path;

use anyhow::Result;
use index::Index;
use index::units::{Instance, StoredUnit};
use rank::failure::{Relaxation, Step};
use rank::justification::{Justification, Justifier};
use rank::modes::{Mode, Row};
use rank::query::Query;
use rank::search::{Found, Part};

/// Occurrences of a formula that are shown; the rest is counted.
const MOST_PLACES: usize = 10;
/// Characters of text on either side of a formula.
const WORDS_AROUND: usize = 50;

/// What a search found.
pub(super) struct Answer<'a> {
    pub query: &'a Query,
    pub mode: Mode,
    pub pipeline: &'a str,
    pub folder: &'a Path,
    pub hits: Vec<ShownHit>,
    /// What the generators found; the hits are taken out of it.
    pub found: Found,
    /// Whether fewer were found than one would hope.
    pub is_little: bool,
    pub funnel: Vec<Step>,
    pub relaxed: Vec<Relaxation>,
    pub timings: Option<Timings>,
}

/// How long it took.
#[derive(serde::Serialize)]
pub(super) struct Timings {
    pub search_ms: f64,
    pub justification_ms: f64,
    pub help_ms: f64,
}

/// A hit with its reasons and places.
pub(super) struct ShownHit {
    pub record: u32,
    pub score: f64,
    pub parts: Vec<Part>,
    pub justification: Justification,
    /// Records that are the same up to names, as LaTeX.
    pub folded: Vec<(u32, String)>,
    pub places: Vec<Place>,
    /// Occurrences, those that are not shown included.
    pub occurrences: usize,
}

/// Where a formula occurs.
#[derive(serde::Serialize)]
pub(super) struct Place {
    /// Of the formula in the collection; of the unit if the formula has none.
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visual_id: Option<String>,
    pub unit: String,
    pub kind: String,
    pub title: String,
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub field: &'static str,
    pub before: String,
    pub formula: String,
    pub after: String,
}

/// The rows with their reasons and places. Formulas that no unit holds any more are left out.
pub(super) fn hits(index: &Index, query: &Query, rows: Vec<Row>) -> Result<Vec<ShownHit>> {
    let justifier = Justifier::new(query);
    let mut hits = Vec::new();
    for Row { hit, folded } in rows {
        let Some(record) = index.formulas().record(hit.record) else { continue };
        let units = index.instances(hit.record)?;
        let occurrences = units.iter().map(|(_, instances)| instances.len()).sum();
        if occurrences == 0 {
            continue;
        }
        let all = units.iter().flat_map(|(unit, instances)| instances.iter().map(move |one| (unit, one)));
        let places = all.take(MOST_PLACES).map(|(unit, instance)| place(unit, instance)).collect();
        let tex_of = |record: u32| {
            let trees = index.formulas().record(record);
            trees.map(|trees| (record, formula::write::tex::write(&trees.slt)))
        };
        hits.push(ShownHit {
            record: hit.record,
            score: hit.score,
            parts: hit.parts,
            justification: justifier.justify(&record),
            folded: folded.into_iter().filter_map(tex_of).collect(),
            places,
            occurrences,
        });
    }
    Ok(hits)
}

fn place(unit: &StoredUnit, instance: &Instance) -> Place {
    let text = unit.text(instance.field);
    let (start, end) = (instance.start as usize, instance.end as usize);
    Place {
        id: instance.id.clone().unwrap_or_else(|| unit.id.clone()),
        visual_id: instance.visual_id.clone(),
        unit: unit.id.clone(),
        kind: unit.kind.clone(),
        title: on_one_line(&unit.title),
        source: unit.source.clone(),
        url: unit.url.clone(),
        field: match instance.field {
            0 => "title",
            1 => "body",
            2 => "conditions",
            _ => "comment",
        },
        before: last_words(&on_one_line(text.get(..start).unwrap_or_default())),
        formula: on_one_line(unit.formula(instance)),
        after: first_words(&on_one_line(text.get(end..).unwrap_or_default())),
    }
}

/// White space becomes one space, and no other control character reaches a terminal.
fn on_one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The end of a text from the beginning of a word on.
fn last_words(text: &str) -> String {
    let Some((at, _)) = text.char_indices().rev().nth(WORDS_AROUND) else { return text.to_owned() };
    let end = &text[at..];
    format!("…{}", end.split_once(' ').map_or(end, |(_, words)| words))
}

/// The beginning of a text up to the end of a word.
fn first_words(text: &str) -> String {
    let Some((at, _)) = text.char_indices().nth(WORDS_AROUND) else { return text.to_owned() };
    let beginning = &text[..at];
    format!("{}…", beginning.rsplit_once(' ').map_or(beginning, |(words, _)| words))
}

//! The rows of a list of units: threads and copies have one hit each, and the first rows are of different kinds.

use std::collections::HashMap;

use document::kinds;
use index::units::Units;
use rank::questions::copies::{Fingerprint, firsts, may_be};
use rank::questions::{self, Question, diversity};

use super::Options;
use crate::error::Result;
use crate::search::listing::{self, Sort};

/// Hits at the beginning of a list in which kinds are mixed.
const MIXED: usize = 10;

/// Hits at the beginning of a list among which copies are looked for; few people read on.
const COMPARED: usize = 50;

/// A unit of the list, with the others of its thread or document where those have one hit each.
pub(super) struct Row {
    pub(super) hit: questions::Hit,
    /// All of them; the first is the hit.
    pub(super) units: Vec<u32>,
    /// Rows with nearly the same text.
    pub(super) copies: Vec<Row>,
}

impl Row {
    /// All units that the row stands for.
    pub(super) fn all_units(&self) -> Vec<u32> {
        let copies = self.copies.iter().flat_map(|copy| &copy.units);
        self.units.iter().chain(copies).copied().collect()
    }
}

/// The rows of a list, in the order that is asked for.
pub(super) fn rows(
    units: &Units,
    hits: Vec<questions::Hit>,
    question: &Question,
    options: &Options<'_>,
) -> Result<Vec<Row>> {
    let rows = without_copies(units, grouped(units, hits, Grouping::of(question, options)), question)?;
    Ok(ordered(units, rows, question, options.sort))
}

/// Which hits share a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// Each has its own.
    None,
    /// Those of a question and its answers.
    Threads,
    /// Also those of a book or an article.
    Documents,
}

impl Grouping {
    /// A search that is narrowed to a source, or that only filters, shows all units of a document.
    fn of(question: &Question, options: &Options<'_>) -> Grouping {
        let is_narrowed = question.filters.sites.iter().any(|site| !site.is_excluded);
        let is_filter = question.terms.is_empty() && question.formulas.is_empty();
        match options.by_thread {
            false => Grouping::None,
            true if is_narrowed || is_filter => Grouping::Threads,
            true => Grouping::Documents,
        }
    }

    /// The name that the hits of a row have in common; empty for a hit with a row of its own.
    fn key(self, units: &Units, unit: u32) -> String {
        let is_post = || [kinds::QUESTION, kinds::ANSWER].contains(&units.kind(unit).as_str());
        match self {
            Grouping::None => String::new(),
            Grouping::Threads if !is_post() => String::new(),
            Grouping::Threads | Grouping::Documents => units.thread(unit),
        }
    }
}

/// One row for each hit or, if they are grouped, for the best hit of each group.
fn grouped(units: &Units, hits: Vec<questions::Hit>, grouping: Grouping) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for hit in hits {
        let key = grouping.key(units, hit.unit);
        match places.get(&key).and_then(|&place| rows.get_mut(place)) {
            Some(row) => row.units.push(hit.unit),
            None => {
                if !key.is_empty() {
                    places.insert(key, rows.len());
                }
                rows.push(Row { units: vec![hit.unit], hit, copies: Vec::new() });
            }
        }
    }
    rows
}

/// The rows with copies among the first ones moved into the best of them.
fn without_copies(units: &Units, mut rows: Vec<Row>, question: &Question) -> Result<Vec<Row>> {
    let rest = rows.split_off(COMPARED.min(rows.len()));
    let mut kept: Vec<Row> = Vec::with_capacity(rows.len() + rest.len());
    let mut places: Vec<usize> = Vec::with_capacity(rows.len());
    let firsts = firsts(&fingerprints(units, &rows, question)?);
    for (row, (at, first)) in rows.into_iter().zip(firsts.into_iter().enumerate()) {
        let known = if first < at { places.get(first).copied() } else { None };
        places.push(known.unwrap_or(kept.len()));
        match known.and_then(|place| kept.get_mut(place)) {
            Some(same) => same.copies.push(row),
            None => kept.push(row),
        }
    }
    kept.extend(rest);
    Ok(kept)
}

/// The fingerprint of each row that may be a copy of another one; none of the others, whose texts are not read.
fn fingerprints(units: &Units, rows: &[Row], question: &Question) -> Result<Vec<Option<Fingerprint>>> {
    let mut fingerprints = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        rank::within(&question.budget)?;
        let others = rows.iter().enumerate().filter(|(other, _)| *other != at);
        let may_be_copy = others.into_iter().any(|(_, other)| may_be(&row.hit, &other.hit));
        let stored = if may_be_copy { Some(units.stored(row.hit.unit)?) } else { None };
        fingerprints.push(stored.as_ref().map(Fingerprint::of));
    }
    Ok(fingerprints)
}

/// The rows in the order that is asked for. By relevance, the first rows for a query that could mean many things are of
/// different kinds.
fn ordered(units: &Units, mut rows: Vec<Row>, question: &Question, sort: Sort) -> Vec<Row> {
    match sort {
        Sort::Relevance if diversity::is_ambiguous(question) => mixed(units, rows),
        Sort::Relevance => rows,
        Sort::Date | Sort::Votes => {
            listing::sort(&mut rows, sort, units, |row| row.units.get(..1).unwrap_or_default());
            rows
        }
    }
}

/// The rows with kinds mixed in the first ones.
fn mixed(units: &Units, mut rows: Vec<Row>) -> Vec<Row> {
    let rest = rows.split_off(MIXED.min(rows.len()));
    let hits = rows.iter().map(|row| row.hit.clone()).collect();
    let mut row_of: HashMap<u32, Row> = rows.into_iter().map(|row| (row.hit.unit, row)).collect();
    let mixed = diversity::mixed(hits, |hit| units.stored(hit.unit).ok());
    mixed.iter().filter_map(|hit| row_of.remove(&hit.unit)).chain(rest).collect()
}

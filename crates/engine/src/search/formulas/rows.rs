//! The list of formulas: filtered, folded and sorted, always as a whole.

use std::collections::HashMap;

use index::{Budget, Index};
use rank::formulas::Hit;
use rank::formulas::modes::{self, FoldedHit};
use rank::questions::passes;
use text::query::Filters;

use super::Options;
use crate::error::Result;
use crate::search::facets::{Counter, Facet};
use crate::search::listing::{self, Sort};

/// Units of a formula that are looked at for facets and for sorting.
const MOST_UNITS: usize = 200;

/// A formula of the list, with those that are folded into it.
pub(in crate::search) struct Row {
    pub hit: FoldedHit,
    /// The first units that hold one of them and pass the filters; empty where nothing asks for them.
    pub units: Vec<u32>,
    /// The unit because of which it was found, if it was not found by its form.
    pub text: Option<u32>,
}

/// All rows of a search, in their order.
pub(super) fn listed(
    index: &Index,
    budget: &Budget,
    hits: Vec<Hit>,
    options: &Options<'_>,
) -> Result<Vec<Row>> {
    let is_filtered = !options.filters.is_empty();
    if !is_filtered && options.facets.is_none() && options.sort == Sort::Relevance {
        let folded = modes::folded(index, hits, options.fold).into_iter();
        return Ok(folded.map(|hit| Row { hit, units: Vec::new(), text: None }).collect());
    }
    let mut holding = Holding { index, filters: options.filters, known: HashMap::new() };
    let mut units_of: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut passing = Vec::new();
    for hit in hits {
        rank::within(budget)?;
        let units = holding.units(hit.record)?;
        if !is_filtered || !units.is_empty() {
            units_of.insert(hit.record, units);
            passing.push(hit);
        }
    }
    let folded = modes::folded(index, passing, options.fold).into_iter();
    let row = |hit: FoldedHit| {
        let records = std::iter::once(hit.hit.record).chain(hit.folded.iter().copied());
        let units = records.flat_map(|record| units_of.remove(&record).unwrap_or_default()).collect();
        Row { hit, units, text: None }
    };
    let rows = folded.map(row).collect();
    sorted(index, rows, options)
}

/// The rows in the order that is asked for.
pub(in crate::search) fn sorted(
    index: &Index,
    mut rows: Vec<Row>,
    options: &Options<'_>,
) -> Result<Vec<Row>> {
    if options.sort != Sort::Relevance {
        listing::sort(&mut rows, options.sort, index.units()?, |row| &row.units);
    }
    Ok(rows)
}

/// The rows of a page.
pub(in crate::search) fn page<'r>(rows: &'r [Row], options: &Options<'_>) -> &'r [Row] {
    let start = options.offset.min(rows.len());
    let end = start.saturating_add(options.k).min(rows.len());
    rows.get(start..end).unwrap_or_default()
}

/// The facets of all rows; none if time is up before all are counted.
pub(in crate::search) fn facets(
    index: &Index,
    budget: &Budget,
    rows: &[Row],
    options: &Options<'_>,
) -> Result<Option<Vec<Facet>>> {
    let Some(sites) = options.facets else { return Ok(Some(Vec::new())) };
    let mut counter = Counter::new(index, sites)?;
    for row in rows {
        if budget.is_over() {
            return Ok(None);
        }
        counter.add(&row.units)?;
    }
    Ok(Some(counter.facets(options.filters, options.year)))
}

/// The units that hold a formula and pass filters.
struct Holding<'r> {
    index: &'r Index,
    filters: &'r Filters,
    /// Whether a unit passes.
    known: HashMap<u32, bool>,
}

impl Holding<'_> {
    /// The first units that hold a record and pass.
    fn units(&mut self, record: u32) -> Result<Vec<u32>> {
        let units = self.index.units()?;
        let (filters, known) = (self.filters, &mut self.known);
        let is_filtered = !filters.is_empty();
        let mut found = Vec::new();
        units.holding(record, |unit| {
            let has_room = found.len() < MOST_UNITS;
            if has_room
                && (!is_filtered || *known.entry(unit).or_insert_with(|| passes(filters, units, unit)))
            {
                found.push(unit);
            }
        })?;
        Ok(found)
    }
}

//! The list of a search: one for each query, and every page is cut out of it.
//!
//! The list is made in the same way for every page. How deep the search goes, which formulas are folded into one hit and
//! which units into one thread depend on the query and on the filters, but never on the page that is shown. So pages have
//! no hit twice and lose none, and every page has the same total.
//!
//! What it is not: a list of everything. It ends after [`MOST_LISTED`] formulas or units, and [`TotalIs`] says whether
//! there may be more.

use std::cmp::Reverse;

use index::units::Units;
use rank::formulas::Depth;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::names::{self, Named, Names};

/// Formulas or units of a list, before equal formulas are folded and units are grouped by thread.
pub const MOST_LISTED: usize = 1000;

/// How far formula search goes for every page: the best candidates are scored by their trees, the others follow in the
/// order of the generators.
pub(super) const DEPTH: Depth = Depth { rescored: 250, listed: MOST_LISTED };

/// The meaning of a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TotalIs {
    /// The number of all hits.
    Exact,
    /// The length of the list; there may be more hits, but no page shows them.
    AtLeast,
}

/// A page of a list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Page {
    /// Hits skipped before these.
    pub offset: usize,
    /// The order of the hits.
    pub sort: Sort,
    /// The length of the list that pages are cut out of: the same on every page.
    pub total: usize,
    /// Whether `total` is the number of all hits (`exact`), or there may be more (`at_least`).
    pub total_is: TotalIs,
}

impl TotalIs {
    pub(super) fn of(is_complete: bool) -> TotalIs {
        if is_complete { TotalIs::Exact } else { TotalIs::AtLeast }
    }
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// The best first
    #[default]
    Relevance,
    /// The newest first, hits without a date last
    Date,
    /// Most votes first, hits without votes last
    Votes,
}

impl Sort {
    /// All of them with their names.
    pub const NAMES: [(Sort, &'static str); 3] =
        [(Sort::Relevance, "relevance"), (Sort::Date, "date"), (Sort::Votes, "votes")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Sort::NAMES[self as usize].1
    }
}

impl Named for Sort {
    const WHAT: &'static str = "The order of the hits.";
    const NAMES: &'static [(Sort, &'static str)] = &Sort::NAMES;
}

impl Serialize for Sort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        names::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Sort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sort, D::Error> {
        names::deserialize(deserializer)
    }
}

impl PartialSchema for Sort {
    fn schema() -> RefOr<Schema> {
        Names::<Sort>::schema()
    }
}

impl ToSchema for Sort {}

/// Sorts rows; equal ones stay in the order of relevance. A row has the newest date and the most votes of its units.
pub(super) fn sort<T>(rows: &mut [T], by: Sort, units: &Units, units_of: impl Fn(&T) -> &[u32]) {
    let value = |unit: u32| match by {
        Sort::Relevance => None,
        Sort::Date => units.date(unit),
        Sort::Votes => units.quality(unit).votes,
    };
    let greatest = |row: &T| units_of(row).iter().filter_map(|&unit| value(unit)).max();
    sort_by_value(rows, greatest);
}

/// The greatest value first, rows without a value last.
fn sort_by_value<T>(rows: &mut [T], value: impl Fn(&T) -> Option<i64>) {
    rows.sort_by_cached_key(|row| Reverse(value(row)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_keep_their_order_and_rows_without_a_value_are_last() {
        let mut rows = [('a', None), ('b', Some(3)), ('c', Some(-1)), ('d', Some(3)), ('e', None)];
        sort_by_value(&mut rows, |row| row.1);
        assert_eq!(rows.map(|row| row.0), ['b', 'd', 'c', 'a', 'e']);
    }

    #[test]
    fn every_order_has_its_own_name() {
        for (sort, name) in Sort::NAMES {
            assert_eq!(sort.name(), name);
        }
    }
}

//! The units that may be found.

use document::kinds;
use index::Index;
use index::units::Units;
use text::query::{Filter, Filters};

use crate::Result;

/// The kind of unit to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Want {
    /// Units of every kind but bare formulas.
    Units,
    /// Units of every kind, bare formulas too.
    Everything,
    /// Answers to questions.
    Answers,
    /// Questions.
    Questions,
}

/// The units that may be found, by number.
pub struct Targets {
    marks: Vec<bool>,
    count: u32,
}

impl Want {
    /// The units of an index that are wanted.
    pub fn targets(self, index: &Index) -> Result<Targets> {
        let units = index.units()?;
        let mut marks = vec![matches!(self, Want::Units | Want::Everything); units.count() as usize];
        let mut set = |unit: u32, mark: bool| {
            if let Some(slot) = marks.get_mut(unit as usize) {
                *slot = mark;
            }
        };
        match self {
            Want::Answers => units.of_kind(kinds::ANSWER, |unit| set(unit, true))?,
            Want::Questions => units.of_kind(kinds::QUESTION, |unit| set(unit, true))?,
            Want::Units | Want::Everything => {
                if self == Want::Units {
                    units.of_kind(kinds::FORMULA, |unit| set(unit, false))?;
                }
                (0..units.count()).filter(|&unit| !units.is_alive(unit)).for_each(|unit| set(unit, false));
            }
        }
        let count = u32::try_from(marks.iter().filter(|mark| **mark).count()).unwrap_or(u32::MAX);
        Ok(Targets { marks, count })
    }
}

impl Targets {
    /// Whether a unit may be found.
    #[inline]
    pub fn contains(&self, unit: u32) -> bool {
        self.marks.get(unit as usize).copied().unwrap_or(false)
    }

    /// How many units may be found.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The units that may be found, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.marks).filter(|(_, mark)| **mark).map(|(unit, _)| unit)
    }
}

/// Whether a unit passes filters.
pub fn passes(filters: &Filters, units: &Units, unit: u32) -> bool {
    passes_tags(&filters.tags, units, unit)
        && passes_kinds(&filters.kinds, &units.kind(unit))
        && passes_dates(filters, units.date(unit))
        && passes_readers(filters, units, unit)
        && passes_sites(&filters.sites, units, unit)
}

/// Votes and acceptance.
fn passes_readers(filters: &Filters, units: &Units, unit: u32) -> bool {
    if !filters.is_accepted && filters.least_votes.is_none() {
        return true;
    }
    let quality = units.quality(unit);
    (quality.is_accepted || !filters.is_accepted)
        && filters.least_votes.is_none_or(|least| quality.votes.is_some_and(|votes| votes >= least))
}

/// It has every tag; an answer has those of its question.
fn passes_tags(wanted: &[Filter], units: &Units, unit: u32) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let mut tags = units.tags(unit);
    tags.extend(units.parent(unit).into_iter().flat_map(|parent| units.tags(parent)));
    wanted.iter().all(|filter| tags.contains(&filter.value) != filter.is_excluded)
}

fn passes_kinds(wanted: &[Filter], kind: &str) -> bool {
    is_one_of(wanted, |value| value == kind)
}

/// A unit without a date passes no date filter.
fn passes_dates(filters: &Filters, date: Option<i64>) -> bool {
    let is_late_enough = filters.after.is_none_or(|after| date.is_some_and(|date| date >= after));
    is_late_enough && filters.before.is_none_or(|before| date.is_some_and(|date| date < before))
}

fn passes_sites(wanted: &[Filter], units: &Units, unit: u32) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let Ok(stored) = units.stored(unit) else { return false };
    let (source, url) = (stored.source.to_lowercase(), stored.url.unwrap_or_default().to_lowercase());
    is_one_of(wanted, |value| source.contains(value) || url.contains(value))
}

/// It has no excluded value, and one of the included values if there are any.
fn is_one_of(wanted: &[Filter], is: impl Fn(&str) -> bool) -> bool {
    let (out, within): (Vec<&Filter>, Vec<&Filter>) = wanted.iter().partition(|filter| filter.is_excluded);
    !out.iter().any(|filter| is(&filter.value))
        && (within.is_empty() || within.iter().any(|filter| is(&filter.value)))
}

//! What the results could be narrowed to: values of their units, with counts.

use std::collections::{BTreeMap, HashMap, HashSet};

use index::units::Units;
use serde::Serialize;
use text::query::{Filters, Key};
use utoipa::ToSchema;

use super::narrowing::YEAR;
use crate::error::Result;

/// What is said when there was no time to count.
pub(super) const CUT_FACETS: &str = "filters";

/// The facets, in their order.
const FACETS: [&str; 5] = [Key::Kind.name(), Key::Is.name(), Key::Tag.name(), Key::Site.name(), YEAR];

/// Values of one facet that are shown.
const MOST_VALUES: usize = 12;

/// Units of a result whose site is looked up: that reads the stored unit.
const MOST_SITES: usize = 2;

/// Something by which results can be narrowed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Facet {
    /// The name of the parameter: `kind`, `tag`, `site`, `year` or `is`.
    pub name: &'static str,
    /// Its values, the most frequent first.
    pub values: Vec<FacetValue>,
}

/// A value of a facet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FacetValue {
    /// The value of the parameter.
    pub value: String,
    /// Results that have it, among the first ones.
    pub count: usize,
    /// Whether results are narrowed to it.
    pub is_selected: bool,
}

/// Counts the values of results.
pub(super) struct Counter<'i> {
    units: &'i Units,
    counts: BTreeMap<&'static str, HashMap<String, usize>>,
    /// The places where units come from; reading them is slow.
    sites: HashMap<u32, String>,
}

impl<'i> Counter<'i> {
    /// For units of an index.
    pub fn new(units: &'i Units) -> Counter<'i> {
        Counter { units, counts: BTreeMap::new(), sites: HashMap::new() }
    }

    /// Counts a result that stands in these units: each of its values once.
    pub fn add(&mut self, result: &[u32]) -> Result<()> {
        let mut values: HashSet<(&'static str, String)> = HashSet::new();
        for &unit in result.iter().take(MOST_SITES) {
            values.insert((Key::Site.name(), self.site(unit)?));
        }
        for &unit in result {
            values.insert((Key::Kind.name(), self.units.kind(unit)));
            let parent = self.units.parent(unit);
            let tags = self.units.tags(unit).into_iter();
            let tags = tags.chain(parent.into_iter().flat_map(|parent| self.units.tags(parent)));
            values.extend(tags.map(|tag| (Key::Tag.name(), tag)));
            if let Some(date) = self.units.date(unit) {
                values.insert((YEAR, text::query::day(date).chars().take(4).collect()));
            }
            if self.units.quality(unit).is_accepted {
                values.insert((Key::Is.name(), "accepted".to_owned()));
            }
        }
        for (name, value) in values {
            *self.counts.entry(name).or_default().entry(value).or_default() += 1;
        }
        Ok(())
    }

    /// The facets; those with one value that all results have are left out, for they narrow nothing.
    pub fn facets(mut self, results: usize, selected: &Filters, year: Option<&str>) -> Vec<Facet> {
        let mut facets = Vec::new();
        for name in FACETS {
            let counts = self.counts.remove(name).unwrap_or_default();
            let mut values: Vec<FacetValue> = counts
                .into_iter()
                .map(|(value, count)| {
                    let is_selected = is_selected(name, &value, selected, year);
                    FacetValue { value, count, is_selected }
                })
                .collect();
            values.sort_by(|a, b| {
                (b.is_selected, b.count).cmp(&(a.is_selected, a.count)).then(a.value.cmp(&b.value))
            });
            values.truncate(MOST_VALUES);
            let narrows = values.iter().any(|value| value.is_selected || value.count < results);
            if narrows {
                facets.push(Facet { name, values });
            }
        }
        facets
    }

    fn site(&mut self, unit: u32) -> Result<String> {
        if let Some(known) = self.sites.get(&unit) {
            return Ok(known.clone());
        }
        let stored = self.units.stored(unit)?;
        let site = stored.url.as_deref().and_then(host).unwrap_or(&stored.source).to_owned();
        self.sites.insert(unit, site.clone());
        Ok(site)
    }
}

fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())
}

fn is_selected(name: &str, value: &str, selected: &Filters, year: Option<&str>) -> bool {
    let among = |filters: &[text::query::Filter]| {
        filters.iter().any(|filter| !filter.is_excluded && filter.value == value.to_lowercase())
    };
    match Key::from_name(name) {
        Some(Key::Kind) => among(&selected.kinds),
        Some(Key::Tag) => among(&selected.tags),
        Some(Key::Site) => among(&selected.sites),
        Some(Key::Is) => selected.is_accepted,
        _ => year == Some(value),
    }
}

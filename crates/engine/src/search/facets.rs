//! What the results could be narrowed to: values of their units, with counts.
//!
//! Facets count the hits of the whole list, not those of one page, and of each hit only the units that pass the filters.
//! So the count of a value is the number of hits that stay when it is chosen, as long as the list is complete.

use std::collections::HashMap;

use index::Index;
use index::units::Units;
use serde::Serialize;
use text::query::{Filters, Key};
use utoipa::ToSchema;

use super::narrowing::YEAR;
use super::sites::Sites;
use crate::error::Result;

/// What is said when there was no time to count.
pub(super) const CUT_FACETS: &str = "filters";

/// The facets, in their order.
const FACETS: [&str; 5] = [Key::Kind.name(), Key::Is.name(), Key::Tag.name(), Key::Site.name(), YEAR];

/// Values of one facet that are shown.
const MOST_VALUES: usize = 12;

/// Units of a hit whose site is looked up where that reads the stored unit.
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
    /// Hits of the list that have it.
    pub count: usize,
    /// Whether results are narrowed to it.
    pub is_selected: bool,
}

/// A value of a facet while hits are counted.
struct Counted {
    facet: &'static str,
    value: String,
    count: usize,
    /// The hit that was counted last: a hit counts once.
    last: usize,
}

/// The facets of all units of an index, without the sites that only the stored units tell.
pub(crate) fn of_all(index: &Index, sites: &Sites) -> Result<Vec<Facet>> {
    let mut counter = Counter { most_sites: 0, ..Counter::new(index, sites)? };
    for unit in 0..counter.units.count() {
        counter.add(&[unit])?;
    }
    Ok(counter.facets(&Filters::default(), None))
}

/// Counts the values of hits.
pub(super) struct Counter<'i> {
    index: &'i Index,
    units: &'i Units,
    sites: &'i Sites,
    /// Units of a hit whose site is looked up where that reads the stored unit.
    most_sites: usize,
    hits: usize,
    counted: Vec<Counted>,
    /// Places in `counted`.
    places: HashMap<(&'static str, String), usize>,
    /// Places in `counted` of the values of a unit, its site excluded.
    of_unit: HashMap<u32, Vec<usize>>,
    /// The same for sites, with and without reading the unit.
    site_of_unit: HashMap<(u32, bool), Option<usize>>,
}

impl<'i> Counter<'i> {
    /// For units of an index.
    pub fn new(index: &'i Index, sites: &'i Sites) -> Result<Counter<'i>> {
        Ok(Counter {
            index,
            units: index.units()?,
            sites,
            most_sites: MOST_SITES,
            hits: 0,
            counted: Vec::new(),
            places: HashMap::new(),
            of_unit: HashMap::new(),
            site_of_unit: HashMap::new(),
        })
    }

    /// Counts a hit that stands in these units: each of its values once.
    pub fn add(&mut self, hit: &[u32]) -> Result<()> {
        self.hits += 1;
        for (at, &unit) in hit.iter().enumerate() {
            if let Some(place) = self.site(unit, at < self.most_sites)? {
                self.count(place);
            }
            if !self.of_unit.contains_key(&unit) {
                let places = self.values(unit).into_iter().map(|(facet, value)| self.place(facet, value));
                let places = places.collect();
                self.of_unit.insert(unit, places);
            }
            for at in 0.. {
                let Some(&place) = self.of_unit.get(&unit).and_then(|places| places.get(at)) else { break };
                self.count(place);
            }
        }
        Ok(())
    }

    /// The facets; those with one value that all hits have are left out, for they narrow nothing.
    pub fn facets(self, selected: &Filters, year: Option<&str>) -> Vec<Facet> {
        let mut of_facet: HashMap<&'static str, Vec<FacetValue>> = HashMap::new();
        for Counted { facet, value, count, .. } in self.counted {
            let is_selected = is_selected(facet, &value, selected, year);
            of_facet.entry(facet).or_default().push(FacetValue { value, count, is_selected });
        }
        let mut facets = Vec::new();
        for name in FACETS {
            let mut values = of_facet.remove(name).unwrap_or_default();
            values.sort_by(|a, b| {
                (b.is_selected, b.count).cmp(&(a.is_selected, a.count)).then(a.value.cmp(&b.value))
            });
            values.truncate(MOST_VALUES);
            if values.iter().any(|value| value.is_selected || value.count < self.hits) {
                facets.push(Facet { name, values });
            }
        }
        facets
    }

    fn count(&mut self, place: usize) {
        if let Some(counted) = self.counted.get_mut(place)
            && counted.last != self.hits
        {
            counted.last = self.hits;
            counted.count += 1;
        }
    }

    fn place(&mut self, facet: &'static str, value: String) -> usize {
        let next = self.counted.len();
        let place = *self.places.entry((facet, value.clone())).or_insert(next);
        if place == next {
            self.counted.push(Counted { facet, value, count: 0, last: 0 });
        }
        place
    }

    /// The values of a unit, its site excluded.
    fn values(&self, unit: u32) -> Vec<(&'static str, String)> {
        let mut values = vec![(Key::Kind.name(), self.units.kind(unit))];
        let parent = self.units.parent(unit);
        let tags = self.units.tags(unit).into_iter();
        let tags = tags.chain(parent.into_iter().flat_map(|parent| self.units.tags(parent)));
        values.extend(tags.map(|tag| (Key::Tag.name(), tag)));
        let year = |date: i64| text::query::day(date).chars().take(4).collect::<String>();
        values.extend(self.units.date(unit).map(|date| (YEAR, year(date))));
        if self.units.quality(unit).is_accepted {
            values.push((Key::Is.name(), "accepted".to_owned()));
        }
        values
    }

    /// The place of the site of a unit; none if that must be read and may not.
    fn site(&mut self, unit: u32, may_read: bool) -> Result<Option<usize>> {
        if let Some(known) = self.site_of_unit.get(&(unit, may_read)) {
            return Ok(*known);
        }
        let site = match self.sites.of_source(self.index, unit)? {
            None if may_read => Some(self.sites.of_unit(self.units, unit)?),
            known => known,
        };
        let place = site.map(|site| self.place(Key::Site.name(), site.as_ref().to_owned()));
        self.site_of_unit.insert((unit, may_read), place);
        Ok(place)
    }
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

//! Where units come from: the host of their address, or else the source.
//!
//! The address is in the stored unit, and reading a thousand of these for one search takes longer than the search. Most
//! sources have one site for all their units. So some units of a source are read once, evenly spread over it; if they
//! have the same site, it is that of the source. Units of other sources are read one by one, and what was read is kept.
//!
//! What it is not: a filter. Filters by site look at each unit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use index::Index;
use index::units::Units;

use crate::error::Result;

/// Units of a source that are read.
const SAMPLE: usize = 32;

/// The sites that are known so far.
#[derive(Default)]
pub(crate) struct Sites {
    sources: OnceLock<Sources>,
    /// By the number of the source; none for a source with several sites.
    of_source: Mutex<HashMap<u32, Option<Arc<str>>>>,
    of_unit: Mutex<HashMap<u32, Arc<str>>>,
}

/// The sources of an index.
struct Sources {
    names: Vec<String>,
    /// The number of the source of each unit.
    of_unit: Vec<Option<u32>>,
}

impl Sources {
    fn of(index: &Index) -> Result<Sources> {
        let units = index.units()?;
        let names: Vec<String> = index.ledger().sources.keys().cloned().collect();
        let mut of_unit = vec![None; units.count() as usize];
        for (number, name) in (0u32..).zip(&names) {
            units.of_source(name, |unit| {
                if let Some(slot) = of_unit.get_mut(unit as usize) {
                    *slot = Some(number);
                }
            })?;
        }
        Ok(Sources { names, of_unit })
    }
}

impl Sites {
    /// The site of all units that come from the same source as this one; none if they differ.
    pub(super) fn of_source(&self, index: &Index, unit: u32) -> Result<Option<Arc<str>>> {
        let sources = match self.sources.get() {
            Some(known) => known,
            None => {
                let made = Sources::of(index)?;
                self.sources.get_or_init(|| made)
            }
        };
        let Some(number) = sources.of_unit.get(unit as usize).copied().flatten() else { return Ok(None) };
        let known = self.of_source.lock().unwrap_or_else(PoisonError::into_inner).get(&number).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let name = sources.names.get(number as usize).map_or("", String::as_str);
        let site = self.common_site(index.units()?, name)?;
        self.of_source.lock().unwrap_or_else(PoisonError::into_inner).insert(number, site.clone());
        Ok(site)
    }

    /// The site of some units of a source, if it is the same for all of them.
    fn common_site(&self, units: &Units, source: &str) -> Result<Option<Arc<str>>> {
        let mut all = Vec::new();
        units.of_source(source, |unit| all.push(unit))?;
        let step = all.len().div_ceil(SAMPLE).max(1);
        let mut sites = Vec::new();
        for &unit in all.iter().step_by(step) {
            sites.push(self.of_unit(units, unit)?);
        }
        sites.dedup();
        Ok(if sites.len() == 1 { sites.pop() } else { None })
    }

    /// The site of a unit.
    pub(super) fn of_unit(&self, units: &Units, unit: u32) -> Result<Arc<str>> {
        let known = self.of_unit.lock().unwrap_or_else(PoisonError::into_inner).get(&unit).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let stored = units.stored(unit)?;
        let site: Arc<str> = stored.url.as_deref().and_then(host).unwrap_or(&stored.source).into();
        self.of_unit.lock().unwrap_or_else(PoisonError::into_inner).insert(unit, site.clone());
        Ok(site)
    }
}

fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_site_is_the_host_of_an_address() {
        assert_eq!(host("https://math.stackexchange.com/q/1?x#y"), Some("math.stackexchange.com"));
        assert_eq!(host("notes/limits.md"), None);
        assert_eq!(host("file:///tmp"), None);
    }
}

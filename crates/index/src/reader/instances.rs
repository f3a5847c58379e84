//! Where a formula occurs, in the order of the collection: by source, then as units were added, then as formulas stand in
//! a unit. This order does not depend on which source was read again later, so neither does a run that is made of it.
//!
//! What it is not: a count. [`crate::units::Units::holding`] names the units of a formula without reading them.

use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tantivy::columnar::{Column, StrColumn};
use tantivy::{DocAddress, SegmentReader, Term};

use crate::units::{StoredOccurrence, StoredUnit};
use crate::{Index, Result};

/// The order of the units of a segment.
pub(super) struct Order {
    source: Option<StrColumn>,
    added: Column<u64>,
}

impl Order {
    pub(super) fn of(segment: &SegmentReader) -> Result<Order> {
        let columns = segment.fast_fields();
        Ok(Order { source: columns.str("source")?, added: columns.u64("added")? })
    }

    /// The number of the source of a document, and the place of the document in it.
    fn numbers(&self, document: u32) -> (u64, u64) {
        let source = self.source.as_ref().and_then(|column| column.ords().first(document));
        (source.unwrap_or(u64::MAX), self.added.first(document).unwrap_or(u64::MAX))
    }

    fn source_name(&self, number: u64) -> String {
        let mut name = String::new();
        // A unit whose source cannot be read comes first or last; it is still found.
        let _ = self.source.as_ref().map(|column| column.ord_to_str(number, &mut name));
        name
    }
}

impl Index {
    /// The first occurrence of a formula that looks like a record, with its unit. None if no unit holds it any more.
    pub fn first_instance(&self, record: u32) -> Result<Option<(StoredUnit, StoredOccurrence)>> {
        let variants = self.variants.of(record);
        let Some(first) = self.holding(&variants)?.into_iter().min_by_key(self.place()) else {
            return Ok(None);
        };
        let unit = self.stored(first)?;
        let occurrence =
            unit.formulas.iter().find(|occurrence| variants.contains(&occurrence.record)).cloned();
        Ok(occurrence.map(|occurrence| (unit, occurrence)))
    }

    /// Calls `visit` with the occurrences of all formulas that look like a record, until it breaks.
    pub fn instances(
        &self,
        record: u32,
        mut visit: impl FnMut(&StoredUnit, &StoredOccurrence) -> ControlFlow<()>,
    ) -> Result<()> {
        let variants = self.variants.of(record);
        let mut addresses = self.holding(&variants)?;
        addresses.sort_by_cached_key(self.place());
        for address in addresses {
            let unit = self.stored(address)?;
            let mut found = unit.formulas.iter().filter(|occurrence| variants.contains(&occurrence.record));
            if found.try_for_each(|occurrence| visit(&unit, occurrence)).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The documents that hold any of some records, each once.
    fn holding(&self, records: &[u32]) -> Result<Vec<DocAddress>> {
        let mut found = Vec::new();
        for &record in records {
            found.extend(self.find(Term::from_field_u64(self.fields.formulas, record.into()))?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The sort key of a document; the name of a source is read once.
    fn place(&self) -> impl FnMut(&DocAddress) -> Option<(Rc<str>, u64)> {
        let mut names: FxHashMap<(u32, u64), Rc<str>> = FxHashMap::default();
        move |address| {
            let order = self.order.get(address.segment_ord as usize)?;
            let (source, added) = order.numbers(address.doc_id);
            let name = names
                .entry((address.segment_ord, source))
                .or_insert_with(|| order.source_name(source).into());
            Some((Rc::clone(name), added))
        }
    }
}

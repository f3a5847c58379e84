//! Which units exist: adding a unit replaces the unit with the same id.
//!
//! Units since the last commit are remembered with their records. Committed ones are looked up. Looking up every new id
//! in every segment would cost more than indexing a short unit, so a Bloom filter answers for units that this writer
//! added. Earlier units are always looked up.

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::schema::Field;
use tantivy::{DocAddress, IndexReader, Searcher, Term};
use xxhash_rust::xxh3::xxh3_64;

use super::bloom::Bloom;
use crate::Result;
use crate::reader::{find, stored};
use crate::units::{Fields, StoredUnit};

pub(super) struct KnownUnits {
    reader: IndexReader,
    fields: Fields,
    /// The index as it was when the writer was opened.
    before: Searcher,
    /// Units since the last commit.
    recent: FxHashMap<u64, Recent>,
    /// Committed units that were deleted since.
    gone: FxHashSet<u64>,
    added: Bloom,
}

/// A unit that was added since the last commit.
struct Recent {
    /// The hash of its source.
    source: u64,
    records: Box<[u32]>,
    formulas: u64,
}

/// The unit that has an id.
pub(super) enum Holder {
    /// There is none.
    None,
    /// A unit that was added since the last commit.
    Recent,
    /// A committed unit.
    Committed(Box<Committed>),
}

/// A committed unit.
pub(super) struct Committed {
    pub(super) unit: StoredUnit,
    /// Its number.
    pub(super) added: u64,
}

impl KnownUnits {
    /// Uses about `bytes` of memory.
    pub(super) fn new(reader: IndexReader, fields: Fields, bytes: usize) -> KnownUnits {
        let before = reader.searcher();
        KnownUnits {
            reader,
            fields,
            before,
            recent: FxHashMap::default(),
            gone: FxHashSet::default(),
            added: Bloom::new(bytes),
        }
    }

    /// Remembers a new unit.
    pub(super) fn add(&mut self, unit: &StoredUnit) {
        let id = hash(&unit.id);
        let recent = Recent {
            source: hash(&unit.source),
            records: unit.records().into(),
            formulas: unit.formulas.len() as u64,
        };
        self.recent.insert(id, recent);
        self.added.insert(id);
    }

    /// Whether a unit of this id was added since the last commit, from another source.
    pub(super) fn is_recent_elsewhere(&self, source: &str, id: &str) -> bool {
        self.recent.get(&hash(id)).is_some_and(|recent| recent.source != hash(source))
    }

    /// The unit that has an id.
    pub(super) fn holder(&self, id: &str) -> Result<Holder> {
        let hash = hash(id);
        if self.recent.contains_key(&hash) {
            return Ok(Holder::Recent);
        }
        let is_new = self.before.num_docs() == 0 && !self.added.may_hold(hash);
        if is_new || self.gone.contains(&hash) {
            return Ok(Holder::None);
        }
        let mut found = self.committed(Term::from_field_text(self.fields.id, id), "added")?;
        Ok(found.next().transpose()?.map_or(Holder::None, |unit| Holder::Committed(Box::new(unit))))
    }

    /// Forgets a unit that was added since the last commit; returns its records and the number of its formulas.
    pub(super) fn forget_recent(&mut self, id: &str) -> Option<(Box<[u32]>, u64)> {
        self.recent.remove(&hash(id)).map(|recent| (recent.records, recent.formulas))
    }

    /// Marks a committed unit as deleted; returns false if it was deleted before.
    pub(super) fn forget_committed(&mut self, id: &str) -> bool {
        self.gone.insert(hash(id))
    }

    /// Whether a committed unit was deleted or replaced since.
    pub(super) fn is_gone(&self, id: &str) -> bool {
        let hash = hash(id);
        self.gone.contains(&hash) || self.recent.contains_key(&hash)
    }

    /// The committed units with a term; their numbers are in the column of the given name.
    pub(super) fn committed(
        &self,
        term: Term,
        column: &'static str,
    ) -> Result<impl Iterator<Item = Result<Committed>> + use<>> {
        let (searcher, fields) = (self.reader.searcher(), self.fields);
        let read = move |address: DocAddress| {
            let numbers = searcher.segment_reader(address.segment_ord).fast_fields().u64(column)?;
            let added = numbers.first(address.doc_id).unwrap_or_default();
            Ok(Committed { unit: stored(&searcher, &fields, address)?, added })
        };
        Ok(find(&self.reader.searcher(), term)?.into_iter().map(read))
    }

    /// Whether no committed unit holds a record, in a field of records.
    pub(super) fn is_unused(&self, field: Field, record: u32) -> Result<bool> {
        Ok(find(&self.reader.searcher(), Term::from_field_u64(field, record.into()))?.is_empty())
    }

    /// Tells it that everything was committed.
    pub(super) fn committed_all(&mut self) -> Result<()> {
        self.recent.clear();
        self.gone.clear();
        self.reader.reload()?;
        Ok(())
    }
}

fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

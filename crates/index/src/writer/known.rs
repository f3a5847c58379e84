//! Which units are there: what adding a unit of the same id replaces.
//!
//! Units since the last commit are remembered with their records. Committed ones are looked up, but looking
//! up every new id in every segment would cost more than indexing a short unit does, so a Bloom filter
//! answers for those that were added by this writer. Units from before are looked up always.

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::{IndexReader, Searcher, Term};
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
    /// Units since the last commit: their records and how many formulas they hold.
    recent: FxHashMap<u64, (Box<[u32]>, u64)>,
    /// Committed units that were deleted since.
    gone: FxHashSet<u64>,
    added: Bloom,
}

impl KnownUnits {
    /// Takes about `bytes` of memory.
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
    pub(super) fn add(&mut self, id: &str, records: &[u32]) {
        let hash = hash(id);
        let mut distinct = records.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        self.recent.insert(hash, (distinct.into(), records.len() as u64));
        self.added.insert(hash);
    }

    /// The records of the unit with this id and how many formulas it holds, if there is one; it is
    /// forgotten.
    pub(super) fn take(&mut self, id: &str, term: &Term) -> Result<Option<(Vec<u32>, u64)>> {
        let hash = hash(id);
        if let Some((records, formulas)) = self.recent.remove(&hash) {
            return Ok(Some((records.into(), formulas)));
        }
        if self.before.num_docs() == 0 && !self.added.may_hold(hash) {
            return Ok(None);
        }
        if self.gone.contains(&hash) {
            return Ok(None);
        }
        let found = self.committed(term.clone())?;
        let Some(unit) = found.first() else { return Ok(None) };
        self.gone.insert(hash);
        let records = unit.formulas.iter().map(|instance| instance.record).collect();
        Ok(Some((records, unit.formulas.len() as u64)))
    }

    /// Takes a committed unit out that is deleted together with its source; false if it is gone already.
    pub(super) fn forget(&mut self, id: &str) -> bool {
        self.gone.insert(hash(id))
    }

    /// The committed units with a term.
    pub(super) fn committed(&self, term: Term) -> Result<Vec<StoredUnit>> {
        let searcher = self.reader.searcher();
        let addresses = find(&searcher, term)?;
        addresses.into_iter().map(|address| stored(&searcher, &self.fields, address)).collect()
    }

    /// Whether no committed unit has a term.
    pub(super) fn is_empty(&self, term: Term) -> Result<bool> {
        Ok(find(&self.reader.searcher(), term)?.is_empty())
    }

    /// Everything was committed.
    pub(super) fn committed_all(&mut self) -> Result<()> {
        self.recent.clear();
        self.gone.clear();
        self.reader.reload()?;
        Ok(())
    }
}

fn hash(id: &str) -> u64 {
    xxh3_64(id.as_bytes())
}

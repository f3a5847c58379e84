//! Units by number: how the text side of an index is searched.
//!
//! A number is the position of a unit in the segments of one commit. Numbers are dense, so that scores are plain
//! arrays, and valid for that commit only. Use ids for everything that is stored.

use std::sync::Arc;

use tantivy::{DocAddress, Searcher, Term};

use super::columns::Columns;
use super::phrases;
use super::postings::{List, Zone, add_lengths, for_each};
use super::threads::Threads;
use super::{Fields, StoredUnit};
use crate::formulas::Variants;
use crate::reader::stored;
use crate::{Budget, Result};

/// How readers rated a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// Votes for it minus votes against it.
    pub votes: Option<i64>,
    /// Whether the asker accepted it as the answer.
    pub is_accepted: bool,
}

/// The units of a commit, by number.
pub struct Units {
    searcher: Searcher,
    fields: Fields,
    /// The number of the first unit of each segment.
    bases: Vec<u32>,
    count: u32,
    columns: Vec<Columns>,
    threads: Threads,
    variants: Arc<Variants>,
}

impl Units {
    pub(crate) fn open(searcher: &Searcher, fields: &Fields, variants: Arc<Variants>) -> Result<Units> {
        let (mut bases, mut count) = (Vec::new(), 0u32);
        for segment in searcher.segment_readers() {
            bases.push(count);
            count += segment.max_doc();
        }
        let columns = searcher.segment_readers().iter().map(Columns::of).collect::<Result<_>>()?;
        let threads = Threads::read(searcher, &bases, count)?;
        Ok(Units { searcher: searcher.clone(), fields: *fields, bases, count, columns, threads, variants })
    }

    /// One more than the greatest number; some numbers may belong to units that are deleted or hidden.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether the unit can be found: it is neither deleted nor hidden.
    pub fn is_alive(&self, unit: u32) -> bool {
        let (segment, document) = self.place(unit);
        let reader = self.searcher.segment_readers().get(segment);
        reader.is_some_and(|reader| document < reader.max_doc() && !reader.is_deleted(document))
            && self.columns.get(segment).is_some_and(|columns| columns.has_id(document))
    }

    /// Calls `visit` with every unit that has a term in a zone, in ascending order, and how often the term occurs.
    pub fn for_each(&self, zone: Zone, term: &str, visit: impl FnMut(u32, u32)) -> Result<()> {
        self.with_term(&Term::from_field_text(zone.field(&self.fields), term), visit)
    }

    /// The list of the units that have a term in a zone.
    pub fn list(&self, zone: Zone, term: &str) -> Result<List> {
        List::find(&self.searcher, &Term::from_field_text(zone.field(&self.fields), term))
    }

    /// Calls `visit` with every unit of a list, in ascending order, and how often the term occurs.
    pub fn read(&self, list: &List, visit: impl FnMut(u32, u32)) -> Result<()> {
        for_each(&self.searcher, &self.bases, list, visit)
    }

    /// Calls `visit` with every unit that has consecutive words in a zone of unstemmed words. Each word has its
    /// position; of words at one position any may occur. When the budget is over, the rest is left out.
    pub fn for_each_phrase(
        &self,
        zone: Zone,
        words: &[(u32, String)],
        budget: &Budget,
        visit: impl FnMut(u32),
    ) -> Result<()> {
        phrases::for_each(&self.searcher, &self.bases, (zone.field(&self.fields), words), budget, visit)
    }

    /// The number of units that have a term in a zone; may count deleted ones.
    pub fn document_frequency(&self, zone: Zone, term: &str) -> u64 {
        let term = Term::from_field_text(zone.field(&self.fields), term);
        self.searcher.doc_freq(&term).unwrap_or(0)
    }

    /// Adds the length of a zone, times `weight`, for every unit.
    pub fn add_lengths(&self, zone: Zone, weight: f32, lengths: &mut [f32]) -> Result<()> {
        add_lengths(&self.searcher, &self.fields, zone, weight, lengths)
    }

    /// Calls `visit` with every unit of a kind.
    pub fn of_kind(&self, kind: &str, mut visit: impl FnMut(u32)) -> Result<()> {
        self.with_term(&Term::from_field_text(self.fields.kind, kind), |unit, _| visit(unit))
    }

    /// Calls `visit` with every unit that came from an entry of a collection.
    pub fn of_source(&self, source: &str, mut visit: impl FnMut(u32)) -> Result<()> {
        self.with_term(&Term::from_field_text(self.fields.source, source), |unit, _| visit(unit))
    }

    /// Calls `visit` with every unit that holds a formula that looks like a record, in ascending order.
    pub fn holding(&self, record: u32, mut visit: impl FnMut(u32)) -> Result<()> {
        let term = |record: u32| Term::from_field_u64(self.fields.formulas, record.into());
        let [alone] = self.variants.of(record)[..] else {
            let mut units = Vec::new();
            for &variant in &self.variants.of(record) {
                self.with_term(&term(variant), |unit, _| units.push(unit))?;
            }
            units.sort_unstable();
            units.dedup();
            units.into_iter().for_each(visit);
            return Ok(());
        };
        self.with_term(&term(alone), |unit, _| visit(unit))
    }

    /// The unit that this one answers, if it is in the index.
    pub fn parent(&self, unit: u32) -> Option<u32> {
        self.threads.parent(unit)
    }

    /// The units with this unit as their parent.
    #[inline]
    pub fn answers(&self, unit: u32) -> &[u32] {
        self.threads.answers(unit)
    }

    /// The number of the unit with an id.
    pub fn number(&self, id: &str) -> Result<Option<u32>> {
        let mut number = None;
        self.with_term(&Term::from_field_text(self.fields.id, id), |unit, _| number = Some(unit))?;
        Ok(number)
    }

    /// A unit that links of its collection call by this name.
    pub fn by_alias(&self, alias: &str) -> Result<Option<u32>> {
        let mut number = None;
        self.with_term(&Term::from_field_text(self.fields.aliases, alias), |unit, _| {
            number = number.or(Some(unit))
        })?;
        Ok(number)
    }

    /// Calls `visit` with every unit that has a name with a key: see [`text::names::key`].
    pub fn named(&self, key: &str, mut visit: impl FnMut(u32)) -> Result<()> {
        self.with_term(&Term::from_field_text(self.fields.names, key), |unit, _| visit(unit))
    }

    /// Whether any unit has a name with a key; units that are deleted may count.
    pub fn is_name(&self, key: &str) -> bool {
        self.searcher.doc_freq(&Term::from_field_text(self.fields.names, key)).unwrap_or(0) > 0
    }

    /// The id of a unit.
    pub fn id(&self, unit: u32) -> String {
        self.column(unit, Columns::id).unwrap_or_default()
    }

    /// The kind of a unit.
    pub fn kind(&self, unit: u32) -> String {
        self.column(unit, Columns::kind).unwrap_or_default()
    }

    /// The thread of a unit.
    pub fn thread(&self, unit: u32) -> String {
        self.column(unit, Columns::thread).unwrap_or_default()
    }

    /// The units of a thread, ascending.
    pub fn thread_members(&self, thread: &str) -> Result<Vec<u32>> {
        let mut members = Vec::new();
        self.with_term(&Term::from_field_text(self.fields.thread, thread), |unit, _| members.push(unit))?;
        Ok(members)
    }

    /// The tags of a unit.
    pub fn tags(&self, unit: u32) -> Vec<String> {
        self.column(unit, |columns, document| columns.tags(document).collect()).unwrap_or_default()
    }

    /// Kind and target of the links of a unit.
    pub fn links(&self, unit: u32) -> Vec<(String, String)> {
        let links: Vec<String> =
            self.column(unit, |columns, document| columns.links(document).collect()).unwrap_or_default();
        let split = |link: &String| link.split_once(':').map(|(kind, id)| (kind.to_owned(), id.to_owned()));
        links.iter().filter_map(split).collect()
    }

    /// Votes and acceptance of a unit.
    pub fn quality(&self, unit: u32) -> Quality {
        let quality = |columns: &Columns, document| Quality {
            votes: columns.score(document),
            is_accepted: columns.is_accepted(document),
        };
        self.column(unit, quality).unwrap_or_default()
    }

    /// When a unit was written, in seconds since 1970.
    pub fn date(&self, unit: u32) -> Option<i64> {
        self.column(unit, Columns::date).flatten()
    }

    /// The unit itself.
    pub fn stored(&self, unit: u32) -> Result<StoredUnit> {
        let (segment, document) = self.place(unit);
        let address = DocAddress::new(u32::try_from(segment).unwrap_or(u32::MAX), document);
        stored(&self.searcher, &self.fields, address)
    }

    fn with_term(&self, term: &Term, visit: impl FnMut(u32, u32)) -> Result<()> {
        self.read(&List::find(&self.searcher, term)?, visit)
    }

    fn column<T>(&self, unit: u32, read: impl Fn(&Columns, u32) -> T) -> Option<T> {
        let (segment, document) = self.place(unit);
        self.columns.get(segment).map(|columns| read(columns, document))
    }

    /// Segment and document of a unit.
    fn place(&self, unit: u32) -> (usize, u32) {
        let segment = self.bases.partition_point(|&base| base <= unit).saturating_sub(1);
        (segment, unit - self.bases.get(segment).copied().unwrap_or(0))
    }
}

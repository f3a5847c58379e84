//! Records that are not on disk yet.

use rayon::prelude::*;
use similarity::terms::{Family, Term};

use super::records::RecordWriter;
use crate::Result;
use crate::manifest::SegmentName;
use crate::postings::{self, Entry, Shape};
use crate::storage::{Storage, names};

/// A record, ready to be stored.
pub(crate) struct Prepared {
    /// Its packed trees.
    pub(crate) record: Vec<u8>,
    /// Its features, by the families of the profile.
    pub(crate) terms: Vec<Vec<Term>>,
}

/// New records, collected until they fill a segment.
pub(crate) struct Buffer {
    first_record: u32,
    records: u32,
    packed: Vec<u8>,
    ends: Vec<usize>,
    families: Vec<Gathered>,
}

/// The features of one family.
struct Gathered {
    family: Family,
    entries: Vec<Entry>,
    sizes: Vec<u16>,
}

impl Buffer {
    pub(crate) fn new(first_record: u32, families: &[Family]) -> Buffer {
        let gathered = |&family: &Family| Gathered { family, entries: Vec::new(), sizes: Vec::new() };
        Buffer {
            first_record,
            records: 0,
            packed: Vec::new(),
            ends: Vec::new(),
            families: families.iter().map(gathered).collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// Bytes held in memory.
    pub(crate) fn bytes(&self) -> usize {
        let of_family = |gathered: &Gathered| {
            gathered.entries.len() * size_of::<Entry>() + gathered.sizes.len() * size_of::<u16>()
        };
        self.packed.len()
            + self.ends.len() * size_of::<usize>()
            + self.families.iter().map(of_family).sum::<usize>()
    }

    /// Adds the next record.
    pub(crate) fn add(&mut self, prepared: &Prepared) {
        let record = self.first_record + self.records;
        self.packed.extend_from_slice(&prepared.record);
        self.ends.push(self.packed.len());
        for (gathered, terms) in self.families.iter_mut().zip(&prepared.terms) {
            gathered.add(record, terms);
        }
        self.records += 1;
    }

    /// Writes the records as a segment and empties the buffer. The next record gets the next number.
    pub(crate) fn write(&mut self, storage: &Storage, number: u32) -> Result<SegmentName> {
        let name = SegmentName { number, first_record: self.first_record, records: self.records };
        storage.write(&names::records(number), |out| {
            let mut writer = RecordWriter::new(out, name.first_record)?;
            let mut start = 0;
            for &end in &self.ends {
                writer.add(self.packed.get(start..end).unwrap_or_default())?;
                start = end;
            }
            writer.finish()
        })?;
        self.families.par_iter_mut().try_for_each(|gathered| gathered.write(storage, &name))?;
        self.first_record += self.records;
        self.records = 0;
        self.packed.clear();
        self.ends.clear();
        Ok(name)
    }
}

impl Gathered {
    fn add(&mut self, record: u32, terms: &[Term]) {
        let entry = |term: &Term| Entry { term: term.term, record, count: term.count, root: term.root };
        self.entries.extend(terms.iter().map(entry));
        if has_sizes(self.family) {
            let size = terms.iter().map(|term| u32::from(term.count)).sum::<u32>();
            self.sizes.push(u16::try_from(size).unwrap_or(u16::MAX));
        }
    }

    fn write(&mut self, storage: &Storage, name: &SegmentName) -> Result<()> {
        let shape = Shape {
            first_record: name.first_record,
            records: name.records,
            has_roots: self.family.has_roots(),
            has_sizes: has_sizes(self.family),
        };
        storage.write(&names::family(name.number, self.family), |out| {
            postings::write(out, shape, &self.sizes, &mut self.entries).map(drop)
        })?;
        self.entries.clear();
        self.sizes.clear();
        Ok(())
    }
}

/// Whether the number of features of a record is stored. Scores of bags and paths need it; a record has only one
/// signature.
fn has_sizes(family: Family) -> bool {
    !family.is_signature()
}

//! Merges segments: fewer segments, without unused records.
//!
//! Segments are merged when [`FANOUT`] neighbours have about the same size, so that a record is rewritten once each
//! time the index grows by that factor. Merging runs beside indexing and searching; the merged segment replaces its
//! parts with the next commit.

use std::sync::Arc;
use std::thread::JoinHandle;

use rayon::prelude::*;
use similarity::terms::Family;

use super::Segment;
use super::records::RecordWriter;
use crate::manifest::SegmentName;
use crate::postings;
use crate::storage::{Storage, names};
use crate::{Error, Result};

/// The number of neighbours of about the same size that are merged into one.
const FANOUT: usize = 4;

/// Merging an index with fewer records takes no time.
const SMALL: u64 = 10_000;

/// The neighbours to merge next: a range of `segments`, if there are any.
pub(crate) fn candidates(segments: &[SegmentName]) -> Option<std::ops::Range<usize>> {
    let level = |name: &SegmentName| name.records.max(1).ilog(FANOUT as u32);
    for start in 0..segments.len() {
        let run = segments.get(start..)?;
        let highest = level(run.first()?);
        let length = run.iter().take_while(|name| level(name) <= highest).count();
        let is_even = run.iter().take(length).filter(|name| level(name) == highest).count();
        if length >= FANOUT && is_even >= FANOUT / 2 {
            return Some(start..start + length);
        }
    }
    None
}

/// Whether merging all segments into one pays off: not for a few new records beside many old ones.
pub(crate) fn is_worthwhile(sizes: impl Iterator<Item = u64>) -> bool {
    let sizes: Vec<u64> = sizes.collect();
    let all: u64 = sizes.iter().sum();
    let largest = sizes.iter().max().copied().unwrap_or_default();
    sizes.len() > 1 && (all < SMALL || (all - largest) * FANOUT as u64 >= all)
}

/// Writes the records of `segments` (neighbours, ascending) as the segment `number`, without unused records.
pub(crate) fn merge(
    storage: &Storage,
    segments: &[Segment],
    families: &[Family],
    number: u32,
    unused: &[u32],
) -> Result<SegmentName> {
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
        return Err(Error::damaged(storage.folder(), "nothing to merge"));
    };
    let first_record = first.name().first_record;
    let end = last.name().first_record + last.name().records;
    let name = SegmentName { number, first_record, records: end - first_record };
    let keep = |record: u32| unused.binary_search(&record).is_err();
    storage.write(&names::records(number), |out| {
        let mut writer = RecordWriter::new(out, first_record)?;
        for segment in segments {
            let file = segment.record_file();
            for record in file.first_record()..file.first_record() + file.records() {
                let bytes = if keep(record) { file.current(record) } else { None };
                writer.add(&bytes.unwrap_or_default())?;
            }
        }
        writer.finish()
    })?;
    families.par_iter().try_for_each(|&family| {
        let parts: Vec<postings::Family> =
            segments.iter().filter_map(|segment| segment.postings(family).cloned()).collect();
        storage.write(&names::family(number, family), |out| postings::merge(&parts, &keep, out).map(drop))
    })?;
    Ok(name)
}

/// A merge that runs in its own thread.
pub(crate) struct Merging {
    /// The numbers of the segments that are being merged.
    parts: Vec<u32>,
    /// The records that it leaves out.
    unused: Arc<Vec<u32>>,
    /// None once it was joined.
    thread: Option<JoinHandle<Result<SegmentName>>>,
}

impl Drop for Merging {
    /// A merge that is not joined would continue to write files whose names the next writer uses.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // The outcome does not matter any more.
            let _ = thread.join();
        }
    }
}

impl Merging {
    pub(crate) fn start(
        storage: Storage,
        segments: Vec<Segment>,
        families: &'static [Family],
        number: u32,
        unused: Arc<Vec<u32>>,
    ) -> Merging {
        let parts = segments.iter().map(|segment| segment.name().number).collect();
        let left_out = Arc::clone(&unused);
        let thread = std::thread::spawn(move || merge(&storage, &segments, families, number, &left_out));
        Merging { parts, unused, thread: Some(thread) }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the merge and replaces the parts by its segment. If a unit uses one of the omitted records again, the
    /// parts stay and the result is discarded.
    pub(crate) fn finish(mut self, segments: &mut Vec<SegmentName>, unused: &[u32]) -> Result<()> {
        let Some(thread) = self.thread.take() else { return Ok(()) };
        let merged = thread.join().map_err(|_| Error::damaged("merge", "the merging thread failed"))??;
        let is_held = |record: &u32| {
            let number = record.checked_sub(merged.first_record);
            number.is_some_and(|number| number < merged.records)
        };
        let is_unused = |record: &u32| unused.binary_search(record).is_ok();
        if !self.unused.iter().filter(|record| is_held(record)).all(is_unused) {
            return Ok(());
        }
        let Some(start) = segments.iter().position(|name| Some(&name.number) == self.parts.first()) else {
            return Ok(());
        };
        segments.splice(start..start + self.parts.len(), [merged]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sizes: &[u32]) -> Vec<SegmentName> {
        let name = |(number, &records): (usize, &u32)| SegmentName {
            number: number as u32,
            first_record: 0,
            records,
        };
        sizes.iter().enumerate().map(name).collect()
    }

    #[test]
    fn neighbours_of_one_size_are_merged_without_a_big_one() {
        assert_eq!(candidates(&names(&[100, 100, 100])), None);
        assert_eq!(candidates(&names(&[100, 100, 100, 100])), Some(0..4));
        assert_eq!(candidates(&names(&[10_000, 100, 100, 100, 100])), Some(1..5));
        assert_eq!(candidates(&names(&[10_000, 100, 90, 3, 2, 1])), Some(1..6));
        assert_eq!(candidates(&names(&[10_000, 100, 10, 1])), None);
    }

    #[test]
    fn a_few_new_records_do_not_cause_a_full_merge() {
        let is_worthwhile = |sizes: &[u64]| is_worthwhile(sizes.iter().copied());
        assert!(is_worthwhile(&[20, 1]) && !is_worthwhile(&[20]) && !is_worthwhile(&[]));
        assert!(is_worthwhile(&[100_000, 90_000, 50_000]));
        assert!(!is_worthwhile(&[1_000_000, 1_000, 10]));
    }

    #[test]
    fn the_number_of_segments_stays_small() {
        let mut segments = Vec::new();
        for number in 0..1000 {
            segments.push(SegmentName { number, first_record: 0, records: 50 });
            while let Some(range) = candidates(&segments) {
                let records = segments[range.clone()].iter().map(|name| name.records).sum();
                segments.splice(range, [SegmentName { number, first_record: 0, records }]);
            }
            assert!(segments.len() < 24, "{}", segments.len());
        }
    }
}

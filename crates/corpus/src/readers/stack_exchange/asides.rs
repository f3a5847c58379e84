//! Comments, links and votes, sorted on disk by the post they belong to.
//!
//! A table of comments is larger than memory and in chronological order. It is cut into runs that fit, each run is
//! sorted and written to a temporary file, and the runs are merged into one file with an index of every 128th record.
//! Posts mostly come in the order of their ids, so that reading goes forward; other posts are found through the index.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// The bytes of a run.
const RUN_BYTES: usize = 64 << 20;

/// One of this many records is in the index.
const INDEXED: u64 = 128;

/// The most bytes of one record: a comment has 600 characters.
const MOST_BYTES: u32 = 1 << 20;

/// The most bytes that belong to one post; the busiest question has some hundred comments.
const MOST_POST_BYTES: usize = 4 << 20;

/// Data that belongs to a post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Aside {
    Comment(String),
    /// The kind of link, by its number at Stack Exchange, and the post it points to.
    Link(u64, u64),
    /// The kind of vote.
    Vote(u64),
}

impl Aside {
    fn read(bytes: &[u8]) -> Option<Aside> {
        let (&kind, rest) = bytes.split_first()?;
        let number = |at: usize| Some(u64::from_le_bytes(rest.get(at..at + 8)?.try_into().ok()?));
        match kind {
            b'c' => Some(Aside::Comment(String::from_utf8_lossy(rest).into_owned())),
            b'l' => Some(Aside::Link(number(0)?, number(8)?)),
            _ => Some(Aside::Vote(number(0)?)),
        }
    }
}

/// A comment as a record.
pub(super) fn comment(text: impl AsRef<str>) -> Vec<u8> {
    let text = text.as_ref();
    let most = (0..=text.len().min(MOST_BYTES as usize - 1)).rev().find(|&at| text.is_char_boundary(at));
    [b"c", text.get(..most.unwrap_or(0)).unwrap_or("").as_bytes()].concat()
}

/// A link as a record.
pub(super) fn link(kind: u64, target: u64) -> Vec<u8> {
    [&b"l"[..], &kind.to_le_bytes(), &target.to_le_bytes()].concat()
}

/// A vote as a record.
pub(super) fn vote(kind: u64) -> Vec<u8> {
    [&b"v"[..], &kind.to_le_bytes()].concat()
}

/// Collects records in any order.
#[derive(Default)]
pub(super) struct Builder {
    /// Post, and the place of its record in the bytes.
    records: Vec<(u64, usize, u32)>,
    bytes: Vec<u8>,
    runs: Vec<File>,
    most: Option<usize>,
}

impl Builder {
    #[cfg(test)]
    pub(super) fn with_run_bytes(most: usize) -> Self {
        Builder { most: Some(most), ..Builder::default() }
    }

    pub(super) fn add(&mut self, post: u64, record: &[u8]) -> io::Result<()> {
        self.records.push((post, self.bytes.len(), record.len() as u32));
        self.bytes.extend_from_slice(record);
        let size = self.bytes.len() + self.records.len() * size_of::<(u64, usize, u32)>();
        if size < self.most.unwrap_or(RUN_BYTES) {
            return Ok(());
        }
        let mut run = tempfile::tempfile()?;
        self.write_run(&mut run)?;
        self.runs.push(run);
        Ok(())
    }

    /// Writes the collected records, sorted; records of one post keep their order.
    fn write_run(&mut self, run: &mut File) -> io::Result<()> {
        self.records.sort_by_key(|&(post, start, _)| (post, start));
        let mut out = BufWriter::with_capacity(1 << 20, &mut *run);
        for &(post, start, length) in &self.records {
            let record = self.bytes.get(start..start + length as usize).unwrap_or_default();
            write_record(&mut out, post, record)?;
        }
        out.flush()?;
        drop(out);
        self.records.clear();
        self.bytes.clear();
        run.rewind()
    }

    /// Merges the runs.
    pub(super) fn finish(mut self) -> io::Result<Asides> {
        let mut last = tempfile::tempfile()?;
        self.write_run(&mut last)?;
        self.runs.push(last);
        let mut merge = Merge::new(self.runs)?;
        let mut sorted = tempfile::tempfile()?;
        let mut out = BufWriter::with_capacity(1 << 20, &mut sorted);
        let mut index = Vec::new();
        let (mut offset, mut count) = (0, 0);
        while let Some((post, record)) = merge.next()? {
            if count % INDEXED == 0 {
                index.push((post, offset));
            }
            count += 1;
            offset += write_record(&mut out, post, &record)?;
        }
        out.flush()?;
        drop(out);
        sorted.rewind()?;
        Ok(Asides { sorted: Records::new(sorted), index, next: None, passed: None })
    }
}

fn write_record(out: &mut impl Write, post: u64, record: &[u8]) -> io::Result<u64> {
    out.write_all(&post.to_le_bytes())?;
    out.write_all(&(record.len() as u32).to_le_bytes())?;
    out.write_all(record)?;
    Ok(12 + record.len() as u64)
}

/// The records of a file, one after another.
struct Records {
    file: BufReader<File>,
}

/// A post and data that belongs to it.
type Record = (u64, Vec<u8>);

impl Records {
    fn new(file: File) -> Self {
        Records { file: BufReader::with_capacity(1 << 16, file) }
    }

    fn next(&mut self) -> io::Result<Option<Record>> {
        let mut post = [0; 8];
        match self.file.read_exact(&mut post) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let mut length = [0; 4];
        self.file.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length).min(MOST_BYTES);
        let mut record = vec![0; length as usize];
        self.file.read_exact(&mut record)?;
        Ok(Some((u64::from_le_bytes(post), record)))
    }
}

/// Merges runs; records of equal posts come in the order of the runs.
struct Merge {
    runs: Vec<Records>,
    heads: BinaryHeap<Reverse<(u64, usize, Vec<u8>)>>,
}

impl Merge {
    fn new(files: Vec<File>) -> io::Result<Self> {
        let runs: Vec<Records> = files.into_iter().map(Records::new).collect();
        let mut merge = Merge { heads: BinaryHeap::with_capacity(runs.len()), runs };
        (0..merge.runs.len()).try_for_each(|run| merge.advance(run))?;
        Ok(merge)
    }

    fn advance(&mut self, run: usize) -> io::Result<()> {
        let next = self.runs.get_mut(run).map_or(Ok(None), Records::next)?;
        self.heads.extend(next.map(|(post, record)| Reverse((post, run, record))));
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<Record>> {
        let Some(Reverse((post, run, record))) = self.heads.pop() else { return Ok(None) };
        self.advance(run)?;
        Ok(Some((post, record)))
    }
}

/// Records by post.
pub(super) struct Asides {
    sorted: Records,
    /// Posts of some records, and the places of these records.
    index: Vec<(u64, u64)>,
    /// The record that was read and not returned yet.
    next: Option<Record>,
    /// The last post that was requested.
    passed: Option<u64>,
}

impl Asides {
    /// The data of a post, in the order in which it was added.
    pub(super) fn of(&mut self, post: u64) -> io::Result<Vec<Aside>> {
        if self.passed.is_none_or(|passed| passed >= post) {
            self.seek(post)?;
        }
        self.passed = Some(post);
        let mut found = Vec::new();
        let mut bytes = 0;
        while let Some((key, record)) = self.take_next()? {
            if key > post {
                self.next = Some((key, record));
                break;
            }
            bytes += if key == post { record.len() } else { 0 };
            if key == post && bytes <= MOST_POST_BYTES {
                found.extend(Aside::read(&record));
            }
        }
        Ok(found)
    }

    fn take_next(&mut self) -> io::Result<Option<Record>> {
        match self.next.take() {
            Some(record) => Ok(Some(record)),
            None => self.sorted.next(),
        }
    }

    /// Moves to the last record of the index before the first one of the post.
    fn seek(&mut self, post: u64) -> io::Result<()> {
        let before = self.index.partition_point(|&(indexed, _)| indexed < post);
        let offset = before.checked_sub(1).and_then(|at| self.index.get(at)).map_or(0, |&(_, offset)| offset);
        self.next = None;
        self.sorted.file.seek(SeekFrom::Start(offset)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Everything that was added is found, by post and in order, for any runs and any order of requests.
        #[test]
        fn every_aside_is_found_with_its_post(
            added in prop::collection::vec((0_u64..40, "[a-z]{0,12}"), 0..400),
            asked in prop::collection::vec(0_u64..42, 0..60),
            run in 40_usize..4_000,
        ) {
            let mut builder = Builder::with_run_bytes(run);
            for (post, text) in &added {
                builder.add(*post, &comment(text)).unwrap();
            }
            let mut asides = builder.finish().unwrap();
            for post in asked {
                let expected: Vec<Aside> = added.iter().filter(|(key, _)| *key == post)
                    .map(|(_, text)| Aside::Comment(text.clone())).collect();
                prop_assert_eq!(asides.of(post).unwrap(), expected);
            }
        }
    }

    #[test]
    fn links_and_votes_are_kept_too() {
        let mut builder = Builder::default();
        builder.add(7, &link(3, 9)).unwrap();
        builder.add(7, &vote(2)).unwrap();
        assert_eq!(builder.finish().unwrap().of(7).unwrap(), [Aside::Link(3, 9), Aside::Vote(2)]);
    }

    #[test]
    fn a_long_comment_is_cut_between_characters() {
        let long = "é".repeat(MOST_BYTES as usize);
        let mut builder = Builder::default();
        builder.add(1, &comment(&long)).unwrap();
        builder.add(2, &comment("short")).unwrap();
        let mut asides = builder.finish().unwrap();
        assert!(matches!(&asides.of(1).unwrap()[..], [Aside::Comment(text)] if text.ends_with('é')));
        assert_eq!(asides.of(2).unwrap(), [Aside::Comment("short".to_owned())]);
    }
}

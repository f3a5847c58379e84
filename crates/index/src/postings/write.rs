//! Writes a segment front to back.

use std::io::{self, Write};

use super::dictionary::ChunkWriter;
use super::format::{self, CHUNK_TERMS, Footer, Sink};
use super::list_writer::ListWriter;
use super::{Entry, Posting, Shape, sizes};

/// Sorts `entries` and writes them as a segment; returns the number of bytes.
///
/// `sizes` has the number of tokens of each record of the range, and is empty in families without sizes. Entries of the
/// same term, record and root become one posting with the sum of their counts. The order of `entries` does not matter:
/// the same entries give the same bytes.
///
/// It is an error if an entry or the sizes do not fit `shape`, or if writing fails.
pub fn write(out: &mut impl Write, shape: Shape, sizes: &[u16], entries: &mut Vec<Entry>) -> io::Result<u64> {
    if let Some(problem) = entries.iter().find_map(|entry| misfit(&shape, entry)) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    entries.sort_unstable_by_key(Entry::key);
    entries.dedup_by(|later, kept| {
        let same = (later.term, later.record, later.root) == (kept.term, kept.record, kept.root);
        if same {
            kept.count = kept.count.saturating_add(later.count);
        }
        same
    });
    let mut writer = FamilyWriter::new(out, shape, sizes)?;
    for list in entries.chunk_by(|a, b| a.term == b.term) {
        for entry in list {
            let Entry { record, count, root, .. } = *entry;
            writer.push(Posting { record, count: u32::from(count), root: u32::from(root) })?;
        }
        writer.end_list(list.first().map_or(0, |entry| entry.term))?;
    }
    writer.finish()
}

fn misfit(shape: &Shape, entry: &Entry) -> Option<&'static str> {
    if entry.record < shape.first_record || u64::from(entry.record) >= shape.end() {
        return Some("an entry of a record outside the segment");
    }
    if entry.count == 0 {
        return Some("an entry with count 0");
    }
    (entry.root != 0 && !shape.has_roots).then_some("an entry with a root in a family without roots")
}

/// Writes a segment from lists in ascending order of their terms.
pub(super) struct FamilyWriter<'a, W: Write> {
    shape: Shape,
    sizes: &'a [u16],
    sink: Sink<'a, W>,
    list: ListWriter,
    chunk: ChunkWriter,
    index: Vec<u8>,
    buffer: Vec<u8>,
    footer: Footer,
    last_term: Option<u64>,
}

impl<'a, W: Write> FamilyWriter<'a, W> {
    /// Writes the header and the sizes.
    pub(super) fn new(out: &'a mut W, shape: Shape, sizes: &'a [u16]) -> io::Result<Self> {
        let expected = if shape.has_sizes { shape.records as usize } else { 0 };
        if sizes.len() != expected || shape.end() > 1 << 32 {
            let problem = "the shape of the segment does not fit its sizes, or ends after the last id";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let mut sink = Sink::new(out);
        sink.write(&format::encode_header(&shape))?;
        sink.end_section();
        sink.write(&sizes::encode(sizes))?;
        let footer = Footer {
            sizes_end: sink.position(),
            sizes_crc: sink.end_section(),
            total_size: sizes.iter().map(|size| u64::from(*size)).sum(),
            ..Footer::default()
        };
        Ok(FamilyWriter {
            shape,
            sizes,
            sink,
            list: ListWriter::new(shape),
            chunk: ChunkWriter::default(),
            index: Vec::new(),
            buffer: Vec::new(),
            footer,
            last_term: None,
        })
    }

    /// Appends a posting to the current list.
    pub(super) fn push(&mut self, posting: Posting) -> io::Result<()> {
        let position = posting.record.wrapping_sub(self.shape.first_record);
        let size = self.sizes.get(position as usize).copied().unwrap_or(0);
        self.list.push(posting, u32::from(size))
    }

    /// Ends the list of `term`, which must be larger than the term before. A term without postings is left out.
    pub(super) fn end_list(&mut self, term: u64) -> io::Result<()> {
        let postings = self.list.postings();
        if postings == 0 {
            return Ok(());
        }
        if self.last_term.replace(term).is_some_and(|last| last >= term) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "terms out of order"));
        }
        if let Some(inline) = self.list.inline() {
            self.chunk.push_inline(term, inline);
        } else {
            let too_many =
                |_| io::Error::new(io::ErrorKind::FileTooLarge, "a list of more than 2^32 postings");
            self.buffer.clear();
            self.list.finish(&mut self.buffer)?;
            self.sink.write(&self.buffer)?;
            let length = self.buffer.len() as u64;
            self.chunk.push_list(term, u32::try_from(postings).map_err(too_many)?, length);
        }
        self.list.clear();
        self.footer.terms += 1;
        self.footer.postings += postings;
        if self.chunk.terms() == CHUNK_TERMS {
            self.end_chunk()?;
        }
        Ok(())
    }

    fn end_chunk(&mut self) -> io::Result<()> {
        let Some(first) = self.chunk.first() else { return Ok(()) };
        let at = self.sink.position() - self.footer.sizes_end;
        self.index.extend_from_slice(&first.to_le_bytes());
        self.index.extend_from_slice(&at.to_le_bytes());
        self.buffer.clear();
        self.chunk.finish(&self.shape, &mut self.buffer);
        self.sink.write(&self.buffer)
    }

    /// Writes the index and the footer; returns the number of bytes of the segment.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        self.end_chunk()?;
        self.footer.lists_end = self.sink.position();
        self.footer.lists_crc = self.sink.end_section();
        self.sink.write(&self.index)?;
        self.footer.index_end = self.sink.position();
        self.footer.index_crc = self.sink.end_section();
        self.sink.write(&format::encode_footer(&self.footer))?;
        Ok(self.sink.position())
    }
}

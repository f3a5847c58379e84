//! Files as streams: decompressed while they are read, counted, and bounded whatever they contain.
//!
//! Collections are larger than memory, and files come compressed, truncated and mislabelled. [`open`] examines the
//! first bytes of a file and decompresses gzip, bzip2, Zstandard and xz while it is read; [`Lines`] gives its lines one
//! by one; [`text`] gives a whole document. Damage, decompression bombs, endless lines and bytes that are not UTF-8
//! become complaints, in bounded memory.
//!
//! What it is not: a reader of archives with many files; `collection` unpacks those. Files of runs and judgements,
//! which must be read whole or not at all, go through `trec::Input`.

mod decode;
mod guard;
mod lines;

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

pub use decode::Packing;
use document::{Complaint, Error, Hint, Result, Setting};
pub(crate) use guard::{Allowance, Counted};
pub use lines::{Line, Lines};

use crate::collection::Progress;

/// The number of bytes that are read from the disk at a time.
const BLOCK: usize = 256 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opens a file and decompresses it while it is read; `name` is its name in messages. A byte order mark is dropped.
/// Bytes read from the disk are added to the progress. Damage is an error of the stream with a text that fits into a
/// [`Complaint`]. Only regular files are opened: a device has no end.
pub fn open(path: &Path, name: &str, progress: &Arc<Progress>) -> Result<Box<dyn BufRead + Send>> {
    let unreadable = |cause| unreadable(name, cause);
    // Check before opening: opening a pipe waits until something writes to it.
    check_regular(&std::fs::metadata(path).map_err(unreadable)?).map_err(unreadable)?;
    let file = File::open(path).map_err(unreadable)?;
    check_regular(&file.metadata().map_err(unreadable)?).map_err(unreadable)?;
    let counted = Counted::new(file, Arc::clone(progress));
    let read = counted.read_so_far();
    let mut packed = BufReader::with_capacity(BLOCK, counted);
    let packing = Packing::of(packed.fill_buf().map_err(unreadable)?);
    let unpacked = decode::unpack(packing, packed, Allowance::new(read));
    without_byte_order_mark(name, unpacked)
}

fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    match metadata.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file")),
    }
}

/// The text of a document, at most `most` bytes of it, and a complaint if that is not all: damaged data, invalid UTF-8
/// (replaced), or more bytes. The text has everything that could be read.
pub fn text(name: &str, source: Box<dyn BufRead + Send>, most: usize) -> (String, Option<Complaint>) {
    let mut bytes = Vec::new();
    let outcome = source.take(most as u64 + 1).read_to_end(&mut bytes);
    let is_cut = bytes.len() > most;
    bytes.truncate(most);
    if is_cut {
        bytes.truncate(whole_characters(&bytes));
    }
    let line = || memchr::memchr_iter(b'\n', &bytes).count() + 1;
    let cut = match outcome {
        Err(error) => Some(damaged(name, line(), &error)),
        Ok(_) if is_cut => Some(too_long(name, line(), most)),
        Ok(_) => None,
    };
    match String::from_utf8(bytes) {
        Ok(text) => (text, cut),
        Err(error) => {
            let bytes = error.as_bytes();
            let valid = bytes.get(..error.utf8_error().valid_up_to()).unwrap_or(bytes);
            let line = memchr::memchr_iter(b'\n', valid).count() + 1;
            let complaint = cut.unwrap_or_else(|| invalid_utf8(name, line));
            (String::from_utf8_lossy(bytes).into_owned(), Some(complaint))
        }
    }
}

/// The length of the bytes without a truncated character at the end.
pub(crate) fn whole_characters(bytes: &[u8]) -> usize {
    let tail = bytes.len().saturating_sub(3)..bytes.len();
    let start = bytes.get(tail.clone()).and_then(|tail| tail.iter().rposition(|byte| *byte >= 0xC0));
    let Some(start) = start.map(|at| tail.start + at) else { return bytes.len() };
    let length = match bytes.get(start) {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        _ => 2,
    };
    if bytes.len() - start < length { start } else { bytes.len() }
}

/// The complaint about a document of which only the beginning is read.
pub(crate) fn too_long(name: &str, line: usize, most: usize) -> Complaint {
    let message = format!("only the first {} MB are read; the rest is left out", most >> 20);
    let hint = Hint::set("split the document, or give more memory", Setting::Memory);
    Complaint::unread(name, line, message, hint)
}

/// The first bytes of a file, decompressed: at most `most`, fewer if it ends or is damaged before.
pub(crate) fn head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The reader of the file finds the damage again and reports it.
    let _ = open(path, &path.display().to_string(), &Arc::default())?.take(most).read_to_end(&mut bytes);
    Ok(bytes)
}

/// An error of a stream as a complaint.
pub(crate) fn damaged(name: &str, line: usize, error: &io::Error) -> Complaint {
    let hint = match error.kind() {
        io::ErrorKind::QuotaExceeded => "unpack it yourself if it is meant to be that large",
        _ => "everything before it was read; copy or download the file again",
    };
    Complaint::unread(name, line, error.to_string(), hint)
}

/// The complaint about bytes that are not UTF-8.
pub(crate) fn invalid_utf8(name: &str, line: usize) -> Complaint {
    let hint = "they were replaced; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`";
    Complaint::new(name, line, "bytes that are not UTF-8", hint)
}

/// Why a file could not be opened.
pub(crate) fn unreadable(name: &str, cause: io::Error) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::NotFound => "check the path; it is relative to the current directory",
        io::ErrorKind::PermissionDenied => "it exists, but this user may not read it",
        io::ErrorKind::IsADirectory => "name a file in it",
        io::ErrorKind::InvalidInput => "name a file; pipes and devices are not supported",
        _ => "check that the file still exists and is complete",
    };
    Error::Unreadable { file: name.to_owned(), cause, hint: hint.to_owned() }
}

fn without_byte_order_mark(
    name: &str,
    mut unpacked: Box<dyn BufRead + Send>,
) -> Result<Box<dyn BufRead + Send>> {
    let mut head = Vec::with_capacity(BYTE_ORDER_MARK.len());
    if let Err(error) = (&mut unpacked).take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut head) {
        return Err(damaged(name, 1, &error).into());
    }
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        let hint = "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`";
        return Err(Complaint::unread(name, 1, "the text is UTF-16", hint).into());
    }
    if head == BYTE_ORDER_MARK {
        return Ok(unpacked);
    }
    Ok(Box::new(io::Cursor::new(head).chain(unpacked)))
}

#[cfg(test)]
mod tests;

//! Files as streams: unpacked on the way, counted, and bounded whatever is in them.
//!
//! Collections are larger than memory and come packed, cut off and mislabelled. [`open`] looks at the first
//! bytes of a file and unpacks gzip, bzip2, Zstandard and xz as it is read; [`Lines`] gives its lines one by
//! one; [`text`] gives a document whole. Damage, bombs, lines without end and bytes that are not UTF-8 become
//! complaints, in memory that does not depend on them.
//!
//! What it is not: a reader of archives with many files; those are unpacked by `collection`. Files of runs
//! and judgements, which must be read whole or not at all, go through [`Input`](crate::Input).

mod decode;
mod guard;
mod lines;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use crate::collection::Progress;
use crate::{Complaint, Error, Result};
pub use decode::Packing;
pub(crate) use guard::{Allowance, Counted};
pub use lines::{Line, Lines, MOST_LINE_BYTES};

/// How much is asked of the disk at a time.
const BLOCK: usize = 256 * 1024;

/// The most that one document may have: a book is some megabytes.
pub const MOST_TEXT_BYTES: u64 = 256 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opens a file and unpacks it as it is read. A byte order mark is dropped; bytes read from the disk are
/// added to the progress. Damage is an error of the stream whose words are fit for a [`Complaint`].
pub fn open(path: &Path, progress: &Arc<Progress>) -> Result<Box<dyn BufRead + Send>> {
    let unreadable = |cause| unreadable(path, cause);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(io::Error::new(io::ErrorKind::IsADirectory, "is a directory")));
    }
    let counted = Counted::new(file, Arc::clone(progress));
    let read = counted.read_so_far();
    let mut packed = BufReader::with_capacity(BLOCK, counted);
    let packing = Packing::of(packed.fill_buf().map_err(unreadable)?);
    let unpacked = decode::unpack(packing, packed, Allowance::new(read));
    without_byte_order_mark(path, unpacked)
}

/// The whole text of a document, and a complaint where not all of it could be had: damaged data, invalid
/// UTF-8 (replaced), or more than [`MOST_TEXT_BYTES`]. What could be read is there all the same.
pub fn text(path: &Path, progress: &Arc<Progress>) -> Result<(String, Option<Complaint>)> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let outcome = open(path, progress)?.take(MOST_TEXT_BYTES).read_to_end(&mut bytes);
    let line = || memchr::memchr_iter(b'\n', &bytes).count() + 1;
    let cut = match outcome {
        Err(error) => Some(damaged(&name, line(), &error)),
        Ok(_) if bytes.len() as u64 == MOST_TEXT_BYTES => {
            let message = format!("only the first {} MB are read", MOST_TEXT_BYTES >> 20);
            Some(Complaint::new(&name, line(), message, "split the document"))
        }
        Ok(_) => None,
    };
    Ok(match String::from_utf8(bytes) {
        Ok(text) => (text, cut),
        Err(error) => {
            let bytes = error.as_bytes();
            let valid = bytes.get(..error.utf8_error().valid_up_to()).unwrap_or(bytes);
            let line = memchr::memchr_iter(b'\n', valid).count() + 1;
            let complaint = cut.unwrap_or_else(|| invalid_utf8(&name, line));
            (String::from_utf8_lossy(bytes).into_owned(), Some(complaint))
        }
    })
}

/// The first bytes of a file, unpacked: at most `most`, fewer where it ends or is damaged before.
pub(crate) fn head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Damage is found again, and said, by whoever reads the file.
    let _ = open(path, &Arc::default())?.take(most).read_to_end(&mut bytes);
    Ok(bytes)
}

/// An error of a stream as a complaint.
pub(crate) fn damaged(name: &str, line: usize, error: &io::Error) -> Complaint {
    let hint = match error.kind() {
        io::ErrorKind::QuotaExceeded => "unpack it yourself if it is meant to be that large",
        _ => "what came before it was read; copy or download the file again",
    };
    Complaint::new(name, line, error.to_string(), hint)
}

/// The complaint about bytes that are not UTF-8.
pub(crate) fn invalid_utf8(name: &str, line: usize) -> Complaint {
    let hint = "they were replaced; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`";
    Complaint::new(name, line, "bytes that are not UTF-8", hint)
}

/// Why a file could not be opened.
pub(crate) fn unreadable(path: &Path, cause: io::Error) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::NotFound => "check the path; it is taken relative to the current directory",
        io::ErrorKind::PermissionDenied => "it is there, but this user may not read it",
        io::ErrorKind::IsADirectory => "name a file in it",
        _ => "check that the file is still there and whole",
    };
    Error::Unreadable { file: path.display().to_string(), cause, hint: hint.to_owned() }
}

fn without_byte_order_mark(
    path: &Path,
    mut unpacked: Box<dyn BufRead + Send>,
) -> Result<Box<dyn BufRead + Send>> {
    let mut head = Vec::with_capacity(BYTE_ORDER_MARK.len());
    if let Err(error) = (&mut unpacked).take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut head) {
        return Err(damaged(&path.display().to_string(), 1, &error).into());
    }
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        let hint = "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`";
        return Err(Complaint::new(path.display().to_string(), 1, "the text is UTF-16", hint).into());
    }
    if head == BYTE_ORDER_MARK {
        return Ok(unpacked);
    }
    Ok(Box::new(io::Cursor::new(head).chain(unpacked)))
}

#[cfg(test)]
mod tests;

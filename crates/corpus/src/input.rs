//! The text of a file: plain or gzip by its first bytes, byte order mark dropped, checked as UTF-8.
//!
//! Files are read whole. A run of a thousand topics is a few megabytes, and rows that point into one
//! buffer are both smaller and faster than rows that own their strings.
//!
//! What it is not: a decoder of every encoding and archive. UTF-16, zip, bzip2, xz and zstd are
//! recognised only to say what to do about them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::{Complaint, Error, Result};

/// Offsets into a file are kept in 32 bits.
const MOST_BYTES: usize = u32::MAX as usize;

/// The name that means standard input.
const STANDARD_INPUT: &str = "-";

/// A file's name and its whole text.
#[derive(Clone, Debug, Default)]
pub struct Input {
    name: String,
    text: String,
}

impl Input {
    /// Reads a file; `-` is standard input.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = read(path).map_err(|cause| unreadable(&name, cause))?;
        Self::from_bytes(name, bytes)
    }

    /// Takes bytes that are at hand, as if they had been read from a file of that name.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self> {
        let name = name.into();
        let bytes = decompress(&name, bytes)?;
        let text = decode(&name, bytes)?;
        Ok(Input { name, text })
    }

    /// The name to use in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, line ends as they are.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Name and text, given away.
    pub fn into_parts(self) -> (String, String) {
        (self.name, self.text)
    }

    /// The lines without their ends.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }

    /// A complaint about a line of this file, as an error.
    pub(crate) fn complain(&self, line: usize, message: impl Into<String>, hint: impl Into<String>) -> Error {
        Complaint::new(self.name.clone(), line, message, hint).into()
    }
}

/// The line, counted from 1, that the byte at `offset` stands in. Slow; for messages only.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..offset.min(text.len())]).count() + 1
}

/// The lines of a text: where each begins, and what it says without `\n` or `\r\n`.
pub struct Lines<'a> {
    text: &'a str,
    position: usize,
    number: usize,
}

/// One line of a text.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The offset of its first byte.
    pub start: usize,
    /// Its words, without the line end.
    pub text: &'a str,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Lines { text, position: 0, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let start = self.position;
        if start >= self.text.len() {
            return None;
        }
        let rest = &self.text.as_bytes()[start..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.position = start + length + 1;
        self.number += 1;
        let line = &self.text[start..start + length];
        Some(Line { number: self.number, start, text: line.strip_suffix('\r').unwrap_or(line) })
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == STANDARD_INPUT {
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(name: &str, cause: io::Error) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::NotFound => "check the path; it is taken relative to the current directory",
        io::ErrorKind::PermissionDenied => "the file is there, but this user may not read it",
        io::ErrorKind::IsADirectory => "name a file in it",
        _ => "check that the file is still there and whole",
    };
    Error::Unreadable { file: name.to_owned(), cause, hint: hint.to_owned() }
}

fn decompress(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>> {
    const OTHERS: [(&[u8], &str); 4] =
        [(b"PK\x03\x04", "zip"), (b"BZh", "bzip2"), (b"\xFD7zXZ\0", "xz"), (b"\x28\xB5\x2F\xFD", "zstd")];
    if let Some((_, kind)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        let message = format!("this file is packed with {kind}");
        return Err(Complaint::new(name, 1, message, "unpack it first; plain text and gzip are read").into());
    }
    if !bytes.starts_with(b"\x1F\x8B") {
        return Ok(bytes);
    }
    let mut text = Vec::with_capacity(bytes.len() * 4);
    match MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => {
            let line = memchr::memchr_iter(b'\n', &text).count() + 1;
            let message = format!("the gzip data is damaged or ends early: {error}");
            Err(Complaint::new(name, line, message, "copy or download the file again").into())
        }
    }
}

fn decode(name: &str, mut bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        let hint = "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`";
        return Err(Complaint::new(name, 1, "the text is UTF-16", hint).into());
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    if bytes.len() > MOST_BYTES {
        let message = format!("{} bytes are more than the {MOST_BYTES} that one file may have", bytes.len());
        return Err(Complaint::new(name, 0, message, "split the file").into());
    }
    if let Some(at) = memchr::memchr(0, &bytes) {
        let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
        return Err(Complaint::new(name, line, "a NUL byte: this is not text", "name a text file").into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = memchr::memchr_iter(b'\n', &error.as_bytes()[..at]).count() + 1;
        let hint = "save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`";
        Complaint::new(name, line, "the text is not UTF-8", hint).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let input = Input::from_bytes("x", bytes.to_vec()).unwrap();
        input.lines().map(|line| line.text.to_owned()).collect()
    }

    #[test]
    fn byte_order_mark_and_carriage_returns_vanish() {
        assert_eq!(lines(b"\xEF\xBB\xBFa b\r\nc\r\n"), ["a b", "c"]);
    }

    #[test]
    fn gzip_is_known_by_its_first_bytes_and_may_have_several_members() {
        let mut bytes = Vec::new();
        for part in ["one\n", "two\n"] {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(part.as_bytes()).unwrap();
            bytes.extend(encoder.finish().unwrap());
        }
        assert_eq!(lines(&bytes), ["one", "two"]);
    }

    #[test]
    fn line_numbers_count_empty_lines() {
        let input = Input::from_bytes("x", b"a\n\nb".to_vec()).unwrap();
        let last = input.lines().last().unwrap();
        assert_eq!((last.number, last.start, last.text), (3, 3, "b"));
        assert_eq!(line_of(input.text(), 3), 3);
    }
}

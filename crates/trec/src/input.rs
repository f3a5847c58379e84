//! The text of a file: plain or gzip by its first bytes, without byte order mark, checked as UTF-8.
//!
//! Files are read whole, within limits that no honest file reaches. A run of a thousand topics has a few megabytes, and
//! rows that point into one buffer are both smaller and faster than rows that own their strings.
//!
//! What it is not: a decoder of every encoding and archive. UTF-16, zip, bzip2, xz and zstd are recognised only to
//! suggest a remedy.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use document::{Complaint, Error, Hint, Result};
use flate2::read::MultiGzDecoder;

/// Offsets into a file are 32-bit numbers.
const MOST_BYTES: usize = u32::MAX as usize;

/// The most bytes that are read from a pipe, and that a compressed file may unpack to: their size is not known
/// beforehand.
const MOST_STREAMED_BYTES: usize = 1 << 30;

/// The most bytes that are read from a device: `/dev/null` and terminals end before, `/dev/zero` never does.
const MOST_DEVICE_BYTES: usize = 16 << 20;

/// The number of bytes that are examined before the rest is read.
const HEAD: usize = 64 * 1024;

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
        let bytes = bytes_or_head(path, MOST_BYTES).map_err(|cause| unreadable(&name, cause))?;
        Self::from_bytes(name, bytes)
    }

    /// Uses the given bytes as if they had been read from a file of that name.
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

    /// The whole text, with its line ends.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name and the text.
    pub fn into_parts(self) -> (String, String) {
        (self.name, self.text)
    }

    /// The lines without their ends.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }

    /// A complaint about a line of this file, as an error.
    pub fn complain(&self, line: usize, message: impl Into<String>, hint: impl Into<Hint>) -> Error {
        Complaint::new(self.name.clone(), line, message, hint).into()
    }
}

/// The lines of a text, without `\n` or `\r\n`, and where each begins.
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
    /// Its text, without the line end.
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

/// The bytes of a text file, a pipe or (`-`) standard input. It is an error if there are more than `most`, if a device
/// does not end, or if the bytes are not text.
pub fn bytes(path: impl AsRef<Path>, most: usize) -> io::Result<Vec<u8>> {
    let bytes = bytes_or_head(path.as_ref(), most)?;
    if memchr::memchr(0, &bytes).is_some() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a NUL byte: this is not text"));
    }
    Ok(bytes)
}

/// The bytes of a file; only the first of them if these show that it is not text.
fn bytes_or_head(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    if path.as_os_str() == STANDARD_INPUT {
        return read(io::stdin().lock(), most.min(MOST_STREAMED_BYTES));
    }
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    let most = most.min(most_of(&metadata));
    if metadata.len() > most as u64 {
        return Err(too_large(most));
    }
    read(File::open(path)?, most)
}

/// The most bytes that are read from a file of this kind.
#[cfg(unix)]
fn most_of(metadata: &Metadata) -> usize {
    use std::os::unix::fs::FileTypeExt;
    match metadata.file_type() {
        kind if kind.is_file() => MOST_BYTES,
        kind if kind.is_char_device() || kind.is_block_device() => MOST_DEVICE_BYTES,
        _ => MOST_STREAMED_BYTES,
    }
}

#[cfg(not(unix))]
fn most_of(metadata: &Metadata) -> usize {
    if metadata.is_file() { MOST_BYTES } else { MOST_STREAMED_BYTES }
}

fn read(mut source: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.by_ref().take(HEAD.min(most) as u64 + 1).read_to_end(&mut bytes)?;
    // Gigabytes of zeros are not text either; do not spend memory on them.
    if is_plain(&bytes) && memchr::memchr(0, &bytes).is_some() {
        return Ok(bytes);
    }
    let left = (most + 1).saturating_sub(bytes.len()) as u64;
    source.take(left).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Whether bytes are neither compressed nor in an encoding that contains zeros.
fn is_plain(head: &[u8]) -> bool {
    let marks: [&[u8]; 7] =
        [b"\x1F\x8B", b"PK\x03\x04", b"BZh", b"\xFD7zXZ\0", b"\x28\xB5\x2F\xFD", b"\xFF\xFE", b"\xFE\xFF"];
    !marks.iter().any(|mark| head.starts_with(mark))
}

fn too_large(most: usize) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {} MB", most >> 20))
}

fn unreadable(name: &str, cause: io::Error) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::NotFound => "check the path; it is relative to the current directory",
        io::ErrorKind::PermissionDenied => "the file exists, but this user may not read it",
        io::ErrorKind::IsADirectory => "name a file in it",
        io::ErrorKind::FileTooLarge => "split the file; devices are not supported",
        _ => "check that the file still exists and is complete",
    };
    Error::Unreadable { file: name.to_owned(), cause, hint: hint.to_owned() }
}

fn decompress(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>> {
    const OTHERS: [(&[u8], &str); 4] =
        [(b"PK\x03\x04", "zip"), (b"BZh", "bzip2"), (b"\xFD7zXZ\0", "xz"), (b"\x28\xB5\x2F\xFD", "zstd")];
    if let Some((_, kind)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        let message = format!("this file is compressed with {kind}");
        let hint = "unpack it first; only plain text and gzip are supported";
        return Err(Complaint::new(name, 1, message, hint).into());
    }
    if !bytes.starts_with(b"\x1F\x8B") {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let decoder = MultiGzDecoder::new(bytes.as_slice());
    match decoder.take(MOST_STREAMED_BYTES as u64 + 1).read_to_end(&mut text) {
        Ok(_) if text.len() > MOST_STREAMED_BYTES => {
            let message = format!("it unpacks to more than {} MB", MOST_STREAMED_BYTES >> 20);
            Err(Complaint::new(name, 0, message, "split the file").into())
        }
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
        let message = format!("the file has {} bytes; at most {MOST_BYTES} are supported", bytes.len());
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
    use std::io::Write;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let input = Input::from_bytes("x", bytes.to_vec()).unwrap();
        input.lines().map(|line| line.text.to_owned()).collect()
    }

    #[test]
    fn byte_order_mark_and_carriage_returns_are_dropped() {
        assert_eq!(lines(b"\xEF\xBB\xBFa b\r\nc\r\n"), ["a b", "c"]);
    }

    #[test]
    fn gzip_is_recognised_by_its_first_bytes_and_may_have_several_members() {
        let mut bytes = Vec::new();
        for part in ["one\n", "two\n"] {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(part.as_bytes()).unwrap();
            bytes.extend(encoder.finish().unwrap());
        }
        assert_eq!(lines(&bytes), ["one", "two"]);
    }

    #[cfg(unix)]
    #[test]
    fn endless_devices_are_refused_and_empty_ones_are_not() {
        let error = Input::open("/dev/zero").unwrap_err().to_string();
        assert!(error.starts_with("/dev/zero:1: a NUL byte"), "{error}");
        let error = bytes_or_head(Path::new("/dev/urandom"), 0).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(bytes("/dev/zero", 1000).is_err());
        assert_eq!(Input::open("/dev/null").unwrap().text(), "");
    }

    #[test]
    fn a_sparse_file_of_gigabytes_is_not_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(2 << 30).unwrap();
        let started = std::time::Instant::now();
        assert!(Input::open(file.path()).unwrap_err().to_string().contains("a NUL byte"));
        assert!(started.elapsed().as_secs() < 5);
        assert!(bytes(file.path(), 1 << 20).is_err());
    }

    #[test]
    fn line_numbers_count_empty_lines() {
        let input = Input::from_bytes("x", b"a\n\nb".to_vec()).unwrap();
        let last = input.lines().last().unwrap();
        assert_eq!((last.number, last.start, last.text), (3, 3, "b"));
        assert_eq!(document::line_of(input.text(), 3), 3);
    }
}

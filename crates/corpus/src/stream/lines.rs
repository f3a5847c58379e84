//! The lines of a stream, each within a limit.

use std::io::BufRead;

use document::{Complaint, Hint, Result, Setting};

/// The most bytes of a line by default; a longer one is left out.
const MOST_LINE_BYTES: usize = 64 << 20;

/// One line of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// Its text, without the line end; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// The lines of a stream and, in between, complaints about lines that are too long, not UTF-8 (a complaint, then the
/// line with the bytes replaced), or missing because the data is damaged (the last item).
pub struct Lines {
    name: String,
    source: Box<dyn BufRead + Send>,
    most: usize,
    number: usize,
    /// The line that follows its complaint.
    pending: Option<Line>,
    is_done: bool,
}

/// The result of reading up to a line end.
enum Piece {
    Line(Vec<u8>),
    TooLong,
    End,
}

impl Lines {
    /// The lines of a stream; `name` is the name of the file in complaints.
    pub fn new(name: impl Into<String>, source: Box<dyn BufRead + Send>) -> Lines {
        Lines { name: name.into(), source, most: MOST_LINE_BYTES, number: 0, pending: None, is_done: false }
    }

    /// The same lines with another limit for the length of a line.
    pub fn with_limit(self, most: usize) -> Lines {
        Lines { most, ..self }
    }

    /// The name in complaints.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A complaint about a line.
    pub(crate) fn complain(&self, line: usize, message: impl Into<String>, hint: &str) -> Complaint {
        Complaint::new(&self.name, line, message, hint)
    }

    /// The bytes up to the next line end; those of a line that is too long are skipped as they come.
    fn piece(&mut self) -> std::io::Result<Piece> {
        let mut bytes = Vec::new();
        let mut length = 0;
        loop {
            let block = match self.source.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if block.is_empty() {
                break;
            }
            let end = memchr::memchr(b'\n', block);
            let part = block.get(..end.unwrap_or(block.len())).unwrap_or(block);
            length += part.len();
            if length <= self.most {
                bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() {
                return Ok(if length > self.most { Piece::TooLong } else { Piece::Line(bytes) });
            }
        }
        Ok(match length {
            0 => Piece::End,
            _ if length > self.most => Piece::TooLong,
            _ => Piece::Line(bytes),
        })
    }

    fn too_long(&self) -> Complaint {
        let message = format!("a line of more than {} MB is left out", self.most >> 20);
        let hint = "is this a text file with one item per line? if so, give more memory";
        Complaint::unread(&self.name, self.number, message, Hint::set(hint, Setting::Memory))
    }

    fn decoded(&mut self, mut bytes: Vec<u8>) -> Result<Line, Complaint> {
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let number = self.number;
        String::from_utf8(bytes).map(|text| Line { number, text }).map_err(|error| {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            self.pending = Some(Line { number, text });
            super::invalid_utf8(&self.name, number)
        })
    }
}

impl Iterator for Lines {
    type Item = Result<Line, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(line) = self.pending.take() {
            return Some(Ok(line));
        }
        if self.is_done {
            return None;
        }
        self.number += 1;
        Some(match self.piece() {
            Ok(Piece::Line(bytes)) => self.decoded(bytes),
            Ok(Piece::TooLong) => Err(self.too_long()),
            Ok(Piece::End) => return None,
            Err(error) => {
                self.is_done = true;
                Err(super::damaged(&self.name, self.number, &error))
            }
        })
    }
}

//! Cuts a long file into pieces, each of which is read as a note. Memory does not depend on the length of the file, and
//! the pieces do not depend on the memory, so that ids are the same on every machine.
//!
//! A piece ends before a heading, otherwise after an empty line, and if possible not in a block of code. A line that is
//! longer than a piece is not prose; its rest is left out.

use std::io::{BufRead, Read};

use document::Complaint;

use crate::stream;

/// The most bytes of a piece: far more than people write into one file.
const MOST_BYTES: usize = 1 << 20;

/// The pieces of a stream, each with a complaint if there is a problem.
pub(super) struct Pieces {
    name: String,
    source: Box<dyn BufRead + Send>,
    /// Bytes that were read and not returned yet.
    rest: Vec<u8>,
    most: usize,
    /// The line number of the beginning of the next piece.
    line: usize,
    has_begun: bool,
    is_done: bool,
    said_invalid: bool,
}

impl Pieces {
    /// The pieces of a stream; `name` is the name of the file in complaints.
    pub(super) fn new(name: String, source: Box<dyn BufRead + Send>) -> Pieces {
        Pieces {
            name,
            source,
            rest: Vec::new(),
            most: MOST_BYTES,
            line: 1,
            has_begun: false,
            is_done: false,
            said_invalid: false,
        }
    }

    /// The bytes of the next piece.
    fn bytes(&mut self) -> (Vec<u8>, Option<Complaint>) {
        let room = (self.most - self.rest.len()) as u64;
        if let Err(error) = self.source.as_mut().take(room).read_to_end(&mut self.rest) {
            self.is_done = true;
            let line = self.line + lines(&self.rest);
            return (std::mem::take(&mut self.rest), Some(stream::damaged(&self.name, line, &error)));
        }
        if self.rest.len() < self.most {
            self.is_done = true;
            return (std::mem::take(&mut self.rest), None);
        }
        if let Some(end) = end_of_piece(&self.rest) {
            let rest = self.rest.split_off(end);
            return (std::mem::replace(&mut self.rest, rest), None);
        }
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.truncate(stream::whole_characters(&bytes));
        (bytes, self.skip_line())
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> Option<Complaint> {
        let mut skipped = 0;
        loop {
            let block = match self.source.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.is_done = true;
                    return Some(stream::damaged(&self.name, self.line, &error));
                }
            };
            let end = memchr::memchr(b'\n', block);
            let used = end.map_or(block.len(), |at| at + 1);
            let is_over = end.is_some() || block.is_empty();
            self.source.consume(used);
            skipped += used;
            if is_over {
                break;
            }
        }
        (skipped > 1).then(|| {
            let message = format!("a line of more than {} MB; the rest of it is left out", self.most >> 20);
            Complaint::unread(&self.name, self.line, message, "is this a text file?")
        })
    }
}

impl Iterator for Pieces {
    type Item = (String, Option<Complaint>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let (bytes, complaint) = self.bytes();
        if bytes.is_empty() && complaint.is_none() && self.has_begun {
            return None;
        }
        self.has_begun = true;
        let first = self.line;
        self.line += lines(&bytes);
        Some(match String::from_utf8(bytes) {
            Ok(text) => (text, complaint),
            Err(error) => {
                let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
                let invalid = stream::invalid_utf8(&self.name, first + lines(valid));
                let is_new = !std::mem::replace(&mut self.said_invalid, true);
                (
                    String::from_utf8_lossy(error.as_bytes()).into_owned(),
                    complaint.or(is_new.then_some(invalid)),
                )
            }
        })
    }
}

fn lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// Where a piece ends that cannot contain all of these bytes; none if they are one line.
fn end_of_piece(bytes: &[u8]) -> Option<usize> {
    let (mut heading, mut blank, mut line_end) = (None, None, None);
    let (mut start, mut is_code, mut was_blank) = (0, false, false);
    for end in memchr::memchr_iter(b'\n', bytes) {
        let line = bytes.get(start..end).unwrap_or_default().trim_ascii();
        if line.starts_with(b"```") || line.starts_with(b"~~~") {
            is_code = !is_code;
        }
        if was_blank && line.starts_with(b"#") && !is_code && start > bytes.len() / 2 {
            heading = Some(start);
        }
        was_blank = line.is_empty();
        start = end + 1;
        line_end = Some(start);
        if was_blank && !is_code {
            blank = line_end;
        }
    }
    heading.or(blank).or(line_end)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn pieces(source: &[u8], most: usize) -> Vec<(String, Option<String>)> {
        let pieces = Pieces { most, ..Pieces::new("f".to_owned(), Box::new(Cursor::new(source.to_vec()))) };
        pieces.map(|(text, complaint)| (text, complaint.map(|complaint| complaint.to_string()))).collect()
    }

    fn texts(source: &str, most: usize) -> Vec<String> {
        pieces(source.as_bytes(), most).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn pieces_end_before_headings_or_after_empty_lines() {
        assert_eq!(texts("short", 20), ["short"]);
        assert_eq!(texts("", 20), [""]);
        assert_eq!(
            texts("one\n\ntwo three\n\n# Head\nfour five", 25),
            ["one\n\ntwo three\n\n", "# Head\nfour five"]
        );
        assert_eq!(texts("one two\n\nthree\nfour five", 20), ["one two\n\n", "three\nfour five"]);
        assert_eq!(texts("one two\nthree\nfour five", 20), ["one two\nthree\n", "four five"]);
        assert_eq!(texts("one\n\n```\na\n\nb\n\nc\n```\n", 17), ["one\n\n", "```\na\n\nb\n\nc\n```\n"]);
    }

    #[test]
    fn an_endless_line_is_cut_and_reading_continues() {
        let source = format!("{}\nnext\n", "é".repeat(50));
        let found = pieces(source.as_bytes(), 21);
        assert_eq!(found[0].0, "é".repeat(10));
        assert!(found[0].1.as_ref().unwrap().starts_with("f:1: a line of more than"), "{found:?}");
        assert_eq!(found[1..], [("next\n".to_owned(), None)]);
    }

    #[test]
    fn nothing_is_lost_between_pieces() {
        let source: String =
            (0..1000).map(|i| format!("line {i}{}", if i % 7 == 0 { "\n\n" } else { "\n" })).collect();
        for most in [20, 50, 333, 5000, source.len(), source.len() + 1] {
            assert_eq!(texts(&source, most).concat(), source);
        }
    }
}

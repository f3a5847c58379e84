//! The documents of a file, one by one, for files of any size.

use std::io::{BufRead, Read};

use document::Complaint;

use crate::stream;

const END: &[u8] = b"</html>";

/// The documents of a stream: each ends with `</html>`, the last one with the stream.
pub(super) struct Documents {
    file: String,
    input: Option<Box<dyn BufRead + Send>>,
    line: usize,
    said_invalid: bool,
    pending: Option<Complaint>,
    most: usize,
}

impl Documents {
    /// The documents of a stream; `file` is its name in complaints. A document of more than `most` bytes is read in
    /// pieces.
    pub(super) fn new(file: &str, input: Box<dyn BufRead + Send>, most: usize) -> Documents {
        Documents {
            file: file.to_owned(),
            input: Some(input),
            line: 1,
            said_invalid: false,
            pending: None,
            most,
        }
    }

    /// The bytes of the next document.
    fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(input) = &mut self.input {
            let left = (self.most - bytes.len()) as u64;
            match input.as_mut().take(left).read_until(b'>', &mut bytes) {
                Ok(0) if left == 0 => {
                    let hint = "split the file into documents; this one is read in pieces";
                    let message = format!("a document of more than {} MB", self.most >> 20);
                    self.pending = Some(Complaint::new(&self.file, self.line, message, hint));
                    return bytes;
                }
                Ok(0) => self.input = None,
                Ok(_) if ends_document(&bytes) => return bytes,
                Ok(_) => {}
                Err(error) => {
                    self.pending = Some(stream::damaged(&self.file, self.line, &error));
                    self.input = None;
                }
            }
        }
        bytes
    }

    /// Bytes as text; invalid UTF-8 is replaced, and reported once.
    fn decoded(&mut self, bytes: Vec<u8>) -> String {
        let first = self.line;
        self.line += memchr::memchr_iter(b'\n', &bytes).count();
        let error = match String::from_utf8(bytes) {
            Ok(text) => return text,
            Err(error) => error,
        };
        if !self.said_invalid {
            self.said_invalid = true;
            let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let line = first + memchr::memchr_iter(b'\n', valid).count();
            self.pending.get_or_insert_with(|| stream::invalid_utf8(&self.file, line));
        }
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    }
}

fn ends_document(bytes: &[u8]) -> bool {
    let tail = bytes.len().checked_sub(END.len()).and_then(|start| bytes.get(start..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(END))
}

impl Iterator for Documents {
    type Item = Result<String, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(complaint) = self.pending.take() {
                return Some(Err(complaint));
            }
            let is_over = self.input.is_none();
            let bytes = self.bytes();
            if !bytes.trim_ascii().is_empty() {
                return Some(Ok(self.decoded(bytes)));
            }
            if is_over {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn read(source: &[u8], most: usize) -> Vec<Result<String, String>> {
        let documents = Documents::new("f", Box::new(Cursor::new(source.to_vec())), most);
        documents.map(|document| document.map_err(|complaint| complaint.to_string())).collect()
    }

    #[test]
    fn documents_follow_each_other() {
        let found = read(b"<html>a</html>\n<html>b</HTML>\n", 100);
        assert_eq!(found, [Ok("<html>a</html>".to_owned()), Ok("\n<html>b</HTML>".to_owned())]);
        assert_eq!(read(b"<html>cut of", 100), [Ok("<html>cut of".to_owned())]);
        assert!(read(b" \n", 100).is_empty());
    }

    #[test]
    fn invalid_bytes_are_reported_once_with_their_line() {
        let found = read(b"<html>\n\xff</html><html>\xff</html>", 100);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], Ok("<html>\n\u{fffd}</html>".to_owned()));
        assert!(
            found[1].as_ref().is_err_and(|message| message.starts_with("f:2: bytes that are not UTF-8")),
            "{found:?}"
        );
        assert_eq!(found[2], Ok("<html>\u{fffd}</html>".to_owned()));
    }

    #[test]
    fn an_endless_document_is_read_in_pieces() {
        let found = read(&b"x".repeat(25), 10);
        let pieces: Vec<usize> = found.iter().flatten().map(String::len).collect();
        assert_eq!(pieces, [10, 10, 5]);
        assert_eq!(found.iter().filter(|document| document.is_err()).count(), 2);
    }
}

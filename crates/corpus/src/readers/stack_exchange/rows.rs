//! The `<row …/>` elements of a dump's tables.
//!
//! A table is one element that contains only rows, and a row has only attributes. So a row is the text from `<row` to
//! the next `>` outside quotes, and needs no other part of XML. A truncated row costs only that row, because a tag has
//! no `<` inside.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use document::{Complaint, Result};
use quick_xml::escape::resolve_xml_entity;

use crate::collection::DEFAULT_MEMORY;
use crate::stream;

/// One row: its attributes.
pub struct Row {
    /// The number of its first line.
    pub line: usize,
    /// The text between `<row` and `>`.
    text: String,
    /// The places of the name and value of each attribute in it.
    attributes: Vec<(Range<usize>, Range<usize>)>,
}

impl Row {
    fn new(line: usize, text: String) -> Row {
        let attributes = attributes(&text);
        Row { line, text, attributes }
    }

    /// An attribute as written.
    pub fn raw(&self, name: &str) -> Option<&str> {
        let is_it = |(range, _): &&(Range<usize>, Range<usize>)| self.text.get(range.clone()) == Some(name);
        let (_, value) = self.attributes.iter().find(is_it)?;
        self.text.get(value.clone())
    }

    /// The names of the attributes with their values, entities replaced, in the order of the file.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or("");
        self.attributes.iter().map(move |(name, value)| (text(name), unescaped(text(value))))
    }

    /// An attribute with its entities replaced.
    pub fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.raw(name).map(unescaped)
    }
}

/// The places of names and values: `name="value"` with either quote, and white space between.
fn attributes(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut attributes = Vec::with_capacity(24);
    let mut at = 0;
    while let Some(equals) =
        bytes.get(at..).and_then(|rest| memchr::memchr(b'=', rest)).map(|found| at + found)
    {
        let before = text.get(at..equals).unwrap_or("").trim_end();
        let start = at + before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let is_space = |byte: &&u8| byte.is_ascii_whitespace();
        let spaces = bytes.get(equals + 1..).map_or(0, |rest| rest.iter().take_while(is_space).count());
        let open = equals + 1 + spaces;
        let Some(&quote @ (b'"' | b'\'')) = bytes.get(open) else {
            at = equals + 1;
            continue;
        };
        let Some(length) = bytes.get(open + 1..).and_then(|rest| memchr::memchr(quote, rest)) else { break };
        attributes.push((start..at + before.len(), open + 1..open + 1 + length));
        at = open + length + 2;
    }
    attributes
}

/// A text with the entities of XML replaced; unknown ones stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'&', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    let (before, mut rest) = text.split_at(first);
    out.push_str(before);
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        let (before, entity) = rest.split_at(at);
        out.push_str(before);
        // The longest is `&#x10FFFF;`.
        let end = entity.bytes().take(12).position(|byte| byte == b';');
        let replaced = end.and_then(|end| Some((character(entity.get(1..end)?)?, end + 1)));
        let (c, length) = replaced.unwrap_or(('&', 1));
        out.push(c);
        rest = entity.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(entity: &str) -> Option<char> {
    if let Some(text) = resolve_xml_entity(entity) {
        return text.chars().next();
    }
    let digits = entity.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

/// The rows of a table, and complaints about those that are truncated, too long or not UTF-8.
pub struct Rows {
    name: String,
    source: Box<dyn BufRead + Send>,
    most: usize,
    /// The line of the next byte.
    line: usize,
    /// Whether the `<` of the next tag has been read.
    is_open: bool,
    pending: Option<Row>,
    is_done: bool,
}

/// The kinds of tags.
enum Tag {
    Whole(Vec<u8>),
    Cut,
    TooLong,
    End,
}

impl Rows {
    /// The rows of a file, in any compression.
    pub fn open(path: &Path) -> Result<Rows> {
        let name = path.display().to_string();
        let source = stream::open(path, &name, &Arc::default())?;
        Ok(Rows::new(name, source, DEFAULT_MEMORY / 16))
    }

    /// The rows of a stream; `name` is the name of the file in complaints, and a row of more than `most` bytes is left
    /// out.
    pub(crate) fn new(name: String, source: Box<dyn BufRead + Send>, most: usize) -> Rows {
        Rows { name, source, most, line: 1, is_open: false, pending: None, is_done: false }
    }

    /// The name in complaints.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Skips to the place after the next `<`; returns false at the end.
    fn find_tag(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.is_open) {
            return Ok(true);
        }
        loop {
            let block = self.source.fill_buf()?;
            if block.is_empty() {
                return Ok(false);
            }
            let found = memchr::memchr(b'<', block);
            let used = found.map_or(block.len(), |at| at + 1);
            self.line += lines(block.get(..used).unwrap_or(block));
            self.source.consume(used);
            if found.is_some() {
                return Ok(true);
            }
        }
    }

    /// Reads up to the `>` of a tag.
    fn tag(&mut self) -> io::Result<Tag> {
        let mut state = State::default();
        let mut bytes = Vec::new();
        loop {
            let block = self.source.fill_buf()?;
            if block.is_empty() {
                return Ok(Tag::Cut);
            }
            let end = state.end(block);
            let taken = end.map_or(block.len(), |(at, _)| at);
            let part = block.get(..taken).unwrap_or(block);
            state.length += part.len();
            if state.length <= self.most {
                bytes.extend_from_slice(part);
            }
            self.line += lines(part);
            let used = taken + usize::from(end.is_some());
            self.source.consume(used);
            match end {
                None => {}
                Some((_, b'<')) => {
                    self.is_open = true;
                    return Ok(Tag::Cut);
                }
                Some(_) if state.length > self.most => return Ok(Tag::TooLong),
                Some(_) => return Ok(Tag::Whole(bytes)),
            }
        }
    }

    fn next_tag(&mut self) -> io::Result<(usize, Tag)> {
        let is_found = self.find_tag()?;
        let line = self.line;
        Ok((line, if is_found { self.tag()? } else { Tag::End }))
    }

    fn row(&mut self, line: usize, bytes: &[u8]) -> Option<Result<Row, Complaint>> {
        let attributes =
            bytes.strip_prefix(b"row").filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))?;
        Some(match std::str::from_utf8(attributes) {
            Ok(attributes) => Ok(Row::new(line, attributes.to_owned())),
            Err(_) => {
                self.pending = Some(Row::new(line, String::from_utf8_lossy(attributes).into_owned()));
                Err(stream::invalid_utf8(&self.name, line))
            }
        })
    }

    fn complain(&self, line: usize, message: String) -> Complaint {
        Complaint::new(&self.name, line, message, "it is left out; is the file complete?")
    }
}

/// The state of the scan inside a tag.
#[derive(Default)]
struct State {
    quote: Option<u8>,
    length: usize,
}

impl State {
    /// Where the tag ends in a block, and with which byte: `>`, or `<` if it is truncated.
    fn end(&mut self, block: &[u8]) -> Option<(usize, u8)> {
        let mut at = 0;
        while let Some(rest) = block.get(at..) {
            let found = match self.quote {
                Some(quote) => memchr::memchr2(quote, b'<', rest),
                None => rest.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'<' | b'>')),
            };
            at += found?;
            match *block.get(at)? {
                end @ (b'<' | b'>') => return Some((at, end)),
                _ if self.quote.is_some() => self.quote = None,
                quote => self.quote = Some(quote),
            }
            at += 1;
        }
        None
    }
}

fn lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

impl Iterator for Rows {
    type Item = Result<Row, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(row) = self.pending.take() {
            return Some(Ok(row));
        }
        while !self.is_done {
            match self.next_tag() {
                Ok((_, Tag::End)) => self.is_done = true,
                Ok((line, Tag::Cut)) => {
                    return Some(Err(self.complain(line, "a truncated row".to_owned())));
                }
                Ok((line, Tag::TooLong)) => {
                    let message = format!("a row of more than {} MB", self.most >> 20);
                    return Some(Err(self.complain(line, message)));
                }
                Ok((line, Tag::Whole(bytes))) => {
                    if let Some(row) = self.row(line, &bytes) {
                        return Some(row);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(stream::damaged(&self.name, self.line, &error)));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Result<Row, Complaint>> {
        let reader = io::BufReader::with_capacity(7, io::Cursor::new(text.as_bytes().to_vec()));
        Rows::new("t".to_owned(), Box::new(reader), 200).collect()
    }

    #[test]
    fn attributes_are_found_in_any_order() {
        let text = "<?xml version=\"1.0\"?>\n<!-- rows -->\n<posts>\n  <row Id=\"1\" Body=\"a Title='no' &lt;b&gt; 1>2\"\n Title = 'y&#x41;&nosuch;&amp;'/>\n<rowdy Id=\"9\"/></posts>";
        let found = rows(text);
        assert_eq!(found.len(), 1);
        let row = found[0].as_ref().unwrap();
        assert_eq!((row.line, row.raw("Id"), row.raw("Score")), (4, Some("1"), None));
        assert_eq!(row.get("Body").unwrap(), "a Title='no' <b> 1>2");
        assert_eq!(row.get("Title").unwrap(), "yA&nosuch;&");
    }

    #[test]
    fn a_truncated_row_costs_only_that_row() {
        let text = "<posts><row Id=\"1\" Body=\"open\n<row Id=\"2\"/>\n<row Id='3'";
        let found: Vec<String> = rows(text)
            .iter()
            .map(|row| match row {
                Ok(row) => row.raw("Id").unwrap().to_owned(),
                Err(complaint) => format!("{}: {}", complaint.line, complaint.message),
            })
            .collect();
        assert_eq!(found, ["1: a truncated row", "2", "3: a truncated row"]);
    }

    #[test]
    fn a_row_over_the_limit_is_left_out() {
        let text = format!("<row Id=\"1\" Body=\"{}\"/><row Id=\"2\"/>", "x".repeat(500));
        let found = rows(&text);
        assert!(found[0].is_err());
        assert_eq!(found[1].as_ref().unwrap().raw("Id"), Some("2"));
    }
}

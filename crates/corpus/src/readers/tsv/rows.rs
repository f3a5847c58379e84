//! The rows of a list: lines split at tabs, and quoted fields that may span several lines.

use std::collections::VecDeque;

use document::{Complaint, Result};

use super::columns::Columns;
use crate::stream::{Line, Lines};

/// The number of lines that are examined to recognise the columns.
pub(super) const SAMPLE_LINES: usize = 200;
const SAMPLE_BYTES: usize = 1 << 20;

/// The most lines and bytes of a quoted field; a longer one began with an ordinary quote.
const MOST_QUOTED_LINES: usize = 1_000;
const MOST_QUOTED_BYTES: usize = 1 << 20;

/// A row of a list.
pub(super) struct Row {
    /// The line it begins on.
    pub line: usize,
    pub fields: Vec<String>,
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.fields.iter().all(|field| field.trim().is_empty())
    }
}

/// The rows of a stream.
pub(super) struct Rows {
    lines: Lines,
    /// Lines that were read ahead.
    ahead: VecDeque<Result<Line, Complaint>>,
    columns: usize,
    /// Whether the formula is the last column, so that further tabs belong to it.
    is_open: bool,
    /// Whether a quoted field may span several lines.
    is_quoted: bool,
}

impl Rows {
    pub(super) fn new(lines: Lines) -> Self {
        Rows { lines, ahead: VecDeque::new(), columns: 1, is_open: true, is_quoted: false }
    }

    pub(super) fn name(&self) -> &str {
        self.lines.name()
    }

    /// The first lines; they are read again as rows.
    pub(super) fn sample(&mut self) -> Vec<&str> {
        let mut bytes = 0;
        while self.ahead.len() < SAMPLE_LINES && bytes < SAMPLE_BYTES {
            let Some(line) = self.lines.next() else { break };
            bytes += line.as_ref().map_or(0, |line| line.text.len());
            self.ahead.push_back(line);
        }
        self.ahead.iter().filter_map(|line| line.as_ref().ok()).map(|line| line.text.as_str()).collect()
    }

    /// Begins with the recognised columns; skips a header.
    pub(super) fn begin(&mut self, columns: &Columns) {
        self.columns = columns.count.max(1);
        self.is_open = columns.formula + 1 == self.columns;
        self.is_quoted = columns.has_header;
        if columns.has_header {
            let header = self.ahead.iter().position(Result::is_ok);
            header.map(|at| self.ahead.remove(at));
        }
    }

    fn next_line(&mut self) -> Option<Result<Line, Complaint>> {
        self.ahead.pop_front().or_else(|| self.lines.next())
    }

    /// Adds the further lines of a quoted field. If it never ends, the quote was an ordinary character.
    fn complete(&mut self, line: &mut Line) {
        if !self.is_quoted || !is_open_quote(&line.text) {
            return;
        }
        let mut text = line.text.clone();
        let mut taken = VecDeque::new();
        while taken.len() < MOST_QUOTED_LINES && text.len() < MOST_QUOTED_BYTES {
            let Some(next) = self.next_line() else { break };
            let Ok(next) = next else {
                taken.push_back(next);
                break;
            };
            text.push('\n');
            text.push_str(&next.text);
            taken.push_back(Ok(next));
            if !is_open_quote(&text) {
                line.text = text;
                return;
            }
        }
        while let Some(next) = taken.pop_back() {
            self.ahead.push_front(next);
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Row, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = match self.next_line()? {
            Ok(line) => line,
            Err(complaint) => return Some(Err(complaint)),
        };
        self.complete(&mut line);
        let fields =
            if self.is_open { split(&line.text, self.columns) } else { split(&line.text, usize::MAX) };
        Some(Ok(Row { line: line.number, fields }))
    }
}

/// Whether a field begins with a quote that is not closed.
fn is_open_quote(text: &str) -> bool {
    memchr::memchr(b'"', text.as_bytes()).is_some() && {
        let mut rest = text;
        loop {
            let (field, after) = next_field(rest);
            match (field, after) {
                (Field::Open, _) => return true,
                (_, None) => return false,
                (_, Some(after)) => rest = after,
            }
        }
    }
}

/// A field of a row.
enum Field<'a> {
    Plain,
    /// The text between the quotes.
    Quoted(&'a str),
    /// It begins with a quote that is not closed.
    Open,
}

/// The first field of a text, and the text after its tab. Quotes belong to CSV if they end before a tab or the end of
/// the text and are needed, because there is a tab, a line end or a quote between them. Other quotes are ordinary
/// characters.
fn next_field(text: &str) -> (Field<'_>, Option<&str>) {
    if let Some(inside) = text.strip_prefix('"') {
        match closing_quote(inside) {
            None => return (Field::Open, plain(text).1),
            Some(end) => {
                let content = inside.get(..end).unwrap_or(inside);
                let after = inside.get(end + 1..).unwrap_or("");
                let is_needed = content.contains(['\t', '\n', '"']);
                let rest = after.strip_prefix('\t');
                if is_needed && (after.is_empty() || rest.is_some()) {
                    return (Field::Quoted(content), rest);
                }
            }
        }
    }
    (Field::Plain, plain(text).1)
}

fn plain(text: &str) -> (&str, Option<&str>) {
    text.split_once('\t').map_or((text, None), |(field, rest)| (field, Some(rest)))
}

/// The quote that ends a field; a doubled quote stands for a quote.
fn closing_quote(inside: &str) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr(b'"', bytes.get(at..)?)?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// The fields of a row, at most `most`; further ones stay in the last.
fn split(text: &str, most: usize) -> Vec<String> {
    let mut fields = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (field, after) = next_field(text);
        let is_last = fields.len() + 1 == most;
        match field {
            Field::Quoted(content) if !is_last || after.is_none() => {
                fields.push(content.replace("\"\"", "\""));
                rest = after;
            }
            _ if is_last => {
                fields.push(text.to_owned());
                rest = None;
            }
            _ => {
                let (field, after) = plain(text);
                fields.push(field.to_owned());
                rest = after;
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_split_at_tabs_and_quotes_are_those_of_csv() {
        for (text, fields) in [
            ("a\tb\tc", vec!["a", "b", "c"]),
            ("a\t\"b\tc\"", vec!["a", "b\tc"]),
            ("a\t\"x \"\"y\"\" z\"\tb", vec!["a", "x \"y\" z", "b"]),
            ("a\t\"set\"", vec!["a", "\"set\""]),
            ("a\t\"b\" c", vec!["a", "\"b\" c"]),
            ("a\t\"open", vec!["a", "\"open"]),
            ("", vec![""]),
            ("\t", vec!["", ""]),
        ] {
            assert_eq!(split(text, usize::MAX), fields, "{text:?}");
        }
        assert_eq!(split("a\tb\tc", 2), ["a", "b\tc"]);
        assert_eq!(split("a\t\"b\tc\"", 2), ["a", "b\tc"]);
    }

    #[test]
    fn a_quote_that_is_never_closed_is_open() {
        assert!(is_open_quote("a\t\"b"));
        assert!(is_open_quote("a\t\"b \"\" c"));
        assert!(!is_open_quote("a\tb \" c"));
        assert!(!is_open_quote("a\t\"b\tc\"\td"));
    }
}

//! Reads logs line by line: a table with a header, or the event log of `perga serve`.
//!
//! | column | also called | meaning |
//! |---|---|---|
//! | `session` | `anonid`, `user` | whose search it is |
//! | `query` | | what was typed |
//! | `issue_time` | `querytime`, `time` | when |
//! | `search_type` | `type` | the vertical or mode |
//! | `clicked_url` | `clickurl`, `url` | a clicked result; one line per click |
//! | `click_time` | | when it was clicked |
//! | `session_end_time` | `end` | on the last line of a session |
//! | `hits` | | how many results there were |
//!
//! The first three are needed. Lines of one session, query and time are one query.
//!
//! No line stops an analysis: [`Cleaning`] counts what was repaired or left out. Memory does not depend on the input.

mod events;
mod table;

use std::io::BufRead;

use crate::{Error, Result};

use super::entry::Entry;
use table::Columns;

/// The most bytes of a line.
const LONGEST_LINE: usize = 64 * 1024;

/// What was repaired or left out while a log was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cleaning {
    /// Lines, without headers and empty ones.
    pub lines: u64,
    /// Lines of more than 64 kB, left out.
    pub too_long: u64,
    /// Lines with bytes that are not UTF-8; they became `\u{fffd}`.
    pub not_utf8: u64,
    /// Lines without a session, a query or a readable time, left out.
    pub unreadable: u64,
    /// Times that cannot be: a click before its query, or an end before the last event. They were moved or left out.
    pub impossible_times: u64,
    /// Events of kinds that say nothing about a search, left out.
    pub other_events: u64,
    /// Events beyond the most that one session may have, left out.
    pub overfull: u64,
    /// Clicks of sessions that had searched nothing, left out.
    pub lost_clicks: u64,
    /// Searches that only repeated the one before: reloads, next pages.
    pub repeated: u64,
    /// Sessions with too many queries for a person, left out.
    pub programs: u64,
    /// Sessions without a mathematical query, left out.
    pub other_subjects: u64,
}

impl Cleaning {
    /// Adds the counts of another part of the log.
    pub fn add(&mut self, other: &Cleaning) {
        for ((_, to), (_, from)) in self.fields_mut().into_iter().zip(other.named()) {
            *to += from;
        }
    }

    /// The counts with what they mean.
    pub fn named(mut self) -> [(&'static str, u64); 11] {
        self.fields_mut().map(|(name, count)| (name, *count))
    }

    fn fields_mut(&mut self) -> [(&'static str, &mut u64); 11] {
        [
            ("lines read", &mut self.lines),
            ("lines longer than 64 kB, left out", &mut self.too_long),
            ("lines that are not UTF-8, repaired", &mut self.not_utf8),
            ("lines without session, query or time, left out", &mut self.unreadable),
            ("impossible times, corrected", &mut self.impossible_times),
            ("events of other kinds, left out", &mut self.other_events),
            ("events beyond the limit of a session, left out", &mut self.overfull),
            ("clicks without a search, left out", &mut self.lost_clicks),
            ("reloads and next pages, merged", &mut self.repeated),
            ("sessions of programs, left out", &mut self.programs),
            ("sessions without mathematics, left out", &mut self.other_subjects),
        ]
    }
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// A search or an action, which was visited.
    Entry,
    /// A search or click that cannot be read.
    Unreadable,
    /// An event that is neither.
    Other,
}

/// What is done with each entry.
type Visit<'a> = dyn FnMut(&Entry<'_>) -> Result<()> + 'a;

/// Reads a log; `name` is for errors.
pub fn read(log: &mut dyn BufRead, name: &str, visit: &mut Visit<'_>) -> Result<Cleaning> {
    let mut cleaning = Cleaning::default();
    walk(log, name, visit, &mut |_, part| {
        cleaning.lines += u64::from(part != Part::Header);
        match part {
            Part::TooLong => cleaning.too_long += 1,
            Part::Line(found, is_utf8) => {
                cleaning.not_utf8 += u64::from(!is_utf8);
                cleaning.unreadable += u64::from(found == Found::Unreadable);
                cleaning.other_events += u64::from(found == Found::Other);
            }
            Part::Header => {}
        }
        Ok(())
    })?;
    Ok(cleaning)
}

/// Whose a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    /// The header of a table.
    Header,
    /// A line of a session, by its hash, and the time.
    Session { session: u64, time: i64 },
    /// Nobody can say.
    Unknown,
}

/// Visits every line as it stands in the log, with its session.
pub(crate) fn lines(
    log: &mut dyn BufRead,
    name: &str,
    visit: &mut dyn FnMut(&str, Whose) -> Result<()>,
) -> Result<()> {
    let last = std::cell::Cell::new(Whose::Unknown);
    let mut keep = |entry: &Entry<'_>| {
        last.set(Whose::Session { session: entry.session, time: entry.time });
        Ok(())
    };
    walk(log, name, &mut keep, &mut |text, part| {
        let whose = last.replace(Whose::Unknown);
        visit(text, if part == Part::Header { Whose::Header } else { whose })
    })
}

/// What a part of the input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Header,
    TooLong,
    /// A line, and whether it is UTF-8.
    Line(Found, bool),
}

/// Visits the entries of a log, then the text of each line.
fn walk(
    log: &mut dyn BufRead,
    name: &str,
    visit: &mut Visit<'_>,
    then: &mut dyn FnMut(&str, Part) -> Result<()>,
) -> Result<()> {
    let mut columns: Option<Columns> = None;
    let mut line = Vec::new();
    let mut number = 0;
    while let Some(is_whole) = next_line(log, &mut line).map_err(|cause| Error::file(name, cause))? {
        number += 1;
        if !is_whole {
            then("", Part::TooLong)?;
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let is_utf8 = matches!(text, std::borrow::Cow::Borrowed(_));
        let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
        if text.trim().is_empty() {
            continue;
        }
        let part = match &columns {
            _ if text.starts_with('{') => Part::Line(events::line(text, visit)?, is_utf8),
            Some(columns) => Part::Line(columns.line(text, visit)?, is_utf8),
            None => {
                columns = Some(Columns::read(text, name, number)?);
                Part::Header
            }
        };
        then(text, part)?;
    }
    Ok(())
}

/// Reads a line; `false` for one that is too long, of which the rest is skipped; `None` at the end.
fn next_line(log: &mut dyn BufRead, line: &mut Vec<u8>) -> std::io::Result<Option<bool>> {
    line.clear();
    let mut is_whole = true;
    loop {
        let buffer = log.fill_buf()?;
        if buffer.is_empty() {
            return Ok((!line.is_empty() || !is_whole).then_some(is_whole));
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = buffer.get(..end.map_or(buffer.len(), |end| end + 1)).unwrap_or_default();
        is_whole &= line.len() + part.len() <= LONGEST_LINE;
        if is_whole {
            line.extend_from_slice(part);
        }
        let used = part.len();
        log.consume(used);
        if end.is_some() {
            return Ok(Some(is_whole));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = (u64, i64, String, String);

    fn entries(log: &[u8]) -> (Vec<Read>, Cleaning) {
        let mut found = Vec::new();
        let cleaning = read(&mut &*log, "log", &mut |entry| {
            found.push((entry.session, entry.time, entry.query.to_owned(), entry.target.to_owned()));
            Ok(())
        });
        (found, cleaning.unwrap())
    }

    #[test]
    fn a_table_with_columns_in_any_order() {
        let log =
            "\u{feff}Query\tAnonID\tQueryTime\tClickURL\r\nsin x\t7\t2006-03-01 00:00:01\thttp://a.org\r\n";
        let (found, cleaning) = entries(log.as_bytes());
        let session = super::super::entry::session_hash("7");
        assert_eq!(found, [(session, 1_141_171_201_000, "sin x".to_owned(), "http://a.org".to_owned())]);
        assert_eq!((cleaning.lines, cleaning.unreadable), (1, 0));
    }

    #[test]
    fn a_table_without_a_needed_column_is_refused() {
        let error = read(&mut &b"a\tb\n"[..], "x.tsv", &mut |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "x.tsv:1: the header has no column `session`");
    }

    #[test]
    fn hostile_lines_are_counted() {
        let mut log =
            b"session\tquery\tissue_time\n1\tsin\xff\t2020-01-01 00:00:00\n\n1\tcos\tyesterday\n".to_vec();
        log.extend_from_slice(b"1\ttan\t99999-01-01\n\t\t\n");
        log.extend(std::iter::repeat_n(b'x', 3 * LONGEST_LINE));
        log.extend_from_slice(b"\n1\tcot\t2020-01-01 00:00:05");
        let (found, cleaning) = entries(&log);
        assert_eq!(found.iter().map(|entry| entry.2.as_str()).collect::<Vec<_>>(), ["sin\u{fffd}", "cot"]);
        let expected = Cleaning { lines: 5, too_long: 1, not_utf8: 1, unreadable: 2, ..Cleaning::default() };
        assert_eq!(cleaning, expected);
    }
}

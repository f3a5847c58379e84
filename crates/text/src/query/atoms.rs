//! The first cut of a query: marked formulas, phrases, filters, and the pieces between white space.
//!
//! A sign belongs to what follows it if a space, a bracket or nothing is before it: `-metric`, not `Cauchy-Schwarz`.
//! Whether the `-` of a piece like `-x^2` is part of its formula is decided later, from its neighbours.

use std::ops::Range;

use super::filters::{self, Key, Reading, Typed};
use super::{Demand, Note, Reason};

/// A part of the query that is read separately.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Atom {
    /// All of its bytes, sign and quotes included.
    pub place: Range<usize>,
    /// Its bytes without sign and quotes.
    pub content: Range<usize>,
    /// The demand of the sign before it.
    pub sign: Option<Demand>,
    pub body: Body,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Body {
    /// The characters between two spaces.
    Piece,
    /// A formula that the caller marked, by its index.
    Marked(usize),
    /// The content of quotes, and the marked formulas in it.
    Phrase(Vec<(usize, Range<usize>)>),
    Filter(Typed),
}

/// All parts of a query.
pub(super) struct Atoms {
    pub atoms: Vec<Atom>,
    pub notes: Vec<Note>,
}

/// Quotes: the opening one and its closing ones.
const QUOTES: &[(&str, &[&str])] = &[
    ("\"", &["\""]),
    ("“", &["”", "“", "\""]),
    ("„", &["“", "”", "\""]),
    ("«", &["»"]),
    ("``", &["''", "\""]),
];

impl Atoms {
    pub(super) fn read(text: &str, marked: &[Range<usize>]) -> Atoms {
        let marked = usable(text, marked);
        let mut lexer =
            Lexer { text, marked: &marked, at: 0, unclosed: [false; QUOTES.len()], out: Vec::new() };
        let mut notes = Vec::new();
        while let Some(start) = lexer.skip_spaces() {
            lexer.read_atom(start, &mut notes);
        }
        Atoms { atoms: lexer.out, notes }
    }
}

/// The ranges that are places of the text, in order, with their indices.
fn usable(text: &str, marked: &[Range<usize>]) -> Vec<(usize, Range<usize>)> {
    let mut out: Vec<(usize, Range<usize>)> = Vec::new();
    for (index, place) in marked.iter().enumerate() {
        let is_behind = out.last().is_none_or(|(_, last)| last.end <= place.start);
        if is_behind && text.get(place.clone()).is_some_and(|source| !source.is_empty()) {
            out.push((index, place.clone()));
        }
    }
    out
}

struct Lexer<'a> {
    text: &'a str,
    /// The marked formulas that are still ahead.
    marked: &'a [(usize, Range<usize>)],
    at: usize,
    /// For each kind of quotes, whether no closing one is ahead.
    unclosed: [bool; QUOTES.len()],
    out: Vec<Atom>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn next_marked(&self) -> Option<&'a (usize, Range<usize>)> {
        self.marked.first()
    }

    /// Where the next atom starts.
    fn skip_spaces(&mut self) -> Option<usize> {
        // Never go back, whatever was read.
        while self.next_marked().is_some_and(|(_, place)| place.start < self.at) {
            self.marked = self.marked.get(1..).unwrap_or(&[]);
        }
        let rest = self.rest();
        let trimmed = rest.trim_start();
        let start = self.at + (rest.len() - trimmed.len());
        self.at = self.next_marked().map_or(start, |(_, place)| start.min(place.start));
        (self.at < self.text.len()).then_some(self.at)
    }

    fn read_atom(&mut self, start: usize, notes: &mut Vec<Note>) {
        let sign = self.sign();
        let content = start + usize::from(sign.is_some());
        self.at = content;
        if let Some((index, place)) = self.next_marked().filter(|(_, place)| place.start == content) {
            self.marked = self.marked.get(1..).unwrap_or(&[]);
            self.push(start, place.clone(), place.end, sign, Body::Marked(*index));
            return;
        }
        if let Some(quotes) = self.quotes() {
            match self.closing(quotes, content) {
                Some((inside, end)) => {
                    let formulas = self.take_marked(end);
                    self.push(start, inside, end, sign, Body::Phrase(formulas));
                    return;
                }
                None => {
                    let place = content..content + QUOTES.get(quotes).map_or(1, |(open, _)| open.len());
                    self.at = place.end;
                    notes.push(Note { place, reason: Reason::UnclosedQuote });
                    // The text after it may itself have a sign or quotes.
                    return;
                }
            }
        }
        if self.read_filter(start, content, sign, notes) {
            return;
        }
        if self.opens_bracket_before_quotes() {
            self.at = content + 1;
            return;
        }
        let end = self.piece_end(content);
        // A sign with nothing after it is an operator: `3 + 4`.
        let (content, sign) = if end == content { (start, None) } else { (content, sign) };
        self.push(start, content..end, end, sign, Body::Piece);
    }

    fn push(&mut self, start: usize, content: Range<usize>, end: usize, sign: Option<Demand>, body: Body) {
        self.at = end.max(self.at);
        self.out.push(Atom { place: start..end, content, sign, body });
    }

    /// The sign at this place, if it can be one.
    fn sign(&self) -> Option<Demand> {
        if self.next_marked().is_some_and(|(_, place)| place.start == self.at) {
            return None;
        }
        let before = self.text.get(..self.at)?.chars().next_back();
        let is_free = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '['));
        let demand = match self.rest().chars().next()? {
            '+' => Demand::Must,
            '-' => Demand::Not,
            _ => return None,
        };
        let opens_formula = self.next_marked().is_some_and(|(_, place)| place.start == self.at + 1);
        let behind = self.rest().chars().nth(1);
        let can_follow =
            |c: char| c.is_alphabetic() || matches!(c, '"' | '“' | '„' | '«' | '`' | '\\' | '(' | '?');
        (is_free && (opens_formula || behind.is_some_and(can_follow))).then_some(demand)
    }

    /// The quotes that open at this place, unless nothing can close them.
    fn quotes(&self) -> Option<usize> {
        let before = self.text.get(..self.at)?.chars().next_back();
        let is_free = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '+' | '-' | '"'));
        is_free.then(|| QUOTES.iter().position(|(open, _)| self.rest().starts_with(open))).flatten()
    }

    /// Whether a bracket and then quotes open here: `("rank nullity")`.
    fn opens_bracket_before_quotes(&self) -> bool {
        let inside = self.rest().strip_prefix(['(', '[']);
        inside.is_some_and(|inside| QUOTES.iter().any(|(open, _)| inside.starts_with(open)))
    }

    /// The content of the quotes that open at `start`, and where they end.
    fn closing(&mut self, quotes: usize, start: usize) -> Option<(Range<usize>, usize)> {
        let (open, closes) = QUOTES.get(quotes)?;
        let is_unclosed = self.unclosed.get_mut(quotes)?;
        if *is_unclosed {
            return None;
        }
        let inside = start + open.len();
        let mut at = inside;
        let mut marked = self.marked;
        while let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            if let Some(((_, place), behind)) = marked.split_first()
                && place.start <= at
            {
                at = place.end.max(at);
                marked = behind;
                continue;
            }
            let rest = self.text.get(at..).unwrap_or("");
            if let Some(close) = closes.iter().find(|close| rest.starts_with(*close)) {
                return Some((inside..at, at + close.len()));
            }
            at += c.len_utf8();
        }
        *is_unclosed = true;
        None
    }

    /// The marked formulas before `end`.
    fn take_marked(&mut self, end: usize) -> Vec<(usize, Range<usize>)> {
        let count = self.marked.iter().take_while(|(_, place)| place.start < end).count();
        let (inside, ahead) = self.marked.split_at(count);
        self.marked = ahead;
        inside.to_vec()
    }

    /// Where a piece that starts at `start` ends: at white space or at a marked formula.
    fn piece_end(&self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or("");
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.next_marked().map_or(end, |(_, place)| end.min(place.start))
    }

    /// Reads a filter, if there is one here.
    fn read_filter(
        &mut self,
        start: usize,
        content: usize,
        sign: Option<Demand>,
        notes: &mut Vec<Note>,
    ) -> bool {
        let Some(key) = Key::of_piece(self.rest()) else { return false };
        let value = content + key.name().len() + 1;
        self.at = value;
        let quoted = QUOTES
            .iter()
            .position(|(open, _)| self.rest().starts_with(open))
            .and_then(|quotes| self.closing(quotes, value));
        let (inside, end) = match quoted {
            Some(found) => found,
            None => (value..self.piece_end(value), self.piece_end(value)),
        };
        let is_excluded = sign == Some(Demand::Not);
        let reading = filters::read(key, self.text.get(inside.clone()).unwrap_or(""), is_excluded);
        self.at = content;
        match reading {
            Some(Reading::Filter(filter)) => {
                self.take_marked(end);
                self.push(start, inside, end, None, Body::Filter(filter));
                true
            }
            Some(Reading::NotADate) => {
                notes.push(Note { place: content..end, reason: Reason::NotADate });
                false
            }
            None => false,
        }
    }
}

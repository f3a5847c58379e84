//! Writes the text of a page.

use std::ops::Range;

use super::delimiters::{self, Rules};
use super::math::Formula;
use crate::{Occurrence, Text};

/// What separates the next words from the text before them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Gap {
    /// Nothing.
    #[default]
    None,
    /// A space.
    Space,
    /// The end of a line of the source, which ends a comment in LaTeX.
    Soft,
    /// The end of a line.
    Line,
    /// An empty line.
    Paragraph,
}

/// A text being written: runs of white space are merged, blocks are separated, code and formulas are marked.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    formulas: Vec<Occurrence>,
    /// Ranges that are not searched for formulas: code, and known formulas.
    opaque: Vec<Range<usize>>,
    gap: Gap,
    is_item: bool,
}

impl Writer {
    /// Whether nothing was written yet.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Asks for a gap before the next words.
    pub(super) fn gap(&mut self, gap: Gap) {
        // A paragraph in an item begins in the line of the item.
        if !self.is_item {
            self.gap = self.gap.max(gap);
        }
    }

    /// Begins an item of a list.
    pub(super) fn item(&mut self) {
        self.gap(Gap::Line);
        self.is_item = true;
    }

    /// Writes words; merges runs of white space.
    pub(super) fn words(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let word = rest.trim_ascii_start();
            let space = rest.get(..rest.len() - word.len()).unwrap_or("");
            if space.contains('\n') {
                self.gap(Gap::Soft);
            } else if !space.is_empty() {
                self.gap(Gap::Space);
            }
            if word.is_empty() {
                return;
            }
            let length = Self::stretch(word);
            self.flush();
            let (now, after) = word.split_at(length);
            self.text.push_str(now);
            rest = after;
        }
    }

    /// The length of the beginning of a text whose white space is single spaces only.
    fn stretch(text: &str) -> usize {
        let mut after_space = false;
        let odd = text.bytes().position(|byte| {
            let is_space = byte.is_ascii_whitespace();
            let is_odd = is_space && (after_space || byte != b' ');
            after_space = is_space;
            is_odd
        });
        text.get(..odd.unwrap_or(text.len())).unwrap_or(text).trim_ascii_end().len()
    }

    /// Writes characters as they are; they are not searched for formulas.
    pub(super) fn code(&mut self, text: &str, keep_space: bool) {
        let start = self.text.len();
        if !keep_space {
            self.words(text);
        } else if !text.is_empty() {
            self.flush();
            self.text.push_str(text);
        }
        let end = self.text.len();
        match self.opaque.last_mut() {
            _ if start == end => {}
            Some(last) if last.end == start => last.end = end,
            _ => self.opaque.push(start..end),
        }
    }

    /// Writes a formula.
    pub(super) fn formula(&mut self, formula: &Formula<'_>, id: Option<String>, visual_id: Option<String>) {
        if formula.shown.is_empty() {
            return;
        }
        self.flush();
        let start = self.text.len();
        self.text.push_str(&formula.shown);
        let place = start..self.text.len();
        self.opaque.push(place.clone());
        let (source, notation) = (formula.source.clone().into_owned(), formula.notation);
        self.formulas.push(Occurrence { place, source, notation, id, visual_id });
    }

    /// Removes the formula that was written last.
    pub(super) fn take_back(&mut self) {
        let Some(last) = self.formulas.last().filter(|last| last.place.end == self.text.len()) else {
            return;
        };
        self.text.truncate(last.place.start);
        self.formulas.pop();
        self.opaque.pop();
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.text.push_str(match self.gap {
                Gap::None => "",
                Gap::Space => " ",
                Gap::Soft | Gap::Line => "\n",
                Gap::Paragraph if self.text.ends_with('\n') => "\n",
                Gap::Paragraph => "\n\n",
            });
        }
        if self.is_item {
            self.text.push_str("- ");
        }
        self.gap = Gap::None;
        self.is_item = false;
    }

    /// The text, with the delimited formulas in it.
    pub(super) fn finish(self) -> Text {
        let Writer { text, mut formulas, opaque, .. } = self;
        let found = delimiters::occurrences(&text, Rules { tags: false, ..Rules::default() }, &opaque);
        if !found.is_empty() {
            formulas.extend(found);
            formulas.sort_by_key(|formula| formula.place.start);
        }
        Text { text, formulas }
    }
}

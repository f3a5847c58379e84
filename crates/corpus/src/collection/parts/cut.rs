//! Cuts a long text into several shorter ones.

use std::ops::Range;

use document::{Occurrence, Text};
use formula::Notation;

/// The most bytes of a formula; a longer one is split. An index needs hundreds of bytes for each byte.
const MOST_FORMULA: usize = 64 << 10;

/// MathML takes this many times the bytes of what it shows.
const MARKUP: usize = 16;

/// The least weight of a formula: an index stores a tree even for the shortest.
const LEAST_FORMULA: usize = 48;

/// The bytes of a text and, for formulas that weigh more than their bytes in it, the additional weight.
pub(super) fn weight(text: &Text) -> usize {
    text.text.len() + text.formulas.iter().map(beyond).sum::<usize>()
}

/// The weight of a formula in addition to its bytes in the text.
fn beyond(formula: &Occurrence) -> usize {
    (formula.source.len() / MARKUP).max(LEAST_FORMULA).saturating_sub(formula.place.len())
}

fn is_long(formula: &Occurrence) -> bool {
    let most = if formula.notation == Notation::MathMl { MOST_FORMULA * MARKUP } else { MOST_FORMULA };
    formula.place.len().max(formula.source.len()) > most
}

/// Whether a formula is too long to stay in one piece.
pub(super) fn has_long_formula(text: &Text) -> bool {
    text.formulas.iter().any(is_long)
}

/// The text in pieces of at most `most` bytes, one for an empty text.
pub(super) fn cut(mut text: Text, most: usize) -> Vec<Text> {
    if has_long_formula(&text) {
        text.formulas = std::mem::take(&mut text.formulas)
            .into_iter()
            .flat_map(|formula| short(formula, &text.text))
            .collect();
    }
    if weight(&text) <= most {
        return vec![text];
    }
    let mut pieces = Vec::new();
    let (mut start, mut first) = (0, 0);
    while start < text.text.len() {
        let end = end_of_piece(&text, start, first, most);
        let after = first
            + text
                .formulas
                .get(first..)
                .unwrap_or_default()
                .partition_point(|formula| formula.place.end <= end);
        let piece = piece(&text, start..end, first..after);
        if !piece.is_empty() {
            pieces.push(piece);
        }
        (start, first) = (end, after);
    }
    pieces
}

/// The pieces of a formula that is too long: each is a formula.
fn short(formula: Occurrence, text: &str) -> Vec<Occurrence> {
    if !is_long(&formula) {
        return vec![formula];
    }
    let shown = text.get(formula.place.clone()).unwrap_or("");
    let Some(offset) = shown.find(formula.source.as_str()).map(|at| at + formula.place.start) else {
        // The text shows something else, which stays; of the formula only the beginning is kept.
        let end = floor(&formula.source, MOST_FORMULA * MARKUP);
        return vec![Occurrence { source: formula.source.get(..end).unwrap_or("").to_owned(), ..formula }];
    };
    let mut pieces: Vec<Occurrence> = Vec::new();
    let mut rest = formula.source.as_str();
    let mut start = offset;
    while !rest.is_empty() {
        let window = rest.get(..floor(rest, MOST_FORMULA)).unwrap_or(rest);
        let end = match window.rfind(char::is_whitespace) {
            Some(space) if window.len() < rest.len() && space > 0 => space,
            _ => window.len(),
        };
        let (source, after) = rest.split_at(end);
        let place = start..start + end;
        if !source.trim().is_empty() {
            pieces.push(Occurrence { place, source: source.trim().to_owned(), ..formula.clone() });
        }
        start += end;
        rest = after;
    }
    // The delimiters belong to the first and the last piece.
    if let Some(first) = pieces.first_mut() {
        first.place.start = formula.place.start;
    }
    if let Some(last) = pieces.last_mut() {
        last.place.end = formula.place.end;
    }
    pieces
}

/// Where a piece ends that begins at `start`, with `first` formulas before it.
fn end_of_piece(text: &Text, start: usize, first: usize, most: usize) -> usize {
    let formulas = text.formulas.get(first..).unwrap_or_default();
    let limit = furthest(text, start, formulas, most);
    if limit == text.text.len() {
        return limit;
    }
    let middle = floor(&text.text, start + (limit - start) / 2).max(start);
    let window = text.text.get(middle..limit).unwrap_or("");
    let is_outside = |at: &usize| {
        let before = formulas.partition_point(|formula| formula.place.end <= *at);
        formulas.get(before).is_none_or(|formula| formula.place.start >= *at)
    };
    let paragraph = || window.rmatch_indices("\n\n").map(|(at, _)| middle + at + 2).find(is_outside);
    let sentence = || {
        let is_end = |(at, mark): (usize, &str)| {
            let after = at + mark.len();
            window
                .get(after..)
                .is_some_and(|rest| rest.starts_with(char::is_whitespace))
                .then_some(middle + after)
        };
        window.rmatch_indices(['.', '?', '!']).filter_map(is_end).find(is_outside)
    };
    let word = || {
        window
            .rmatch_indices(char::is_whitespace)
            .map(|(at, space)| middle + at + space.len())
            .find(is_outside)
    };
    let end = paragraph().or_else(sentence).or_else(word).unwrap_or(limit);
    // At least one character, so that the loop ends.
    end.max(start + text.text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8))
}

/// The furthest end of a piece that is not too heavy: between characters, outside formulas.
fn furthest(text: &Text, start: usize, formulas: &[Occurrence], most: usize) -> usize {
    let (mut at, mut left) = (start, most);
    for formula in formulas {
        let words = formula.place.start.saturating_sub(at);
        let bytes = formula.place.len() + beyond(formula);
        if words + bytes > left {
            // A piece that begins with a formula contains at least that formula.
            let whole = if at == start && words == 0 { formula.place.end } else { formula.place.start };
            return if words > left { floor(&text.text, at + left) } else { whole };
        }
        left -= words + bytes;
        at = formula.place.end;
    }
    floor(&text.text, at + left)
}

/// The last character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A piece of a text with its formulas, without white space at its ends.
fn piece(text: &Text, range: Range<usize>, formulas: Range<usize>) -> Text {
    let whole = text.text.get(range.clone()).unwrap_or("");
    let trimmed = whole.trim_start();
    let start = range.start + (whole.len() - trimmed.len());
    let trimmed = trimmed.trim_end();
    let moved = |formula: &Occurrence| {
        let place = formula.place.start.saturating_sub(start)
            ..formula.place.end.saturating_sub(start).min(trimmed.len());
        Occurrence { place, ..formula.clone() }
    };
    let formulas = text.formulas.get(formulas).unwrap_or_default().iter().map(moved).collect();
    Text { text: trimmed.to_owned(), formulas }
}

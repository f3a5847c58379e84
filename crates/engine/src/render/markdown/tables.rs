//! Tables: rows between bars, with a rule of dashes below the first.
//!
//! The bars become tags, so that formulas and emphasis in the cells stay where they are. A bar in a formula separates
//! nothing.

use std::ops::Range;

use super::{Kind, Line, next_taken};
use crate::render::rich::Piece;

/// Whether a line is the rule below the heads of columns: `|---|:-:|`.
pub(super) fn is_rule(text: &str, line: &Line) -> bool {
    let rule = text.get(line.place.clone()).unwrap_or("").trim();
    line.kind == Kind::Row
        && rule.len() > 2
        && rule.contains('-')
        && rule.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The tags of a table in the place of its bars and of its rule. `place` goes from the end of the text before the table to
/// its end; `before` are the tags that end that text.
pub(super) fn pieces(
    text: &str,
    taken: &[Range<usize>],
    place: Range<usize>,
    before: &str,
    rows: &[&Line],
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = place.start;
    let mut tags = format!("{before}<div class=\"table-wrap\"><table>");
    for (number, row) in rows.iter().enumerate() {
        let cell = if number == 0 { "th" } else { "td" };
        let bars = bars(text, taken, row);
        let Some((first, others)) = bars.split_first() else { continue };
        let end = if number == 0 && rows.len() > 1 { rows[1].place.start } else { row.place.end };
        let is_last = number + 1 == rows.len();
        let end = if is_last { place.end } else { end };
        tags.push_str(&format!("<tr><{cell}>"));
        pieces.push(Piece { place: at..first + 1, html: Some(std::mem::take(&mut tags)) });
        let (inner, last) = match others.split_last() {
            // A row may end without a bar.
            Some((last, inner)) if is_blank(text, last + 1..row.place.end) => (inner, *last),
            _ => (others, row.place.end),
        };
        let separator = format!("</{cell}><{cell}>");
        pieces.extend(inner.iter().map(|bar| Piece { place: *bar..bar + 1, html: Some(separator.clone()) }));
        let closing = if is_last { "</table></div>" } else { "" };
        let html = format!("</{cell}></tr>{closing}");
        pieces.push(Piece { place: last.min(end)..end, html: Some(html) });
        at = end;
    }
    pieces
}

fn is_blank(text: &str, place: Range<usize>) -> bool {
    text.get(place).is_none_or(|rest| rest.trim().is_empty())
}

/// The bars of a row that separate cells.
fn bars(text: &str, taken: &[Range<usize>], row: &Line) -> Vec<usize> {
    let mut bars = Vec::new();
    let mut at = row.content;
    while at < row.place.end {
        if let Some(formula) = next_taken(taken, at).filter(|place| place.start <= at) {
            at = formula.end;
            continue;
        }
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        if c == '|' {
            bars.push(at);
        }
        let escaped = if c == '\\' { text.get(at + 1..).and_then(|rest| rest.chars().next()) } else { None };
        at += c.len_utf8() + escaped.map_or(0, char::len_utf8);
    }
    bars
}

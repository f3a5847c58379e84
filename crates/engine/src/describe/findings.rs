//! What the reader of formulas found, for people: the message, the place in the formula with carets under it, the hint.

use formula::diagnostic::{Diagnostic, Severity};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Findings shown for one formula; the rest is counted.
const MOST_SHOWN: usize = 10;

/// Columns of the formula shown around a finding.
const CONTEXT_COLUMNS: usize = 50;

/// The findings of one formula as text for a terminal; empty when there are none.
pub fn text(source: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        out.push_str(&one(source, diagnostic));
    }
    if diagnostics.len() > MOST_SHOWN {
        out.push_str(&format!("and {} more\n", diagnostics.len() - MOST_SHOWN));
    }
    out
}

fn one(source: &str, diagnostic: &Diagnostic) -> String {
    let kind = match diagnostic.severity {
        Severity::Remark => "note",
        Severity::Recovery => "warning",
    };
    let mut out = format!("{kind}: {} [{}]\n", diagnostic.message, diagnostic.code);
    let start = floor_boundary(source, diagnostic.span.start as usize);
    let end = floor_boundary(source, diagnostic.span.end as usize).max(start);
    let (text, before, marked) = excerpt(source, start, end);
    out.push_str(&format!("  {text}\n  {}{}\n", " ".repeat(before), "^".repeat(marked.max(1))));
    if !diagnostic.hint.is_empty() {
        out.push_str(&format!("hint: {}\n", diagnostic.hint));
    }
    out
}

/// The part of the source line around `start..end`, the columns before the marked part, and its columns.
fn excerpt(source: &str, start: usize, end: usize) -> (String, usize, usize) {
    let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |at| start + at);
    let (before, cut_before) = last_columns(&source[line_start..start]);
    let (rest, cut_after) = first_columns(&source[start..line_end]);
    let marked = &rest[..end.saturating_sub(start).min(rest.len())];
    let mut text = String::new();
    let mut columns = before.width();
    if cut_before {
        text.push('…');
        columns += 1;
    }
    text.push_str(before);
    text.push_str(rest);
    if cut_after {
        text.push('…');
    }
    (text.chars().map(printable).collect(), columns, marked.width())
}

/// Control characters as their pictures: a terminal must not obey what it is shown.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{7f}' => '␡',
        c if c < ' ' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// The longest end of `text` within [`CONTEXT_COLUMNS`], and whether anything was cut.
fn last_columns(text: &str) -> (&str, bool) {
    let mut columns = 0;
    for (at, c) in text.char_indices().rev() {
        columns += c.width().unwrap_or(1);
        if columns > CONTEXT_COLUMNS {
            return (&text[at + c.len_utf8()..], true);
        }
    }
    (text, false)
}

/// The longest beginning of `text` within [`CONTEXT_COLUMNS`], and whether anything was cut.
fn first_columns(text: &str) -> (&str, bool) {
    let mut columns = 0;
    for (at, c) in text.char_indices() {
        columns += c.width().unwrap_or(1);
        if columns > CONTEXT_COLUMNS {
            return (&text[..at], true);
        }
    }
    (text, false)
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::diagnostic::Span;

    fn show(source: &str, start: usize, end: usize) -> String {
        let finding = Diagnostic {
            severity: Severity::Recovery,
            code: "stray",
            message: "found `stray`".into(),
            span: Span::new(start, end),
            hint: "remove it",
        };
        text(source, &[finding])
    }

    #[test]
    fn carets_stand_under_the_place() {
        let expected = "warning: found `stray` [stray]\n  a+)b\n    ^\nhint: remove it\n";
        assert_eq!(show("a+)b", 2, 3), expected);
    }

    #[test]
    fn wide_letters_and_line_ends_do_not_shift_the_carets() {
        assert!(show("変+)", 4, 5).contains("  変+)\n     ^\n"));
        assert!(show("x\na)\ny", 3, 4).contains("  a)\n   ^\n"));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert!(show("a\u{1b}[31m)", 6, 7).contains("  a␛[31m)\n        ^\n"));
    }

    #[test]
    fn an_empty_span_at_the_end_gets_one_caret() {
        assert!(show("{x", 2, 2).contains("  {x\n    ^\n"));
    }

    #[test]
    fn a_long_formula_is_cut_around_the_place() {
        let source = format!("{}){}", "a".repeat(500), "b".repeat(500));
        let shown = show(&source, 500, 501);
        assert!(shown.lines().all(|line| line.width() < 110), "{shown}");
        assert!(shown.contains("…") && shown.contains("a)b"));
    }

    #[test]
    fn spans_beyond_the_source_or_inside_a_letter_are_shown_all_the_same() {
        assert!(show("α", 1, 99).contains('^'));
        assert!(show("", 5, 9).contains('^'));
    }

    #[test]
    fn the_rest_is_counted() {
        let finding = |i: usize| Diagnostic {
            severity: Severity::Remark,
            code: "x",
            message: "m".into(),
            span: Span::new(i, i),
            hint: "",
        };
        let all: Vec<Diagnostic> = (0..13).map(finding).collect();
        assert!(text("abc", &all).ends_with("and 3 more\n"));
    }
}

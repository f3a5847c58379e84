//! Results as text for a terminal: what formulas and units have in common.
//!
//! The caller knows whether there is a terminal, and prints.

use eval::report::columns::align;
use unicode_width::UnicodeWidthChar;

use crate::explain::{Mark, ScorePart};

/// How to write.
#[derive(Clone, Copy)]
pub struct Style {
    /// With colours; without, a line under the formula says what is matched.
    pub is_coloured: bool,
    /// With what each score is made of.
    pub explain: bool,
}

/// What the score is made of.
pub(super) fn push_parts_of(parts: &[ScorePart], indent: &str, out: &mut String) {
    let rows: Vec<Vec<String>> = parts
        .iter()
        .map(|part| {
            vec![
                format!("{indent}  {}", part.name),
                format!("{:.4}", part.value),
                format!("{:+.4}", part.contribution),
            ]
        })
        .collect();
    out.push_str(&align(&rows, 1));
}

/// Matched parts in colours, the rest dim.
pub(super) fn coloured(tex: &str, marks: &[Option<Mark>]) -> String {
    let mut out = String::new();
    let mut now = "";
    for (at, c) in tex.char_indices() {
        let colour = match marks.get(at).copied().flatten() {
            Some(Mark::Exact) => "\x1b[1;32m",
            Some(Mark::Renamed) => "\x1b[4;33m",
            Some(Mark::Changed) => "\x1b[35m",
            Some(Mark::Bound) => "\x1b[36m",
            None => "\x1b[2m",
        };
        if colour != now {
            out.push_str("\x1b[0m");
            out.push_str(colour);
            now = colour;
        }
        out.push(c);
    }
    out.push_str("\x1b[0m");
    out
}

/// A line under the formula: `=` exact, `~` renamed, `!` changed (another sign, relation, operator, function or number),
/// `?` stands for a wildcard.
pub(super) fn underlined(tex: &str, marks: &[Option<Mark>]) -> String {
    let mut out = String::new();
    for (at, c) in tex.char_indices() {
        let sign = match marks.get(at).copied().flatten() {
            Some(Mark::Exact) => '=',
            Some(Mark::Renamed) => '~',
            Some(Mark::Changed) => '!',
            Some(Mark::Bound) => '?',
            None => ' ',
        };
        out.extend(std::iter::repeat_n(sign, c.width().unwrap_or(1)));
    }
    out.trim_end().to_owned()
}

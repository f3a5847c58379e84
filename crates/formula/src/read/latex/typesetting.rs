//! What an author says about spaces, styles and columns.

use super::lexer::{Token, TokenKind};
use super::parser::Parser;
use crate::slt::Flags;
use crate::typesetting::{Alignment, Columns, MathStyle, TableKind};

/// No space is wider, in eighteenths of an em; a formula with wider ones would leave the page.
const WIDEST: f64 = 360.0;

/// A space between words, in eighteenths of an em.
pub(super) const WORD_SPACE: i16 = 6;

/// Units of length, in eighteenths of an em of a font of ten points.
const UNITS: [(&str, f64); 12] = [
    ("mu", 1.0),
    ("em", 18.0),
    ("ex", 7.8),
    ("pt", 1.8),
    ("bp", 1.8),
    ("sp", 0.0),
    ("pc", 21.6),
    ("dd", 1.9),
    ("cc", 23.1),
    ("mm", 5.1),
    ("cm", 51.2),
    ("in", 130.0),
];

pub(super) fn is_unit(text: &str) -> bool {
    UNITS.iter().any(|(unit, _)| *unit == text)
}

/// A length such as `-0.5em` in eighteenths of an em; 0 if it is none.
fn in_mu(length: &str) -> i16 {
    let length: String = length.chars().filter(|c| !c.is_whitespace()).collect();
    let unit_at = length.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(length.len());
    let (number, unit) = length.split_at(unit_at);
    let factor = UNITS.iter().find(|(name, _)| unit.starts_with(name)).map_or(0.0, |(_, factor)| *factor);
    let width = number.parse::<f64>().unwrap_or(0.0) * factor;
    // The range is far inside that of the type.
    width.clamp(-WIDEST, WIDEST).round() as i16
}

impl<'a> Parser<'a> {
    /// `\,`, `\quad`
    pub(super) fn set_space(&mut self, width: i16, wide: bool) {
        self.space = self.space.saturating_add(width);
        if wide {
            self.flags = self.flags.with(Flags::AFTER_SPACE);
        }
    }

    /// `\hspace{1em}`, `\kern3pt`
    pub(super) fn length(&mut self, owner: Token<'a>, braced: bool) {
        self.at += usize::from(braced && self.peek_kind() == Some(TokenKind::Char('*')));
        if braced && !self.has_argument() {
            self.report_missing_argument(owner);
        }
        let length = if braced { self.raw_argument() } else { self.raw_dimension() };
        self.space = self.space.saturating_add(in_mu(&length));
    }

    /// `\displaystyle`
    pub(super) fn set_style(&mut self, style: MathStyle) {
        self.style = Some(style);
        self.current_style = Some(style);
    }
}

/// The columns of an environment: a kind of table, and letters for its columns or `argument`.
pub(super) fn columns(setting: &str, argument: &str) -> Columns {
    let (kind, letters) = setting.split_once(' ').unwrap_or((setting, "c"));
    let kind = match kind {
        "aligned" => TableKind::Aligned,
        "gathered" => TableKind::Gathered,
        "cases" => TableKind::Cases,
        "display-cases" => TableKind::DisplayCases,
        "small" => TableKind::Small,
        _ => TableKind::Array,
    };
    let letters = if letters == "argument" { argument } else { letters };
    let alignment = letters.chars().filter_map(|letter| match letter {
        'l' => Some(Alignment::Left),
        'c' => Some(Alignment::Center),
        'r' => Some(Alignment::Right),
        _ => None,
    });
    Columns { alignment: alignment.collect(), kind, lines: lines(letters) }
}

/// The columns that a `|` stands before, as in `cc|c`.
fn lines(letters: &str) -> Vec<usize> {
    let (mut lines, mut column) = (Vec::new(), 0);
    for letter in letters.chars() {
        match letter {
            'l' | 'c' | 'r' => column += 1,
            '|' if !lines.contains(&column) => lines.push(column),
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_between_columns_are_lines() {
        assert_eq!(columns("array argument", "cc|c").lines, [2]);
        assert_eq!(columns("array argument", "|c||r|").lines, [0, 1, 2]);
        assert!(columns("array c", "").lines.is_empty());
    }

    #[test]
    fn lengths_are_in_eighteenths_of_an_em() {
        assert_eq!(in_mu("1em"), 18);
        assert_eq!(in_mu(" -0.5 em"), -9);
        assert_eq!(in_mu("3mu"), 3);
        assert_eq!(in_mu("10pt plus 1fil"), 18);
        assert_eq!(in_mu("\\textwidth"), 0);
        assert_eq!(in_mu("99999em"), 360);
    }
}

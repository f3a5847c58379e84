//! Scripts and roots: what they take.

use super::brackets::Bracket;
use super::{Translator, scan};
use crate::latex::TokenKind;

impl Translator<'_> {
    /// `^` or `_` and the whole operand after it.
    pub(super) fn script(&mut self, c: char) {
        let (kind, text) = if c == '^' { (TokenKind::Superscript, "^") } else { (TokenKind::Subscript, "_") };
        self.emit(kind, text, 1);
        self.skip_spaces();
        if self.peek() == Some('(') {
            return self.open(Bracket::Group);
        }
        let length = if c == '^' { scan::operand(self.inside(), true) } else { scan::index(self.inside()) };
        if let Some(length) = length {
            self.group_of(length);
        }
    }

    /// `√`, `∛`, `∜`.
    pub(super) fn root_sign(&mut self, c: char) {
        let degree = match c {
            '∛' => Some((TokenKind::Char('3'), "3")),
            '∜' => Some((TokenKind::Char('4'), "4")),
            _ => None,
        };
        self.root(c.len_utf8(), degree);
    }

    /// `³√27`: a superscript before a root, with no operand before it, is the degree.
    pub(super) fn degree_of_root(&mut self, c: char) -> bool {
        let is_root = self.rest()[c.len_utf8()..].starts_with('√');
        let is_power = self.before().is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '}'));
        let degree = match c {
            '²' => (TokenKind::Char('2'), "2"),
            '³' => (TokenKind::Char('3'), "3"),
            '⁴' => (TokenKind::Char('4'), "4"),
            _ => (TokenKind::Char('n'), "n"),
        };
        if is_root && !is_power {
            self.root(c.len_utf8() + '√'.len_utf8(), Some(degree));
        }
        is_root && !is_power
    }

    /// `∫₋∞^∞`: there is no subscript of ∞, so the sign alone is one.
    pub(super) fn minus_infinity(&mut self) {
        self.emit(TokenKind::Subscript, "_", 0);
        self.group_of("₋∞".len());
        self.emit(TokenKind::Char('-'), "-", "₋".len());
    }

    /// A root whose name or sign takes `length` bytes. Without brackets it takes one operand with its scripts.
    pub(super) fn root(&mut self, length: usize, degree: Option<(TokenKind, &'static str)>) {
        self.emit(TokenKind::Command, "sqrt", length);
        if let Some((kind, text)) = degree {
            self.emit(TokenKind::Char('['), "[", 0);
            self.emit(kind, text, 0);
            self.emit(TokenKind::Char(']'), "]", 0);
        }
        self.radicand();
    }

    pub(super) fn radicand(&mut self) {
        self.skip_spaces();
        match scan::root_operand(self.inside()) {
            _ if self.peek() == Some('(') => self.open(Bracket::Group),
            Some(length) => self.group_of(length),
            None => {}
        }
    }
}

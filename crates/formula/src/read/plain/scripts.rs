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

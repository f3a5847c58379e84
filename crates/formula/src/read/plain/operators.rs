//! Operators of several characters, and division.

use super::{Translator, scan};
use crate::latex::{self, TokenKind};

/// Operators of several characters, longer ones first, with the character of each.
const OPERATORS: &[(&str, char)] = &[
    ("<==>", '⇔'),
    ("<=>", '⇔'),
    ("<->", '↔'),
    ("|->", '↦'),
    ("-->", '→'),
    ("==>", '⇒'),
    ("!==", '≠'),
    ("=/=", '≠'),
    ("/=", '≠'),
    ("+/-", '±'),
    ("...", '…'),
    ("<=", '≤'),
    (">=", '≥'),
    ("=<", '≤'),
    ("!=", '≠'),
    ("<>", '≠'),
    ("<<", '≪'),
    (">>", '≫'),
    ("~=", '≈'),
    ("~~", '≈'),
    ("==", '='),
    ("=>", '⇒'),
    ("->", '→'),
    ("<-", '←'),
    ("+-", '±'),
    ("**", '^'),
    ("*", '⋅'),
    ("~", '∼'),
    ("—", '-'),
    ("•", '⋅'),
    ("∙", '⋅'),
    ("∕", '/'),
];

/// Letters that are more often a number before a factorial than one side of `!=`.
pub(super) const COUNTS: [char; 4] = ['n', 'k', 'm', ')'];

impl Translator<'_> {
    pub(super) fn operator(&mut self) {
        let rest = self.rest();
        if rest.starts_with('/') && !rest.starts_with("/=") {
            return self.division();
        }
        // `=<x,x>`
        if rest.starts_with("=<") && self.opens_vector(1) {
            return self.emit(TokenKind::Char('='), "=", 1);
        }
        if let Some((text, c)) = operator_at(rest, self.at == 0 || !self.follows_count()) {
            match c {
                '^' => {
                    self.at += text.len() - 1;
                    self.script('^');
                }
                c => self.emit(TokenKind::Char(c), text, text.len()),
            }
            return;
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        for token in latex::tokens(&rest[..length]) {
            self.emit(token.kind, token.text, length);
        }
        // A percent sign, or anything else that the LaTeX lexer skips: step over it here.
        if self.rest().len() == rest.len() {
            self.emit(TokenKind::Char('%'), "%", length);
        }
    }

    /// A sum, product or integral, with the bounds after it. `typed` is the character in the source.
    pub(super) fn big_operator(&mut self, typed: char, sign: char) {
        let length = typed.len_utf8();
        self.emit(TokenKind::Char(sign), &self.rest()[..length], length);
        // `∫0^1`: the bound lost its subscript.
        let bound = scan::number(self.inside());
        if sign == '∫' && bound > 0 && self.inside()[bound..].starts_with('^') {
            self.emit(TokenKind::Subscript, "_", 0);
            return self.group_of(bound);
        }
        self.bounds(match sign {
            '∑' => "sum",
            '∏' => "prod",
            _ => "int",
        });
    }

    /// Whether a count stands directly before here: `n!=6` is a factorial, `x!=6` and `n != 6` are not.
    fn follows_count(&self) -> bool {
        let before = self.source.get(..self.at).and_then(|before| before.chars().next_back());
        before.is_some_and(|c| c.is_ascii_digit() || COUNTS.contains(&c))
    }

    /// `/`. With a space after it, the factors up to the next space are the divisor: `1 / 2a`. So are a number and letters
    /// after a bracket: `(a+b)/2c`.
    fn division(&mut self) {
        let divides_bracket = scan::divides_bracket(self.source, self.at);
        self.emit(TokenKind::Char('/'), "/", 1);
        let spaces = scan::spaces(self.rest());
        let behind = self.inside().get(spaces..).unwrap_or("");
        let product = scan::product(behind);
        // `Z/nZ`
        let is_quotient = behind.get(..product.length).is_some_and(|divisor| divisor.ends_with('Z'))
            && self.source[..self.at].ends_with("Z/");
        // `n!/r!(n-r)!`
        let divisor = behind.get(..product.length).unwrap_or("");
        let are_factorials = product.factors > 1 && divisor.ends_with('!') && divisor.contains("!(");
        if spaces == 0 && !is_quotient && !divides_bracket && !are_factorials {
            return;
        }
        self.at += spaces;
        if product.factors > 1 && !scan::is_differential(self.rest()) {
            self.emit(TokenKind::Char('('), "(", 0);
            self.end_after(product.length, &[(TokenKind::Char(')'), ")")], 0);
        }
    }
}

/// The operator of several characters at the beginning of a text.
fn operator_at(text: &str, may_be_unequal: bool) -> Option<(&'static str, char)> {
    let found = OPERATORS.iter().find(|(operator, _)| text.starts_with(operator));
    found.copied().filter(|&(operator, _)| operator != "!=" || may_be_unequal)
}

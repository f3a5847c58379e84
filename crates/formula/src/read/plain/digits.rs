//! Digits directly after a letter or bracket. `x1` has an index. `a2+b2=c2` and `(a+b)2` are squares that lost their
//! superscripts on the way from a page.

use super::Translator;
use crate::latex::TokenKind;
use crate::tables::unicode;

/// A set of letters.
#[derive(Clone, Copy, Default)]
pub(super) struct Letters(u128);

/// The letters of a formula whose digits are powers, and those whose digits are indices.
///
/// Digits are powers if they are 2 or 3 wherever the letter has any, and nobody typed a script. A capital is more often one
/// of several (`S3`) than squared, but not in an equation, and not `R3`.
pub(super) fn powers_and_indices(source: &str) -> (Letters, Letters) {
    let is_script = |c: char| unicode::superscript(c).is_some() || unicode::subscript(c).is_some();
    let has_scripts = source.contains(['^', '_']) || source.contains("**") || source.contains(is_script);
    let is_equation = source.contains('=');
    let (mut powers, mut indices) = (bit(')'), 0);
    let mut characters = source.chars().peekable();
    let mut before = ' ';
    while let Some(c) = characters.next() {
        if before.is_alphabetic() && c.is_ascii_digit() {
            let is_long = characters.peek().is_some_and(char::is_ascii_digit);
            let may_be_power = !before.is_uppercase() || before == 'R' || is_equation;
            if may_be_power && matches!(c, '2' | '3') && !is_long {
                powers |= bit(before);
            } else {
                indices |= bit(before);
            }
        }
        before = c;
    }
    (Letters(if has_scripts { 0 } else { powers & !indices }), Letters(indices))
}

impl Letters {
    pub(super) fn contains(self, letter: char) -> bool {
        self.0 & bit(letter) != 0
    }
}

fn bit(letter: char) -> u128 {
    1 << (letter as u32 % 128)
}

/// Whether a text has digits directly after a letter or a closing bracket.
pub(super) fn follow_operand(text: &str) -> bool {
    let behind = text.chars().skip(1);
    text.chars().zip(behind).any(|(c, next)| (c.is_alphabetic() || c == ')') && next.is_ascii_digit())
}

impl Translator<'_> {
    /// Begins a script if the digits here, `length` bytes, belong to the letter or bracket directly before them.
    pub(super) fn script_of_digits(&mut self, length: usize) {
        let Some(last) = self.out.last() else { return };
        let TokenKind::Char(c) = last.kind else { return };
        let is_beside = last.span.end as usize == self.at && last.span.start < last.span.end;
        let is_power = self.powers.contains(c);
        let has_index = c.is_alphabetic() && !self.is_exponent_of_ten();
        let is_squared = c == ')' && is_power && matches!(self.rest().get(..length), Some("2" | "3"));
        if !is_beside || !has_index && !is_squared {
            return;
        }
        let (kind, sign) = if is_power { (TokenKind::Superscript, "^") } else { (TokenKind::Subscript, "_") };
        self.emit(kind, sign, 0);
        self.group_of(length);
    }

    /// Whether the letter before here is the `e` of `6.02e23`.
    fn is_exponent_of_ten(&self) -> bool {
        let before = self.source.get(..self.at).unwrap_or("");
        before.strip_suffix(['e', 'E']).is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()))
    }
}

//! Words whose meaning their neighbours decide: the `x` of `6 x 10^3`, the `or` of `P(A or B)`, the `of` of `d/dx of x^2`.

use super::{Translator, scan};
use crate::latex::TokenKind;

impl Translator<'_> {
    /// Reads a word that has another meaning here than elsewhere; false if it has not.
    pub(super) fn word_in_context(&mut self, word: &str) -> bool {
        match word {
            "lim" => self.limit_of_sequence(),
            "inf" if self.is_bound() => self.replaced(word, TokenKind::Command, "infty"),
            "and" if self.is_in_event() => self.replaced(word, TokenKind::Command, "cap"),
            "or" if self.is_in_event() => self.replaced(word, TokenKind::Command, "cup"),
            "of" | "goes" | "tends" => self.skipped(word),
            "x" if self.is_times() => self.replaced(word, TokenKind::Char('×'), "x"),
            // `u_xx`
            "xx" if self.out.last().is_some_and(|last| last.kind == TokenKind::BeginGroup) => {
                self.letters(word.len());
                true
            }
            "nCr" | "nCk" => self.binomial_sign(word),
            word if self.is_last_of_list(word) => {
                self.letters(1);
                self.emit(TokenKind::Subscript, "_", 0);
                self.letters(1);
                true
            }
            _ => false,
        }
    }

    fn replaced(&mut self, word: &str, kind: TokenKind, text: &'static str) -> bool {
        self.emit(kind, text, word.len());
        true
    }

    /// `d/dx of x^2`, `x goes to 0`.
    fn skipped(&mut self, word: &str) -> bool {
        let is_one = word == "of" || self.inside()[word.len()..].starts_with(" to ");
        let is_skipped = is_one && self.source[..self.at].ends_with(' ');
        if is_skipped {
            self.at += word.len();
        }
        is_skipped
    }

    /// Reads `lim sup` and `lim inf`, if they are here.
    fn limit_of_sequence(&mut self) -> bool {
        let names = [("lim sup", "limsup"), ("lim inf", "liminf")];
        let found = names.into_iter().find(|(typed, _)| {
            let behind = self.inside().strip_prefix(typed);
            behind.is_some_and(|behind| behind.starts_with([' ', '_', '(']))
        });
        found.is_some_and(|(typed, name)| self.replaced(typed, TokenKind::Command, name))
    }

    /// `nCr`: a binomial of its letters.
    fn binomial_sign(&mut self, word: &str) -> bool {
        let lower = if word.ends_with('k') { "k" } else { "r" };
        let kind = |letter: &str| TokenKind::Char(letter.chars().next().unwrap_or('r'));
        self.emit(TokenKind::Command, "binom", 0);
        self.emit(TokenKind::Char('n'), "n", 1);
        self.at += 1;
        self.emit(kind(lower), lower, 1);
        true
    }

    /// Whether an `x` here is a sign of multiplication: `6 x 10^3`, `5x10^3`, `u x v`.
    fn is_times(&self) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        if self.rest().starts_with("x10^") {
            return self.before().is_some_and(is_digit);
        }
        let before = self.source.get(..self.at).and_then(|before| before.strip_suffix(' '));
        let behind = self.rest().strip_prefix("x ");
        let (Some(before), Some(behind)) = (before, behind) else { return false };
        let is_letter = |c: char| c.is_alphabetic() && c != 'x';
        let is_single = |characters: &mut dyn Iterator<Item = char>| {
            characters.next().is_some_and(is_letter) && characters.next().is_none_or(|c| !c.is_alphanumeric())
        };
        before.ends_with(is_digit) && behind.starts_with(is_digit)
            || (before.ends_with('∇') || is_single(&mut before.chars().rev()))
                && is_single(&mut behind.chars())
    }

    /// Whether the `inf` here is infinity: `(-inf, inf)`, `x -> inf`.
    fn is_bound(&self) -> bool {
        let behind = self.inside()["inf".len()..].trim_start();
        let is_last = behind.is_empty() || behind.starts_with([')', ']', '}', ',', ';']);
        is_last && self.before().is_none_or(|c| !c.is_alphanumeric())
    }

    /// Whether this is inside `P(…)`: `P(A and B)`.
    fn is_in_event(&self) -> bool {
        let start = self.at.saturating_sub(scan::LONGEST);
        let before = self.source.get(start..self.at).unwrap_or("");
        let open = before.rfind(['(', ')']).filter(|&at| before[at..].starts_with('('));
        open.is_some_and(|at| before[..at].ends_with('P') || before[..at].ends_with("Pr"))
    }

    /// `xn` at the end of `x1 + x2 + ... + xn`.
    fn is_last_of_list(&self, word: &str) -> bool {
        let mut letters = word.chars();
        let (Some(letter), Some('n' | 'm' | 'k' | 'i' | 'j'), None) =
            (letters.next(), letters.next(), letters.next())
        else {
            return false;
        };
        self.indexed.contains(letter)
    }

    /// `sin π/6`: a multiple of π divided by a number is one argument.
    pub(super) fn angle(&mut self) {
        let inside = self.inside();
        let Some(behind) = inside.strip_prefix(' ') else { return };
        let factor = scan::number(behind);
        let Some(rest) = ["π/", "pi/"].iter().find_map(|pi| behind[factor..].strip_prefix(pi)) else {
            return;
        };
        let number = scan::number(rest);
        if number > 0 {
            let length = inside.len() - rest.len() + number;
            self.emit(TokenKind::Char('('), "(", 0);
            self.end_after(length, &[(TokenKind::Char(')'), ")")], 0);
        }
    }
}

//! Bounds in words or beside their operator: `lim x->0`, `sum from i=1 to n of`, `integral from 0 to 1 of`.

use std::ops::Range;

use super::{GROUP, Tokens, Translator, scan};
use crate::latex::TokenKind;

/// The arrows of limits, longer ones first. `to` is a word.
const ARROWS: &[&str] = &["-->", "->", "→", "⟶", "⇒", "=>"];

/// Ends a lower bound and begins the upper one.
const LOWER: Tokens =
    &[(TokenKind::EndGroup, "}"), (TokenKind::Superscript, "^"), (TokenKind::BeginGroup, "{")];

/// Ends the bound of a limit from one side.
const FROM_ABOVE: Tokens =
    &[(TokenKind::Superscript, "^"), (TokenKind::Char('+'), "+"), (TokenKind::EndGroup, "}")];
const FROM_BELOW: Tokens =
    &[(TokenKind::Superscript, "^"), (TokenKind::Char('-'), "-"), (TokenKind::EndGroup, "}")];

impl<'a> Translator<'a> {
    /// Reads the bounds of an operator whose name has just been read. They follow it, or they end the formula.
    pub(super) fn bounds(&mut self, name: &str) {
        let is_limit = name == "lim";
        if !is_limit && !matches!(name, "sum" | "prod" | "int") || self.rest().starts_with(['_', '^']) {
            return;
        }
        let is_read = if is_limit { self.approach() } else { self.range() };
        if !is_read {
            self.bounds_at_end(name);
        }
    }

    /// `x->0`, `(x→0)`, `as x -> 0 of` after `lim`.
    fn approach(&mut self) -> bool {
        let text = self.inside();
        let mut start = after_word(text, "as");
        start += scan::spaces(&text[start..]);
        // The bracket may be around the bound, or around a point: `(x→0)`, `(x,y)→(0,0)`.
        let is_bracketed = text[start..].starts_with('(') && approach(&text[start..]).is_none();
        start += usize::from(is_bracketed);
        let Some(length) = approach(&text[start..]) else { return false };
        let behind = &text[start + length..];
        if is_bracketed && !behind.starts_with(')') {
            return false;
        }
        let (side, bound) = side(&text[start..start + length]);
        self.emit(TokenKind::Subscript, "_", 0);
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.at += start;
        let mut skip = length - bound + usize::from(is_bracketed);
        skip += after_word(&text[start + bound + skip..], "of");
        self.end_after(bound, side, skip);
        true
    }

    /// `from i=1 to n of`, `k=0 to n` after `sum`; `from 0 to 1 of` after `int`.
    fn range(&mut self) -> bool {
        let text = self.inside();
        let from = after_word(text, "from");
        let mut start = from + scan::spaces(&text[from..]);
        let is_bracketed = text[start..].starts_with('(');
        start += usize::from(is_bracketed);
        let Some((lower, upper)) = range(&text[start..]) else { return false };
        let names_variable = text[start..start + lower].contains('=');
        let upper_start = start + lower + TO.len();
        let behind = &text[upper_start + upper..];
        if from == 0 && !names_variable && !is_bracketed || is_bracketed && !behind.starts_with(')') {
            return false;
        }
        let mut skip = usize::from(is_bracketed);
        skip += after_word(&behind[skip..], "of");
        self.emit(TokenKind::Subscript, "_", 0);
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.at += start;
        self.end_after(lower + TO.len() + upper, GROUP, skip);
        self.end_after(lower, LOWER, TO.len());
        true
    }

    /// Reads bounds that stand behind what they are about: `lim sin x/x as x->0`, `int of x^2 from 0 to 1`.
    fn bounds_at_end(&mut self, name: &str) {
        let text = self.inside();
        let found = if name == "lim" { approach_at_end(text) } else { range_at_end(text, name) };
        let Some(Found { start, lower, side, upper, end }) = found else { return };
        let of = after_word(text, "of");
        if start < of {
            return;
        }
        self.emit(TokenKind::Subscript, "_", 0);
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.translate(&lower);
        for &(kind, text) in if upper.is_empty() { side } else { LOWER } {
            self.emit(kind, text, 0);
        }
        if !upper.is_empty() {
            self.translate(&upper);
            self.emit(TokenKind::EndGroup, "}", 0);
        }
        self.at += of;
        self.end_after(start - of, &[], end - start);
    }

    /// Adds the tokens of a part ahead.
    fn translate(&mut self, place: &Range<usize>) {
        let source = &self.source[..self.at + place.end];
        let mut inner = Translator::new(source, (self.powers, self.indexed));
        inner.at = self.at + place.start;
        inner.run();
        self.out.append(&mut inner.out);
    }
}

/// Bounds behind what they are about, by their bytes in a text.
struct Found {
    /// Where the formula before them ends.
    start: usize,
    lower: Range<usize>,
    /// Ends the lower bound of a limit.
    side: Tokens,
    /// Empty for a limit.
    upper: Range<usize>,
    end: usize,
}

/// `as x -> 0`, or a last piece `x→0`.
fn approach_at_end(text: &str) -> Option<Found> {
    let text = scan::beginning(text);
    let after_as = text.find(" as ").map(|at| (at, at + " as ".len()));
    let last = || text.trim_end().rfind(' ').map(|at| (at, at + 1));
    let (start, at) = after_as.or_else(last)?;
    let length = approach(&text[at..])?;
    if after_as.is_none() && at + length < text.trim_end().len() {
        return None;
    }
    let start = text[..start].trim_end_matches([' ', ',']).len();
    let (side, bound) = side(&text[at..at + length]);
    Some(Found { start, lower: at..at + bound, side, upper: 0..0, end: at + length })
}

/// `from 0 to 1`; for a sum or product `from n=1 to infinity`.
fn range_at_end(text: &str, name: &str) -> Option<Found> {
    let text = scan::beginning(text);
    let start = text.find(" from ")?;
    let at = start + " from ".len();
    let (lower, upper) = range(&text[at..])?;
    let lower = at..at + lower;
    let upper = lower.end + TO.len()..lower.end + TO.len() + upper;
    if name != "int" && !text[lower.clone()].contains('=') {
        return None;
    }
    Some(Found { start, lower, side: GROUP, end: upper.end, upper })
}

/// How the bound of a limit ends, and its length without the sign of its side.
fn side(bound: &str) -> (Tokens, usize) {
    match bound.chars().next_back() {
        Some('+') => (FROM_ABOVE, bound.len() - 1),
        Some('-') => (FROM_BELOW, bound.len() - 1),
        _ => (GROUP, bound.len()),
    }
}

const TO: &str = " to ";

/// The length of the spaces and the word at the beginning of a text; 0 if it begins with something else.
pub(super) fn after_word(text: &str, word: &str) -> usize {
    let spaces = scan::spaces(text);
    match text[spaces..].strip_prefix(word) {
        Some(behind) if behind.starts_with(char::is_whitespace) => spaces + word.len(),
        _ => 0,
    }
}

/// The length of `x -> 0`.
fn approach(text: &str) -> Option<usize> {
    let variable = match text.chars().next()? {
        '(' => scan::bracket(text)?,
        c if c.is_alphabetic() => c.len_utf8(),
        _ => return None,
    };
    let arrow = variable + arrow(&text[variable..])?;
    let target = arrow + scan::spaces(&text[arrow..]);
    let length = up_to_space(&text[target..]);
    (length > 0).then_some(target + length)
}

/// The length of an arrow with the spaces before it.
fn arrow(text: &str) -> Option<usize> {
    let spaces = scan::spaces(text);
    let behind = &text[spaces..];
    let arrow = ARROWS.iter().find(|arrow| behind.starts_with(*arrow)).map(|arrow| arrow.len());
    let word = ["to ", "approaches ", "goes to ", "tends to "]
        .iter()
        .find(|word| spaces > 0 && behind.starts_with(*word));
    Some(spaces + arrow.or(word.map(|word| word.len()))?)
}

/// The lengths of the lower bound and the upper bound in `i=1 to n`.
fn range(text: &str) -> Option<(usize, usize)> {
    let start = text
        .char_indices()
        .take_while(|&(at, _)| at < scan::LONGEST)
        .find_map(|(at, c)| (c == ' ' && text[at..].starts_with(TO)).then_some(at))?;
    let lower = text.get(..start)?;
    let is_bound = !lower.is_empty() && lower.split_whitespace().all(|piece| scan::letters(piece) <= 2);
    let upper = up_to_space(&text[start + TO.len()..]);
    (is_bound && upper > 0).then_some((start, upper))
}

/// The length up to a space, a comma or a bracket that closes something before.
pub(super) fn up_to_space(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => return at,
            c if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
        if at >= scan::LONGEST {
            return 0;
        }
    }
    text.len()
}

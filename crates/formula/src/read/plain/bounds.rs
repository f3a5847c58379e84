//! Bounds in words or beside their operator: `lim x->0`, `sum from i=1 to n of`, `integral from 0 to 1 of`.

use super::{GROUP, Translator, scan};
use crate::latex::TokenKind;

/// The arrows of limits, longer ones first. `to` is a word.
const ARROWS: &[&str] = &["-->", "->", "→", "⟶", "⇒", "=>"];

/// Ends a lower bound and begins the upper one.
const LOWER: &[(TokenKind, &str)] =
    &[(TokenKind::EndGroup, "}"), (TokenKind::Superscript, "^"), (TokenKind::BeginGroup, "{")];

/// Ends the bound of a limit from one side.
const FROM_ABOVE: &[(TokenKind, &str)] =
    &[(TokenKind::Superscript, "^"), (TokenKind::Char('+'), "+"), (TokenKind::EndGroup, "}")];
const FROM_BELOW: &[(TokenKind, &str)] =
    &[(TokenKind::Superscript, "^"), (TokenKind::Char('-'), "-"), (TokenKind::EndGroup, "}")];

impl Translator<'_> {
    /// Reads the bounds that follow an operator whose name has just been read.
    pub(super) fn bounds(&mut self, name: &str) {
        match name {
            "lim" => self.approach(),
            "sum" | "prod" | "int" => self.range(),
            _ => {}
        }
    }

    /// `x->0`, `(x→0)`, `as x -> 0 of` after `lim`.
    fn approach(&mut self) {
        let text = self.inside();
        let mut start = after_word(text, "as");
        start += scan::spaces(&text[start..]);
        let is_bracketed = text[start..].starts_with('(');
        start += usize::from(is_bracketed);
        let Some(length) = approach(&text[start..]) else { return };
        let bound = &text[start..start + length];
        let behind = &text[start + length..];
        if is_bracketed && !behind.starts_with(')') {
            return;
        }
        self.emit(TokenKind::Subscript, "_", 0);
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.at += start;
        let (side, length) = match bound.chars().next_back() {
            Some('+') => (FROM_ABOVE, length - 1),
            Some('-') => (FROM_BELOW, length - 1),
            _ => (GROUP, length),
        };
        let mut skip = bound.len() - length + usize::from(is_bracketed);
        skip += after_word(&text[start + length + skip..], "of");
        self.end_after(length, side, skip);
    }

    /// `from i=1 to n of`, `k=0 to n` after `sum`; `from 0 to 1 of` after `int`.
    fn range(&mut self) {
        let text = self.inside();
        let from = after_word(text, "from");
        let start = from + scan::spaces(&text[from..]);
        let Some((lower, upper)) = range(&text[start..]) else { return };
        let names_variable = text[start..start + lower].contains('=');
        if from == 0 && !names_variable {
            return;
        }
        let upper_start = start + lower + TO.len();
        let skip = after_word(&text[upper_start + upper..], "of");
        self.emit(TokenKind::Subscript, "_", 0);
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.at += start;
        self.end_after(lower + TO.len() + upper, GROUP, skip);
        self.end_after(lower, LOWER, TO.len());
    }
}

const TO: &str = " to ";

/// The length of the spaces and the word at the beginning of a text; 0 if it begins with something else.
fn after_word(text: &str, word: &str) -> usize {
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
    let word = ["to ", "approaches "].iter().find(|word| spaces > 0 && behind.starts_with(*word));
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
fn up_to_space(text: &str) -> usize {
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

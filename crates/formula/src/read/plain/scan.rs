//! Lengths, in bytes, of what a plain-text formula goes on with.
//!
//! Pure functions over the rest of the source. None looks further than [`LONGEST`] bytes.

use super::words;
use crate::tables::unicode;

/// The most bytes that a scan looks ahead.
pub(super) const LONGEST: usize = 256;

/// Factors without spaces between them.
#[derive(Clone, Copy, Default)]
pub(super) struct Product {
    pub length: usize,
    pub factors: usize,
}

/// The beginning of a text, as far as a scan looks ahead.
pub(super) fn beginning(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn length_while(text: &str, accepts: impl Fn(char) -> bool) -> usize {
    text.chars().take_while(|&c| accepts(c)).map(char::len_utf8).sum()
}

pub(super) fn spaces(text: &str) -> usize {
    length_while(text, char::is_whitespace)
}

pub(super) fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// Digits, with a decimal point between digits.
pub(super) fn number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let decimals = text.get(whole..).and_then(|rest| rest.strip_prefix('.')).map_or(0, digits);
    if decimals > 0 { whole + 1 + decimals } else { whole }
}

/// The bracket that opens here, with what it encloses; none if it does not close.
pub(super) fn bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take_while(|&(at, _)| at < LONGEST) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + c.len_utf8());
        }
    }
    None
}

/// Whether a text begins with a differential, `dx` or `∂x`, and no further factors.
pub(super) fn is_differential(text: &str) -> bool {
    let word = &text[..letters(text)];
    text.starts_with('∂') || (word.len() == 2 && word.starts_with('d'))
}

/// Whether the backslash at a place stands between two sets: `A\B`, `A \ B`.
pub(super) fn is_set_difference(text: &str, at: usize) -> bool {
    let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at + 1..).unwrap_or(""));
    let is_set =
        before.trim_end().ends_with(|c: char| c.is_ascii_uppercase() || matches!(c, ')' | 'ℝ' | 'ℂ'));
    let length = letters(behind);
    let is_letter = length == 1
        && behind.starts_with(|c: char| c.is_ascii_uppercase())
        && !before.ends_with(' ')
        && words::is_no_command(&behind[..1]);
    is_set && (is_letter || (before.ends_with(' ') && behind.starts_with(' ')))
}

/// Whether the slash at a place has a bracket before it, and a number and then letters after it: `(a+b)/2c`.
pub(super) fn divides_bracket(text: &str, at: usize) -> bool {
    let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at + 1..).unwrap_or(""));
    let digits = number(behind);
    before.ends_with([')', ']'])
        && digits > 0
        && behind[digits..].starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether the Greek capital at a place is a sum or product: it has a bound or a space after it, and then an operand, or
/// stands directly before a small letter or number, and not after an operand: `Σx²`, but not `x^TΣx`.
pub(super) fn is_sum_of_letter(text: &str, at: usize) -> bool {
    let Some(behind) = text.get(at..).and_then(|rest| rest.strip_prefix(['Σ', 'Π'])) else { return false };
    let has_terms = |inside: &str| inside.contains(" to ") || inside.contains(['+', '-', '−']);
    let has_words = behind.starts_with('(') && bracket(behind).is_some_and(|end| has_terms(&behind[..end]));
    let has_bound =
        behind.starts_with("_{") || behind.starts_with("_(") || behind.starts_with('₍') || has_words;
    let has_term = behind.starts_with(' ') && behind.trim_start().starts_with(char::is_alphanumeric);
    let is_first = text[..at]
        .trim_end()
        .chars()
        .next_back()
        .is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ')' | ']'));
    let is_beside_term = behind.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    is_first && (has_bound || is_beside_term) || has_bound && !has_words || has_term
}

/// Whether a Greek capital of a text is a sum or product.
pub(super) fn has_sum_of_letter(text: &str) -> bool {
    text.match_indices(['Σ', 'Π']).any(|(at, _)| is_sum_of_letter(text, at))
}

/// A letter of another alphabet than ASCII, or another character that is an operand by itself.
fn is_symbol(c: char) -> bool {
    !c.is_ascii() && (c.is_alphabetic() || matches!(c, '∞' | '∅')) && !is_script(c)
}

fn is_script(c: char) -> bool {
    unicode::superscript(c).is_some() || unicode::subscript(c).is_some()
}

/// The factors up to the next space or operator: `2a`, `n(n+1)`, `2sin x`.
pub(super) fn product(text: &str) -> Product {
    let mut product = Product::default();
    while product.length < LONGEST {
        let rest = &text[product.length..];
        let Some(found) = factor(rest) else { break };
        product.length += found.length;
        product.factors += found.factors;
        product.length += marks(&text[product.length..]);
    }
    product
}

fn factor(text: &str) -> Option<Product> {
    let c = text.chars().next()?;
    let one = |length: usize| Product { length, factors: 1 };
    match c {
        '0'..='9' => Some(one(number(text))),
        '(' | '[' => bracket(text).map(one),
        '√' | '∛' | '∜' => root_operand(&text[c.len_utf8()..]).map(|length| one(c.len_utf8() + length)),
        c if c.is_ascii_alphabetic() => Some(factors_of_word(text)),
        c if is_symbol(c) => Some(one(c.len_utf8())),
        _ => None,
    }
}

/// A word as factors. A function takes what follows it, after a space too.
fn factors_of_word(text: &str) -> Product {
    let length = letters(text);
    let word = &text[..length];
    if !words::is_function(word) {
        let factors = if words::command(word).is_some() { 1 } else { words::factors(word) };
        return Product { length, factors };
    }
    let script = marks(&text[length..]);
    let behind = &text[length + script..];
    let space = spaces(behind);
    let argument = operand(&behind[space..], false).map_or(0, |argument| space + argument);
    Product { length: length + script + argument, factors: 1 }
}

/// Scripts, primes and factorials after an operand.
fn marks(text: &str) -> usize {
    let mut length = 0;
    while let Some(c) = text[length..].chars().next() {
        let rest = &text[length..];
        length += match c {
            '^' => 1 + operand(&rest[1..], true).unwrap_or(0),
            '_' => 1 + index(&rest[1..]).unwrap_or(0),
            '!' if rest.starts_with("!=") => break,
            '!' | '\'' | '’' | '′' | '″' | '°' => c.len_utf8(),
            c if is_script(c) => c.len_utf8(),
            _ => break,
        };
        if length >= LONGEST {
            break;
        }
    }
    length
}

/// The operand of a script or root that has no bracket around it: a sign and a number, a word, a symbol or a
/// bracket. A superscript takes the superscript of its operand too: `e^-x^2`.
pub(super) fn operand(text: &str, is_power: bool) -> Option<usize> {
    let mut length = length_while(text, |c| matches!(c, '-' | '+' | '−' | '±'));
    if text[..length].chars().count() > 1 {
        return None;
    }
    let is_signed = length > 0;
    length += operand_without_sign(&text[length..])?;
    if is_signed && text[..length].ends_with(|c: char| c.is_ascii_digit()) {
        length += usize::from(has_factor(&text[length..], &text[..length]));
    }
    if is_power && length < LONGEST {
        length += power(&text[length..]);
    }
    Some(length)
}

/// Whether a letter directly after a negative number in an exponent belongs to it: `e^-2x`, but not `B^-1A` or `x^-2y^-3`.
fn has_factor(behind: &str, number: &str) -> bool {
    letters(behind) == 1
        && behind.starts_with(|c: char| c.is_ascii_lowercase())
        && !number.ends_with(['-', '−', '+'])
        && number.trim_start_matches(['-', '−', '+']) != "1"
        && !behind[1..].starts_with("^-")
}

/// The operand of a root without brackets, with its scripts: `√x_1`, `√x²`.
pub(super) fn root_operand(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|c| matches!(c, '-' | '−')).map_or(0, char::len_utf8);
    let length = sign + operand_without_sign(&text[sign..])?;
    Some(length + marks(&text[length..]))
}

/// The superscript of an operand of a superscript.
fn power(text: &str) -> usize {
    match text.strip_prefix('^') {
        Some(behind) if behind.len() < LONGEST => match operand(behind, true).or_else(|| bracket(behind)) {
            Some(length) => 1 + length,
            None => 0,
        },
        _ => length_while(text, |c| unicode::superscript(c).is_some()),
    }
}

fn operand_without_sign(text: &str) -> Option<usize> {
    let c = text.chars().next()?;
    match c {
        '0'..='9' => Some(number(text)),
        '(' => bracket(text),
        '√' | '∛' | '∜' => root_operand(&text[c.len_utf8()..]).map(|length| c.len_utf8() + length),
        c if c.is_ascii_alphabetic() => Some(word(text)),
        c if is_symbol(c) => Some(c.len_utf8()),
        _ => None,
    }
}

/// The operand of a subscript. `a_nx` is a product; `a_ij` is not.
pub(super) fn index(text: &str) -> Option<usize> {
    // `u_xy` is a derivative.
    let is_product = letters(text) == 2
        && text[1..].starts_with(['x', 'y', 'z'])
        && !text.starts_with(['x', 'y', 'z', 't']);
    if is_product && words::command(&text[..2]).is_none() { Some(1) } else { operand(text, false) }
}

/// The letters of an operand.
fn word(text: &str) -> usize {
    let length = letters(text);
    let (word, behind) = text.split_at(length);
    if words::is_function(word) {
        return length + if behind.starts_with('(') { bracket(behind).unwrap_or(0) } else { 0 };
    }
    if words::command(word).is_some() {
        return length;
    }
    // A transpose: `A^TA`.
    if length > 1 && word.starts_with(['T', 'H']) {
        return 1;
    }
    // `e^xdx`
    if length > 2 && is_differential(&word[length - 2..]) && word.ends_with(['x', 'y', 'z', 't', 'u']) {
        return length - 2;
    }
    // The last letter has a script of its own: `a_nx^n`.
    if length > 1 && behind.starts_with(['^', '_']) {
        return length - 1;
    }
    // `e^iπ`
    if word == "i" { length + length_while(behind, is_symbol) } else { words::first_operand(word) }
}

/// A count of things without spaces: `k`, `k-1`, `(n+1)`.
pub(super) fn count(text: &str) -> usize {
    let mut length = 0;
    loop {
        length += product(&text[length..]).length;
        let behind = &text[length..];
        let is_sum = behind.starts_with(['+', '-']) && behind[1..].starts_with(char::is_alphanumeric);
        if length == 0 || !is_sum || length >= LONGEST {
            return length;
        }
        length += 1;
    }
}

/// The bytes that the operand before the end of a text takes: `(n+1)`, `2n`.
pub(super) fn operand_before(text: &str) -> usize {
    let (mut depth, mut length) = (0_usize, 0);
    for c in text.chars().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => break,
            '(' | '[' | '{' => depth -= 1,
            _ if depth > 0 || c.is_alphanumeric() || matches!(c, '^' | '_' | '!' | '.' | '+' | '-') => {}
            _ => break,
        }
        length += c.len_utf8();
        if length >= LONGEST {
            break;
        }
    }
    if depth == 0 { length } else { 0 }
}

//! Tags: the text of one node, cleaned of the characters that have a meaning in tree strings.

use crate::slt::Font;
use crate::symbol::{Symbol, Texts};
use crate::write::alphabet;

/// Appends a type and a value; if the cleaned value is empty, the node is a placeholder.
pub(super) fn push_typed(kind: &str, texts: &Texts, symbol: Symbol, font: Font, out: &mut String) {
    let start = out.len();
    out.push_str(kind);
    let value = out.len();
    push_clean(texts, symbol, font, out);
    if out.len() == value {
        out.truncate(start);
        out.push_str("W!");
    }
}

/// Appends a symbol without outer whitespace, with structural characters spelled out.
pub(super) fn push_clean(texts: &Texts, symbol: Symbol, font: Font, out: &mut String) {
    match symbol.as_char() {
        Some(c) if c.is_whitespace() => {}
        Some(c) => push_clean_char(c, font, out),
        None => {
            for c in texts.long(symbol).trim().chars() {
                push_clean_char(c, font, out);
            }
        }
    }
}

fn push_clean_char(c: char, font: Font, out: &mut String) {
    match c {
        '?' => out.push_str("&quest;"),
        ',' => out.push_str("&comma;"),
        '[' => out.push_str("&lsqb;"),
        ']' => out.push_str("&rsqb;"),
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\u{2061}'..='\u{2064}' => {}
        _ => push_letter(c, font, out),
    }
}

/// Appends a symbol as it is, except that letters in distinct fonts become their Unicode characters.
pub(crate) fn push_letters(texts: &Texts, symbol: Symbol, font: Font, out: &mut String) {
    match symbol.as_char() {
        Some(c) => push_letter(c, font, out),
        None if alphabet::is_distinct(font) => {
            for c in texts.long(symbol).chars() {
                push_letter(c, font, out);
            }
        }
        None => out.push_str(texts.long(symbol)),
    }
}

fn push_letter(c: char, font: Font, out: &mut String) {
    let distinct = alphabet::is_distinct(font).then(|| alphabet::styled(c, font)).flatten();
    out.push(distinct.unwrap_or(c));
}

/// Appends a decimal number.
pub(super) fn push_number(number: usize, out: &mut String) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

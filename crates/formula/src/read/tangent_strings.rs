//! Reads the tree strings of Tangent-S back into trees.
//!
//! Some test collections and index dumps hold formulas only as these strings. The trees cannot hold more than
//! the strings do: brackets for which Tangent has no tag are operators on the baseline, not groups, and there
//! are no spans. Letters of mathematical alphabets become plain letters with a font.
//!
//! What it is not: a lenient reader. A string that no writer produces gives `None`.

mod opt;
mod slt;

pub use opt::parse_opt;
pub use slt::parse_slt;

use crate::slt::Font;
use crate::symbol::{Symbol, Texts};
use crate::tables::letters;

/// Splits off the tag at the start of `text`, which ends before the next structural character.
fn split_tag(text: &str) -> (&str, &str) {
    let end = text.find(['[', ']', ',']).unwrap_or(text.len());
    text.split_at(end)
}

/// The type letter and the value of a tag; the type is empty for a bare operator.
fn split_type(tag: &str) -> (&str, &str) {
    match tag.char_indices().nth(1) {
        Some((at, '!')) if !tag.starts_with('!') => (&tag[..at], &tag[at + 1..]),
        _ => ("", tag),
    }
}

/// Restores structural characters that are spelled out.
fn unescape(value: &str) -> String {
    let spelled = [("&quest;", "?"), ("&comma;", ","), ("&lsqb;", "["), ("&rsqb;", "]")];
    spelled.iter().fold(value.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The symbol of a value, and its font where every character is of the same alphabet.
fn symbol_and_font(value: &str, texts: &mut Texts) -> (Symbol, Font) {
    let value = unescape(value);
    let mut font = None;
    let mut plain = String::with_capacity(value.len());
    for c in value.chars() {
        let (letter, letter_font) = letters::plain(c);
        plain.push(letter);
        if font.is_some_and(|font| font != letter_font) {
            return (texts.intern(&value), Font::Plain);
        }
        font = Some(letter_font);
    }
    (texts.intern(&plain), font.unwrap_or_default())
}

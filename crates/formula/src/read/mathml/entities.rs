//! Character references: `&#x2062;`, `&alpha;`, `&InvisibleTimes;`.
//!
//! `data/entities.tsv` lists the named references of HTML. XML itself has five; MathML written by hand or
//! taken from HTML pages uses the rest. The table is part of this crate because `htmlize` would add two build
//! dependencies for the same table.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

static NAMED: LazyLock<FxHashMap<&'static str, String>> = LazyLock::new(|| {
    include_str!("../../../data/entities.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, codes)| (name, codes.split(' ').filter_map(|code| from_code(code, 16)).collect()))
        .collect()
});

/// The longest name looked for after an ampersand; anything longer is not a reference.
const LONGEST: usize = 32;

fn from_code(digits: &str, radix: u32) -> Option<char> {
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|&c| c != '\0')
}

/// The characters that a name stands for: `λ` for `lambda`.
pub fn named(name: &str) -> Option<&'static str> {
    NAMED.get(name).map(String::as_str)
}

/// Decodes one reference at the start of `text`, which begins with `&`: the characters and the bytes read.
pub(crate) fn decode_one(text: &str) -> Option<(Cow<'static, str>, usize)> {
    let bytes = &text.as_bytes()[..text.len().min(LONGEST + 2)];
    let end = bytes.iter().position(|&byte| byte == b';')?;
    let name = text.get(1..end)?;
    if let Some(number) = name.strip_prefix('#') {
        let c = match number.strip_prefix(['x', 'X']) {
            Some(hex) => from_code(hex, 16)?,
            None => from_code(number, 10)?,
        };
        return Some((Cow::Owned(c.to_string()), end + 1));
    }
    named(name).map(|text| (Cow::Borrowed(text), end + 1))
}

/// Replaces the references in `text`. An ampersand that does not begin a reference stays as it is, and
/// `unknown` is called with its offset.
pub(super) fn decode<'s>(text: &'s str, mut unknown: impl FnMut(usize)) -> Cow<'s, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(offset) = text[at..].find('&') {
        out.push_str(&text[at..at + offset]);
        at += offset;
        match decode_one(&text[at..]) {
            Some((characters, length)) => {
                out.push_str(&characters);
                at += length;
            }
            None => {
                unknown(at);
                out.push('&');
                at += 1;
            }
        }
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_references_are_replaced_and_others_reported() {
        let mut unknown = Vec::new();
        let text = decode("&alpha;&#8706;&#x2062;&lt; & &nothing; &", |at| unknown.push(at));
        assert_eq!(text, "α∂\u{2062}< & &nothing; &");
        assert_eq!(unknown, [27, 29, 39]);
    }

    #[test]
    fn every_line_of_the_table_names_a_character() {
        assert!(NAMED.len() > 800);
        assert!(NAMED.values().all(|text| !text.is_empty()));
    }
}

//! Character references of HTML: `&lt;`, `&#955;`, `&#x3bb;`, `&nbsp` without its semicolon.

use std::borrow::Cow;

use formula::mathml::entities::named as characters;

/// Longer than any name, so that an ampersand alone costs little.
const LONGEST: usize = 34;

/// What browsers make of the references 128 to 159: Windows-1252.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Names that are read without a semicolon too; the rest of the old ones only confuse (`&copy` in a query string).
const BARE: [&str; 5] = ["nbsp", "quot", "amp", "lt", "gt"];

/// The text with its references decoded; what is no reference stays.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'&', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut next = Some(first);
    while let Some(at) = next {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        rest = reference;
        let length = one(reference, &mut out);
        if length == 0 {
            out.push('&');
        }
        rest = rest.get(length.max(1)..).unwrap_or("");
        next = memchr::memchr(b'&', rest.as_bytes());
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The text with `&lt;`, `&gt;`, `&amp;` and their like decoded, also where they were escaped twice: in a formula
/// none of them means anything else.
pub(super) fn decode_in_formula(text: &str) -> Cow<'_, str> {
    let once = decode_marked(text);
    match decode_marked(&once) {
        Cow::Borrowed(_) => once,
        Cow::Owned(twice) => Cow::Owned(twice),
    }
}

/// Only references that end in a semicolon: in a matrix `&lt` could be a cell.
fn decode_marked(text: &str) -> Cow<'_, str> {
    const MARKED: [(&str, &str); 7] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    if !text.contains('&') || !text.contains(';') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let known = MARKED.iter().find(|(name, _)| reference.starts_with(name)).copied();
        let (name, character) = known.unwrap_or(("&", "&"));
        out.push_str(character);
        rest = reference.get(name.len()..).unwrap_or("");
    }
    out.push_str(rest);
    if out.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Writes the character of the reference that the text begins with; its length, or 0 if it is none.
fn one(text: &str, out: &mut String) -> usize {
    let body = text.get(1..).unwrap_or("");
    match body.strip_prefix('#') {
        Some(number) => numeric(number, out),
        None => named(body, out),
    }
}

fn named(body: &str, out: &mut String) -> usize {
    let length = body.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    let name = body.get(..length).unwrap_or("");
    if body.as_bytes().get(length) == Some(&b';')
        && let Some(value) = characters(name)
    {
        push(value, out);
        return length + 2;
    }
    let bare = BARE.iter().find(|bare| body.starts_with(**bare));
    let Some((bare, value)) = bare.and_then(|bare| Some((bare, characters(bare)?))) else { return 0 };
    push(value, out);
    bare.len() + 1
}

/// A fixed space is a space to whoever reads words.
fn push(value: &str, out: &mut String) {
    out.push_str(if value == "\u{a0}" { " " } else { value });
}

fn numeric(number: &str, out: &mut String) -> usize {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let length = digits.bytes().take(LONGEST).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if length == 0 {
        return 0;
    }
    let code = digits.get(..length).and_then(|digits| u32::from_str_radix(digits, radix).ok());
    let character = match code {
        Some(0xa0) => ' ',
        Some(code @ 0x80..=0x9f) => WINDOWS.get(code as usize - 0x80).copied().unwrap_or('\u{fffd}'),
        Some(0) | None => '\u{fffd}',
        Some(code) => char::from_u32(code).unwrap_or('\u{fffd}'),
    };
    out.push(character);
    let semicolon = usize::from(digits.as_bytes().get(length) == Some(&b';'));
    2 + (number.len() - digits.len()) + length + semicolon
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded_and_other_ampersands_stay() {
        for (source, expected) in [
            ("a &lt; b &amp;&amp; c", "a < b && c"),
            ("&#955; &#x3BB; &lambda;", "λ λ λ"),
            ("&#150; &#0; &#1114112; &#99999999999;", "– \u{fffd} \u{fffd} \u{fffd}"),
            ("x&nbsp;y&ltz", "x y<z"),
            ("AT&T & co; &; &#; &#x; &unknown;", "AT&T & co; &; &#; &#x; &unknown;"),
            ("?a=1&copy=2", "?a=1&copy=2"),
            ("&NotEqualTilde;&alpha;&Afr;", "≂̸α𝔄"),
            ("&", "&"),
        ] {
            assert_eq!(decode(source), expected, "{source}");
        }
    }

    #[test]
    fn formulas_escaped_twice_are_what_they_were() {
        assert_eq!(decode_in_formula("f(x)&amp;gt;0 &lt 1"), "f(x)>0 &lt 1");
        assert_eq!(decode_in_formula("a & b \\\\ c &amp; d"), "a & b \\\\ c & d");
    }
}

//! Character references of HTML: `&lt;`, `&#955;`, `&#x3bb;`, `&nbsp` without its semicolon.

use std::borrow::Cow;

use formula::mathml::entities::named as characters;

/// Longer than any name, so that a single ampersand costs little.
const LONGEST: usize = 34;

/// The characters that browsers show for the references 128 to 159: Windows-1252.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Names that are also read without a semicolon. The other old ones only cause errors (`&copy` in a query string).
const BARE: [&str; 5] = ["nbsp", "quot", "amp", "lt", "gt"];

/// The text with its references decoded; everything else stays.
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

/// The text with `&lt;`, `&gt;`, `&amp;` and similar references decoded, also if they were escaped twice: in a formula
/// they have no other meaning.
pub(super) fn decode_in_formula(text: &str) -> Cow<'_, str> {
    let once = decode_marked(text);
    match decode_marked(&once) {
        Cow::Borrowed(_) => once,
        Cow::Owned(twice) => Cow::Owned(twice),
    }
}

/// Decodes only references that end in a semicolon: in a matrix `&lt` could be a cell.
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

/// Appends the character of the reference at the beginning of the text; returns its length, or 0 if there is none.
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

/// Appends a value. A no-break space becomes a space, because words are separated by it.
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
    fn formulas_escaped_twice_are_decoded() {
        assert_eq!(decode_in_formula("f(x)&amp;gt;0 &lt 1"), "f(x)>0 &lt 1");
        assert_eq!(decode_in_formula("a & b \\\\ c &amp; d"), "a & b \\\\ c & d");
    }
}

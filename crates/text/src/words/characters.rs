//! The class of a character in a word, and the two scans that see every byte of a text.

use unicode_normalization::char::is_combining_mark;

/// The class of a character in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A letter or digit. ∞ is one: "∞-category", "C^∞".
    Letter,
    /// A character of a script without spaces, a word by itself.
    Single,
    /// ² and similar characters.
    Superscript,
    /// ₂ and similar characters.
    Subscript,
    /// A dash used inside words.
    Hyphen,
    /// Any character that people type as an apostrophe.
    Apostrophe,
    /// `^`
    Caret,
    /// `_`
    Underscore,
    /// An accent or vowel sign on the letter before it.
    Mark,
    /// Neither part of the word nor its end: a soft hyphen.
    Invisible,
    /// Any character that ends a word.
    Other,
}

impl Class {
    /// Whether a word can start with this character.
    pub(super) fn starts_word(self) -> bool {
        matches!(self, Class::Letter | Class::Single | Class::Superscript | Class::Subscript)
    }
}

const ASCII: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'-' => Class::Hyphen,
            b'\'' => Class::Apostrophe,
            b'^' => Class::Caret,
            b'_' => Class::Underscore,
            letter if letter.is_ascii_alphanumeric() => Class::Letter,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The class of `c`.
pub(super) fn class(c: char) -> Class {
    match ASCII.get(c as usize) {
        Some(&class) => class,
        None => class_beyond_ascii(c),
    }
}

fn class_beyond_ascii(c: char) -> Class {
    match c {
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' => Class::Hyphen,
        '’' | '‘' | '´' | '′' | 'ʼ' | 'ʻ' | 'ʹ' | '\u{374}' | '\u{FF07}' => Class::Apostrophe,
        // The last two are the hamza and ayn of transliterated Arabic, which most people leave out.
        '\u{AD}' | '\u{200C}' | '\u{200D}' | '\u{2060}' | '\u{FEFF}' | 'ʾ' | 'ʿ' => Class::Invisible,
        '²' | '³' | '¹' | '\u{2070}' | 'ⁱ' | '\u{2074}'..='\u{2079}' | 'ⁿ' => Class::Superscript,
        '\u{2080}'..='\u{2089}' | '\u{2090}'..='\u{209C}' | '\u{1D62}'..='\u{1D6A}' | 'ⱼ' => {
            Class::Subscript
        }
        '∞' => Class::Letter,
        _ if is_combining_mark(c) => Class::Mark,
        _ if !c.is_alphanumeric() => Class::Other,
        _ if is_without_spaces(c) => Class::Single,
        _ => Class::Letter,
    }
}

/// Whether `c` is Chinese or Japanese, also in the narrow and encircled forms.
fn is_without_spaces(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{312F}' | '\u{3190}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{1AFF0}'..='\u{1B16F}' | '\u{20000}'..='\u{323AF}')
}

/// The class of the character at `at` and the place after it; none at the end of the text.
pub(super) fn at(text: &str, at: usize) -> Option<(Class, usize)> {
    let c = text.get(at..)?.chars().next()?;
    Some((class(c), at + c.len_utf8()))
}

/// Where the next word starts, at `from` or later.
pub(super) fn word_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut place = from;
    loop {
        let (class, after) = match ASCII.get(usize::from(*bytes.get(place)?)) {
            Some(&class) => (class, place + 1),
            None => at(text, place)?,
        };
        if class.starts_word() {
            return Some(place);
        }
        place = after;
    }
}

/// The end of the ASCII letters and digits that start at `from`, if they are the whole word.
pub(super) fn plain_run(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(from..)?;
    let length = bytes.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(bytes.len());
    let last = bytes.get(..length)?.last()?;
    let plain = match bytes.get(length) {
        None => true,
        Some(b'.') => !last.is_ascii_digit(),
        Some(&next) => ASCII.get(usize::from(next)) == Some(&Class::Other),
    };
    plain.then_some(from + length)
}

/// The end of the run that starts at `from`: letters, digits with points between them, and marks; or scripts of one
/// kind; or one character of a script without spaces.
pub(super) fn run_end(text: &str, from: usize) -> usize {
    let Some((first, mut end)) = at(text, from) else { return from };
    while let Some((class, after)) = at(text, end) {
        let goes_on = match class {
            Class::Mark | Class::Invisible => true,
            Class::Single => false,
            Class::Other => first == Class::Letter && is_decimal_point(text, end),
            _ => class == first,
        };
        if !goes_on {
            break;
        }
        end = after;
    }
    end
}

fn is_decimal_point(text: &str, at: usize) -> bool {
    let around = at.checked_sub(1).and_then(|before| text.as_bytes().get(before..at + 2));
    matches!(around, Some([before, b'.', after]) if before.is_ascii_digit() && after.is_ascii_digit())
}

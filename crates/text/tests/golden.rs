//! The golden suites: lines anyone can read and extend, in `tests/golden/*.txt`.
//!
//! Each test reads one file, tries every line and lists all lines that fail at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use formula::{Notation, Options};
use support::{cases, compare, conclude};
use text::stem::stem;
use text::words::words;

/// `\u{…}` in a text replaced by its character.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').expect("a number in braces");
        out.push(char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap());
        out.push_str(rest);
    }
    out
}

/// The words by position: `|` within one position, `_` for a position without words.
fn by_position(source: &str) -> String {
    let mut positions: Vec<String> = Vec::new();
    for word in words(&unescaped(source)) {
        let position = word.position as usize;
        if position < positions.len() {
            positions[position] = format!("{}|{}", positions[position], word.text);
        } else {
            positions.resize(position, "_".to_owned());
            positions.push(word.text);
        }
    }
    positions.join(" ")
}

#[test]
fn texts_have_these_words() {
    compare("words.txt", 80, by_position);
}

#[test]
fn formulas_have_these_words() {
    compare("spoken.txt", 40, |source| {
        let formula = formula::read(source, Notation::Latex, &Options::default());
        text::spoken::words(&formula.opt).join(" ")
    });
}

#[test]
fn these_words_have_one_stem_or_two() {
    let mut failures = Vec::new();
    for (number, line) in cases("stems.txt", 50) {
        let (separator, equal) = if line.contains(" != ") { (" != ", false) } else { (" = ", true) };
        let stems: Vec<_> = line.split(separator).map(stem).collect();
        let holds = stems.windows(2).all(|pair| (pair[0] == pair[1]) == equal);
        if stems.len() < 2 || !holds {
            failures.push(format!("stems.txt:{number}: {line}\n    found {}", stems.join(", ")));
        }
    }
    conclude("stems.txt", &failures);
}

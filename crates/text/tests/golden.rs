//! The golden suites: lines anyone can read and extend, in `tests/golden/*.txt`.
//!
//! Each test reads one file, tries every line and lists all lines that fail at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use formula::{Notation, Options};
use text::stem::stem;
use text::words::words;

/// The lines of a suite that are cases, with their numbers.
fn cases(file: &str, minimum: usize) -> Vec<(usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let text = std::fs::read_to_string(&path).expect("the suite is there");
    let is_case = |line: &str| !line.is_empty() && !line.starts_with("# ");
    let lines = text.lines().enumerate().filter(|(_, line)| is_case(line));
    let cases: Vec<_> = lines.map(|(index, line)| (index + 1, line.to_owned())).collect();
    assert!(cases.len() >= minimum, "{file} has {} cases, at least {minimum} are asked for", cases.len());
    cases
}

/// Fails with every complaint of a suite.
fn conclude(file: &str, failures: &[String]) {
    assert!(failures.is_empty(), "{} lines of {file} fail:\n{}", failures.len(), failures.join("\n"));
}

/// Tries a suite of lines `source => result`.
fn compare(file: &str, minimum: usize, result: impl Fn(&str) -> String) {
    let mut failures = Vec::new();
    for (number, line) in cases(file, minimum) {
        let (source, expected) = line.split_once(" =>").unwrap_or_else(|| panic!("{file}:{number}: {line}"));
        let found = result(source);
        if found != expected.trim() {
            failures.push(format!("{file}:{number}: {source}\n    found    {found}\n    expected{expected}"));
        }
    }
    conclude(file, &failures);
}

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
fn formulas_are_said_in_these_words() {
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

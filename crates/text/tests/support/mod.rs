//! Helpers of the tests.

#![allow(dead_code)]

use std::ops::Range;
use std::path::Path;

/// The lines of a suite that are cases, with their numbers.
pub fn cases(file: &str, minimum: usize) -> Vec<(usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let text = std::fs::read_to_string(&path).expect("the suite is there");
    let is_case = |line: &str| !line.is_empty() && !line.starts_with("# ");
    let lines = text.lines().enumerate().filter(|(_, line)| is_case(line));
    let cases: Vec<_> = lines.map(|(index, line)| (index + 1, line.to_owned())).collect();
    assert!(cases.len() >= minimum, "{file} has {} cases, at least {minimum} are expected", cases.len());
    cases
}

/// Fails with all failures of a suite.
pub fn conclude(file: &str, failures: &[String]) {
    assert!(failures.is_empty(), "{} lines of {file} fail:\n{}", failures.len(), failures.join("\n"));
}

/// Runs a suite of lines `source => result`.
pub fn compare(file: &str, minimum: usize, result: impl Fn(&str) -> String) {
    let mut failures = Vec::new();
    for (number, line) in cases(file, minimum) {
        let (source, expected) = line.rsplit_once(" =>").unwrap_or_else(|| panic!("{file}:{number}: {line}"));
        let found = result(source);
        if found != expected.trim() {
            failures.push(format!("{file}:{number}: {source}\n    found    {found}\n    expected{expected}"));
        }
    }
    conclude(file, &failures);
}

/// The places between dollars, delimiters included: `$…$` and `$$…$$`.
pub fn dollars(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('$') {
        let start = at + found;
        let delimiter = if text[start..].starts_with("$$") { "$$" } else { "$" };
        let inside = start + delimiter.len();
        let Some(length) = text[inside..].find(delimiter).filter(|&length| length > 0) else { break };
        at = inside + length + delimiter.len();
        out.push(start..at);
    }
    out
}

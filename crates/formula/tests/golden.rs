//! The golden suites: one case per line, in `tests/golden/*.txt`.
//!
//! Each test reads one file, tries every line and lists all lines that fail at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::Path;

use formula::canonical::canonical;
use formula::diagnostic::Severity;
use formula::opt::{NodeId, Opt};
use formula::{Options, latex, meaning, write};

/// The lines of a suite, cut at `separator`, with their numbers.
fn suite(file: &str, separator: &str, minimum: usize) -> Vec<(usize, String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let text = std::fs::read_to_string(&path).expect("the suite is there");
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line == "#" || line.starts_with("# ") {
            continue;
        }
        let (left, right) =
            line.split_once(separator).unwrap_or_else(|| panic!("{file}:{}: {line}", number + 1));
        lines.push((number + 1, left.to_owned(), right.to_owned()));
    }
    assert!(lines.len() >= minimum, "{file} has {} lines, at least {minimum} are asked for", lines.len());
    lines
}

/// Fails with every failing line and the counts; otherwise prints the number of lines.
fn conclude(file: &str, total: usize, failures: &[String]) {
    println!("{file}: {} of {total} lines hold", total - failures.len());
    assert!(
        failures.is_empty(),
        "{} of {total} lines of {file} fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn operator_tree(source: &str) -> Opt {
    meaning::operator_tree(&latex::read(source, &Options::default()).0)
}

/// Adds the complaint of `check`, or its panic, so that one bad line does not hide the others.
fn note(failures: &mut Vec<String>, line: &str, check: impl FnOnce() -> Option<String>) {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)) {
        Ok(complaint) => failures.extend(complaint.map(|complaint| format!("{line}\n{complaint}"))),
        Err(_) => failures.push(format!("{line}\n    panics")),
    }
}

/// A canonical tree with the kind and font of every node, which the S-expression does not show.
fn fingerprint(tree: &Opt) -> String {
    fn walk(tree: &Opt, id: NodeId, out: &mut String) {
        let node = tree.node(id);
        write!(out, "({:?}:{}:{:?}", node.kind, tree.label(id), node.font).unwrap();
        for child in tree.children(id) {
            walk(tree, child, out);
        }
        out.push(')');
    }
    let mut out = String::new();
    if let Some(root) = tree.root() {
        walk(tree, root, &mut out);
    }
    out
}

/// Checks that the canonical forms of the pairs of a suite are equal, or that they differ if `equal` is
/// false.
fn compare_pairs(file: &str, separator: &str, minimum: usize, equal: bool) {
    let lines = suite(file, separator, minimum);
    let mut failures = Vec::new();
    for (number, left, right) in &lines {
        note(&mut failures, &format!("{file}:{number}: {left}{separator}{right}"), || {
            let trees = [left, right].map(|source| canonical(&operator_tree(source)));
            let [one, other] = trees.each_ref().map(fingerprint);
            let [left, right] = trees.each_ref().map(write::sexpr::write);
            ((one == other) != equal).then(|| format!("    {left}\n    {right}"))
        });
    }
    conclude(file, lines.len(), &failures);
}

#[test]
fn formulas_equal_by_convention_have_one_canonical_form() {
    compare_pairs("equal.txt", " <=> ", 330, true);
}

#[test]
fn different_formulas_have_different_canonical_forms() {
    compare_pairs("differ.txt", " <!> ", 120, false);
}

#[test]
fn canonical_form_of_every_line_is_idempotent() {
    let mut failures = Vec::new();
    let mut total = 0;
    for (file, separator) in
        [("equal.txt", " <=> "), ("differ.txt", " <!> "), ("operator-trees.txt", " ==> ")]
    {
        for (number, left, _) in suite(file, separator, 1) {
            total += 1;
            note(&mut failures, &format!("{file}:{number}: {left}"), || {
                let once = canonical(&operator_tree(&left));
                let twice = canonical(&once);
                let changed = fingerprint(&once) != fingerprint(&twice);
                let [once, twice] = [&once, &twice].map(write::sexpr::write);
                changed.then(|| format!("    once  {once}\n    twice {twice}"))
            });
        }
    }
    conclude("idempotence", total, &failures);
}

#[test]
fn operator_trees_are_those_a_mathematician_reads() {
    let lines = suite("operator-trees.txt", " ==> ", 170);
    let mut failures = Vec::new();
    for (number, source, expected) in &lines {
        note(&mut failures, &format!("operator-trees.txt:{number}: {source}"), || {
            let got = write::sexpr::write(&operator_tree(source));
            (got != *expected).then(|| format!("    expected {expected}\n    got      {got}"))
        });
    }
    conclude("operator-trees.txt", lines.len(), &failures);
}

/// Replaces every `<U+0001>` with the character of that number.
fn with_characters(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("<U+") {
        let (digits, after) = after.split_once('>').expect("a character ends with >");
        let code = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
        out.push_str(before);
        out.push(char::from_u32(code).expect("a character"));
        rest = after;
    }
    out + rest
}

#[test]
fn broken_input_is_diagnosed_at_the_right_place() {
    let lines = suite("broken.txt", " ==> ", 200);
    let mut failures = Vec::new();
    for (number, marked, code) in &lines {
        let marked = with_characters(marked);
        let start = marked.find('«').unwrap_or_else(|| panic!("broken.txt:{number} has no mark"));
        let source = marked.replace(['«', '»'], "");
        let (_, diagnostics) = latex::read(&source, &Options::default());
        let found = diagnostics.iter().any(|diagnostic| {
            diagnostic.severity == Severity::Recovery
                && diagnostic.code == code
                && diagnostic.span.start as usize == start
        });
        if !found {
            let got: Vec<String> =
                diagnostics.iter().map(|d| format!("{} at {:?}", d.code, d.span)).collect();
            failures.push(format!(
                "broken.txt:{number}: {marked:?} ==> {code} at {start}\n    got {}",
                got.join(", ")
            ));
        }
    }
    conclude("broken.txt", lines.len(), &failures);
}

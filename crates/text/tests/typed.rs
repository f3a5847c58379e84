//! What people type and paste into a search box: how the query is read, and the operator tree of each formula.
//!
//! `UPDATE_EXPECT=1 cargo test -p text --test typed` writes the present results into the file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::fmt::Write;
use std::path::Path;

use formula::{Notation, Options, write::sexpr};
use support::{cases, conclude};
use text::query::read;

/// Between a query, its reading and the trees of its formulas.
const SEPARATOR: &str = " ==> ";

/// How a query is read, and the trees of its formulas.
fn result(source: &str) -> String {
    let (text, query) = read(source);
    let mut out = query.read_as();
    for formula in query.formulas() {
        let marked = formula.marked.map(|index| &text.formulas[index]);
        let (source, notation) =
            marked.map_or((&formula.source, Notation::Auto), |marked| (&marked.source, marked.notation));
        let options = Options { wildcards: true, ..Options::default() };
        let tree = sexpr::write(&formula::read(source, notation, &options).opt);
        write!(out, "{SEPARATOR}{tree}").unwrap();
    }
    out
}

/// A query of the file. `<U+2009>` stands for a character that is hard to see.
fn with_characters(line: &str) -> String {
    let mut parts = line.split("<U+");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('>').expect("a character ends with >");
        out.push(char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap());
        out.push_str(rest);
    }
    out
}

#[test]
fn typed_queries_have_these_readings_and_trees() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return update();
    }
    let mut failures = Vec::new();
    for (number, line) in cases("typed.txt", 700) {
        let (source, expected) = line.split_once(SEPARATOR).unwrap_or((&line, ""));
        let found = result(&with_characters(source));
        if found != expected {
            failures
                .push(format!("typed.txt:{number}: {source}\n    found    {found}\n    expected {expected}"));
        }
    }
    conclude("typed.txt", &failures);
}

fn update() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/typed.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut out = String::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with("# ") {
            writeln!(out, "{line}").unwrap();
            continue;
        }
        let source = line.split_once(SEPARATOR).map_or(line, |(source, _)| source);
        writeln!(out, "{source}{SEPARATOR}{}", result(&with_characters(source))).unwrap();
    }
    std::fs::write(&path, out).unwrap();
}

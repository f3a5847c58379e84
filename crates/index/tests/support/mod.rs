//! Units to index, made from a few formulas.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses its part")]

use document::{Link, Occurrence, Text, Unit};
use formula::Notation;
use index::{Index, Settings, Writer, check};

/// Formulas of every kind that matters to an index.
pub const FORMULAS: [&str; 16] = [
    "x",
    "x^2+y^2=z^2",
    r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}",
    r"\int_0^\infty e^{-x^2}\,dx",
    r"\sum_{i=1}^n i=\frac{n(n+1)}{2}",
    r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
    r"f\colon A\to B",
    r"\lim_{n\to\infty}\left(1+\frac1n\right)^n=e",
    "a+b",
    "b+a",
    r"\undefined{x}",
    r"e^{i\pi}+1=0",
    r"P(A\mid B)=\frac{P(B\mid A)P(A)}{P(B)}",
    r"\nabla\times\mathbf F=0",
    r"|x+y|\le|x|+|y|",
    r"\binom nk",
];

/// A text with formulas between the words.
pub fn text(formulas: &[&str]) -> Text {
    let mut text = Text::plain("consider");
    for formula in formulas {
        text.text.push_str(" $");
        let start = text.text.len() - 1;
        text.text.push_str(formula);
        text.text.push('$');
        let place = start..text.text.len();
        let source = (*formula).to_owned();
        text.formulas.push(Occurrence {
            place,
            source,
            notation: Notation::Latex,
            id: None,
            visual_id: None,
        });
        text.text.push_str(" and theorems");
    }
    text
}

/// A question with formulas in title and body.
pub fn unit(id: &str, formulas: &[&str]) -> Unit {
    Unit {
        id: id.to_owned(),
        kind: "question".to_owned(),
        title: text(&formulas[..formulas.len().min(1)]),
        body: text(formulas),
        tags: vec!["calculus".to_owned()],
        comments: vec![text(&["x"])],
        score: Some(7),
        date: Some(1_600_000_000),
        links: vec![Link { kind: "related".to_owned(), target: "other".to_owned() }],
        ..Unit::default()
    }
}

/// Units with one to three of the formulas each.
pub fn units(count: usize) -> Vec<Unit> {
    let formulas = |i: usize| [FORMULAS[i % 16], FORMULAS[(i * 7 + 3) % 16], FORMULAS[(i * 5 + 1) % 16]];
    (0..count).map(|i| unit(&format!("u{i}"), &formulas(i)[..1 + i % 3])).collect()
}

/// Writes units, commits and finishes.
pub fn write(folder: &std::path::Path, units: &[Unit]) {
    let mut writer = Writer::open(folder, Settings::default()).unwrap();
    writer.add("source", units).unwrap();
    writer.finish().unwrap();
}

/// The digest of an index that passes every check.
pub fn sound_digest(folder: &std::path::Path) -> u64 {
    let findings = check::check(folder).unwrap();
    assert!(findings.errors.is_empty(), "{:?}", findings.errors);
    assert_eq!(findings.digest, check::digest(&Index::open(folder).unwrap()).unwrap());
    findings.digest
}

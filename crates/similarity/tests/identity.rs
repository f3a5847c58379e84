//! Identities are recognised, mutants of them are not.

#![allow(clippy::expect_used)]

use formula::{Notation, Options, canonical, read};
use similarity::identity::fingerprint;

fn pairs() -> Vec<(&'static str, &'static str)> {
    let text = include_str!("golden/identities.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.split_once(" === ").expect(line)).collect()
}

fn of(latex: &str) -> Option<u64> {
    let formula = read(latex, Notation::Latex, &Options::default());
    fingerprint(&canonical::canonical(&formula.opt))
}

#[test]
fn identities_are_recognised() {
    let pairs = pairs();
    assert!(pairs.len() >= 160, "{}", pairs.len());
    let mut missed = Vec::new();
    for (one, other) in &pairs {
        if of(one).is_none() || of(one) != of(other) {
            missed.push(format!("{one} ({:x?}) and {other} ({:x?})", of(one), of(other)));
        }
    }
    println!("{} of {} identities recognised", pairs.len() - missed.len(), pairs.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

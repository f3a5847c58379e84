//! How alike synthetic formulas are to those they were learned from: real formulas in, ratios out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::process::Command;

/// The formulas of real posts, or nothing, with a word on stderr, where the data is not at hand.
fn posts() -> Option<PathBuf> {
    let root = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let file = root.join("formulas/mse-posts.tsv.gz");
    if file.exists() {
        return Some(file);
    }
    eprintln!("skipped: {} is not there; set PERGA_SHARED_DATA", file.display());
    None
}

#[test]
fn sizes_repetition_and_tokens_are_within_a_tenth_of_the_given_ones() {
    let Some(posts) = posts() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(["bench", "synth", "--compare", "--from"])
        .arg(posts)
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    let ratios: Vec<(&str, f64)> = table
        .lines()
        .skip(1)
        .map(|line| (line, line.split_whitespace().next_back().unwrap().parse().unwrap()))
        .collect();
    assert!(ratios.len() > 20, "{table}");
    for (line, ratio) in ratios {
        assert!((0.9..=1.1).contains(&ratio), "{line}");
    }
}

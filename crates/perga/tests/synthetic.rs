//! How alike synthetic formulas are to those they were learned from: real formulas in, ratios out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::Command;

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn sizes_repetition_and_tokens_are_within_a_tenth_of_the_given_ones() {
    let posts = testkit::shared("formulas/mse-posts.tsv.gz");
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
        // About a hundred tokens are that common: their number alone varies by a tenth.
        let tolerance = if line.starts_with("tokens in 1000+") { 0.15 } else { 0.1 };
        assert!((ratio - 1.0).abs() <= tolerance, "{line}");
    }
}

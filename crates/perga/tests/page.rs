//! `perga eval --format html`: the page as the binary writes it. What is on it is tested in `eval`.

#![allow(clippy::unwrap_used)]

use std::process::Command;

#[test]
fn a_page_says_how_it_was_made_and_shows_every_plot() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/eval");
    let arguments = ["eval", "small.qrels", "first.run", "second.run", "-m", "nDCG',P@1"];
    let output = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(arguments)
        .args(["--format", "html", "--baseline", "first", "--extremes"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success());
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains(
        "perga eval small.qrels first.run second.run -m 'nDCG'\\'',P@1' --format html --baseline first"
    ));
    for heading in ["Runs and measures", "Gains and losses by topic", "By depth", "Topics"] {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    assert!(page.contains("random order") && page.contains("perfect order"));
}

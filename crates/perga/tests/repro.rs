//! Every reproduction of the project, with whatever collections are at hand.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

#[test]
fn nothing_differs_and_the_bundled_one_is_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_perga")).arg("repro").current_dir(root).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    eprint!("{text}");
    assert!(output.status.success());
    assert!(text.lines().any(|line| line.starts_with("same     repro/trec-eval-options.toml")));
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../repro")).unwrap();
    let files =
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "toml"));
    assert_eq!(text.lines().count(), files.count(), "a line for each file");
}

//! `perga run` from the outside, over the bundled collection and its topics.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn perga(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(arguments)
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Bundled {
    folder: tempfile::TempDir,
    collection: PathBuf,
}

impl Bundled {
    fn new() -> Bundled {
        let folder = tempfile::tempdir().unwrap();
        let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
        let into = folder.path().join("index");
        let output = perga(&["index", collection.to_str().unwrap(), "--into", into.to_str().unwrap()], "2");
        assert!(output.status.success(), "{}", text(&output.stderr));
        Bundled { folder, collection }
    }

    fn run(&self, more: &[&str], threads: &str) -> Output {
        let (index, topics) = (self.folder.path().join("index"), self.collection.join("topics-formulas.tsv"));
        let mut arguments =
            vec!["run", "--index", index.to_str().unwrap(), "--topics", topics.to_str().unwrap()];
        arguments.extend(["--task", "formulas"]);
        arguments.extend(more);
        perga(&arguments, threads)
    }
}

#[test]
fn a_run_is_the_same_bytes_twice_and_with_any_number_of_threads() {
    let bundled = Bundled::new();
    let once = bundled.run(&[], "1");
    assert!(once.status.success() && !once.stdout.is_empty(), "{}", text(&once.stderr));
    assert_eq!(once.stdout, bundled.run(&[], "1").stdout);
    assert_eq!(once.stdout, bundled.run(&[], "2").stdout);
}

#[test]
fn scores_fall_strictly_and_every_formula_comes_once() {
    let bundled = Bundled::new();
    let run = text(&bundled.run(&["-k", "50"], "2").stdout);
    let rows: Vec<Vec<&str>> = run.lines().map(|line| line.split(' ').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 6 && row[1] == "Q0" && row[5] == "best"));
    for topic in rows.chunk_by(|a, b| a[0] == b[0]) {
        assert!(topic.len() <= 50);
        let scores: Vec<f64> = topic.iter().map(|row| row[4].parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a > b), "{}", topic[0][0]);
        let mut ids: Vec<&str> = topic.iter().map(|row| row[2]).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), topic.len());
    }
}

#[test]
fn the_bundled_judgements_are_answered_well() {
    let bundled = Bundled::new();
    let run = bundled.folder.path().join("best.run");
    let output = bundled.run(&["-o", run.to_str().unwrap()], "2");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", text(&output.stderr));
    let qrels = bundled.collection.join("qrels-formulas.qrels");
    let arguments =
        ["eval", qrels.to_str().unwrap(), run.to_str().unwrap(), "--measures", "nDCG'", "--format", "trec"];
    let printed = text(&perga(&arguments, "2").stdout);
    let value: f64 = printed.lines().last().unwrap().split('\t').nth(2).unwrap().parse().unwrap();
    assert!(value > 0.8, "{printed}");
}

#[test]
fn what_is_missing_is_said_with_a_hint() {
    let bundled = Bundled::new();
    let output = bundled.run(&["--pipeline", "bets"], "1");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("hint: known are best"), "{}", text(&output.stderr));
    let output = bundled.run(&["-k", "0"], "1");
    assert!(!output.status.success() && output.stdout.is_empty());
}

//! `perga train embeddings` from the outside: training on the bundled collection, searching, checking.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn perga(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn indexed(folder: &Path) -> PathBuf {
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
    let into = folder.join("index");
    let output = perga(&["index", path(&collection), "--into", path(&into)]);
    assert!(output.status.success(), "{}", errors(&output));
    into
}

fn search(index: &Path, pipeline: &str, query: &str) -> Output {
    let topics = index.join("../topics.tsv");
    fs::write(&topics, format!("T.1\t{query}\n")).unwrap();
    let topics = path(&topics).to_owned();
    perga(&["run", "--index", path(index), "--topics", &topics, "--task", "formulas", "--pipeline", pipeline])
}

/// The only file of vectors of an index.
fn vectors_file(index: &Path) -> PathBuf {
    let is_of_vectors = |name: &str| name.ends_with(".formula-vectors");
    let entries = fs::read_dir(index).unwrap().map(|entry| entry.unwrap());
    let mut files = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_of_vectors));
    let file = files.next().unwrap().path();
    assert!(files.next().is_none());
    file
}

#[test]
fn vectors_are_trained_searched_counted_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let index = indexed(folder.path());
    let output = search(&index, "cft2", "x^2");
    let said = errors(&output);
    assert!(!output.status.success() && said.contains("hint: run `perga train embeddings --index"), "{said}");

    let train = ["train", "embeddings", "--index", path(&index), "--dimensions", "16", "--epochs", "1"];
    let output = perga(&train);
    let said = errors(&output);
    assert!(output.status.success() && output.stdout.is_empty(), "{said}");
    assert!(said.contains("have 4 vectors of 16 numbers"), "{said}");
    let trained = fs::read(vectors_file(&index)).unwrap();
    assert!(perga(&train).status.success());
    let file = vectors_file(&index);
    let again = fs::read(&file).unwrap();
    assert_eq!(again.len(), trained.len());
    // The header says for which commit they were made; the rest is the same.
    let numbers = trained.len() / 2;
    assert!(again[numbers..] == trained[numbers..], "two trainings differ");

    for pipeline in ["cft2", "cft2ted"] {
        let output = search(&index, pipeline, r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}");
        assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
        assert!(output.stdout.starts_with(b"T.1 Q0 "));
    }
    let stats = perga(&["stats", path(&index)]);
    assert!(String::from_utf8_lossy(&stats.stdout).contains("\nvectors "));
    assert!(perga(&["check", path(&index)]).status.success());

    let mut damaged = trained;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let output = perga(&["check", path(&index)]);
    assert!(!output.status.success() && errors(&output).contains("the checksum is wrong"));
    fs::write(&file, &damaged[..middle]).unwrap();
    let output = search(&index, "cft2", "x^2");
    assert!(!output.status.success() && errors(&output).contains("hint: run `perga train embeddings"));
}

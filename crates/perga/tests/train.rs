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

#[test]
fn the_costs_of_edits_are_found_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    // Longer formulas are relevant, renamed ones are not: insertion must be cheaper than renaming.
    let formulas = "a\tx+y+z\nb\tx+y+z+w\nc\tu+v\nd\tx-v\ne\tm^2+k+1\nf\tm^2+k+1+p+q\ng\tn^3+k\nh\tm^2-j\n";
    let formulas = file("formulas.tsv", formulas);
    let topics = file("topics.tsv", "1\tx+y\n2\tm^2+k\n");
    let qrels = "1 0 a 2\n1 0 b 2\n1 0 c 0\n1 0 d 0\n2 0 e 2\n2 0 f 1\n2 0 g 0\n2 0 h 0\n";
    let qrels = file("judged.qrels", qrels);
    let index = folder.path().join("index");
    assert!(perga(&["index", path(&formulas), "--into", path(&index)]).status.success());
    let learned = folder.path().join("mine.toml");
    let with =
        ["train", "edit-costs", "--index", path(&index), "--topics", path(&topics), "--qrels", path(&qrels)];
    let output = perga(&[with.as_slice(), &["--steps", "4", "-o", path(&learned)]].concat());
    assert!(output.status.success(), "{}", errors(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("layout") && said.contains("operators") && said.contains("on 2 topics"), "{said}");
    let layout: Vec<f64> =
        said.lines().nth(1).unwrap().split_whitespace().filter_map(|cell| cell.parse().ok()).collect();
    assert!(layout[1] < layout[2], "insertion is cheaper than renaming: {said}");
    assert_eq!(layout[3], 1.0, "{said}");
    let written = fs::read_to_string(&learned).unwrap();
    assert!(written.contains("name = \"mine\"") && written.contains("[edit-costs]"), "{written}");
    let strange = file("strange.qrels", "1 0 unknown 1\n");
    let output = perga(&[&with[..6], &["--qrels", path(&strange)]].concat());
    let said = errors(&output);
    assert!(!output.status.success() && said.contains("only 0") && said.contains("hint:"), "{said}");
}

#[test]
fn a_training_can_be_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (index, state) = (indexed(folder.path()), folder.path().join("training"));
    let short = ["--dimensions", "8", "--epochs", "1", "--negative", "1"];
    let train = |with: &[&str]| {
        perga(&[&["train", "embeddings", "--index", path(&index), "--state", path(&state)], with].concat())
    };
    let output = train(&short);
    assert!(output.status.success(), "{}", errors(&output));
    let trained = fs::read(vectors_file(&index)).unwrap();
    assert_eq!(fs::read_dir(&state).unwrap().count(), 4);
    // Nothing is left to do, and the vectors are the same, but for the commit in the header.
    assert!(train(&short).status.success());
    let (again, numbers) = (fs::read(vectors_file(&index)).unwrap(), trained.len() / 2);
    assert!(again[numbers..] == trained[numbers..]);
    let said = errors(&train(&["--dimensions", "8"]));
    assert!(said.contains("not the state") && said.contains("hint:"), "{said}");
    let said = errors(&train(&["--published", "--dimensions", "8"]));
    assert!(said.contains("cannot be used with"), "{said}");
    // The systems of 2019 and 2020 search with the same vectors.
    for pipeline in ["cft", "cfted", "cft2ted-as-printed", "ltr-published"] {
        let output = search(&index, pipeline, r"\frac{a}{b}");
        assert!(output.status.success() && !output.stdout.is_empty(), "{pipeline}: {}", errors(&output));
    }
}

//! `perga train ranker` from the outside, over the bundled collection and its judgements.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn perga(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).output().unwrap()
}

fn succeed(arguments: &[&str]) -> String {
    let output = perga(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

struct Bundled {
    folder: tempfile::TempDir,
    collection: PathBuf,
}

impl Bundled {
    fn new() -> Bundled {
        let folder = tempfile::tempdir().unwrap();
        let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
        let bundled = Bundled { folder, collection };
        succeed(&["index", bundled.collection.to_str().unwrap(), "--into", &bundled.made("index")]);
        bundled
    }

    fn made(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn given(&self, name: &str) -> String {
        self.collection.join(name).to_str().unwrap().to_owned()
    }

    fn train(&self, more: &[&str]) -> Output {
        self.train_on("formulas", more)
    }

    fn train_on(&self, judged: &str, more: &[&str]) -> Output {
        let (index, topics) = (self.made("index"), self.given(&format!("topics-{judged}.tsv")));
        let qrels = self.given(&format!("qrels-{judged}.qrels"));
        let mut arguments =
            vec!["train", "ranker", "--index", &index, "--topics", &topics, "--qrels", &qrels];
        arguments.extend(more);
        perga(&arguments)
    }
}

#[test]
fn what_is_learned_can_be_looked_at_run_and_measured() {
    let bundled = Bundled::new();
    let (features, run, learned) = (bundled.made("f.tsv"), bundled.made("cv.run"), bundled.made("mine.toml"));
    let files = ["--features", &features, "--run", &run, "-o", &learned];
    let output = bundled.train(&files);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(said.starts_with("fold  topics   nDCG'    MAP'   P'@10\n"), "{said}");
    assert!(said.contains("\nall ") && said.contains("\nweights from "), "{said}");

    let table = fs::read_to_string(&features).unwrap();
    let columns = table.lines().next().unwrap().split('\t').count();
    assert!(table.starts_with("topic\tdocno\tgrade\t") && columns > 10);
    assert!(table.lines().all(|line| line.split('\t').count() == columns));
    let values = table.lines().skip(1).flat_map(|line| line.split('\t').skip(3));
    assert!(values.map(|value| value.parse::<f64>().unwrap()).all(|value| (0.0..=1.0).contains(&value)));

    // The run of the cross-validation measures to what was said of it.
    let measured = succeed(&["eval", &bundled.given("qrels-formulas.qrels"), &run, "--measures", "nDCG'"]);
    let all = said.lines().find(|line| line.starts_with("all ")).unwrap();
    let score = all.split_whitespace().nth(2).unwrap();
    assert!(measured.contains(score), "{score} in {measured}");

    // The learned pipeline runs under its own name.
    let (index, topics) = (bundled.made("index"), bundled.given("topics-formulas.tsv"));
    let with = ["run", "--index", &index, "--topics", &topics, "--task", "formulas", "--pipeline", &learned];
    assert!(succeed(&with).lines().all(|line| line.ends_with(" mine")));

    // Once more gives the same bytes.
    let first = fs::read(&learned).unwrap();
    assert_eq!(bundled.train(&files).stdout, output.stdout);
    assert_eq!(fs::read(&learned).unwrap(), first);
}

#[test]
fn what_cannot_be_learned_is_said() {
    let bundled = Bundled::new();
    let output = bundled.train(&["--pipeline", "tangent-l"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("no stage") && error.contains("hint:"), "{error}");
    let output = bundled.train(&["--docno", "visual"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("`--docno`"), "{error}");
}

/// What is printed, and the learned file, are as recorded; `UPDATE_EXPECT=1` records them again.
fn check_recorded(name: &str, output: &Output, learned: &str) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    // The folder of the judgements is not the same everywhere.
    let written = fs::read_to_string(learned).unwrap();
    let written: Vec<&str> = written.lines().filter(|line| !line.starts_with("purpose = ")).collect();
    let actual = format!("{said}\n{}\n", written.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/train_ranker").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &actual).unwrap();
    }
    assert_eq!(actual, fs::read_to_string(&path).unwrap());
}

#[test]
fn weights_for_questions_are_as_recorded() {
    let bundled = Bundled::new();
    let learned = bundled.made("mine.toml");
    for (name, with) in [
        ("svm-rank.txt", ["--task", "answers", "--pipeline", "svm-rank", "-o", &learned].as_slice()),
        ("best.txt", ["--task", "units", "--unjudged", "20", "-o", &learned].as_slice()),
    ] {
        check_recorded(name, &bundled.train_on("questions", with), &learned);
    }
    // What was learned is a system like any other.
    let (index, topics) = (bundled.made("index"), bundled.given("topics-questions.tsv"));
    let run = ["run", "--index", &index, "--topics", &topics, "--task", "units", "--pipeline", &learned];
    assert!(succeed(&run).lines().all(|line| line.ends_with(" mine")));
}

#[test]
fn topics_and_judgements_may_be_in_several_files() {
    let bundled = Bundled::new();
    let text = fs::read_to_string(bundled.given("topics-questions.tsv")).unwrap();
    let (first, second) = text.split_at(text.lines().take(4).map(|line| line.len() + 1).sum());
    let (a, b) = (bundled.made("a.tsv"), bundled.made("b.tsv"));
    fs::write(&a, first).unwrap();
    fs::write(&b, second).unwrap();
    let (index, qrels) = (bundled.made("index"), bundled.given("qrels-questions.qrels"));
    let with = ["train", "ranker", "--task", "answers", "--index", &index, "--qrels", &qrels];
    let files = ["--topics", &a, "--topics", &b];
    let whole = bundled.train_on("questions", &["--task", "answers"]);
    assert_eq!(succeed(&[with.as_slice(), &files].concat()).into_bytes(), whole.stdout);
}

#[test]
fn candidates_that_nobody_judged_may_count_as_wrong() {
    let bundled = Bundled::new();
    let (with, without) = (bundled.made("with.tsv"), bundled.made("without.tsv"));
    let train = |more: &[&str]| {
        let output = bundled.train_on("questions", &[&["--task", "units"], more].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(train(&["--features", &without]).starts_with("fold  topics   nDCG'"));
    assert!(train(&["--features", &with, "--unjudged", "3"]).starts_with("fold  topics  nDCG@10"));
    let lines = |path: &str| fs::read_to_string(path).unwrap().lines().count();
    assert_eq!(lines(&with) - lines(&without), 30, "three more for each of ten topics");
}

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
        let (index, topics) = (self.made("index"), self.given("topics-formulas.tsv"));
        let qrels = self.given("qrels-formulas.qrels");
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

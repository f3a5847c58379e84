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
        ("svm-rank.txt", ["--task", "answers", "--pipeline", "svm-rank-scaled", "-o", &learned].as_slice()),
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

/// Feature files of two topics: the grade follows the first value, the second is noise of another size.
const JUDGED: &str = "topic\tformula\tgrade\tgood\tnoise\n\
    1\ta\t2\t0.9\t100\n1\tb\t1\t0.5\t300\n1\tc\t0\t0.1\t200\n\
    2\td\t3\t0.8\t200\n2\te\t0\t0.2\t100\n2\tf\t1\t0.4\t300\n";

#[test]
fn values_of_a_file_are_learned_from_and_ranked_without_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (judged, learned, open) = (file("judged.tsv"), file("learned.toml"), file("open.tsv"));
    fs::write(&judged, JUDGED).unwrap();
    fs::write(&open, "topic\tformula\tgood\tnoise\n3\tx\t0.1\t9\n3\ty\t0.7\t1\n3\tz\t0.2\t5\n").unwrap();
    let said = succeed(&["train", "ranker", "--from", &judged, "--min-max", "--cost", "10", "-o", &learned]);
    assert!(said.contains("all ") && said.contains("weights from 2 topics"), "{said}");
    let written = fs::read_to_string(&learned).unwrap();
    assert!(
        written.contains("name = \"learned\"") && written.contains("normalise = \"min-max\""),
        "{written}"
    );
    let ranked = |with: &[&str]| -> Vec<String> {
        let run = succeed(&[&["rank", &open], with].concat());
        run.lines().map(|line| line.split(' ').nth(2).unwrap().to_owned()).collect()
    };
    assert_eq!(ranked(&["--ranker", &learned]), ["y", "z", "x"]);
    // The means of `good` and `noise`, each from 0 to 1: a half for x and y, a third for z.
    assert_eq!(ranked(&[]), ["y", "x", "z"]);
    assert_eq!(ranked(&["-k", "1"]), ["y"]);
}

#[test]
fn feature_files_that_cannot_be_used_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> String {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let refused = |arguments: &[&str], code: i32, parts: &[&str]| {
        let output = perga(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let cut = file("cut.tsv", "topic\tdocno\tgrade\ta\n1\tx\t1\n");
    refused(&["train", "ranker", "--from", &cut], 1, &["cut.tsv:2: expected 4 columns, found 3", "hint:"]);
    refused(&["rank", &cut], 1, &["cut.tsv:2:", "hint:"]);
    let open = file("open.tsv", "topic\tdocno\ta\n1\tx\t1\n1\ty\t2\n");
    refused(&["train", "ranker", "--from", &open], 1, &["open.tsv: of 1 topic only 0", "`--qrels`"]);
    let other = file("other.toml", "name='other'\npurpose=''\n[weights]\nb = 1.0\n");
    refused(&["rank", &open, "--ranker", &other], 1, &["`b`", "hint: values here are a"]);
    refused(&["train", "ranker", "--from", &open, "--cost", "0"], 2, &["above 0"]);
    refused(&["train", "ranker", "--from", &open, "--topics", "t.tsv"], 2, &["cannot be used with"]);
    refused(&["train", "ranker"], 2, &["--topics"]);
}

/// nDCG′, MAP′ and P′@10 of a run on ARQMath-2 Task 2.
fn of_arqmath_2(run: &str) -> Vec<f64> {
    let qrels = testkit::shared("arqmath/qrels/task2-2021.qrels");
    let measures = "nDCG',AP'(rel=2),P'(rel=2)@10";
    let said = succeed(&["eval", qrels.to_str().unwrap(), run, "--measures", measures, "--format", "csv"]);
    let all = said.lines().last().unwrap();
    all.split(',').filter_map(|column| column.parse().ok()).filter(|value| *value < 1.0).collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn published_features_give_the_published_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let shared = |name: &str| testkit::shared(name).to_str().unwrap().to_owned();
    let (judged, open) = (shared("ltr/train-29-topics.tsv.gz"), shared("ltr/arqmath2-candidates.tsv.gz"));
    let (mean, learned, ranked) = (file("mean.run"), file("learned.toml"), file("learned.run"));
    succeed(&["rank", &open, "-o", &mean]);
    let rounded: Vec<String> = of_arqmath_2(&mean).iter().map(|value| format!("{value:.3}")).collect();
    assert_eq!(rounded, ["0.551", "0.325", "0.497"]);
    for cost in [["--cost", "0.2", "--cost-per", "pair"], ["--cost", "1", "--cost-per", "topic"]] {
        succeed(&[["train", "ranker", "--from", &judged, "-o", &learned].as_slice(), &cost].concat());
        succeed(&["rank", &open, "--ranker", &learned, "-o", &ranked]);
        let measured = of_arqmath_2(&ranked);
        assert_eq!(measured.len(), 3);
        for (value, published) in measured.iter().zip([0.550, 0.333, 0.491]) {
            assert!((value - published).abs() <= 0.015, "{cost:?}: {measured:?}");
        }
    }
}

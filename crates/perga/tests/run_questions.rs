//! `perga run` for questions: the bundled topics in CI, those of ARQMath and NTCIR where they are at hand.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

fn perga(arguments: &[&str], threads: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(arguments)
        .current_dir(root)
        .env("RAYON_NUM_THREADS", threads)
        .env("PERGA_MODELS", "no-models")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn bundled() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index").to_str().unwrap().to_owned();
    perga(&["index", "collection/cards", "collection/threads", "--into", &index], "2");
    (folder, index)
}

#[test]
fn bundled_questions_are_answered_the_same_on_any_number_of_threads() {
    let (_folder, index) = bundled();
    let topics = "collection/topics-questions.tsv";
    let run = |threads| {
        perga(&["run", "--index", &index, "--topics", topics, "--task", "answers", "-k", "50"], threads)
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    let measured = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(measured.path(), &one).unwrap();
    let path = measured.path().to_str().unwrap();
    let qrels = "collection/qrels-questions.qrels";
    let table = perga(&["eval", qrels, path, "--measures", "RR", "--format", "trec"], "1");
    let mean: f64 = table
        .lines()
        .find(|line| line.contains("\tall\t"))
        .unwrap()
        .rsplit('\t')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(mean > 0.8, "{table}");
}

#[test]
fn open_answers_are_short_and_name_their_source() {
    let (_folder, index) = bundled();
    let topics = "collection/topics-questions.tsv";
    let run = perga(&["run", "--index", &index, "--topics", topics, "--task", "open"], "2");
    assert!(run.lines().count() > 5);
    for line in run.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns.len(), 6, "{line}");
        assert!(columns[4].starts_with("a/") && columns[5].chars().count() <= 1200, "{line}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn topics_of_ntcir_give_substitutions() {
    let topics = testkit::shared("ntcir/ntcir11-main.xml");
    let (_folder, index) = bundled();
    let arguments = ["run", "--index", &index, "--topics", topics.to_str().unwrap()];
    let xml = perga(&[&arguments[..], &["--task", "units", "--columns", "ntcir", "-k", "20"]].concat(), "2");
    assert_eq!(xml.matches("<topic num=").count(), 50);
    assert!(xml.contains("<substitution qvar="), "no hit has a substitution");
    assert!(xml.trim_end().ends_with("</results>"));
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn questions_of_arqmath_find_answers() {
    let topics = testkit::shared("arqmath/topics/2022-task1.xml");
    let (_folder, index) = bundled();
    let arguments = ["run", "--index", &index, "--topics", topics.to_str().unwrap()];
    let run =
        perga(&[&arguments[..], &["--task", "answers", "--columns", "arqmath1", "-k", "5"]].concat(), "2");
    assert!(run.lines().count() >= 300 && run.starts_with("A.301\t"));
}

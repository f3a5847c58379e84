//! `perga index`, `stats` and `check` from the outside: the bundled collection, editing and indexing again,
//! damage, full disks and disks that cannot be written.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn perga(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn index(source: &Path, into: &Path) -> String {
    let output = perga(&["index", path(source), "--into", path(into)]);
    assert!(output.status.success() && output.stdout.is_empty(), "{}", errors(&output));
    errors(&output)
}

fn stats(into: &Path) -> Value {
    let output = perga(&["stats", path(into), "--json"]);
    assert!(output.status.success(), "{}", errors(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The number that stands for the content of an index, which must be whole.
fn content(into: &Path) -> String {
    let output = perga(&["check", path(into)]);
    assert!(output.status.success(), "{}", errors(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    text.split("content ").nth(1).unwrap().trim().to_owned()
}

fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection")
}

fn notes(folder: &Path) {
    fs::create_dir(folder).unwrap();
    fs::write(folder.join("one.md"), "# One\n\nThe sum $a+b$ and $x^2$.\n").unwrap();
    fs::write(folder.join("two.md"), "# Two\n\nThe root $\\sqrt{x}$ of $\\foo{y}$.\n").unwrap();
}

#[test]
fn the_bundled_collection_is_indexed_whole() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("index");
    let said = index(&collection(), &into);
    assert!(said.contains("618 units"), "{said}");
    let stats = stats(&into);
    assert!(stats["kinds"]["card"].as_u64() >= Some(200) && stats["kinds"]["question"].as_u64() >= Some(100));
    assert!(stats["formulas"].as_u64() > stats["distinct_formulas"].as_u64());
    assert_eq!(stats["kinds"].as_object().unwrap().len(), 3, "topics and the page about them are no units");
    assert_eq!(stats["unknown_commands"].as_array().unwrap().len(), 0);
    assert_eq!(stats["families"].as_array().unwrap().len(), 10);
    content(&into);
}

#[test]
fn only_what_changed_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (source, into) = (folder.path().join("notes"), folder.path().join("index"));
    notes(&source);
    assert!(index(&source, &into).contains("2 sources read"));
    let before = content(&into);
    assert!(index(&source, &into).contains("is up to date: 2 units, 4 formulas"));
    assert_eq!(content(&into), before);
    fs::write(source.join("one.md"), "# One\n\nThe difference $a-b$.\n").unwrap();
    assert!(index(&source, &into).contains("1 source read, 1 unchanged in"));
    assert_eq!(stats(&into)["formulas"], 3);
    fs::remove_file(source.join("two.md")).unwrap();
    assert!(index(&source, &into).contains("1 source deleted, 1 unchanged in"));
    assert_eq!(stats(&into)["units"], 1);
    fs::remove_file(source.join("one.md")).unwrap();
    fs::remove_dir(&source).unwrap();
    notes(&source);
    index(&source, &into);
    assert_eq!(content(&into), before);
}

#[test]
fn what_is_wrong_is_said_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (source, into) = (folder.path().join("units.jsonl"), folder.path().join("index"));
    let good = r#"{"id":"a","body":"$x$"}"#;
    fs::write(&source, format!("{good}\n{{\"id\": broken\n{}\n", good.replace('a', "b"))).unwrap();
    let output = perga(&["index", path(&source), "--into", path(&into)]);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("units.jsonl:2") && said.contains("hint:"), "{said}");
    assert_eq!(stats(&into)["units"], 2);
}

#[test]
fn unknown_commands_and_repaired_formulas_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (source, into) = (folder.path().join("list.tsv"), folder.path().join("index"));
    fs::write(&source, "1\t\\foo x\n2\t\\foo y\n3\t\\frac{a}{b\n").unwrap();
    index(&source, &into);
    let table = String::from_utf8(perga(&["stats", path(&into)]).stdout).unwrap();
    assert!(table.contains("\\foo 2") && table.contains("unclosed-brace"), "{table}");
    assert_eq!(stats(&into)["unknown_commands"][0], serde_json::json!(["foo", 2]));
}

#[test]
fn nothing_to_index_and_no_index_are_failures_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let into = folder.path().join("index");
    for arguments in [
        &["index", path(&empty), "--into", path(&into)][..],
        &["index", path(&folder.path().join("nowhere")), "--into", path(&into)],
        &["stats", path(&empty)],
        &["check", path(&into)],
    ] {
        let output = perga(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(errors(&output).contains("hint:"), "{arguments:?}: {}", errors(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn every_damaged_file_is_named_by_check() {
    let folder = tempfile::tempdir().unwrap();
    let (source, into) = (folder.path().join("notes"), folder.path().join("index"));
    notes(&source);
    index(&source, &into);
    let mut damaged = 0;
    for entry in fs::read_dir(&into).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        // The list of files to clean up and the locks say nothing about the content.
        if name.starts_with('.') {
            continue;
        }
        let whole = fs::read(&file).unwrap();
        let mut broken = whole.clone();
        let middle = broken.len() / 2;
        broken[middle] ^= 0x40;
        fs::write(&file, &broken).unwrap();
        let output = perga(&["check", path(&into)]);
        assert_eq!(output.status.code(), Some(1), "{name} was damaged and nobody noticed");
        fs::write(&file, &whole).unwrap();
        damaged += 1;
    }
    assert!(damaged > 10);
    content(&into);
}

/// Runs a shell script as if by root, with mounts of its own.
fn with_mounts(script: &str) -> String {
    let arguments = ["--map-root-user", "--mount", "sh", "-ec", script];
    let output = Command::new("unshare").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[cfg_attr(not(mounts), ignore = "needs `unshare` and the right to mount file systems")]
fn a_full_disk_leaves_the_last_commit_intact() {
    let folder = tempfile::tempdir().unwrap();
    let (source, disk) = (folder.path().join("notes"), folder.path().join("disk"));
    notes(&source);
    fs::create_dir(&disk).unwrap();
    let big = folder.path().join("big.tsv");
    let row = |i: usize| format!("{i}\t\\frac{{x_{{{i}}}+{}}}{{y^{{{}}}}}\n", i * 7, i * 13);
    fs::write(&big, (0..60_000).map(row).collect::<String>()).unwrap();
    let (perga, source, disk, big) = (env!("CARGO_BIN_EXE_perga"), path(&source), path(&disk), path(&big));
    let script = format!(
        "mount -t tmpfs -o size=6m tmpfs {disk}
         {perga} index {source} --into {disk}/index 2>/dev/null
         {perga} check {disk}/index
         if {perga} index {big} --into {disk}/index 2>&1 | tail -3; then :; fi
         {perga} check {disk}/index"
    );
    let output = with_mounts(&script);
    let contents: Vec<&str> = output.lines().filter_map(|line| line.split("content ").nth(1)).collect();
    assert_eq!(contents.len(), 2, "{output}");
    assert_eq!(contents[0], contents[1], "{output}");
    assert!(output.contains("hint:") && output.contains("intact"), "{output}");
}

#[test]
#[cfg_attr(not(mounts), ignore = "needs `unshare` and the right to mount file systems")]
fn a_disk_that_cannot_be_written_is_searched_and_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (source, into) = (folder.path().join("notes"), folder.path().join("index"));
    notes(&source);
    index(&source, &into);
    let (perga, source, into) = (env!("CARGO_BIN_EXE_perga"), path(&source), path(&into));
    let script = format!(
        "mount --bind {into} {into}
         mount -o remount,ro,bind {into}
         {perga} check {into}
         {perga} index {source} --into {into} 2>&1 && exit 9
         true"
    );
    let output = with_mounts(&script);
    assert!(output.contains("everything is as it was written"), "{output}");
    assert!(output.contains("read-only") || output.contains("Read-only"), "{output}");
    assert!(output.contains("hint:"), "{output}");
}

/// Formulas that the readers give. StackMathQA has a question once for each of its answers; it counts once.
fn formulas_read(sources: &[PathBuf]) -> u64 {
    let options = corpus::collection::SurveyOptions::default();
    let entries = corpus::collection::survey(sources, &options).entries;
    let progress = std::sync::Arc::new(corpus::collection::Progress::default());
    let units = entries.iter().flat_map(|entry| entry.read(&progress).unwrap()).filter_map(Result::ok);
    let counts: std::collections::BTreeMap<String, u64> =
        units.map(|unit| (unit.id.clone(), unit.formula_count() as u64)).collect();
    counts.values().sum()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn no_formula_of_real_collections_is_lost() {
    let names = [
        "formulas/notes-ocw-minif2f.txt.gz",
        "formulas/mse-arqmath.txt.gz",
        "formulas/wiki-mediawiki.txt.gz",
        "formulas/katex-tests.txt.gz",
        "formulas/mathjax-tests.txt.gz",
        "formulas/wiki-temml.txt.gz",
        "corpora/stackmathqa.tar.gz",
        "corpora/openlogic-latex.tar.gz",
    ];
    let sources = names.map(testkit::shared);
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("index");
    let mut arguments = vec!["index", "--into", path(&into)];
    arguments.extend(sources.iter().map(|source| path(source)));
    let output = perga(&arguments);
    assert!(output.status.success(), "{}", errors(&output));
    let formulas = stats(&into)["formulas"].as_u64().unwrap();
    assert_eq!(formulas, formulas_read(&sources));
    assert!(formulas > 60_000, "{formulas}");
    content(&into);
}

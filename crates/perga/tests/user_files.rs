//! What belongs to the user is left alone: files beside an index, sources that cannot be read for a while, files
//! outside of what was given.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn perga(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).current_dir(folder).args(arguments).output().unwrap()
}

/// Runs a command and expects an exit code; gives what it said.
fn said(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = perga(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

/// How many units a search finds.
fn hits(folder: &Path, index: &str, query: &str) -> usize {
    let output =
        perga(folder, &["search", query, "--index", index, "--want", "units", "--json", "-k", "1000"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["hits"].as_array().unwrap().len()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    files.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

fn notes(folder: &Path, names: &[&str]) {
    fs::create_dir_all(folder.join("notes")).unwrap();
    for name in names {
        let path = folder.join("notes").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("# {name}\n\nA remark on $x^2$ in every note.\n")).unwrap();
    }
}

#[test]
fn an_index_is_made_in_no_folder_with_other_files() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md"]);
    for name in ["perga-thesis.tex", "perga-results.csv", "perga-000001.records", ".gitignore"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    let before = files(folder.path());
    let text = said(folder.path(), &["index", "notes", "--into", "."], 1);
    assert!(text.contains("not empty") && text.contains("hint:"), "{text}");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn files_that_a_user_put_into_an_index_stay() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md", "b.md"]);
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    let mine = folder.path().join("i/perga-thesis.tex");
    fs::write(&mine, "thesis").unwrap();
    // The list of files to be removed is edited by somebody who wants others to be removed.
    fs::write(folder.path().join("outside.md"), "outside").unwrap();
    let list = folder.path().join("i/.managed.json");
    let text = fs::read_to_string(&list).unwrap();
    fs::write(&list, text.replacen('[', "[\"../outside.md\",\"perga-thesis.tex\",", 1)).unwrap();
    fs::write(folder.path().join("notes/c.md"), "# C\n\n$c$\n").unwrap();
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "thesis");
    assert_eq!(fs::read_to_string(folder.path().join("outside.md")).unwrap(), "outside");
}

#[test]
fn a_clean_walk_deletes_what_vanished() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md", "b.md"]);
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    fs::remove_file(folder.path().join("notes/b.md")).unwrap();
    let text = said(folder.path(), &["index", "notes", "--into", "i"], 0);
    assert!(text.contains("1 source deleted"), "{text}");
    assert_eq!(hits(folder.path(), "i", "remark"), 1);
    fs::remove_file(folder.path().join("notes/a.md")).unwrap();
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    assert_eq!(hits(folder.path(), "i", "remark"), 0);
}

#[test]
fn an_archive_that_is_cut_off_deletes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let all = folder.path().join("notes/all.tar");
    fs::create_dir(folder.path().join("notes")).unwrap();
    let mut archive = tar::Builder::new(Vec::new());
    for number in 0..20 {
        let text = format!("# {number}\n\nA remark on $x^{number}$.\n{}", "text ".repeat(500));
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("{number}.md"), text.as_bytes()).unwrap();
    }
    let bytes = archive.into_inner().unwrap();
    fs::write(&all, &bytes).unwrap();
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    assert_eq!(hits(folder.path(), "i", "remark"), 20);
    fs::write(&all, &bytes[..bytes.len() / 3]).unwrap();
    let text = said(folder.path(), &["index", "notes", "--into", "i"], 3);
    assert!(text.contains("kept") && text.contains("--prune"), "{text}");
    assert_eq!(hits(folder.path(), "i", "remark"), 20);
    said(folder.path(), &["index", "notes", "--into", "i", "--prune"], 3);
    assert!(hits(folder.path(), "i", "remark") < 20);
}

#[test]
fn a_narrower_format_and_another_spelling_delete_nothing() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md", "b.md"]);
    fs::write(folder.path().join("notes/c.tex"), "\\begin{document}A remark on $y$.\\end{document}").unwrap();
    said(folder.path(), &["index", "notes", "--into", "i"], 0);
    let before = hits(folder.path(), "i", "remark");
    fs::remove_file(folder.path().join("notes/b.md")).unwrap();
    let text = said(folder.path(), &["index", "notes", "--into", "i", "--format", "markdown"], 3);
    assert!(text.contains("only its files of the format `markdown` were read"), "{text}");
    assert_eq!(hits(folder.path(), "i", "remark"), before);
    let whole = folder.path().canonicalize().unwrap().join("notes");
    let text = said(folder.path(), &["index", whole.to_str().unwrap(), "--into", "i"], 3);
    assert!(text.contains("the index knows it as `notes`"), "{text}");
    assert_eq!(hits(folder.path(), "i", "remark"), before);
    said(folder.path(), &["index", "./notes/", "--into", "i"], 0);
    assert_eq!(hits(folder.path(), "i", "remark"), before - 1);
}

#[test]
fn a_missing_source_stops_the_run_unless_told_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md"]);
    let text = said(folder.path(), &["index", "nowhere", "notes", "--into", "i"], 1);
    assert!(text.contains("nowhere") && text.contains("--keep-going"), "{text}");
    assert!(!folder.path().join("i").exists());
    said(folder.path(), &["index", "nowhere", "notes", "--into", "i", "--keep-going"], 3);
    assert_eq!(hits(folder.path(), "i", "remark"), 1);
}

#[test]
fn nothing_outside_the_source_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("paper")).unwrap();
    fs::write(folder.path().join("secret.tex"), "hunter2 is the password").unwrap();
    let main = "\\documentclass{article}\\begin{document}A remark $x$.\n\\input{../secret}\n\\end{document}";
    fs::write(folder.path().join("paper/main.tex"), main).unwrap();
    let text = said(folder.path(), &["index", "paper", "--into", "i"], 3);
    assert!(text.contains("../secret"), "{text}");
    assert_eq!((hits(folder.path(), "i", "hunter2"), hits(folder.path(), "i", "remark")), (0, 1));
    said(folder.path(), &["index", "paper", "--into", "j", "--include-root", "."], 0);
    assert_eq!(hits(folder.path(), "j", "hunter2"), 1);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_source_are_not_followed_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md"]);
    fs::create_dir(folder.path().join("private")).unwrap();
    fs::write(folder.path().join("private/diary.md"), "# Diary\n\nhunter2 $x$\n").unwrap();
    std::os::unix::fs::symlink("../private", folder.path().join("notes/link")).unwrap();
    let text = said(folder.path(), &["index", "notes", "--into", "i"], 3);
    assert!(text.contains("link"), "{text}");
    assert_eq!(hits(folder.path(), "i", "hunter2"), 0);
    said(folder.path(), &["index", "notes", "--into", "j", "--follow"], 0);
    assert_eq!(hits(folder.path(), "j", "hunter2"), 1);
}

#[cfg(unix)]
#[test]
fn a_termination_commits_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        |unit: usize| format!("{{\"id\":\"u{unit}\",\"body\":\"word{unit} $x^{{{unit}}}+{unit}$\"}}\n");
    fs::write(folder.path().join("big.jsonl"), (0..60_000).map(line).collect::<String>()).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_perga"))
        .current_dir(folder.path())
        .args(["index", "big.jsonl", "--into", "i", "--commit-every", "100000"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first segment file says that work has begun; it does not matter how far it came.
    while !folder.path().join("i/meta.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(700));
    let is_sent = Command::new("kill").arg(child.id().to_string()).status().unwrap().success();
    let output = child.wait().unwrap();
    assert!(is_sent && output.success(), "{output:?}");
    let index = index::Index::open(folder.path().join("i")).unwrap();
    assert!(index.manifest().commit > 0);
}

#[test]
fn an_index_of_version_0_1_is_refused_and_left_alone() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../index/tests/fixtures/version-0.1.index");
    let folder = tempfile::tempdir().unwrap();
    notes(folder.path(), &["a.md"]);
    fs::create_dir(folder.path().join("old")).unwrap();
    for (name, bytes) in files(&fixture) {
        fs::write(folder.path().join("old").join(name), bytes).unwrap();
    }
    let before = files(&folder.path().join("old"));
    for arguments in [
        &["index", "notes", "--into", "old"][..],
        &["search", "x", "--index", "old"],
        &["check", "old"],
        &["stats", "old"],
    ] {
        let text = said(folder.path(), arguments, 1);
        assert!(text.contains("perga index notes --index old.new"), "{text}");
    }
    assert_eq!(files(&folder.path().join("old")), before);
}

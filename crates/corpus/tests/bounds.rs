//! For a file, a line, a formula or a unit of any length, memory and time are bounded, and no unit is too long.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/folder.rs"]
mod support;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use corpus::collection::{Entry, SurveyOptions, survey};

/// The memory that the user allows, and the memory of reading in addition to that of the process.
const MEMORY: usize = 64 << 20;
const MOST_RESIDENT_MB: u64 = 150;

/// The result of reading an entry.
#[derive(Default, Debug)]
struct Outcome {
    units: usize,
    bytes: usize,
    longest: usize,
    complaints: Vec<String>,
}

/// Reads an entry without keeping its units.
fn outcome(entry: &Entry) -> Outcome {
    let mut outcome = Outcome::default();
    match entry.read(&Arc::default()) {
        Err(error) => outcome.complaints.push(error.to_string()),
        Ok(reader) => reader.for_each(|item| match item {
            Ok(unit) => {
                let bytes = unit.texts().map(|(_, text)| text.text.len()).sum();
                outcome.units += 1;
                outcome.bytes += bytes;
                outcome.longest = outcome.longest.max(bytes);
                assert!(unit.texts().all(|(_, text)| {
                    text.formulas.iter().all(|formula| formula.source.len() <= 64 << 10)
                }));
            }
            Err(complaint) => outcome.complaints.push(complaint.to_string()),
        }),
    }
    outcome
}

fn entry(file: &Path) -> Entry {
    let options = SurveyOptions { memory: MEMORY, ..SurveyOptions::default() };
    let mut survey = survey(&[file.to_owned()], &options);
    assert_eq!(survey.entries.len(), 1, "{:?}", survey.complaints);
    survey.entries.remove(0)
}

/// Writes a file with a repeated text between two others.
fn write(path: PathBuf, before: &str, text: &str, times: usize, after: &str) -> PathBuf {
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    file.write_all(before.as_bytes()).unwrap();
    (0..times).for_each(|_| file.write_all(text.as_bytes()).unwrap());
    file.write_all(after.as_bytes()).unwrap();
    file.flush().unwrap();
    path
}

const WORDS: &str = "Let $x$ be a number. ";

#[test]
fn long_documents_of_every_format_become_units_of_bounded_length() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, before: &str, text: &str, after: &str| {
        write(folder.path().join(name), before, text, (10 << 20) / text.len(), after)
    };
    let paragraph = WORDS.repeat(50) + "\n\n";
    let cell = format!("{{\"cell_type\":\"markdown\",\"source\":\"{WORDS}\"}},");
    let row = format!("<row Id=\"1\" PostTypeId=\"1\" Body=\"{}", "x ".repeat(100));
    // The file, whether all of it is read, and the least number of units.
    let cases = [
        (file("a.md", "# Title\n\n", &paragraph, ""), true, 20),
        (file("line.md", "", WORDS, ""), false, 2),
        (file("word.md", "", "aaaaaaaaaaaaaaaa", ""), false, 2),
        (file("a.tex", "\\begin{document}", &paragraph, ""), false, 3),
        (file("a.html", "<html><body>", &paragraph, ""), false, 7),
        (file("a.ipynb", "{\"nbformat\": 4, \"cells\": [", &cell, "{}]}"), false, 0),
        (file("a.ptx", "<pretext><p>", &paragraph, "</p></pretext>"), false, 7),
        (
            file("a.jsonl", "{\"id\": \"1\", \"body\": \"", WORDS, "\"}\n{\"id\": \"2\", \"body\": \"x\"}\n"),
            false,
            1,
        ),
        (file("a.tsv", "1\tx^2\n2\t", "a+", "\n3\ty\n"), false, 2),
        (file("Posts.xml", &row, "x ", "\"/><row Id=\"2\" PostTypeId=\"1\" Body=\"y\"/>"), false, 1),
    ];
    for (path, is_whole, least) in cases {
        let outcome = outcome(&entry(&path));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(outcome.longest <= (512 << 10) + (4 << 10), "{name}: {outcome:?}");
        assert!(outcome.units >= least, "{name}: {outcome:?}");
        assert_eq!(outcome.complaints.len(), usize::from(!is_whole), "{name}: {outcome:?}");
    }
}

#[test]
fn a_long_unit_of_json_lines_is_cut_and_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    write(file.clone(), "{\"id\": \"1\", \"body\": \"", WORDS, (3 << 20) / WORDS.len(), "\"}\n");
    let outcome = outcome(&entry(&file));
    assert!(outcome.complaints.is_empty() && outcome.units >= 6, "{outcome:?}");
    assert!(outcome.bytes.abs_diff(3 << 20) < 10_000, "{outcome:?}");
}

#[test]
fn a_long_note_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let paragraph = WORDS.repeat(50) + "\n\n";
    let times = (9 << 20) / paragraph.len();
    let file = write(folder.path().join("a.md"), "", &paragraph, times, "the very end\n");
    let mut ids = std::collections::HashSet::new();
    let mut last = String::new();
    for unit in entry(&file).read(&Arc::default()).unwrap() {
        let unit = unit.unwrap();
        assert!(ids.insert(unit.id.clone()), "{}", unit.id);
        assert!(unit.thread.as_ref().is_some_and(|thread| thread.ends_with("/a.md")), "{:?}", unit.thread);
        last = unit.body.text;
    }
    assert!(last.ends_with("the very end"), "{}", &last[last.len() - 50..]);
    assert!(ids.iter().any(|id| id.ends_with("/a.md~9~part-2")), "{ids:?}");
}

#[test]
fn sparse_files_of_gigabytes_are_read_quickly() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md", "a.tex", "a.html", "a.jsonl", "a.ipynb", "a.ptx"] {
        let path = folder.path().join(name);
        std::fs::File::create(&path).unwrap().set_len(2 << 30).unwrap();
        let started = Instant::now();
        let outcome = outcome(&entry(&path));
        assert!(started.elapsed() < Duration::from_secs(20), "{name}: {:?}", started.elapsed());
        assert_eq!(outcome.complaints.len(), 1, "{name}: {outcome:?}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the memory of the process in /proc")]
fn memory_does_not_depend_on_the_length_of_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let mut measured = Vec::new();
    let file = |name: &str, before: &str, text: &str, megabytes: usize, after: &str| {
        write(folder.path().join(name), before, text, (megabytes << 20) / text.len(), after)
    };
    let paragraph = WORDS.to_owned() + "\n\n";
    for path in [
        file("words.md", "", &paragraph, 8, ""),
        file("word.md", "", "aaaaaaaa", 40, ""),
        file("formulas.md", "", "$a$ ", 5, ""),
        file("lines.md", "", "$a$\n\n", 5, ""),
        file("lists.md", "", "- *a* [b](c) `d`\n", 5, ""),
        file("words.tex", "", WORDS, 40, ""),
        file("commands.tex", "", "\\input{missing}\\label{a}\\ref{a} ", 10, ""),
        file("sections.tex", "", "\\section{a}b\n", 10, ""),
        file("words.html", "", WORDS, 40, ""),
        file("tags.html", "", "<div><b>$x$</b>", 10, ""),
        file("tags.ptx", "<pretext>", "<p><m>x</m></p>", 10, ""),
        file("includes.ptx", "<pretext>", "<xi:include href=\"no\"/>", 10, ""),
        file("words.jsonl", "{\"id\": 1, \"body\": \"", WORDS, 3, "\"}"),
        file("list.jsonl", "{\"id\": 1, \"body\": \"x\", \"tags\": [", "\"a\",", 3, "1]}"),
    ] {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "read_in_a_separate_process", "--nocapture"])
            .env("PERGA_TEST_SOURCE", &path)
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let resident = printed
            .lines()
            .find_map(|line| line.split_once("resident MB: "))
            .map(|(_, mb)| mb.trim().parse::<u64>());
        let Some(Ok(resident)) = resident else { panic!("{}: {printed}", path.display()) };
        measured.push((path.file_name().unwrap().to_owned(), resident));
    }
    println!("{measured:?}");
    assert!(measured.iter().all(|(_, resident)| *resident <= MOST_RESIDENT_MB), "{measured:?}");
}

#[test]
#[ignore = "run by another test, which measures it"]
fn read_in_a_separate_process() {
    let Some(source) = std::env::var_os("PERGA_TEST_SOURCE") else { return };
    let outcome = outcome(&entry(Path::new(&source)));
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    println!("\nresident MB: {}", kilobytes / 1024);
    println!("{} units, {} bytes, {} complaints", outcome.units, outcome.bytes, outcome.complaints.len());
}

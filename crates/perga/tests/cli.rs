//! Whole runs of the binary: arguments and stdin in; stdout, stderr and exit code out.
//!
//! The cases are plain text files under `tests/cli/`. A line's first character says what it is:
//! `$` the arguments, `<` a line of stdin, `>` of stdout, `!` of stderr, `=` the exit code (0 if absent);
//! any other line is a comment. Each file is a test case of its own, and so is each document that shows runs:
//! `cargo test -p perga --test cli run::eval` tries one. `UPDATE_EXPECT=1 cargo test -p perga --test cli` rewrites the
//! expectations.
//!
//! `PERGA_INDEX` is an index of the bundled collection, so that `perga search`,
//! `perga suggest` and `perga run` have something to search.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Trial};

/// An index of the bundled collection, made when the first run searches in it.
static INDEX: LazyLock<PathBuf> = LazyLock::new(|| {
    let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collection.index");
    let _ = std::fs::remove_dir_all(&into);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let made = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(["index", "collection", "--into"])
        .arg(&into)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    into
});

/// One run: where it stands in the file, and what goes in.
struct Case {
    line: usize,
    head: Vec<String>,
    arguments: Vec<String>,
    stdin: Option<String>,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut head = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(arguments) = line.strip_prefix("$ perga") {
            let (head, arguments) = (std::mem::take(&mut head), words(arguments));
            let head = head.into_iter().chain([line.to_owned()]).collect();
            cases.push(Case { line: number + 1, head, arguments, stdin: None, expected: String::new() });
            continue;
        }
        match (cases.last_mut(), line.chars().next()) {
            (Some(case), Some('<')) => {
                case.head.push(line.to_owned());
                let stdin = case.stdin.get_or_insert_default();
                stdin.push_str(line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
                stdin.push('\n');
            }
            (Some(case), Some('>' | '!' | '=')) => {
                case.expected.push_str(line);
                case.expected.push('\n');
            }
            _ => head.push(line.to_owned()),
        }
    }
    cases
}

/// Splits at spaces; single quotes keep a word together.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    assert!(!quoted, "unclosed quote in {text:?}");
    words.extend(word);
    words
}

fn run(case: &Case) -> String {
    let output = start(&case.arguments, case.stdin.as_deref().unwrap_or_default());
    let mut text = String::new();
    push_lines(&mut text, '>', &output.stdout);
    push_lines(&mut text, '!', &output.stderr);
    let code = output.status.code();
    if code != Some(0) {
        text.push_str(&format!("= {}\n", code.map_or("killed".into(), |code| code.to_string())));
    }
    text
}

fn start(arguments: &[String], stdin: &str) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut command = Command::new(env!("CARGO_BIN_EXE_perga"));
    if arguments
        .first()
        .is_some_and(|first| matches!(first.as_str(), "search" | "suggest" | "run" | "context" | "describe"))
    {
        command.env("PERGA_INDEX", INDEX.as_path());
    }
    // What is shown does not depend on the models of whoever runs the tests.
    command.env("PERGA_MODELS", folder.join("no-models"));
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn push_lines(out: &mut String, mark: char, bytes: &[u8]) {
    for line in String::from_utf8(bytes.to_vec()).unwrap().lines() {
        out.push_str(format!("{mark} {line}").trim_end());
        out.push('\n');
    }
}

fn check(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let cases = cases(&text);
    assert!(!cases.is_empty(), "{} has no cases", path.display());
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    let mut updated = String::new();
    for case in &cases {
        let actual = run(case);
        updated.push_str(&format!("{}\n{actual}", case.head.join("\n")));
        if actual != case.expected && !update {
            let place = format!("{}:{}", path.display(), case.line);
            failures.push(format!("{place}\n--- expected\n{}--- actual\n{actual}", case.expected));
        }
    }
    if update {
        std::fs::write(path, updated).unwrap();
    }
    failures
}

/// The text with what the runs shown in it (`$ perga …`, outside of pipes) really print.
fn with_real_output(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(&format!("{line}\n"));
        let Some(arguments) = line.strip_prefix("$ perga").filter(|line| !line.contains(" < ")) else {
            continue;
        };
        let output = start(&words(arguments), "");
        out.push_str(&String::from_utf8(output.stdout).unwrap());
        out.push_str(&String::from_utf8(output.stderr).unwrap());
        while lines.peek().is_some_and(|next| !next.starts_with("$ ") && *next != "```") {
            lines.next();
        }
    }
    out
}

/// Compares what a document shows with what the binary prints.
fn check_document(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let real = with_real_output(&text);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, real).unwrap();
        return Vec::new();
    }
    let lines = text.lines().zip(real.lines()).enumerate();
    let difference = lines.map(|(number, pair)| (number + 1, pair)).find(|(_, (shown, real))| shown != real);
    let place = path.display();
    match difference {
        Some((line, (shown, real))) => vec![format!("{place}:{line}\n--- shown\n{shown}\n--- real\n{real}")],
        None if text.lines().count() != real.lines().count() => vec![format!("{place}: the ends differ")],
        None => Vec::new(),
    }
}

/// The files under a folder, or the file itself, with this ending, in order.
fn files(place: &Path, ending: &str) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    let wanted = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|found| found == ending);
    let mut found: Vec<PathBuf> = entries.filter(wanted).collect();
    found.sort();
    found.iter().flat_map(|path| files(path, ending)).collect()
}

/// One test case per file, selected by its name.
fn trial(name: String, path: PathBuf, check: fn(&Path) -> Vec<String>) -> Trial {
    Trial::test(name, move || match check(&path) {
        failures if failures.is_empty() => Ok(()),
        failures => Err(failures.join("\n").into()),
    })
}

fn main() -> std::process::ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = |path: &Path| path.strip_prefix(&root).unwrap().with_extension("").display().to_string();
    // Folders beside them hold the files that the runs read.
    let runs = files(&root.join("crates/perga/tests/cli"), "txt");
    let runs: Vec<PathBuf> =
        runs.into_iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("cli"))).collect();
    let documents =
        [root.join("README.md"), root.join("docs")].into_iter().flat_map(|place| files(&place, "md"));
    let shown = |path: &PathBuf| std::fs::read_to_string(path).unwrap().contains("\n$ perga ");
    let documents: Vec<PathBuf> = documents.filter(shown).collect();
    assert!(runs.len() > 10 && documents.len() > 5, "{} runs, {} documents", runs.len(), documents.len());
    let runs = runs.into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        trial(format!("run::{name}"), path, check)
    });
    let documents =
        documents.into_iter().map(|path| trial(format!("document::{}", named(&path)), path, check_document));
    libtest_mimic::run(&Arguments::from_args(), runs.chain(documents).collect()).exit_code()
}

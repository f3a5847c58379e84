//! Text that a user reads is plain English: no phrase of `docs/development/banned-words.txt` occurs in it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Banned phrases as words, with what to write instead.
fn banned() -> Vec<(Vec<String>, String)> {
    let list = std::fs::read_to_string(root().join("docs/development/banned-words.txt")).unwrap();
    let rows = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    rows.map(|(phrase, instead)| {
        (phrase.split_whitespace().map(str::to_lowercase).collect(), instead.to_owned())
    })
    .collect()
}

/// The text with code and addresses replaced by a stop, so that words around them are not neighbours.
fn without_code(text: &str) -> String {
    let mut out = String::new();
    let mut is_fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        if is_fenced || line.starts_with("    ") && text.contains("```") {
            continue;
        }
        for (place, piece) in line.split('`').enumerate() {
            out.push_str(if place % 2 == 0 { piece } else { " . " });
        }
        out.push('\n');
    }
    out
}

/// Words in lower case; a stop stands for everything between words that is not white space.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '\'' || c == '’';
    for c in text.chars() {
        let is_stop = words.last().is_some_and(|word| word == ".");
        match c {
            c if is_word(c) => {
                if is_stop {
                    words.push(String::new());
                }
                words.last_mut().unwrap().extend(c.to_lowercase());
            }
            c if c.is_whitespace() => words.push(String::new()),
            _ => words.push(".".to_owned()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Every banned phrase that a text contains.
fn findings(name: &str, text: &str) -> Vec<String> {
    let words = words(&without_code(text));
    let is_there = |phrase: &[String]| {
        words.windows(phrase.len()).any(|window| {
            window.iter().zip(phrase).all(|(word, wanted)| word == wanted || wanted == "*" && word != ".")
        })
    };
    let found = banned().into_iter().filter(|(phrase, _)| is_there(phrase));
    found.map(|(phrase, instead)| format!("{name}: `{}`; write: {instead}", phrase.join(" "))).collect()
}

fn check(texts: impl IntoIterator<Item = (String, String)>) {
    let found: Vec<String> = texts.into_iter().flat_map(|(name, text)| findings(&name, &text)).collect();
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => markdown(&path, found),
            false if path.extension().is_some_and(|ending| ending == "md") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn documents_are_plain() {
    let root = root();
    let mut files: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "TESTING.md", "SECURITY.md", "CHANGELOG.md"]
            .iter()
            .map(|name| root.join(name))
            .collect();
    markdown(&root.join("docs"), &mut files);
    assert!(files.len() > 30, "{}", files.len());
    check(files.iter().map(|file| (file.display().to_string(), std::fs::read_to_string(file).unwrap())));
}

/// What `perga … --help` prints, for every command and the commands below it.
fn helps(arguments: &[&str], found: &mut Vec<(String, String)>) {
    let output = Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).arg("--help").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let is_command =
        |line: &&str| line.starts_with("  ") && line.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase);
    let listing = match arguments {
        [] => text.as_str(),
        _ => text.split_once("Commands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or("")),
    };
    let below: Vec<String> = listing
        .lines()
        .filter(is_command)
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    found.push((format!("perga {} --help", arguments.join(" ")), text.clone()));
    for name in below {
        helps(&[arguments, &[name.as_str()]].concat(), found);
    }
}

#[test]
fn help_is_plain() {
    let mut found = Vec::new();
    helps(&[], &mut found);
    assert!(found.len() > 20, "{} commands", found.len());
    check(found);
}

/// Crates whose documentation of fields is shown: as descriptions of the API, and as help.
const DOCUMENTED: [&str; 3] = ["engine", "server", "perga"];

/// Files with words of formulas, and with messages of the query language.
const NOT_CHECKED: [&str; 2] = ["formula/src/meaning/words.rs", "text/src/query/notes.rs"];

/// The strings of source files that become pages, messages and descriptions: literals and documentation of fields.
#[test]
fn strings_are_plain() {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let is_documented = DOCUMENTED.iter().any(|name| folder.ends_with(name));
        let mut files = Vec::new();
        sources(&folder.join("src"), "rs", &mut files);
        for file in files {
            if file.ends_with("tests.rs") || NOT_CHECKED.iter().any(|name| file.ends_with(name)) {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let lines = source.lines().filter(|line| is_documented || !line.trim_start().starts_with("///"));
            texts.push((file.display().to_string(), strings(&lines.collect::<Vec<_>>().join("\n"))));
        }
    }
    assert!(texts.len() > 300, "{} files", texts.len());
    check(texts);
}

/// The strings of the scripts of pages, and their comments.
#[test]
fn scripts_are_plain() {
    let mut files = Vec::new();
    sources(&root().join("web/src"), "ts", &mut files);
    assert!(files.len() > 10, "{} files", files.len());
    check(files.iter().map(|file| {
        let source = std::fs::read_to_string(file).unwrap();
        let comments: Vec<&str> =
            source.lines().filter_map(|line| line.trim_start().strip_prefix("//")).collect();
        (file.display().to_string(), strings(&source) + &comments.join("\n"))
    }));
}

fn sources(folder: &Path, wanted: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, wanted, found),
            false if path.extension().is_some_and(|ending| ending == wanted) => found.push(path),
            false => {}
        }
    }
}

/// String literals and item documentation, a line each. Good enough for prose: quotation marks in characters and
/// raw strings only split a literal.
fn strings(source: &str) -> String {
    let mut out = String::new();
    for line in source.lines() {
        let line = line.trim_start();
        if let Some(text) = line.strip_prefix("///") {
            out.push_str(text);
            out.push('\n');
            continue;
        }
        // A line with a part of a longer literal would be cut in the wrong places.
        if line.starts_with("//") || line.matches('"').count() % 2 == 1 {
            continue;
        }
        for literal in line.split('"').skip(1).step_by(2) {
            // Names in braces are not prose.
            out.extend(literal.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest)));
            out.push_str(" .\n");
        }
    }
    out
}

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

/// A file with words of formulas.
const NOT_CHECKED: &str = "formula/src/meaning/words.rs";

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
            if file.ends_with("tests.rs") || file.ends_with(NOT_CHECKED) {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = source.lines().filter(|line| is_documented || !line.trim_start().starts_with("///"));
            texts.push((file.display().to_string(), strings(&lines.collect::<Vec<_>>().join("\n"))));
        }
    }
    // Tables that pages show.
    let mut tables = Vec::new();
    sources(&root().join("crates/server/data"), "tsv", &mut tables);
    assert_eq!(tables.len(), 2);
    texts.extend(tables.iter().map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        (file.display().to_string(), text.replace('\t', " . "))
    }));
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
        // Line by line: a quotation mark in a regular expression opens no string.
        let texts = source.lines().map(|line| strings(&line.replace('`', "\""))).collect::<String>();
        (file.display().to_string(), texts + &comments.join("\n"))
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

/// String literals and item documentation, a line each.
fn strings(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(next) = rest.chars().next() {
        let (text, length) = match next {
            '/' if rest.starts_with("//") => {
                let line = rest.lines().next().unwrap_or(rest);
                (line.strip_prefix("///").unwrap_or("").to_owned(), line.len())
            }
            '"' => literal(rest),
            'r' if !ends_with_word(source, rest) => raw_literal(rest).unwrap_or_default(),
            '\'' => (String::new(), character(rest)),
            _ => (String::new(), 0),
        };
        if !text.is_empty() {
            // Names in braces are not prose.
            out.extend(text.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest)));
            out.push_str(" .\n");
        }
        rest = &rest[length.max(next.len_utf8())..];
    }
    out
}

/// Whether a letter or digit stands before the rest of a source.
fn ends_with_word(source: &str, rest: &str) -> bool {
    source[..source.len() - rest.len()].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The text of a literal, and its length with its quotation marks.
fn literal(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (text, at + 1),
            '\\' => match characters.next() {
                // The next line goes on without its indentation.
                Some((_, '\n')) => text.truncate(text.trim_end_matches(' ').len()),
                Some((_, 'n' | 't')) | None => text.push(' '),
                Some((_, escaped)) => text.push(escaped),
            },
            c => text.push(c),
        }
    }
    (text, rest.len())
}

/// The same for `r"…"` and `r#"…"#`.
fn raw_literal(rest: &str) -> Option<(String, usize)> {
    let signs = rest[1..].chars().take_while(|c| *c == '#').count();
    let body = rest[1 + signs..].strip_prefix('"')?;
    let end = body.find(&format!("\"{}", "#".repeat(signs)))?;
    Some((body[..end].to_owned(), 2 * signs + 3 + end))
}

/// The length of a character such as `'"'`; 1 for a lifetime.
fn character(rest: &str) -> usize {
    let inner = rest[1..].chars().next().map_or(0, char::len_utf8);
    let is_escaped = rest[1..].starts_with('\\');
    let from = 1 + if is_escaped { 2 } else { inner };
    match rest.get(from..).and_then(|after| after.find('\'')) {
        Some(0) => from + 1,
        Some(end) if is_escaped && end < 10 => from + end + 1,
        _ => 1,
    }
}

#[test]
fn literals_are_found_in_every_spelling() {
    let source = "/// A doc.\nlet a = \"one \\\n   two\"; // \"no\"\nlet b = '\"'; let c = r#\"raw \"here\"\"#; f::<'a>(\"{name} x\")";
    assert_eq!(strings(source), " A doc. .\none   two .\nraw \"here\" .\n x .\n");
}

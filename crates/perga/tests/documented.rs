//! What the documents name exists: files, headings, commands, flags and pipelines.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<(PathBuf, String)> {
    let root = root();
    let names =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "TESTING.md", "SECURITY.md", "CHANGELOG.md"];
    let mut files: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "md") => files.push(path),
                false => {}
            }
        }
    }
    files.into_iter().map(|file| (file.clone(), std::fs::read_to_string(&file).unwrap())).collect()
}

/// Pieces between backticks on one line.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("```")).flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn files_that_documents_name_exist() {
    let beginnings = ["crates/", "docs/", "bench/", "web/", "collection/", "fuzz/", "repro/"];
    let mut missing = Vec::new();
    for (file, text) in documents() {
        for name in code(&text).filter(|name| beginnings.iter().any(|beginning| name.starts_with(beginning)))
        {
            let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c));
            if is_plain && !root().join(name).exists() {
                missing.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A document without its fenced blocks and `inline code`.
fn prose(text: &str) -> String {
    let outside = text.split("\n```").step_by(2);
    let lines = outside.flat_map(str::lines);
    lines.map(|line| line.split('`').step_by(2).collect::<String>() + "\n").collect()
}

/// The anchor that a heading has in the book and on the pages of repositories.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn has_heading(file: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn links_of_documents_lead_somewhere() {
    let (mut count, mut broken) = (0, Vec::new());
    for (file, text) in documents() {
        let prose = prose(&text);
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            count += 1;
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            if !path.exists() || !heading.is_empty() && !has_heading(&path, heading) {
                broken.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The help of a command; none where there is no such command.
fn help(arguments: &[String], known: &mut BTreeMap<Vec<String>, Option<String>>) -> Option<String> {
    let made = known.entry(arguments.to_vec()).or_insert_with(|| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).arg("--help").output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    });
    made.clone()
}

/// The words of the command and the flags of a line that begins with `perga`.
fn parts(line: &str) -> (Vec<String>, BTreeSet<String>) {
    let mut is_command = true;
    let (mut command, mut flags) = (Vec::new(), BTreeSet::new());
    let unquoted = line.split('\'').step_by(2).collect::<Vec<_>>().join("Q");
    for word in unquoted.split_whitespace() {
        if ["|", "&&", ">", "#", ";"].contains(&word) {
            break;
        }
        let flag = word.split(['=', '[', ']']).find(|piece| piece.starts_with("--"));
        match flag {
            Some(flag) if flag.len() > 2 => {
                flags.insert(flag.trim_end_matches(['.', ',', ')', '`', '…']).to_owned());
                is_command = false;
            }
            _ if is_command
                && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && !word.starts_with('-') =>
            {
                command.push(word.to_owned());
            }
            _ => is_command = false,
        }
    }
    (command, flags)
}

#[test]
fn commands_and_flags_that_documents_name_exist() {
    let mut known = BTreeMap::new();
    let mut wrong = BTreeSet::new();
    for (file, text) in documents() {
        let shown = text.lines().map(|line| line.strip_prefix("$ ").unwrap_or(line));
        let lines = shown.chain(code(&text)).filter_map(|line| line.strip_prefix("perga "));
        // `perga help COMMAND` has no help of its own.
        let lines = lines.filter(|line| !line.starts_with("help "));
        for line in lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            let (mut command, flags) = parts(line);
            // Words after the name of a command are arguments, unless they are commands below it.
            while command.len() > 1
                && help(&command, &mut known)
                    .is_none_or(|text| !text.contains(&format!("perga {}", command.join(" "))))
            {
                command.pop();
            }
            let Some(text) = help(&command, &mut known) else {
                wrong.insert(format!("{}: perga {line}", file.display()));
                continue;
            };
            let old = ["--into", "--help", "--version"];
            for flag in
                flags.iter().filter(|flag| !old.contains(&flag.as_str()) && !text.contains(flag.as_str()))
            {
                wrong.insert(format!(
                    "{}: `perga {}` has no {flag}: {line}",
                    file.display(),
                    command.join(" ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_command_is_in_the_reference() {
    let output = Command::new(env!("CARGO_BIN_EXE_perga")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let reference = std::fs::read_to_string(root().join("docs/reference/commands.md")).unwrap();
    let names: Vec<&str> = help
        .lines()
        .filter(|line| line.starts_with("  ") && line.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{help}");
    for name in names {
        assert!(
            reference.contains(&format!("`perga {name}")),
            "docs/reference/commands.md lacks `perga {name}`"
        );
    }
}

#[test]
fn every_pipeline_is_documented() {
    for (folder, page) in [("formulas", "pipelines.md"), ("questions", "question-pipelines.md")] {
        let text = std::fs::read_to_string(root().join("docs/research").join(page)).unwrap();
        for entry in std::fs::read_dir(root().join("crates/rank/pipelines").join(folder)).unwrap() {
            let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
            assert!(text.contains(&format!("`{name}`")), "docs/research/{page} lacks `{name}`");
        }
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for (file, text) in documents() {
        let folder = file.parent().unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap();
            let is_outside = path.is_empty() || path.contains("://") || path.starts_with("mailto:");
            let is_path = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c));
            if !is_outside && is_path && !folder.join(path).exists() {
                broken.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let folder = root().join("docs");
    let contents = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    for (file, _) in documents() {
        let Ok(name) = file.strip_prefix(&folder) else { continue };
        let name = name.display().to_string();
        assert!(name == "SUMMARY.md" || contents.contains(&format!("({name})")), "SUMMARY.md lacks {name}");
    }
}

//! The walls between the crates: what a crate names, and what it reaches.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The dependencies of every crate outside tests, by name.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(manifest) = std::fs::read_to_string(path.join("Cargo.toml")) else { continue };
        let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let section = section.split("\n[").next().unwrap_or("");
        let names =
            section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.to_owned());
        let names = names.filter(|name| !name.starts_with('#')).collect();
        found.insert(path.file_name().unwrap().to_string_lossy().into_owned(), names);
    }
    found
}

/// The crates of the workspace that a crate reaches, itself included.
fn reached(name: &str, all: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        if let Some(dependencies) = all.get(&name)
            && found.insert(name)
        {
            open.extend(dependencies.iter().cloned());
        }
    }
    found
}

#[test]
fn heavy_crates_are_named_in_one_place() {
    let all = dependencies();
    assert!(all.len() >= 15, "{:?}", all.keys());
    let naming = |dependency: &str| -> Vec<&str> {
        all.iter().filter(|(_, names)| names.contains(dependency)).map(|(name, _)| name.as_str()).collect()
    };
    let candle = |name: &String| name.starts_with("candle");
    assert!(
        all.iter().all(|(name, dependencies)| name == "vectors" || !dependencies.iter().any(candle)),
        "a crate beside vectors names candle"
    );
    assert_eq!(naming("candle-core"), ["vectors"]);
    assert_eq!(naming("axum"), ["server"]);
    assert_eq!(naming("clap"), ["lab", "perga"]);
    assert_eq!(naming("anyhow"), ["lab", "perga"]);
    for name in reached("engine", &all) {
        assert!(!all[&name].contains("clap"), "{name} is below engine and names clap");
    }
}

/// The crates of the workspace that the programs around `engine` may name. They search, read and index through it;
/// beside it are the pure types that it speaks in, the files and reports of evaluation, logs, and the laboratory.
const AROUND_ENGINE: [(&str, &[&str]); 2] = [
    ("server", &["document", "engine", "eval", "study"]),
    ("perga", &["document", "engine", "eval", "formula", "lab", "server", "study", "trec"]),
];

#[test]
fn programs_reach_the_crates_below_through_engine() {
    let all = dependencies();
    for (name, allowed) in AROUND_ENGINE {
        let named: Vec<&str> =
            all[name].iter().map(String::as_str).filter(|dependency| all.contains_key(*dependency)).collect();
        assert_eq!(named, allowed, "{name}");
    }
}

/// Lines of the binary, tests included.
const MOST_OF_THE_BINARY: usize = 4000;

#[test]
fn the_binary_is_small() {
    let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let sources = sources("perga");
    let count: usize = sources.iter().map(lines).sum();
    // A command is its arguments with their help, and a call.
    assert!(
        count < MOST_OF_THE_BINARY,
        "the binary has {count} lines; logic belongs in engine, lab or study"
    );
}

/// A file that is longer hides its parts; one that says what it is in its name is shorter.
const LONGEST_FILE: usize = 500;
const MEDIAN_FILE: usize = 150;

#[test]
fn files_are_short() {
    let mut lengths = Vec::new();
    for path in dependencies().keys().flat_map(|name| sources(name)) {
        let length = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(length <= LONGEST_FILE, "{} has {length} lines", path.display());
        lengths.push(length);
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= MEDIAN_FILE, "half of the files have {median} lines or more");
}

#[test]
fn nothing_of_one_system_stands_outside_cfg() {
    for name in dependencies().keys() {
        for path in sources(name) {
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                let is_unix = ["os::unix", "signal::unix", "libc::"].iter().any(|part| line.contains(part));
                if !is_unix || line.trim_start().starts_with("//") {
                    continue;
                }
                // The attribute stands before the line, or before the function or block that it is in.
                let before = lines[number.saturating_sub(40)..number].iter().rev();
                let is_guarded = before
                    .take_while(|line| !line.starts_with('}'))
                    .any(|line| line.contains("cfg(unix)") || line.contains("cfg(target_os"));
                assert!(is_guarded, "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}

/// Crates that read archives, or walk folders for a collection.
const ARCHIVES: [&str; 7] = ["zip", "tar", "sevenz-rust2", "bzip2", "ruzstd", "lzma-rust2", "ignore"];

#[test]
fn archives_stay_out_of_index_and_eval() {
    let all = dependencies();
    for name in ["index", "eval"] {
        for member in reached(name, &all) {
            for archive in ARCHIVES {
                assert!(!all[&member].contains(archive), "{name} reaches {archive} through {member}");
            }
        }
    }
    // It reads models, which may be in an archive, through `vectors`; it has no archives of its own.
    assert!(ARCHIVES.iter().all(|archive| !all["rank"].contains(*archive)));
    assert!(!reached("rank", &all).contains("corpus"));
    assert!(!reached("index", &all).contains("corpus"));
}

#[test]
fn dependencies_point_one_way() {
    let all = dependencies();
    let below_engine = reached("engine", &all);
    for name in ["server", "lab", "perga"] {
        assert!(!below_engine.contains(name), "engine reaches {name}");
    }
    assert!(!reached("server", &all).contains("lab"));
    for pure in ["formula", "similarity", "document", "text", "graph", "random"] {
        for other in ["index", "corpus", "trec", "rank", "vectors", "eval", "engine"] {
            assert!(!reached(pure, &all).contains(other), "{pure} reaches {other}");
        }
    }
    // Assessments are measured by `eval`; nothing in them needs an index.
    for other in ["index", "corpus", "rank", "vectors", "engine"] {
        assert!(!reached("study", &all).contains(other), "study reaches {other}");
    }
    assert!(all.iter().all(|(name, dependencies)| name == "testkit" || !dependencies.contains("testkit")));
}

/// The Rust files of a crate.
fn sources(name: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found
}

/// What looks like a flag of Perga and is none: properties of CSS, and a flag of another program.
const NO_FLAGS: [&str; 3] = ["--level:", "--depth:", "xmllint --noout"];

/// Whether a string literal of a line has a word that looks like a flag.
fn names_a_flag(line: &str) -> bool {
    let line = NO_FLAGS.iter().fold(line.to_owned(), |line, none| line.replace(none, ""));
    let is_flag =
        |word: &str| word.starts_with("--") && word[2..].starts_with(|c: char| c.is_ascii_lowercase());
    let words = |literal: &str| literal.split(|c: char| !c.is_alphanumeric() && c != '-').any(is_flag);
    line.split('"').skip(1).step_by(2).any(words)
}

#[test]
fn only_the_program_names_flags() {
    assert!(names_a_flag(r#"bail!("leave out `--columns`")"#) && names_a_flag(r#"["eval", "--format"]"#));
    assert!(!names_a_flag(r#"html! { li style={ "--level:" (1) } }"#));
    for name in dependencies().keys().filter(|name| *name != "perga") {
        for path in sources(name).into_iter().filter(|path| !path.to_string_lossy().contains("lab/src/bench"))
        {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            let named = text.lines().find(|line| !line.trim_start().starts_with("//") && names_a_flag(line));
            assert!(named.is_none(), "{}: {}", path.display(), named.unwrap());
        }
    }
}

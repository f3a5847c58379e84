//! The name of a run in tables: the shortest part of its path that distinguishes it from the others.
//!
//! It is not the tag: the tag names a system, and two runs of one system have the same.

use std::collections::HashSet;

/// File name endings that say how a run is written, not which run it is.
const ENDINGS: [&str; 7] = [".gz", ".tsv", ".txt", ".run", ".trec", ".res", ".csv"];

/// Short names, all different where the files are.
///
/// ```
/// use eval::report::names::short;
/// assert_eq!(short(&["runs/a.tsv.gz", "runs/b.run"]), ["a", "b"]);
/// assert_eq!(short(&["2020/a.run", "2021/a.run"]), ["2020/a", "2021/a"]);
/// assert_eq!(short(&["a.run", "a.txt"]), ["a.run", "a.txt"]);
/// ```
pub fn short(files: &[&str]) -> Vec<String> {
    let deepest = files.iter().map(|file| parts(file).len()).max().unwrap_or(1);
    for depth in 1..=deepest {
        let names: Vec<String> =
            files.iter().map(|file| without_endings(&tail(file, depth)).into()).collect();
        if all_differ(&names) {
            return names;
        }
        let names: Vec<String> = files.iter().map(|file| tail(file, depth)).collect();
        if all_differ(&names) {
            return names;
        }
    }
    files.iter().map(|&file| file.to_owned()).collect()
}

fn all_differ(names: &[String]) -> bool {
    names.iter().collect::<HashSet<_>>().len() == names.len()
}

fn parts(file: &str) -> Vec<&str> {
    file.split(['/', '\\']).collect()
}

fn tail(file: &str, depth: usize) -> String {
    let parts = parts(file);
    parts[parts.len().saturating_sub(depth)..].join("/")
}

fn without_endings(name: &str) -> &str {
    let mut rest = name;
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| rest.strip_suffix(ending)) {
        if shorter.is_empty() || shorter.ends_with('/') {
            return rest;
        }
        rest = shorter;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_given_twice_keeps_its_path() {
        assert_eq!(short(&["x/a.run", "x/a.run"]), ["x/a.run", "x/a.run"]);
    }

    #[test]
    fn an_ending_alone_is_a_name() {
        assert_eq!(short(&["runs/.gz"]), [".gz"]);
        assert_eq!(short(&["-"]), ["-"]);
    }
}

//! Indexes of version 0.1, which had no marker: recognised, never touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// Sources that are named in the command that makes an index anew.
const MOST_SOURCES: usize = 3;

/// What the text index keeps of a commit; the rest does not matter here.
#[derive(Deserialize)]
struct Meta {
    payload: Option<String>,
}

/// The manifest of version 0.1.
#[derive(Deserialize)]
struct OldManifest {
    format: u32,
    #[serde(default)]
    ledger: String,
}

#[derive(Deserialize)]
struct OldLedger {
    #[serde(default)]
    sources: BTreeMap<String, serde::de::IgnoredAny>,
}

/// An index that an earlier version made.
pub(crate) struct OldIndex {
    pub(crate) format: u32,
    /// What makes it anew, beside the old one.
    pub(crate) command: String,
}

/// Looks whether a folder without a marker holds an index of an earlier version.
pub(crate) fn recognise(folder: &Path) -> Option<OldIndex> {
    let meta: Meta = read(folder, "meta.json")?;
    let manifest: OldManifest = serde_json::from_str(&meta.payload?).ok()?;
    let is_plain = manifest.ledger.starts_with("perga-") && !manifest.ledger.contains(['/', '\\']);
    let ledger = is_plain.then(|| read::<OldLedger>(folder, &manifest.ledger)).flatten();
    let sources: Vec<String> = ledger.map(|ledger| ledger.sources.into_keys().collect()).unwrap_or_default();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    Some(OldIndex { format: manifest.format, command: rebuild_command(folder, &sources) })
}

/// The command that indexes the sources again, into a folder beside the old one.
pub(crate) fn rebuild_command(folder: &Path, sources: &[&str]) -> String {
    let sources = match common_folder(sources) {
        Some(common) => quoted(common),
        None if (1..=MOST_SOURCES).contains(&sources.len()) => {
            sources.iter().map(|source| quoted(source)).collect::<Vec<_>>().join(" ")
        }
        None => "SOURCE…".to_owned(),
    };
    let name = folder.display().to_string();
    format!("perga index {sources} --into {}", quoted(&format!("{}.new", name.trim_end_matches('/'))))
}

fn read<T: serde::de::DeserializeOwned>(folder: &Path, name: &str) -> Option<T> {
    serde_json::from_slice(&fs::read(folder.join(name)).ok()?).ok()
}

/// The folder that all sources lie in; none where there is none, or only the root.
fn common_folder<'a>(sources: &[&'a str]) -> Option<&'a str> {
    let (first, rest) = sources.split_first()?;
    if rest.is_empty() {
        return Some(first);
    }
    let mut common = first.rsplit_once('/')?.0;
    for source in rest {
        while !source.strip_prefix(common).is_some_and(|inside| inside.starts_with('/')) {
            common = common.rsplit_once('/')?.0;
        }
    }
    Some(common).filter(|common| !common.is_empty())
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+~".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_sources() {
        let command = |sources: &[&str]| rebuild_command(Path::new("old.index/"), sources);
        assert_eq!(command(&["n/a.md", "n/b/c.md"]), "perga index n --into old.index.new");
        assert_eq!(command(&["x.jsonl"]), "perga index x.jsonl --into old.index.new");
        assert_eq!(command(&["a b.tsv", "c.tsv"]), "perga index 'a b.tsv' c.tsv --into old.index.new");
        assert_eq!(command(&["a", "b", "c", "d"]), "perga index SOURCE… --into old.index.new");
        assert_eq!(command(&[]), "perga index SOURCE… --into old.index.new");
    }
}

//! Indexes of version 0.1, which had no marker: they are recognised, but never changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The most sources that are listed one by one.
const MOST_SOURCES: usize = 3;

/// The part of the text index's commit that matters here.
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
    /// The sources it was made from: the folder that contains them all, or a few sources; empty if there are many.
    pub(crate) sources: Vec<String>,
}

/// Recognises an index of an earlier version in a folder without a marker.
pub(crate) fn recognise(folder: &Path) -> Option<OldIndex> {
    let meta: Meta = read(folder, "meta.json")?;
    let manifest: OldManifest = serde_json::from_str(&meta.payload?).ok()?;
    let is_plain = manifest.ledger.starts_with("perga-") && !manifest.ledger.contains(['/', '\\']);
    let ledger = is_plain.then(|| read::<OldLedger>(folder, &manifest.ledger)).flatten();
    let sources: Vec<String> = ledger.map(|ledger| ledger.sources.into_keys().collect()).unwrap_or_default();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    Some(OldIndex { format: manifest.format, sources: summarised(&sources) })
}

/// The folder that contains all sources, or the sources if they are few.
fn summarised(sources: &[&str]) -> Vec<String> {
    match common_folder(sources) {
        Some(common) => vec![common.to_owned()],
        None if sources.len() <= MOST_SOURCES => sources.iter().map(|source| (*source).to_owned()).collect(),
        None => Vec::new(),
    }
}

fn read<T: serde::de::DeserializeOwned>(folder: &Path, name: &str) -> Option<T> {
    serde_json::from_slice(&fs::read(folder.join(name)).ok()?).ok()
}

/// The folder that contains all sources; none if there is none, or only the root.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_replaces_the_sources_in_it() {
        for (sources, expected) in [
            (&["n/a.md", "n/b/c.md"][..], &["n"][..]),
            (&["x.jsonl"], &["x.jsonl"]),
            (&["a b.tsv", "c.tsv"], &["a b.tsv", "c.tsv"]),
            (&["a", "b", "c", "d"], &[]),
            (&[], &[]),
        ] {
            assert_eq!(summarised(sources), expected);
        }
    }
}

//! What assessors are shown: the texts of topics, and of pooled results as an index has them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use document::markup;
use engine::{Budget, Engine};
use trec::{Input, topics};

/// Adds the texts of the topics of a file that have none yet.
///
/// # Errors
/// The file cannot be read.
pub fn add_topics(texts: &mut BTreeMap<String, String>, file: &Path) -> Result<()> {
    for topic in topics::read(&Input::open(file)?)? {
        let asked = topic.formula.as_ref().map(|formula| format!("Formula: ${}$", formula.latex));
        let parts = [topic.title, topic.question].map(|text| markup::html(&text).text);
        let parts: Vec<String> = asked.into_iter().chain(parts).filter(|text| !text.is_empty()).collect();
        texts.entry(topic.id).or_insert_with(|| parts.join("\n\n"));
    }
    Ok(())
}

/// Adds the texts of the results of a pool that have none yet. Returns how many of them are not in the index.
///
/// # Errors
/// The index cannot be opened.
pub fn add_results(texts: &mut BTreeMap<String, String>, pool: &str, index: &Path) -> Result<usize> {
    let (engine, mut missing) = (Engine::open(index)?, 0);
    for result in pool.lines().filter_map(|line| line.split('\t').nth(1)) {
        if texts.contains_key(result) {
            continue;
        }
        match engine.unit(result, "", &Budget::default()) {
            Ok(unit) => _ = texts.insert(result.to_owned(), format!("{}\n\n{}", unit.title, unit.body)),
            Err(_) => missing += 1,
        }
    }
    Ok(missing)
}

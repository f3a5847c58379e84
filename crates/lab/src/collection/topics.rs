//! Topics from the questions of a year: candidates by rules, near-duplicates left out, a stratified sample drawn by a
//! seed, a formula chosen for the formula task.
//!
//! Everything is decided by a file of settings; the same settings and posts give the same bytes. Labels that no rule can
//! give, difficulty and dependence, come from a person, in a table that the settings name. The type is only guessed: on
//! 226 labelled topics the guess is right for 151.

mod candidates;
mod choose;
mod files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;

use super::sources;
use crate::Failure;

/// The settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// Questions of this year are candidates; older ones are the collection.
    pub year: u32,
    /// How many topics are chosen.
    #[serde(default = "hundred")]
    pub size: usize,
    /// The seed of every draw.
    #[serde(default = "one")]
    pub seed: u64,
    /// The number of the first topic.
    #[serde(default = "one")]
    pub first: u64,
    /// Which link to an older question a candidate must have.
    #[serde(default)]
    pub require: Require,
    /// Topics of earlier years, as XML.
    #[serde(default)]
    pub earlier: Vec<PathBuf>,
    /// Labels by a person: a table with the columns question, type, difficulty, dependence, formula.
    pub labels: Option<PathBuf>,
    /// The bounds of candidates.
    #[serde(default)]
    pub window: Window,
    /// The shares of values, by attribute.
    #[serde(default = "quotas")]
    pub quotas: BTreeMap<String, BTreeMap<String, f64>>,
    /// The most topics of one tag while others wait.
    #[serde(default = "three")]
    pub most_of_tag: usize,
}

/// Links of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Require {
    /// A duplicate among the older questions.
    #[default]
    Duplicate,
    /// A duplicate or related question among the older ones.
    Linked,
    /// None.
    None,
}

/// The bounds of candidates.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Window {
    /// The least and the most words outside formulas.
    pub words: [usize; 2],
    /// The least and the most formulas.
    pub formulas: [usize; 2],
    /// The lowest score.
    pub score: i64,
    /// The fewest answers.
    pub answers: u64,
    /// The fewest views, where a dump counts them.
    pub views: u64,
}

impl Default for Window {
    fn default() -> Window {
        Window { words: [8, 400], formulas: [1, 50], score: 0, answers: 1, views: 20 }
    }
}

fn one() -> u64 {
    1
}

fn three() -> usize {
    3
}

fn hundred() -> usize {
    100
}

/// The shares among the hundred topics of the third lab.
fn quotas() -> BTreeMap<String, BTreeMap<String, f64>> {
    let of =
        |values: &[(&str, f64)]| values.iter().map(|(value, share)| ((*value).to_owned(), *share)).collect();
    [
        ("type", of(&[("Computation", 0.28), ("Concept", 0.23), ("Proof", 0.49)])),
        ("difficulty", of(&[("Low", 0.21), ("Medium", 0.55), ("High", 0.24)])),
        ("dependence", of(&[("Text", 0.12), ("Formula", 0.28), ("Both", 0.60)])),
    ]
    .map(|(name, shares)| (name.to_owned(), shares))
    .into()
}

/// What was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// How many questions there were, and how many stayed after each rule.
    pub stages: Vec<(String, usize)>,
    /// How many topics were chosen.
    pub topics: usize,
}

/// Reads settings.
///
/// # Errors
/// The file cannot be read, or a setting in it is unknown or malformed.
pub fn read_plan(file: &Path) -> Result<Plan> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    toml::from_str(&text).map_err(|error| {
        let line =
            error.span().map_or(1, |span| text.get(..span.start).unwrap_or("").matches('\n').count() + 1);
        anyhow!(Failure::new(
            format!("{}:{line}: {}", file.display(), error.message()),
            "the settings are year, size, seed, first, require, earlier, labels, window, quotas, most-of-tag",
        ))
    })
}

/// Chooses topics and writes their files into a new folder. Files that the settings name are looked for beside `plan`.
///
/// # Errors
/// A file cannot be read or written.
pub fn topics(source: &Path, plan_file: &Path, into: &Path) -> Result<Chosen> {
    let plan = read_plan(plan_file)?;
    if into.exists() {
        return Err(anyhow!(Failure::new(format!("{} exists", into.display()), "name a new folder")));
    }
    let beside = |file: &PathBuf| plan_file.parent().unwrap_or(Path::new("")).join(file);
    let tables = sources::read(source)?.tables;
    let mut candidates = candidates::read(&tables, &plan);
    if let Some(labels) = &plan.labels {
        candidates::label(&mut candidates, &beside(labels))?;
    }
    let mut earlier = Vec::new();
    for file in &plan.earlier {
        for topic in trec::topics::read(&trec::Input::open(beside(file))?)? {
            earlier.push(candidates::features(&[topic.title.as_str(), topic.question.as_str()]));
        }
    }
    let chosen = choose::choose(&mut candidates, &earlier, &plan);
    std::fs::create_dir_all(into).with_context(|| into.display().to_string())?;
    files::write(into, &candidates, &chosen, &plan)?;
    Ok(Chosen { stages: candidates::stages(&candidates), topics: chosen.len() })
}

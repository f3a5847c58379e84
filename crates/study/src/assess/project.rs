//! The folder of an assessment.
//!
//! | file | what |
//! |---|---|
//! | `project.json` | the task, the seed, the hashes of the assessors' tokens, which rounds are open |
//! | `pool.tsv` | what is judged: `topic<TAB>result`, for formulas `topic<TAB>occurrence<TAB>visual id` |
//! | `plan.tsv` | who judges it |
//! | `gold.tsv` | known grades of training rounds, `topic<TAB>result<TAB>grade`, if there are any |
//! | `journal.jsonl` | what the assessors did |
//!
//! A token is shown once, when it is made; the folder has only its hash. Pools name no runs, so neither does a page.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Error, Result, secret};

use super::journal::Item;
use super::plan::{self, Assignment};
use super::verdict::{Task, Verdict};

/// The most occurrences of a formula that are judged.
pub const MOST_INSTANCES: usize = 5;

/// What `project.json` has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The task.
    pub task: Task,
    /// The seed of every order.
    pub seed: u64,
    /// The assessors and the hashes of their tokens.
    pub assessors: BTreeMap<String, String>,
    /// The hash of the organiser's token.
    pub organiser: String,
    /// Rounds that are open.
    pub open_rounds: Vec<String>,
    /// The text that assessors read first.
    pub instructions: String,
}

/// What is judged together: a result, or the occurrences of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The result, or the visual id.
    pub id: String,
    /// The occurrences; empty for a result.
    pub instances: Vec<String>,
}

/// A project that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// The folder.
    pub folder: PathBuf,
    /// Its settings.
    pub settings: Settings,
    /// Topics with their units, in the order of the pool.
    pub topics: Vec<(String, Vec<Unit>)>,
    /// Who judges what.
    pub plan: Vec<Assignment>,
    /// Known grades.
    pub gold: BTreeMap<Item, Verdict>,
}

/// The tokens of a new project: shown once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tokens {
    /// Names and tokens of the assessors.
    pub assessors: Vec<(String, String)>,
    /// The token of the organiser.
    pub organiser: String,
}

/// What a new project is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct New<'a> {
    /// The task.
    pub task: Task,
    /// The seed.
    pub seed: u64,
    /// The pool, as `perga pool` writes it.
    pub pool: &'a str,
    /// Who judges what.
    pub plan: Vec<Assignment>,
    /// Known grades, or nothing.
    pub gold: &'a str,
    /// The text that assessors read first.
    pub instructions: &'a str,
}

impl Project {
    /// Makes a project in a new folder.
    pub fn make(folder: &Path, new: &New<'_>) -> Result<Tokens> {
        let name = folder.display().to_string();
        fs::create_dir(folder).map_err(|cause| Error::file(&name, cause))?;
        let mut names: Vec<&str> = new.plan.iter().map(|one| one.assessor.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut tokens = Tokens { assessors: Vec::new(), organiser: secret::token()? };
        for name in names {
            tokens.assessors.push((name.to_owned(), secret::token()?));
        }
        let mut open_rounds: Vec<String> = new.plan.iter().map(|one| one.round.clone()).collect();
        open_rounds.sort();
        open_rounds.dedup();
        let settings = Settings {
            task: new.task,
            seed: new.seed,
            assessors: tokens
                .assessors
                .iter()
                .map(|(name, token)| (name.clone(), secret::digest(token)))
                .collect(),
            organiser: secret::digest(&tokens.organiser),
            open_rounds,
            instructions: new.instructions.to_owned(),
        };
        write_new(folder, "pool.tsv", new.pool)?;
        write_new(folder, "plan.tsv", &plan::write(&new.plan))?;
        if !new.gold.is_empty() {
            write_new(folder, "gold.tsv", new.gold)?;
        }
        // Last, and under its own name only when it is complete: a folder with it is a project.
        save(folder, &settings)?;
        Ok(tokens)
    }

    /// Reads a project.
    pub fn open(folder: &Path) -> Result<Project> {
        let text = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|cause| Error::file(path.display().to_string(), cause))
        };
        let settings: Settings = serde_json::from_str(&text("project.json")?).map_err(|error| {
            malformed(&folder.join("project.json"), error.line() as u64, error.to_string())
        })?;
        let topics = read_pool(&text("pool.tsv")?, settings.task, &folder.join("pool.tsv"))?;
        let plan = plan::read(&text("plan.tsv")?, &folder.join("plan.tsv").display().to_string())?;
        let gold = match folder.join("gold.tsv").exists() {
            true => read_gold(&text("gold.tsv")?, &folder.join("gold.tsv"))?,
            false => BTreeMap::new(),
        };
        Ok(Project { folder: folder.to_owned(), settings, topics, plan, gold })
    }

    /// The path of the journal.
    pub fn journal(&self) -> PathBuf {
        self.folder.join("journal.jsonl")
    }

    /// The assessor of a token.
    pub fn assessor(&self, token: &str) -> Option<&str> {
        let digest = secret::digest(token);
        self.settings.assessors.iter().find(|(_, known)| **known == digest).map(|(name, _)| name.as_str())
    }

    /// Whether a token is the organiser's.
    pub fn is_organiser(&self, token: &str) -> bool {
        secret::digest(token) == self.settings.organiser
    }

    /// The units of a topic.
    pub fn units(&self, topic: &str) -> &[Unit] {
        self.topics.iter().find(|(id, _)| id == topic).map_or(&[], |(_, units)| units)
    }

    /// The items of a unit that are judged on their own.
    pub fn items(topic: &str, unit: &Unit) -> Vec<Item> {
        let item = |instance: Option<&String>| Item {
            topic: topic.to_owned(),
            unit: unit.id.clone(),
            instance: instance.cloned(),
        };
        match &unit.instances[..] {
            [] => vec![item(None)],
            instances => instances.iter().map(|instance| item(Some(instance))).collect(),
        }
    }

    /// Opens and closes rounds.
    pub fn set_open_rounds(&mut self, rounds: Vec<String>) -> Result<()> {
        self.settings.open_rounds = rounds;
        save(&self.folder, &self.settings)
    }
}

/// Reads a pool as `perga pool` writes it: the third column is the visual id where formulas were pooled.
fn read_pool(text: &str, task: Task, path: &Path) -> Result<Vec<(String, Vec<Unit>)>> {
    let mut topics: Vec<(String, Vec<Unit>)> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut cells = line.split('\t').map(str::trim);
        let (Some(topic), Some(result)) = (cells.next(), cells.next().filter(|result| !result.is_empty()))
        else {
            if line.trim().is_empty() {
                continue;
            }
            return Err(malformed(path, number, "the line has no topic and result".to_owned()));
        };
        let at = topics.iter().position(|(id, _)| id == topic).unwrap_or_else(|| {
            topics.push((topic.to_owned(), Vec::new()));
            topics.len() - 1
        });
        let Some((_, units)) = topics.get_mut(at) else { continue };
        let visual = cells.next().filter(|visual| task == Task::Formulas && !visual.is_empty());
        let id = visual.unwrap_or(result);
        let place = units.iter().position(|unit| unit.id == id).unwrap_or_else(|| {
            units.push(Unit { id: id.to_owned(), instances: Vec::new() });
            units.len() - 1
        });
        let Some(unit) = units.get_mut(place).filter(|_| task == Task::Formulas) else { continue };
        if unit.instances.len() < MOST_INSTANCES && !unit.instances.iter().any(|known| known == result) {
            unit.instances.push(result.to_owned());
        }
    }
    Ok(topics)
}

fn read_gold(text: &str, path: &Path) -> Result<BTreeMap<Item, Verdict>> {
    let mut gold = BTreeMap::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let (topic, unit, instance, grade) = match cells[..] {
            [topic, unit, grade] => (topic, unit, None, grade),
            [topic, instance, unit, grade] => (topic, unit, Some(instance.to_owned()), grade),
            _ => return Err(malformed(path, number, "the line has no topic, result and grade".to_owned())),
        };
        let verdict = grade.parse().ok().and_then(Verdict::from_code);
        let verdict = verdict.ok_or_else(|| malformed(path, number, format!("`{grade}` is no grade")))?;
        gold.insert(Item { topic: topic.to_owned(), unit: unit.to_owned(), instance }, verdict);
    }
    Ok(gold)
}

fn malformed(path: &Path, line: u64, message: String) -> Error {
    let hint =
        "`pool.tsv` is what `perga pool` writes; `gold.tsv` has a grade at the end of each line".to_owned();
    Error::Malformed { file: path.display().to_string(), line, message, hint }
}

fn write_new(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    let write = || {
        let mut file = fs::File::create_new(&path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|cause| Error::file(path.display().to_string(), cause))
}

/// Writes the settings under another name first, so that a crash leaves the old ones or the new ones.
fn save(folder: &Path, settings: &Settings) -> Result<()> {
    let (path, new) = (folder.join("project.json"), folder.join("project.json.new"));
    let write = || {
        let mut file = fs::File::create(&new)?;
        file.write_all(serde_json::to_string_pretty(settings)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &path)
    };
    write().map_err(|cause| Error::file(path.display().to_string(), cause))
}

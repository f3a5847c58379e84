//! Runs made from judgements: all judged documents with scores that follow a rule.
//!
//! No system returned them. They are full of ties and know the pool, which makes them a hard test of an
//! evaluator that anyone who has the judgements can repeat.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use trec::{Input, Qrels};

use super::file::{Judged, Score};
use super::places::Places;
use crate::Failure;

/// A folder for made runs that is removed when this value is dropped.
pub struct Scratch {
    folder: PathBuf,
    names: Vec<String>,
}

impl Scratch {
    /// Makes the runs.
    pub fn new(judged: &[Judged], places: &Places) -> Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("perga-repro-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        let mut scratch = Scratch { folder, names: Vec::new() };
        let made = scratch.made();
        std::fs::create_dir(&made).with_context(|| format!("cannot make the folder `{}`", made.display()))?;
        for made in judged {
            let path = scratch.folder.join(scratch.names.len().to_string());
            let text = rows(made, places)?;
            std::fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
            scratch.names.push(made.run.clone());
        }
        Ok(scratch)
    }

    /// The place of a file that a step makes.
    pub fn place(&self, name: &str) -> PathBuf {
        self.made().join(name)
    }

    fn made(&self) -> PathBuf {
        self.folder.join("made")
    }

    /// The file of a made run.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let place = self.names.iter().position(|known| known == name)?;
        Some(self.folder.join(place.to_string()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The system cleans the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn rows(made: &Judged, places: &Places) -> Result<String> {
    if made.run.is_empty() || made.run.contains(char::is_whitespace) {
        let message = format!("the judged run `{}` has no name without spaces", made.run);
        bail!(Failure::new(message, "its name is its tag"));
    }
    let Some(path) = places.find(&made.qrels) else {
        bail!(Failure::new(format!("`{}` is missing", made.qrels), "name it in `files`, too"))
    };
    let qrels = Qrels::read(Input::open(&path)?)?;
    let mut out = String::new();
    for topic in qrels.topics() {
        for judgement in &topic.judgements {
            let docno = qrels.docno(judgement);
            let score = score(made.score, docno, &path)?;
            let _ = writeln!(out, "{} Q0 {docno} 1 {score} {}", topic.id, made.run);
        }
    }
    Ok(out)
}

fn score(rule: Score, docno: &str, file: &Path) -> Result<u64> {
    match rule {
        Score::Constant => Ok(1),
        Score::Modulo => match docno.parse::<u64>() {
            Ok(number) => Ok(number % 1000),
            Err(_) => {
                let message = format!("{}: the docno `{docno}` is not a number", file.display());
                bail!(Failure::new(message, "use `constant`"))
            }
        },
    }
}

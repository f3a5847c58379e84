//! The append-only file of everything that assessors did: one JSON object per line, on the disk before it counts.
//!
//! Nothing in it is changed, so every past state can be rebuilt. A process that is killed leaves at most a last line
//! that is cut off; opening the journal removes it. A damaged line before the last one is an error, because then
//! something else has written to the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The version of the lines.
const VERSION: u32 = 1;

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// It was shown.
    Show,
    /// It was given a verdict.
    Grade,
    /// Its verdict was taken back.
    Clear,
    /// It was put off.
    Later,
    /// A comment was written.
    Comment,
    /// A third person decided between two verdicts.
    Adjudicate,
}

/// What is said about an answer of a system besides its grade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Labels {
    /// It was written by a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<bool>,
    /// It has matter that has nothing to do with the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrelated: Option<bool>,
}

/// What is judged: a result of a topic, or one occurrence in it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Item {
    /// The topic.
    pub topic: String,
    /// The result: a docno, or a visual id.
    pub unit: String,
    /// The occurrence, where a unit has several that are judged on their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
}

/// A line of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The version of the form.
    pub v: u32,
    /// The number of the line, from 0.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// Who.
    pub assessor: String,
    /// In which round.
    pub round: String,
    /// About what.
    #[serde(flatten)]
    pub item: Item,
    /// What was done.
    pub action: Action,
    /// The code of the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<u8>,
    /// Whether it takes the last verdict of the assessor back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
    /// What else was said.
    #[serde(default)]
    pub labels: Labels,
    /// A comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Milliseconds since the item was shown.
    #[serde(default)]
    pub elapsed_ms: u64,
    /// Those of them in which the assessor was active.
    #[serde(default)]
    pub active_ms: u64,
}

impl Line {
    /// A line about an item; the journal numbers it.
    pub fn new(assessor: &str, round: &str, item: Item, action: Action) -> Line {
        Line {
            v: VERSION,
            seq: 0,
            time_ms: 0,
            assessor: assessor.to_owned(),
            round: round.to_owned(),
            item,
            action,
            grade: None,
            undo: false,
            labels: Labels::default(),
            comment: None,
            elapsed_ms: 0,
            active_ms: 0,
        }
    }
}

/// A journal that is open for appending; no other process can have it open.
#[derive(Debug)]
pub struct Journal {
    file: File,
    name: String,
    length: u64,
    next: u64,
}

impl Journal {
    /// Opens a journal, or makes one, and returns its lines.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Line>)> {
        let name = path.display().to_string();
        let error = |cause| Error::file(&name, cause);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(error)?;
        file.try_lock().map_err(|cause| match cause {
            TryLockError::Error(cause) => error(cause),
            TryLockError::WouldBlock => error(io::Error::other("another process has the journal open")),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(error)?;
        let (lines, length) = lines(&bytes, &name)?;
        if length < bytes.len() as u64 {
            file.set_len(length).and_then(|()| file.sync_data()).map_err(error)?;
        }
        file.seek(SeekFrom::Start(length)).map_err(error)?;
        let next = lines.last().map_or(0, |line| line.seq + 1);
        Ok((Journal { file, name, length, next }, lines))
    }

    /// Appends a line and returns it as it stands on the disk. After an error the journal is as before.
    pub fn append(&mut self, mut line: Line, now_ms: u64) -> Result<Line> {
        (line.seq, line.time_ms) = (self.next, now_ms);
        let text = serde_json::to_string(&line).map_err(io::Error::from);
        let written = text.and_then(|text| {
            let text = text + "\n";
            self.file.write_all(text.as_bytes())?;
            self.file.sync_data()?;
            Ok(text.len() as u64)
        });
        match written {
            Ok(length) => {
                self.length += length;
                self.next += 1;
                Ok(line)
            }
            Err(cause) => {
                let _ = self.file.set_len(self.length);
                let _ = self.file.seek(SeekFrom::Start(self.length));
                Err(Error::file(&self.name, cause))
            }
        }
    }
}

/// Reads a journal without opening it for appending.
pub fn read(path: &Path) -> Result<Vec<Line>> {
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(bytes) => Ok(lines(&bytes, &name)?.0),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(cause) => Err(Error::file(name, cause)),
    }
}

/// The lines, and the length of what is whole.
fn lines(bytes: &[u8], name: &str) -> Result<(Vec<Line>, u64)> {
    let (mut found, mut length): (Vec<Line>, usize) = (Vec::new(), 0);
    for (part, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        let is_last = length + part.len() == bytes.len();
        let line = if part.ends_with(b"\n") { serde_json::from_slice(part).ok() } else { None };
        let expected = found.len() as u64;
        match line.filter(|line: &Line| line.seq == expected && line.v == VERSION) {
            Some(line) => found.push(line),
            None if is_last => break,
            None => {
                return Err(Error::Malformed {
                    file: name.to_owned(),
                    line: number,
                    message: "the journal is damaged here".to_owned(),
                    hint: "restore it from a backup; Perga never changes a line".to_owned(),
                });
            }
        }
        length += part.len();
    }
    Ok((found, length as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(unit: &str) -> Line {
        let item = Item { topic: "A.1".to_owned(), unit: unit.to_owned(), instance: None };
        Line { grade: Some(2), ..Line::new("ann", "main", item, Action::Grade) }
    }

    #[test]
    fn a_torn_last_line_is_removed_wherever_it_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (mut journal, _) = Journal::open(&path).unwrap();
        for (unit, time) in [("1", 5), ("2", 6), ("ü", 7)] {
            journal.append(line(unit), time).unwrap();
        }
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let starts: Vec<usize> = std::iter::once(0)
            .chain(whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
            .collect();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, lines) = Journal::open(&path).unwrap();
            let complete = starts.iter().filter(|start| **start <= cut).count() - 1;
            assert_eq!(lines.len(), complete, "cut at {cut}");
            assert_eq!(journal.append(line("new"), 9).unwrap().seq, complete as u64);
            drop(journal);
            assert_eq!(read(&path).unwrap().len(), complete + 1);
        }
    }

    #[test]
    fn damage_in_the_middle_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (mut journal, _) = Journal::open(&path).unwrap();
        ["1", "2", "3"].iter().for_each(|unit| _ = journal.append(line(unit), 5).unwrap());
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("\"seq\":1", "\"seq\":7", 1)).unwrap();
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("journal.jsonl:2: the journal is damaged here"), "{error}");
    }

    #[test]
    fn two_processes_cannot_append() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (_open, _) = Journal::open(&path).unwrap();
        assert!(Journal::open(&path).unwrap_err().to_string().contains("another process"));
    }
}

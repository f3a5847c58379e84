//! Checks runs as submissions to a lab: every run against the topics of the lab.
//!
//! [`trec::check`] finds what is wrong with one run; this module reads the topics and writes the findings.

use std::path::{Path, PathBuf};

use document::{Complaint, Hint, counted};
use serde_json::{Value, json};
use trec::check::{KnownTopics, Report, check};
use trec::run::Columns;
use trec::{Input, Qrels, topics};

use crate::Result;

/// Runs to check.
#[derive(Clone, Debug)]
pub struct Submissions {
    /// The files of runs.
    pub runs: Vec<PathBuf>,
    /// The topics that they may have: a file of topics, or of judgements.
    pub topics: Option<PathBuf>,
    /// What the columns of the runs are.
    pub columns: Columns,
}

/// What was found in one run.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The run's file.
    pub file: String,
    /// What is wrong with it.
    pub report: Report,
}

impl Submissions {
    /// Checks every run.
    pub fn check(&self) -> Result<Vec<Checked>> {
        let known = self.topics.as_deref().map(known_topics).transpose()?;
        let mut checked = Vec::new();
        for path in &self.runs {
            let input = Input::open(path)?;
            let report = check(&input, self.columns, known.as_ref())?;
            checked.push(Checked { file: input.name().to_owned(), report });
        }
        Ok(checked)
    }
}

impl Checked {
    /// The number of problems, including those that are not listed.
    pub fn problems(&self) -> usize {
        self.report.problems.len() + self.report.more
    }

    /// One line on the run.
    pub fn summary(&self) -> String {
        let verdict = match self.problems() {
            0 => "ok".to_owned(),
            count => counted(count, "problem"),
        };
        format!("{}: {verdict} ({} topics, {} rows)\n", self.file, self.report.topics, self.report.rows)
    }
}

/// All findings as a JSON array and a line end. The caller writes the hints, because it knows what its settings are
/// called.
pub fn json(checked: &[Checked], hint: fn(&Hint) -> String) -> String {
    format!("{:#}\n", checked.iter().map(|checked| as_json(checked, hint)).collect::<Value>())
}

fn as_json(checked: &Checked, hint: fn(&Hint) -> String) -> Value {
    let one = |complaint: &Complaint| json!({ "line": complaint.line, "message": complaint.message, "hint": hint(&complaint.hint) });
    let report = &checked.report;
    json!({
        "file": checked.file,
        "topics": report.topics,
        "rows": report.rows,
        "problems": report.problems.iter().map(one).collect::<Vec<_>>(),
        "more": report.more,
        "notes": report.notes.iter().map(one).collect::<Vec<_>>(),
    })
}

/// The topics of a topic file, or those that are judged.
fn known_topics(path: &Path) -> Result<KnownTopics> {
    let input = Input::open(path)?;
    let file = input.name().to_owned();
    let first = input.lines().map(|line| line.text).find(|line| !line.trim().is_empty()).unwrap_or("");
    let is_topics = first.trim_start().starts_with('<') || first.split_whitespace().count() != 4;
    let ids = match is_topics {
        true => topics::read(&input)?.into_iter().map(|topic| topic.id).collect(),
        false => Qrels::read(input)?.topics().iter().map(|topic| topic.id.clone()).collect(),
    };
    Ok(KnownTopics { file, ids })
}

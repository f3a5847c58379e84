//! `perga eval --check`: is this a submission?

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use document::Complaint;
use trec::check::{KnownTopics, Report, check};
use trec::{Input, Qrels, topics};

use super::Arguments;

/// Checks every run, prints a line for each, and fails if any has a problem.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (known, runs) = match arguments.runs.as_slice() {
        [] => (None, std::slice::from_ref(&arguments.qrels)),
        runs => (Some(&arguments.qrels), runs),
    };
    let known = arguments.topics.as_ref().or(known).map(known_topics).transpose()?;
    let mut reports = Vec::new();
    for path in runs {
        let input = Input::open(path)?;
        reports.push((input.name().to_owned(), check(&input, arguments.columns.into(), known.as_ref())?));
    }
    let text: String = match arguments.json || arguments.format == super::Format::Json {
        true => format!(
            "{:#}\n",
            reports.iter().map(|(file, report)| as_json(file, report)).collect::<serde_json::Value>()
        ),
        false => reports.iter().map(|(file, report)| summary(file, report)).collect(),
    };
    reports.iter().for_each(|(_, report)| tell(report));
    io::stdout().write_all(text.as_bytes())?;
    match reports.iter().map(|(_, report)| report.problems.len() + report.more).sum::<usize>() {
        0 => Ok(()),
        1 => bail!("1 problem"),
        count => bail!("{count} problems"),
    }
}

/// The topics of a topic file, or those that are judged.
fn known_topics(path: &PathBuf) -> Result<KnownTopics> {
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

fn summary(file: &str, report: &Report) -> String {
    let verdict = match report.problems.len() + report.more {
        0 => "ok".to_owned(),
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    format!("{file}: {verdict} ({} topics, {} rows)\n", report.topics, report.rows)
}

fn tell(report: &Report) {
    report.problems.iter().for_each(|problem| eprintln!("error: {problem}"));
    if report.more > 0 {
        eprintln!("and {} more", report.more);
    }
    report.notes.iter().for_each(|note| eprintln!("note: {note}"));
}

fn as_json(file: &str, report: &Report) -> serde_json::Value {
    let one = |complaint: &Complaint| serde_json::json!({ "line": complaint.line, "message": complaint.message, "hint": complaint.hint });
    serde_json::json!({
        "file": file,
        "topics": report.topics,
        "rows": report.rows,
        "problems": report.problems.iter().map(one).collect::<Vec<_>>(),
        "more": report.more,
        "notes": report.notes.iter().map(one).collect::<Vec<_>>(),
    })
}

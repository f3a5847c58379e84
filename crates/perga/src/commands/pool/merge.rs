//! `perga pool --merge`: what assessors said, as qrels.

use std::io::{self, Write};

use anyhow::{Result, bail};
use clap::ValueEnum;
use eval::pooling::merge::{Assessors, Judged, Merged, merge};
use eval::pooling::presets::Preset;
use serde_json::{Value, json};
use trec::{Assessments, Input, VisualMap};

use super::Arguments;
use crate::commands::{counted, wrong_usage};

/// How the grades of several assessors become one.
#[derive(Clone, Copy, ValueEnum)]
pub enum How {
    /// They are added
    Sum,
    /// The highest counts
    Highest,
    /// There may be only one, or all must say the same
    Single,
}

/// Reads the judgements, merges them, and writes qrels.
pub fn run(arguments: &Arguments, preset: &Preset, map: Option<&VisualMap>) -> Result<()> {
    if arguments.manifest.is_some() {
        wrong_usage(
            "`--manifest` declares runs, and `--merge` takes judgements\nhint: name the judgements' files",
        );
    }
    let mut assessments = Assessments::default();
    for file in &arguments.runs {
        assessments.read(&Input::open(file)?)?;
    }
    assessments.drop_grades(&arguments.drop_grades);
    let mut rule = preset.merge;
    rule.level = arguments.level.unwrap_or(rule.level);
    rule.least_relevant = arguments.least_relevant.unwrap_or(rule.least_relevant);
    rule.assessors = match arguments.assessors {
        Some(How::Sum) => Assessors::Sum,
        Some(How::Highest) => Assessors::Highest,
        Some(How::Single) => Assessors::Single,
        None => rule.assessors,
    };
    let judged: Vec<Judged> = assessments
        .all()
        .iter()
        .map(|said| Judged {
            topic: &said.topic,
            assessor: &said.assessor,
            item: &said.docno,
            grade: said.grade,
        })
        .collect();
    let merged = merge(&rule, &judged, |item| match map {
        Some(map) => map.get(item).map(|visual| visual.to_string()),
        None => Some(item.to_owned()),
    })?;
    if merged.topics.iter().all(|topic| topic.grades.is_empty()) && merged.unknown > 0 {
        bail!(
            "none of the judged formulas is in the map of visual ids\nhint: the judgements must be of formula ids"
        );
    }
    note(&merged, rule.level);
    let text = if arguments.json { as_json(&merged) } else { as_qrels(&merged) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn note(merged: &Merged, level: i32) {
    for (topic, relevant) in &merged.dropped {
        let found = counted(*relevant, "result");
        eprintln!("note: topic {topic} is dropped: {found} of grade {level} or more");
    }
    if merged.incomplete > 0 {
        let found = counted(merged.incomplete, "result");
        eprintln!("note: {found} with fewer judgements than others: where grades are added, too low a sum");
    }
    if merged.unknown > 0 {
        let found = counted(merged.unknown, "judged formula");
        eprintln!("note: {found} left out: not in the map of visual ids");
    }
}

fn as_qrels(merged: &Merged) -> String {
    let mut out = String::new();
    for topic in &merged.topics {
        for (docno, grade) in &topic.grades {
            out.push_str(&format!("{} 0 {docno} {grade}\n", topic.topic));
        }
    }
    out
}

fn as_json(merged: &Merged) -> String {
    let topics = merged.topics.iter().map(|topic| json!({ "topic": topic.topic, "grades": topic.grades }));
    let dropped =
        merged.dropped.iter().map(|(topic, relevant)| json!({ "topic": topic, "relevant": relevant }));
    let value = json!({
        "topics": topics.collect::<Vec<Value>>(),
        "dropped": dropped.collect::<Vec<Value>>(),
        "incomplete": merged.incomplete,
        "unknown": merged.unknown,
    });
    format!("{value:#}\n")
}

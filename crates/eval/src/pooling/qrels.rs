//! Files of judgements merged into qrels.

use std::path::PathBuf;

use document::counted;
use serde_json::{Value, json};
use trec::{Assessments, Input, VisualMap};

use super::merge::{Judged, Merge, Merged, merge};
use crate::{Error, Result};

/// Judgements to merge.
#[derive(Clone, Debug)]
pub struct Merging {
    /// Files of judgements.
    pub files: Vec<PathBuf>,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
    /// How judgements become qrels.
    pub rule: Merge,
    /// A list of formulas, or a folder of lists, that maps the judged formula ids to visual ids.
    pub visual: Option<PathBuf>,
}

impl Merging {
    /// Reads the judgements and merges them.
    pub fn merge(&self) -> Result<Merged> {
        let map = self.visual.as_ref().map(VisualMap::open).transpose()?;
        let mut assessments = Assessments::default();
        for file in &self.files {
            assessments.read(&Input::open(file)?)?;
        }
        assessments.drop_grades(&self.dropped_grades);
        let judged: Vec<Judged> = assessments
            .all()
            .iter()
            .map(|judgement| Judged {
                topic: &judgement.topic,
                assessor: &judgement.assessor,
                item: &judgement.docno,
                grade: judgement.grade,
            })
            .collect();
        let merged = merge(&self.rule, &judged, |item| match &map {
            Some(map) => map.get(item).map(|visual| visual.to_string()),
            None => Some(item.to_owned()),
        })?;
        if merged.topics.iter().all(|topic| topic.grades.is_empty()) && merged.unknown > 0 {
            return Err(Error::NoJudgementInMap);
        }
        Ok(merged)
    }
}

/// The lines of a qrels file.
pub fn write(merged: &Merged) -> String {
    let mut out = String::new();
    for topic in &merged.topics {
        for (docno, grade) in &topic.grades {
            out.push_str(&format!("{} 0 {docno} {grade}\n", topic.topic));
        }
    }
    out
}

/// One object and a line end.
pub fn json(merged: &Merged) -> String {
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

/// What the user should know about merged judgements, a line each.
pub fn notes(merged: &Merged, level: i32) -> String {
    let mut out = String::new();
    for (topic, relevant) in &merged.dropped {
        let found = counted(*relevant, "result");
        out.push_str(&format!("note: topic {topic} is dropped: {found} of grade {level} or more\n"));
    }
    if merged.incomplete > 0 {
        let found = counted(merged.incomplete, "result");
        out.push_str(&format!(
            "note: {found} with fewer judgements than others: where grades are added, too low a sum\n"
        ));
    }
    if merged.unknown > 0 {
        let found = counted(merged.unknown, "judged formula");
        out.push_str(&format!("note: {found} left out: not in the map of visual ids\n"));
    }
    out
}

//! JSON for programs, all digits: documented in `docs/reference/evaluation-json.md`, and stable.
//!
//! Fields may be added; a field keeps its meaning as long as [`VERSION`] stays the same. A value that does not
//! exist is `null`.

use serde_json::{Map, Value, json};

use super::{Column, Report, RunReport, correlations};
use crate::Precision;

/// The version of the format.
pub const VERSION: u32 = 1;

/// Writes one object and a line end.
pub fn write(report: &Report) -> String {
    format!("{:#}\n", value(report))
}

/// The object.
pub(super) fn value(report: &Report) -> Value {
    let options = &report.options;
    let mut value = json!({
        "version": VERSION,
        "qrels": report.qrels,
        "options": {
            "complete": options.complete,
            "level": options.level,
            "judged_only": options.judged_only,
            "depth": options.depth,
            "single_precision": options.precision == Precision::Single,
        },
        "measures": report.columns.iter().map(|column| column.label.as_str()).collect::<Vec<_>>(),
        "runs": report.runs.iter().map(|run| one(report, run)).collect::<Vec<_>>(),
    });
    if report.correlations {
        let pairs = correlations::pairs(report);
        value["correlations"] = pairs
            .iter()
            .map(|pair| {
                json!({
                    "measures": [pair.first, pair.second],
                    "runs": pair.runs,
                    "pearson": pair.pearson,
                    "kendall": pair.kendall,
                })
            })
            .collect();
    }
    value
}

fn one(report: &Report, run: &RunReport) -> Value {
    let scores = &run.scores;
    let mut value = json!({
        "run": run.name,
        "file": if run.is_bound() { Value::Null } else { run.file.as_str().into() },
        "topics": scores.topics.len(),
        "missing": scores.missing,
        "unjudged": scores.unjudged,
        "overall": object(&report.columns, scores.overall.iter().copied()),
    });
    if report.per_topic {
        let topics = scores.topics.iter().enumerate().map(|(index, topic)| {
            (topic.clone(), object(&report.columns, scores.values.iter().map(|values| values[index])))
        });
        value["per_topic"] = Value::Object(topics.collect());
    }
    value
}

/// Measures by name; a value that does not exist is `null`.
fn object(columns: &[Column], values: impl Iterator<Item = f64>) -> Value {
    let pairs = columns.iter().zip(values).map(|(column, value)| (column.label.clone(), Value::from(value)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

//! The report as JSON.

use serde_json::{Map, Value as Json, json};

use super::{Report, Row, Section, Value};

/// The version of this JSON. Fields may be added while it stays the same.
const VERSION: u32 = 1;

/// Writes the report.
pub fn write(report: &Report) -> String {
    let sections: Map<String, Json> =
        report.sections.iter().map(|section| (section.key.to_owned(), of_section(report, section))).collect();
    let json = json!({ "version": VERSION, "logs": report.logs, "sections": sections });
    format!("{json:#}\n")
}

fn of_section(report: &Report, section: &Section) -> Json {
    let rows: Map<String, Json> =
        section.rows.iter().map(|row| (row.key.clone(), of_row(report, row))).collect();
    let plots: Vec<Json> = section
        .plots
        .iter()
        .map(|plot| {
            let series: Map<String, Json> =
                plot.series.iter().map(|(name, heights)| (name.clone(), json!(heights))).collect();
            json!({ "title": plot.title, "axis": plot.axis, "labels": plot.labels, "series": series })
        })
        .collect();
    let matrices: Vec<Json> = section
        .matrices
        .iter()
        .map(|matrix| json!({ "title": matrix.title, "labels": matrix.labels, "counts": matrix.counts }))
        .collect();
    let mut found = json!({ "title": section.title, "rows": rows });
    for (key, parts) in [("plots", plots), ("matrices", matrices)] {
        if !parts.is_empty() {
            found[key] = Json::Array(parts);
        }
    }
    found
}

fn of_row(report: &Report, row: &Row) -> Json {
    let values: Vec<Json> = row.values.iter().map(of_value).collect();
    let mut found = json!({ "label": row.label });
    match (report.compares(), values) {
        (false, values) => found["value"] = values.into_iter().next().unwrap_or(Json::Null),
        (true, values) => {
            found["values"] = Json::Array(values);
            found["p"] = json!(row.probability);
        }
    }
    if !row.published.is_empty() {
        found["published"] = json!(row.published);
    }
    found
}

fn of_value(value: &Value) -> Json {
    let interval = value.interval().map(|(low, high)| [low, high]);
    match *value {
        Value::Count(count) => json!({ "count": count }),
        Value::Share(part, whole) => {
            json!({ "share": part as f64 / whole.max(1) as f64, "part": part, "whole": whole, "interval": interval })
        }
        Value::Mean { mean, deviation, count } => {
            json!({ "mean": mean, "deviation": deviation, "count": count, "interval": interval })
        }
        Value::Unknown => Json::Null,
    }
}

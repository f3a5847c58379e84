//! CSV: one row per run, or one row per topic and one for `all`; six digits, for further computation.

use super::{Column, Report};

/// Writes the rows under a header.
pub fn write(report: &Report) -> String {
    let labels = report.columns.iter().map(|column| field(&column.label));
    let mut out = line(["run".to_owned(), "topic".to_owned()].into_iter().chain(labels));
    for run in &report.runs {
        let topics = if report.per_topic { run.scores.topics.as_slice() } else { &[] };
        for (index, topic) in topics.iter().enumerate() {
            let values = report.columns.iter().zip(&run.scores.values);
            let values = values.map(|(column, values)| number(column, values[index]));
            out.push_str(&line([field(&run.name), field(topic)].into_iter().chain(values)));
        }
        let values =
            report.columns.iter().zip(&run.scores.overall).map(|(column, &value)| number(column, value));
        out.push_str(&line([field(&run.name), "all".to_owned()].into_iter().chain(values)));
    }
    out
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\n"
}

fn number(column: &Column, value: f64) -> String {
    match value {
        value if value.is_nan() => String::new(),
        value if column.whole => format!("{value:.0}"),
        value => format!("{value:.6}"),
    }
}

/// Quoted where RFC 4180 requires it.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

//! A table for people: runs down, measures across.

use super::Report;
use super::columns::align;
use super::correlations;

/// Writes the table; with `per_topic`, a row for every topic of every run before the run's average.
pub fn write(report: &Report) -> String {
    let mut rows: Vec<Vec<String>> = vec![header(report)];
    for run in &report.runs {
        if report.per_topic {
            for (index, topic) in run.scores.topics.iter().enumerate() {
                let values = run.scores.values.iter().map(|values| values[index]);
                rows.push(row(report, [run.name.clone(), topic.clone()], values));
            }
        }
        let topics = if report.per_topic { "all".to_owned() } else { run.scores.topics.len().to_string() };
        rows.push(row(report, [run.name.clone(), topics], run.scores.overall.iter().copied()));
    }
    let mut out = align(&rows, 1);
    if report.correlations {
        out.push('\n');
        out.push_str(&correlations::table(report));
    }
    out
}

fn header(report: &Report) -> Vec<String> {
    let second = if report.per_topic { "topic" } else { "topics" };
    let labels = report.columns.iter().map(|column| column.label.clone());
    ["run".to_owned(), second.to_owned()].into_iter().chain(labels).collect()
}

fn row(report: &Report, names: [String; 2], values: impl Iterator<Item = f64>) -> Vec<String> {
    let values = report.columns.iter().zip(values).map(|(column, value)| column.format(value));
    names.into_iter().chain(values).collect()
}

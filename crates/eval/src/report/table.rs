//! A table for people: runs down, measures across.

use unicode_width::UnicodeWidthStr;

use super::Report;

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
    align(&rows)
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

/// Columns two spaces apart: the first to the left, the others to the right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = row[0].clone() + &" ".repeat(widths[0] - row[0].width());
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            line.push_str(&" ".repeat(2 + width - cell.width()));
            line.push_str(cell);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

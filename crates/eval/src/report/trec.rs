//! trec_eval's form: `measure<TAB>topic or all<TAB>value`.
//!
//! Nothing but measures is written, and no line where there is no value, so that every third column is a
//! number; where there are several runs, a line `runid<TAB>all<TAB>name` comes before each, as
//! trec_eval writes it.

use super::Report;

/// Writes the lines.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    for run in &report.runs {
        if report.runs.len() > 1 {
            out.push_str(&format!("runid\tall\t{}\n", run.name));
        }
        let topics = if report.per_topic { run.scores.topics.as_slice() } else { &[] };
        for (index, topic) in topics.iter().enumerate() {
            write_lines(&mut out, report, topic, run.scores.values.iter().map(|values| values[index]));
        }
        write_lines(&mut out, report, "all", run.scores.overall.iter().copied());
    }
    out
}

fn write_lines(out: &mut String, report: &Report, topic: &str, values: impl Iterator<Item = f64>) {
    for (column, value) in report.columns.iter().zip(values).filter(|(_, value)| !value.is_nan()) {
        out.push_str(&format!("{}\t{topic}\t{}\n", column.label, column.format(value)));
    }
}

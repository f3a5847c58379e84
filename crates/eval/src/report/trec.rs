//! trec_eval's form: `measure<TAB>topic or all<TAB>value`.
//!
//! Nothing but measures is written, so that every third column is a number; where there are several
//! runs, a line `runid<TAB>all<TAB>name` stands before each, as trec_eval writes it.

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
            for (column, values) in report.columns.iter().zip(&run.scores.values) {
                out.push_str(&format!("{}\t{topic}\t{}\n", column.label, column.format(values[index])));
            }
        }
        for (column, &value) in report.columns.iter().zip(&run.scores.overall) {
            out.push_str(&format!("{}\tall\t{}\n", column.label, column.format(value)));
        }
    }
    out
}

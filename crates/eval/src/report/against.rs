//! All runs of a report against one of them, measure by measure.

use super::{Report, RunReport};
use crate::statistics::comparison::{Comparison, System, compare};
use crate::statistics::words;

/// The level at which a difference is called significant.
pub const LEVEL: f64 = 0.05;

/// Comparisons with a baseline.
#[derive(Clone, Debug)]
pub struct Against<'r> {
    report: &'r Report,
    baseline: &'r RunReport,
    /// By column, then by run; empty where the column cannot be compared.
    columns: Vec<Vec<Comparison<'r>>>,
}

impl<'r> Against<'r> {
    /// Compares every run with the one that has this name or file; `None` when there is no such run.
    /// `seed` is that of the randomisation test.
    pub fn new(report: &'r Report, baseline: &str, seed: u64) -> Option<Self> {
        let baseline = report.competitors().find(|run| run.name == baseline || run.file == baseline)?;
        let columns = (0..report.columns.len()).map(|column| compared(report, baseline, column, seed));
        Some(Against { report, baseline, columns: columns.collect() })
    }

    /// The run that the others are compared with.
    pub fn baseline(&self) -> &'r RunReport {
        self.baseline
    }

    /// The comparisons under a measure, in the order of the runs.
    pub fn column(&self, column: usize) -> &[Comparison<'r>] {
        self.columns.get(column).map_or(&[], Vec::as_slice)
    }

    /// The comparison of one run.
    pub fn get(&self, column: usize, run: &str) -> Option<&Comparison<'r>> {
        self.column(column).iter().find(|found| found.name == run)
    }

    /// The mark beside a number: ▲ significantly better than the baseline, ▼ worse, nothing otherwise.
    pub fn mark(&self, column: usize, run: &str) -> &'static str {
        match self.get(column, run).filter(|found| found.is_significant(LEVEL)) {
            Some(found) if found.difference() > 0.0 => "▲",
            Some(found) if found.difference() < 0.0 => "▼",
            _ => "",
        }
    }

    /// A sentence for every run under a measure.
    pub fn words(&self, column: usize) -> Vec<String> {
        let label = self.report.columns.get(column).map_or("", |heading| &heading.label);
        let say = |found| words::comparison(label, &self.baseline.name, found, LEVEL);
        self.column(column).iter().map(say).collect()
    }

    /// What the marks mean.
    pub fn legend(&self) -> String {
        let most = self.columns.iter().flatten().map(|found| found.comparisons).max().unwrap_or(0);
        let correction = match most {
            0 | 1 => String::new(),
            count => format!(" after Holm's correction for {count} comparisons per measure"),
        };
        let name = &self.baseline.name;
        format!(
            "▲ better, ▼ worse than {name}: paired t-test over the topics both have, p < {LEVEL}{correction}"
        )
    }
}

/// Counts are not compared, nor is a column in which some topic has no value.
fn compared<'r>(
    report: &'r Report,
    baseline: &'r RunReport,
    column: usize,
    seed: u64,
) -> Vec<Comparison<'r>> {
    let whole = |run: &RunReport| run.scores.values.get(column).is_none_or(|v| v.iter().any(|v| v.is_nan()));
    if report.columns[column].whole || report.competitors().any(whole) {
        return Vec::new();
    }
    let system = |run: &'r RunReport| System {
        name: &run.name,
        topics: &run.scores.topics,
        values: &run.scores.values[column],
    };
    let others = report.competitors().filter(|run| !std::ptr::eq(*run, baseline));
    compare(&system(baseline), &others.map(system).collect::<Vec<_>>(), seed)
}

//! The report of one log, or of two side by side, as data: sections of rows, and plots.
//!
//! [`text`], [`json`] and [`html`] write the same report. A row has a value per log, the values of the published study,
//! and for two logs how likely the difference is by chance.
//!
//! No report has an id or a query in it. Words next to cues and sites stand in it only if they occurred in enough
//! sessions.

pub mod html;
pub mod json;
mod plots;
mod sections;
pub mod text;

pub(crate) use document::grouped;

use super::analysis::Analysed;
use super::figures::tally::Tally;
use super::statistics;

/// In how many sessions a word or site must have occurred to be shown.
pub const FEWEST_SESSIONS: u64 = 10;

/// A log with its name.
pub struct Log<'a> {
    /// What the report calls it.
    pub name: String,
    /// Its figures.
    pub analysed: &'a Analysed,
}

/// A figure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A number of things.
    Count(u64),
    /// A part of a whole.
    Share(u64, u64),
    /// A mean with its deviation, of so many.
    Mean {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
        /// Of how many.
        count: u64,
    },
    /// The log does not say.
    Unknown,
}

impl Value {
    fn mean(tally: &Tally, unit: f64) -> Value {
        match tally.count {
            0 => Value::Unknown,
            count => Value::Mean { mean: tally.mean() / unit, deviation: tally.deviation() / unit, count },
        }
    }

    fn share(part: u64, whole: u64) -> Value {
        if whole == 0 { Value::Unknown } else { Value::Share(part, whole) }
    }

    /// The 95 % interval.
    pub fn interval(&self) -> Option<(f64, f64)> {
        match *self {
            Value::Share(part, whole) => Some(statistics::wilson(part, whole)),
            Value::Mean { mean, deviation, count } => Some(statistics::of_mean(mean, deviation, count)),
            Value::Count(_) | Value::Unknown => None,
        }
    }

    /// The value in figures, such as `17.3 %`.
    pub fn shown(&self) -> String {
        match *self {
            Value::Count(count) => grouped(count),
            Value::Share(part, whole) => percent(part as f64 / whole.max(1) as f64),
            Value::Mean { mean, .. } => format!("{mean:.2}"),
            Value::Unknown => "–".to_owned(),
        }
    }

    /// The interval or the parts behind the value.
    pub fn details(&self) -> String {
        match (*self, self.interval()) {
            (Value::Share(part, whole), Some((low, high))) => {
                format!(
                    "{} of {}, {:.1} to {:.1} %",
                    grouped(part),
                    grouped(whole),
                    100.0 * low,
                    100.0 * high
                )
            }
            (Value::Mean { deviation, count, .. }, Some((low, high))) => {
                format!("σ {deviation:.2}, n {}, {low:.2} to {high:.2}", grouped(count))
            }
            _ => String::new(),
        }
    }

    fn differs(&self, other: &Value) -> Option<f64> {
        match (*self, *other) {
            (Value::Share(a, n), Value::Share(b, m)) => statistics::shares_differ((a, n), (b, m)),
            (
                Value::Mean { mean, deviation, count },
                Value::Mean { mean: mean2, deviation: deviation2, count: count2 },
            ) => statistics::means_differ((mean, deviation, count), (mean2, deviation2, count2)),
            _ => None,
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A line of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The key in JSON.
    pub key: String,
    /// What is counted.
    pub label: String,
    /// One value per log.
    pub values: Vec<Value>,
    /// What the published study has for mathematics; may be empty.
    pub published: &'static str,
    /// How likely a difference of two logs like this is by chance.
    pub probability: Option<f64>,
}

/// A plot under a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What is drawn.
    pub title: String,
    /// The name of the horizontal axis.
    pub axis: String,
    /// The labels along it.
    pub labels: Vec<String>,
    /// The heights, one list per series.
    pub series: Vec<(String, Vec<f64>)>,
    /// Whether heights are shares.
    pub is_share: bool,
}

/// A table of counts with the same names on both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// What is counted.
    pub title: String,
    /// The names.
    pub labels: Vec<&'static str>,
    /// The counts, a list per line.
    pub counts: Vec<Vec<u64>>,
}

/// A part of the report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Section {
    /// The key in JSON.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is to be known about it.
    pub note: &'static str,
    /// The table.
    pub rows: Vec<Row>,
    /// Plots.
    pub plots: Vec<Plot>,
    /// Tables of counts.
    pub matrices: Vec<Matrix>,
}

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The names of the logs: one or two.
    pub logs: Vec<String>,
    /// Its parts.
    pub sections: Vec<Section>,
}

impl Report {
    /// The report of a log, or of two.
    pub fn new(logs: &[Log<'_>], fewest_sessions: u64) -> Report {
        let sections = sections::all(logs, fewest_sessions.max(1));
        let sections = sections.into_iter().filter(|section| !section.rows.is_empty()).collect();
        Report { logs: logs.iter().map(|log| log.name.clone()).collect(), sections }
    }

    /// Adds the share of long queries that are pasted texts of a collection.
    pub fn add_pasted(&mut self, found: u64, of: u64) {
        self.add(
            "pasted",
            "Queries of 20 words or more that are texts of the collection",
            "49.8 %",
            found,
            of,
        );
    }

    /// Adds the share of queries that people labelled as verbose.
    pub fn add_verbose(&mut self, found: u64, of: u64) {
        self.add("verbose", "Labelled queries with words that could be left out", "17.8 %", found, of);
    }

    /// Adds a row about the first log to the queries.
    fn add(&mut self, key: &str, label: &str, published: &'static str, part: u64, whole: u64) {
        let mut values = vec![Value::share(part, whole)];
        values.resize(self.logs.len().max(1), Value::Unknown);
        let row = Row { key: key.to_owned(), label: label.to_owned(), values, published, probability: None };
        if let Some(section) = self.sections.iter_mut().find(|section| section.key == "queries") {
            section.rows.push(row);
        }
    }

    /// Whether two logs are compared.
    pub fn compares(&self) -> bool {
        self.logs.len() > 1
    }

    /// A row by the keys of its section and itself.
    pub fn row(&self, section: &str, key: &str) -> Option<&Row> {
        let section = self.sections.iter().find(|found| found.key == section)?;
        section.rows.iter().find(|row| row.key == key)
    }
}

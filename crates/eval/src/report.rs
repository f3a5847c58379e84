//! The result of an evaluation, and the formats it is written in.
//!
//! A [`Report`] holds the numbers of all runs; each format is a function from a report to text in a file of
//! its own, so that another format is another file. Files do not depend on each other, and they only format
//! numbers.

mod against;
pub mod columns;
pub mod correlations;
pub mod csv;
pub mod curves;
pub mod html;
pub mod json;
pub mod latex;
pub mod names;
pub mod reproductions;
mod rows;
pub mod table;
pub mod trec;

pub use against::{Against, LEVEL};

use crate::{Options, Scores};

/// One column of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading: the measure as it was written.
    pub label: String,
    /// Whether its values are whole numbers.
    pub whole: bool,
}

impl Column {
    /// A value as trec_eval prints it: counts whole, everything else with four digits; `-` where there
    /// is no value.
    pub fn format(&self, value: f64) -> String {
        match value {
            value if value.is_nan() => "-".to_owned(),
            value if self.whole => format!("{value:.0}"),
            value => format!("{value:.4}"),
        }
    }
}

/// The numbers of one run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    /// What tables call it: the tag, or the file where two runs have the same tag.
    pub name: String,
    /// The file it came from; empty for rows that no file holds.
    pub file: String,
    /// The numbers.
    pub scores: Scores,
}

/// The numbers of an evaluation.
#[derive(Clone, Debug)]
pub struct Report {
    /// The judgements' file.
    pub qrels: String,
    /// The measures.
    pub columns: Vec<Column>,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunReport>,
    /// How they were measured.
    pub options: Options,
    /// Whether to write the numbers of every topic as well.
    pub per_topic: bool,
    /// Whether to write how every two measures go together.
    pub correlations: bool,
}

impl Report {
    /// A table of numbers that were not measured on runs, for callers that want the form of a report.
    pub(crate) fn table(labels: &[String], rows: Vec<(String, Vec<f64>)>) -> Report {
        let column = |label: &String| Column { label: label.clone(), whole: false };
        let run = |(name, overall)| {
            let scores =
                Scores { topics: vec![], values: vec![], overall, missing: vec![], unjudged: vec![] };
            RunReport { file: String::new(), name, scores }
        };
        Report {
            qrels: String::new(),
            columns: labels.iter().map(column).collect(),
            runs: rows.into_iter().map(run).collect(),
            options: Options::default(),
            per_topic: false,
            correlations: false,
        }
    }
}

//! The tables: every system with its measures, the first compared with the others, and slices of the topics.

use std::fmt::Write as _;

use anyhow::Result;
use eval::extremes::{ROUNDS, perfect_order, random_scores};
use eval::report::columns::align;
use eval::statistics::comparison::{self, compare};
use eval::statistics::slices::{Slice, slices};
use eval::{Evaluator, Measure, Scores};
use serde::Serialize;
use trec::TopicInfo;

use super::systems::System;

/// The measures, in the order of the columns.
const MEASURES: [&str; 6] = ["nDCG@10", "RR", "P@10", "nDCG'", "AP'", "R@1000"];

/// How they are shown.
const SHOWN: [&str; 6] = ["nDCG@10", "RR", "P@10", "nDCG′", "MAP′", "R@1000"];

/// The measures that systems are compared by and slices are shown for, by column.
const COMPARED: [usize; 2] = [0, 1];

/// The attributes that topics are sliced by.
const ATTRIBUTES: [&str; 3] = ["dependence", "type", "difficulty"];

/// The measures of the tables.
pub(super) fn measures() -> Result<Vec<Measure>> {
    let parse = |name: &&str| name.parse::<Measure>().map_err(anyhow::Error::from);
    MEASURES.iter().map(parse).collect()
}

/// The results of the benchmark.
#[derive(Serialize)]
pub(super) struct Findings {
    topics: usize,
    measures: [&'static str; 6],
    systems: Vec<Row>,
    slices: Vec<SliceRow>,
}

/// One system.
#[derive(Serialize)]
struct Row {
    name: String,
    /// In the order of the measures.
    means: Vec<f64>,
    milliseconds: Option<f64>,
    /// The first system against this one, for nDCG@10 and RR; `None` for the first itself.
    against: Vec<Against>,
}

/// The first system minus another, with the p-values of t-test and randomisation test.
#[derive(Serialize)]
struct Against {
    measure: &'static str,
    difference: f64,
    t_test: Option<f64>,
    randomisation: Option<f64>,
}

/// The systems on some of the topics.
#[derive(Serialize)]
struct SliceRow {
    attribute: &'static str,
    value: String,
    topics: usize,
    /// For every system, in their order, all measures.
    means: Vec<Vec<f64>>,
}

impl Findings {
    pub(super) fn new(
        evaluator: &Evaluator,
        systems: &[System],
        info: &TopicInfo,
        seed: u64,
    ) -> Result<Findings> {
        let mut names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
        let mut scores: Vec<Scores> = Vec::new();
        for system in systems {
            scores.push(evaluator.evaluate(&system.run)?);
        }
        let comparisons = against(&names, &scores, seed);
        names.extend(["judged, random", "perfect"]);
        scores.push(random_scores(evaluator, seed, ROUNDS)?);
        scores.push(evaluator.evaluate(&perfect_order(evaluator.judgements()))?);
        let times = systems.iter().map(|system| system.milliseconds).chain([None, None]);
        let mut rows: Vec<Row> = Vec::new();
        for ((name, scores), milliseconds) in names.iter().zip(&scores).zip(times) {
            let means = scores.overall.clone();
            rows.push(Row { name: (*name).to_owned(), means, milliseconds, against: Vec::new() });
        }
        for (row, against) in rows.iter_mut().skip(1).zip(comparisons) {
            row.against = against;
        }
        let topics = evaluator.judgements().topics().len();
        Ok(Findings { topics, measures: SHOWN, systems: rows, slices: sliced(&scores, info) })
    }

    pub(super) fn as_text(&self, level: u32) -> String {
        let mut text =
            format!("{} topics; relevant is grade {level} or more, unjudged is not\n\n", self.topics);
        text.push_str(&self.table());
        for attribute in ATTRIBUTES {
            for column in COMPARED {
                text.push_str(&self.slice_table(attribute, column));
            }
        }
        text
    }

    fn table(&self) -> String {
        let mut heading = vec!["system".to_owned()];
        heading.extend(SHOWN.map(str::to_owned));
        heading.push("ms".to_owned());
        for column in COMPARED {
            heading.extend([format!("first−this {}", SHOWN[column]), "p (t)".into(), "p (rand.)".into()]);
        }
        let mut rows = vec![heading];
        rows.extend(self.systems.iter().map(Row::cells));
        align(&rows, 1)
    }

    fn slice_table(&self, attribute: &str, column: usize) -> String {
        let slices: Vec<&SliceRow> =
            self.slices.iter().filter(|slice| slice.attribute == attribute).collect();
        if slices.is_empty() {
            return String::new();
        }
        let mut heading = vec![attribute.to_owned()];
        heading.extend(slices.iter().map(|slice| format!("{} ({})", slice.value, slice.topics)));
        let mut rows = vec![heading];
        for (number, system) in self.systems.iter().enumerate() {
            let mut cells = vec![system.name.clone()];
            let means = slices.iter().filter_map(|slice| slice.means.get(number)?.get(column));
            cells.extend(means.map(|mean| format!("{mean:.4}")));
            rows.push(cells);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n{} by {attribute}", SHOWN[column]);
        text.push_str(&align(&rows, 1));
        text
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.name.clone()];
        cells.extend(self.means.iter().map(|mean| format!("{mean:.4}")));
        cells.push(self.milliseconds.map_or_else(String::new, |time| format!("{time:.1}")));
        for against in &self.against {
            let p_value = |p: Option<f64>| p.map_or_else(String::new, |p| format!("{p:.4}"));
            cells.push(format!("{:+.4}", against.difference));
            cells.extend([p_value(against.t_test), p_value(against.randomisation)]);
        }
        cells
    }
}

/// The first system against each of the others, measure by measure.
fn against(names: &[&str], scores: &[Scores], seed: u64) -> Vec<Vec<Against>> {
    let mut found: Vec<Vec<Against>> = (1..scores.len()).map(|_| Vec::new()).collect();
    for column in COMPARED {
        let mut systems: Vec<comparison::System> = Vec::new();
        for (name, Scores { topics, values, .. }) in names.iter().zip(scores) {
            systems.push(comparison::System { name, topics, values: &values[column] });
        }
        let Some((first, others)) = systems.split_first() else { continue };
        for (list, comparison) in found.iter_mut().zip(compare(first, others, seed)) {
            list.push(Against {
                measure: SHOWN[column],
                difference: -comparison.difference(),
                t_test: comparison.t_test.map(|test| test.p),
                randomisation: comparison.randomisation.map(|test| test.p),
            });
        }
    }
    found
}

/// All systems on the topics that share a value.
fn sliced(scores: &[Scores], info: &TopicInfo) -> Vec<SliceRow> {
    let Some(first) = scores.first() else { return Vec::new() };
    let mut rows = Vec::new();
    for attribute in ATTRIBUTES {
        let value = |topic: &String| info.get(topic, attribute).map(level);
        let values: Vec<Option<&str>> = first.topics.iter().map(value).collect();
        for Slice { name, topics } in slices(&values) {
            let means = scores.iter().map(|scores| means(scores, &topics)).collect();
            rows.push(SliceRow { attribute, value: name, topics: topics.len(), means });
        }
    }
    rows
}

/// The labs changed the words for the steps of difficulty from year to year.
fn level(value: &str) -> &str {
    match value {
        "Easy" => "Low",
        "Hard" => "High",
        other => other,
    }
}

fn means(scores: &Scores, topics: &[usize]) -> Vec<f64> {
    let mean = |values: &Vec<f64>| {
        let sum: f64 = topics.iter().filter_map(|&topic| values.get(topic)).sum();
        sum / topics.len().max(1) as f64
    };
    scores.values.iter().map(mean).collect()
}

//! The tables: every system with its measures, times and the test against the first.

use std::fmt::Write as _;

use anyhow::Result;
use eval::Scores;
use eval::extremes::{ROUNDS, perfect_order, random_scores};
use eval::report::columns::align;
use eval::statistics::comparison::{self, Comparison, compare};
use eval::statistics::slices::{Slice, slices};
use formula::opt::Opt;
use serde::Serialize;

use super::Bench;
use super::ablation::{Alone, Without};
use super::systems::{Candidates, System, Times, recall_of_run};

/// The results of the benchmark.
#[derive(Serialize)]
pub(super) struct Findings {
    /// Judged topics.
    topics: usize,
    /// Those with at least two formulas of the level for MAP′ and P′@10.
    topics_with_two: usize,
    level: u32,
    systems: Vec<Row>,
    by_complexity: Vec<BySize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) generators: Vec<Alone>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ablation: Vec<Without>,
}

/// One system.
#[derive(Serialize)]
struct Row {
    name: String,
    ndcg: f64,
    map: f64,
    precision: f64,
    recall: Option<f64>,
    candidates: Option<Candidates>,
    times: Option<Times>,
    /// The first system minus this one, and the p-values of t-test and randomisation test, on nDCG′.
    difference: Option<f64>,
    t_test: Option<f64>,
    randomisation: Option<f64>,
}

/// nDCG′ of the systems on queries of some sizes.
#[derive(Serialize)]
struct BySize {
    /// Nodes of the operator tree.
    nodes: String,
    topics: usize,
    /// In the order of the systems.
    ndcg: Vec<f64>,
}

/// Means of nDCG′ over all topics, and of MAP′ and P′@10 over those with at least two formulas of the level.
pub(super) fn effectiveness(bench: &Bench, scores: &Scores) -> [f64; 3] {
    let has_two = with_two(bench);
    let mean = |column: usize, is_wanted: &dyn Fn(&str) -> bool| {
        let pairs = scores.topics.iter().zip(&scores.values[column]);
        let values: Vec<f64> = pairs.filter(|(topic, _)| is_wanted(topic)).map(|(_, value)| *value).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    let wanted = |topic: &str| has_two.contains(&topic);
    [mean(0, &|_| true), mean(1, &wanted), mean(2, &wanted)]
}

fn with_two<'b>(bench: &Bench<'b>) -> Vec<&'b str> {
    let topics = bench.evaluator.judgements().topics().iter();
    topics.filter(|topic| topic.pool.counts().at_least(bench.level) >= 2).map(|topic| topic.id).collect()
}

impl Findings {
    pub(super) fn new(bench: &Bench, systems: &[System]) -> Result<Findings> {
        let mut rows = Vec::new();
        let mut all = Vec::new();
        for system in systems {
            let scores = bench.evaluator.evaluate(&system.run)?;
            let mut row = Row::new(bench, &system.name, &scores);
            row.recall = Some(recall_of_run(bench, &system.run));
            row.candidates = system.found.clone();
            row.times = system.times;
            rows.push(row);
            all.push(scores);
        }
        for (row, comparison) in rows.iter_mut().skip(1).zip(comparisons(bench, systems, &all)) {
            row.difference = Some(-comparison.difference());
            row.t_test = comparison.t_test.map(|test| test.p);
            row.randomisation = comparison.randomisation.map(|test| test.p);
        }
        rows.push(Row::new(bench, "random", &random_scores(bench.evaluator, bench.seed, ROUNDS)?));
        let perfect = bench.evaluator.evaluate(&perfect_order(bench.evaluator.judgements()))?;
        rows.push(Row::new(bench, "perfect", &perfect));
        Ok(Findings {
            topics: bench.evaluator.judgements().topics().len(),
            topics_with_two: with_two(bench).len(),
            level: bench.level,
            systems: rows,
            by_complexity: by_complexity(bench, &all),
            generators: Vec::new(),
            ablation: Vec::new(),
        })
    }

    pub(super) fn as_text(&self) -> String {
        let mut text = format!(
            "{} topics; MAP′ and P′@10 over the {} with at least two formulas of grade {} or more\n\n",
            self.topics, self.topics_with_two, self.level
        );
        text.push_str(&self.table());
        text.push_str("\nnDCG′ by the size of the query's operator tree\n");
        text.push_str(&self.sizes());
        if !self.generators.is_empty() {
            text.push_str("\nrelevant formulas among the first 1000 of each generator\n");
            text.push_str(&self.generator_table());
        }
        if !self.ablation.is_empty() {
            let name = self.systems.first().map_or("", |row| row.name.as_str());
            // Writing to a string does not fail.
            let _ = writeln!(text, "\n{name} without each of its parts");
            text.push_str(&self.ablation_table());
        }
        text
    }

    fn table(&self) -> String {
        let heading = [
            "system",
            "nDCG′",
            "MAP′",
            "P′@10",
            "recall@1000",
            "fused@1000",
            "union",
            "union size",
            "k=20 ms",
            "p95",
            "k=1000 ms",
            "p95",
            "candidates ms",
            "first−this",
            "p (t)",
            "p (rand.)",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        rows.extend(self.systems.iter().map(Row::cells));
        align(&rows, 1)
    }

    fn sizes(&self) -> String {
        let mut heading = vec!["nodes".to_owned(), "topics".to_owned()];
        heading.extend(self.systems.iter().map(|row| row.name.clone()));
        heading.truncate(2 + self.by_complexity.first().map_or(0, |slice| slice.ndcg.len()));
        let mut rows = vec![heading];
        for slice in &self.by_complexity {
            let mut row = vec![slice.nodes.clone(), slice.topics.to_string()];
            row.extend(slice.ndcg.iter().map(|value| format!("{value:.4}")));
            rows.push(row);
        }
        align(&rows, 1)
    }

    fn generator_table(&self) -> String {
        let heading = ["generator", "recall", "only here", "records", "ms"].map(str::to_owned).to_vec();
        let mut rows = vec![heading];
        rows.extend(self.generators.iter().map(|row| {
            vec![
                row.name.clone(),
                format!("{:.4}", row.recall),
                format!("{:.4}", row.only),
                format!("{:.0}", row.size),
                format!("{:.2}", row.milliseconds),
            ]
        }));
        align(&rows, 1)
    }

    fn ablation_table(&self) -> String {
        let heading = ["without", "nDCG′", "MAP′", "P′@10", "recall@1000"].map(str::to_owned).to_vec();
        let mut rows = vec![heading];
        rows.extend(self.ablation.iter().map(|row| {
            let mut cells = vec![row.part.clone()];
            cells.extend([row.ndcg, row.map, row.precision, row.recall].map(|value| format!("{value:.4}")));
            cells
        }));
        align(&rows, 1)
    }
}

impl Row {
    fn new(bench: &Bench, name: &str, scores: &Scores) -> Row {
        let [ndcg, map, precision] = effectiveness(bench, scores);
        Row {
            name: name.to_owned(),
            ndcg,
            map,
            precision,
            recall: None,
            candidates: None,
            times: None,
            difference: None,
            t_test: None,
            randomisation: None,
        }
    }

    fn cells(&self) -> Vec<String> {
        let share = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.4}"));
        let milliseconds = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
        let found = self.candidates.as_ref();
        let (page, thousand) =
            (self.times.map(|times| times.first_page), self.times.map(|times| times.thousand));
        let candidates = self.times.and_then(|times| times.candidates);
        vec![
            self.name.clone(),
            format!("{:.4}", self.ndcg),
            format!("{:.4}", self.map),
            format!("{:.4}", self.precision),
            share(self.recall),
            share(found.map(|found| found.fused)),
            share(found.map(|found| found.union)),
            found.map_or_else(String::new, |found| format!("{:.0}", found.size)),
            milliseconds(page.map(|page| page.0)),
            milliseconds(page.map(|page| page.1)),
            milliseconds(thousand.map(|thousand| thousand.0)),
            milliseconds(thousand.map(|thousand| thousand.1)),
            milliseconds(candidates.map(|candidates| candidates.0)),
            self.difference.map_or_else(String::new, |difference| format!("{difference:+.4}")),
            share(self.t_test),
            share(self.randomisation),
        ]
    }
}

/// Every system but the first against the first, on nDCG′.
fn comparisons<'a>(bench: &Bench, systems: &'a [System], scores: &'a [Scores]) -> Vec<Comparison<'a>> {
    let side = |(system, scores): (&'a System, &'a Scores)| comparison::System {
        name: &system.name,
        topics: &scores.topics,
        values: &scores.values[0],
    };
    let sides: Vec<_> = systems.iter().zip(scores).map(side).collect();
    sides.split_first().map(|(first, others)| compare(first, others, bench.seed)).unwrap_or_default()
}

/// Thirds of the topics by the number of nodes of their operator trees.
fn by_complexity(bench: &Bench, all: &[Scores]) -> Vec<BySize> {
    let Some(first) = all.first() else { return Vec::new() };
    let size = |topic: &String| {
        let asked = bench.asked.iter().find(|asked| asked.topic == *topic)?;
        Some(nodes(&asked.query.formula.opt).to_string())
    };
    let sizes: Vec<Option<String>> = first.topics.iter().map(size).collect();
    let sizes: Vec<Option<&str>> = sizes.iter().map(Option::as_deref).collect();
    let of_slice = |slice: Slice| BySize {
        ndcg: all.iter().map(|scores| mean_of(&scores.values[0], &slice.topics)).collect(),
        topics: slice.topics.len(),
        nodes: slice.name,
    };
    slices(&sizes).into_iter().map(of_slice).collect()
}

fn mean_of(values: &[f64], places: &[usize]) -> f64 {
    let sum: f64 = places.iter().filter_map(|&place| values.get(place)).sum();
    sum / places.len().max(1) as f64
}

fn nodes(opt: &Opt) -> usize {
    let mut open: Vec<_> = opt.root().into_iter().collect();
    let mut count = 0;
    while let Some(id) = open.pop() {
        count += 1;
        open.extend(opt.children(id));
    }
    count
}

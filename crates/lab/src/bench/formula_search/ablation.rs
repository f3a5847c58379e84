//! The effect of the parts of a pipeline: generators alone, and the pipeline without each part.

use anyhow::Result;
use rank::formulas::Pipeline;
use rank::formulas::candidates::Generator;
use serde::Serialize;

use super::Bench;
use super::systems::{DEPTH, System, recall, recall_of_run};
use super::tables::effectiveness;
use crate::bench::search::{quantile, timed};

/// One generator alone.
#[derive(Debug, Serialize)]
pub(super) struct Alone {
    pub(super) name: String,
    /// Share of the relevant formulas among its thousand best.
    pub(super) recall: f64,
    /// Share that no other generator found.
    pub(super) only: f64,
    /// Records found, on average.
    pub(super) size: f64,
    /// Milliseconds of processor time, median.
    pub(super) milliseconds: f64,
}

/// A pipeline without one of its parts.
#[derive(Debug, Serialize)]
pub(super) struct Without {
    pub(super) part: String,
    pub(super) ndcg: f64,
    pub(super) map: f64,
    pub(super) precision: f64,
    pub(super) recall: f64,
}

/// The results of each generator, and of all together in the last row.
pub(super) fn generators(bench: &Bench, pipeline: &Pipeline) -> Vec<Alone> {
    let mut rows = Vec::new();
    let mut lists: Vec<Vec<Vec<u32>>> = Vec::new();
    for generator in &pipeline.candidates {
        let mut found = Vec::new();
        let mut times = Vec::new();
        for asked in bench.asked {
            let (list, milliseconds) = timed(|| generator.candidates(bench.index, None, &asked.query, DEPTH));
            times.push(milliseconds);
            found.push(list.scored.iter().map(|scored| scored.record).collect());
        }
        rows.push(alone(bench, generator.name(), &found, quantile(&times, 0.5)));
        lists.push(found);
    }
    let all = union(&lists, None);
    let together = recall(bench, &slices(&all));
    for (number, row) in rows.iter_mut().enumerate() {
        row.only = together - recall(bench, &slices(&union(&lists, Some(number))));
    }
    let milliseconds = rows.iter().map(|row| row.milliseconds).sum();
    rows.push(alone(bench, "all together".to_owned(), &all, milliseconds));
    rows
}

fn alone(bench: &Bench, name: String, found: &[Vec<u32>], milliseconds: f64) -> Alone {
    let size = found.iter().map(Vec::len).sum::<usize>() as f64 / found.len().max(1) as f64;
    Alone { name, recall: recall(bench, &slices(found)), only: 0.0, size, milliseconds }
}

/// The records of each topic that some list has, one of the lists left out.
fn union(lists: &[Vec<Vec<u32>>], left_out: Option<usize>) -> Vec<Vec<u32>> {
    let topics = lists.first().map_or(0, Vec::len);
    let of_topic = |topic: usize| {
        let kept = lists.iter().enumerate().filter(|(number, _)| Some(*number) != left_out);
        let mut records: Vec<u32> = kept.flat_map(|(_, list)| list[topic].iter().copied()).collect();
        records.sort_unstable();
        records.dedup();
        records
    };
    (0..topics).map(of_topic).collect()
}

fn slices(lists: &[Vec<u32>]) -> Vec<&[u32]> {
    lists.iter().map(Vec::as_slice).collect()
}

/// The pipeline as it is, then without each generator, each weight that is not a generator's, and each stage.
pub(super) fn without_each(bench: &Bench, pipeline: &Pipeline) -> Result<Vec<Without>> {
    let mut variants = vec![("nothing".to_owned(), pipeline.clone())];
    if pipeline.candidates.len() > 1 {
        for generator in &pipeline.candidates {
            variants.push((generator.name(), without_generator(pipeline, generator)));
        }
    }
    for (number, stage) in pipeline.stages.iter().enumerate() {
        for name in stage.weights.keys().filter(|name| !is_generator(pipeline, name)) {
            let mut variant = pipeline.clone();
            variant.stages[number].weights.remove(name);
            variants.push((format!("stage {}: {name}", number + 1), variant));
        }
        let mut variant = pipeline.clone();
        variant.stages.remove(number);
        variants.push((format!("stage {}", number + 1), variant));
    }
    let mut rows = Vec::new();
    for (part, variant) in variants {
        let run = System::run_of(bench.index, bench.asked, &variant)?;
        let [ndcg, map, precision] = effectiveness(bench, &bench.evaluator.evaluate(&run)?);
        rows.push(Without { part, ndcg, map, precision, recall: recall_of_run(bench, &run) });
    }
    Ok(rows)
}

fn is_generator(pipeline: &Pipeline, name: &str) -> bool {
    pipeline.candidates.iter().any(|generator| generator.name() == name)
}

fn without_generator(pipeline: &Pipeline, left_out: &Generator) -> Pipeline {
    let mut variant = pipeline.clone();
    variant.candidates.retain(|generator| generator != left_out);
    for stage in &mut variant.stages {
        stage.weights.remove(&left_out.name());
    }
    variant
}

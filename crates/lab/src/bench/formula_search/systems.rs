//! Measured systems: a run over records, recall of the candidates, and times.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result};
use index::Index;
use rank::formulas::{Pipeline, Results, Searcher};
use serde::Serialize;
use trec::{Input, Run, run};

use super::Bench;
use super::judged::Ids;
use crate::bench::search::{Asked, quantile, timed};

/// Results per topic.
pub(super) const DEPTH: usize = 1000;

/// Results on a first page.
const PAGE: usize = 20;

/// More than any list of candidates has.
const UNCUT: usize = 10_000_000;

/// One system of the table.
pub(super) struct System {
    pub(super) name: String,
    pub(super) run: Run,
    pub(super) found: Option<Candidates>,
    pub(super) times: Option<Times>,
}

/// The candidates of all generators of a pipeline together.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Candidates {
    /// Share of the relevant formulas in the fused list, cut at 1000.
    pub(super) fused: f64,
    /// Share in the union of all lists.
    pub(super) union: f64,
    /// Records in the union, on average.
    pub(super) size: f64,
}

/// Milliseconds of processor time per query: median and 95th percentile.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Times {
    pub(super) first_page: (f64, f64),
    pub(super) thousand: (f64, f64),
    /// Candidates alone, a thousand of them.
    pub(super) candidates: Option<(f64, f64)>,
}

impl System {
    /// A pipeline over the topics. Each search runs once before it is timed, so that the index is in memory.
    pub(super) fn of_pipeline(bench: &Bench, pipeline: &Pipeline) -> Result<System> {
        let searcher = Searcher::new(bench.index, pipeline)?;
        let first_stage = Pipeline { stages: Vec::new(), ..pipeline.clone() };
        let gatherer = Searcher::new(bench.index, &first_stage)?;
        let mut run = run::Builder::new(&pipeline.name, &pipeline.name);
        let (mut uncut, mut page, mut thousand, mut gathered) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for Asked { topic, query } in bench.asked {
            uncut.push(records(&gatherer.search(query, UNCUT)));
            page.push(timed(|| searcher.search(query, PAGE)).1);
            gathered.push(timed(|| gatherer.search(query, DEPTH)).1);
            let (found, milliseconds) = timed(|| searcher.search(query, DEPTH));
            thousand.push(milliseconds);
            push(&mut run, topic, &records(&found));
        }
        let times =
            Times { first_page: both(&page), thousand: both(&thousand), candidates: Some(both(&gathered)) };
        let cut: Vec<&[u32]> = uncut.iter().map(|list| &list[..list.len().min(DEPTH)]).collect();
        let whole: Vec<&[u32]> = uncut.iter().map(Vec::as_slice).collect();
        let size = uncut.iter().map(Vec::len).sum::<usize>() as f64 / uncut.len().max(1) as f64;
        let found = Candidates { fused: recall(bench, &cut), union: recall(bench, &whole), size };
        Ok(System { name: pipeline.name.clone(), run: run.finish(), found: Some(found), times: Some(times) })
    }

    /// The run of another system, and its times if there is a file with them.
    pub(super) fn of_run(ids: &mut Ids, name: &str, file: &Path) -> Result<System> {
        let options = run::Options { duplicates: run::Duplicates::KeepFirst, ..run::Options::default() };
        let read = Run::read(Input::open(file)?, options)?;
        let mut run = run::Builder::new(name, name);
        for topic in read.topics() {
            run.topic(&topic.id);
            for row in topic.rows.iter().take(DEPTH) {
                run.push(&topic.id, &ids.name(read.docno(row))?, row.score);
            }
        }
        let times = file.with_extension(format!("{}.times", extension(file)));
        let times = times.exists().then(|| read_times(&times)).transpose()?;
        Ok(System { name: name.to_owned(), run: run.finish(), found: None, times })
    }

    /// A pipeline's run alone.
    pub(super) fn run_of(index: &Index, asked: &[Asked], pipeline: &Pipeline) -> Result<Run> {
        let searcher = Searcher::new(index, pipeline)?;
        let mut run = run::Builder::new(&pipeline.name, &pipeline.name);
        for Asked { topic, query } in asked {
            push(&mut run, topic, &records(&searcher.search(query, DEPTH)));
        }
        Ok(run.finish())
    }
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or("run")
}

fn records(found: &Results) -> Vec<u32> {
    found.hits.iter().map(|hit| hit.record).collect()
}

/// Scores fall strictly, so that no rule for ties matters.
fn push(run: &mut run::Builder, topic: &str, records: &[u32]) {
    run.topic(topic);
    for (rank, record) in (1..).zip(records) {
        run.push(topic, &record.to_string(), -f64::from(rank));
    }
}

fn both(values: &[f64]) -> (f64, f64) {
    (quantile(values, 0.5), quantile(values, 0.95))
}

/// The share of all formulas judged relevant (grade 1 or more) that the lists of the topics hold.
pub(super) fn recall(bench: &Bench, lists: &[&[u32]]) -> f64 {
    let (mut found, mut all) = (0usize, 0usize);
    for (Asked { topic, .. }, list) in bench.asked.iter().zip(lists) {
        let Some(judged) = bench.evaluator.judgements().topics().iter().find(|judged| judged.id == topic)
        else {
            continue;
        };
        let list: HashSet<String> = list.iter().map(u32::to_string).collect();
        let relevant = judged.pool.iter().filter(|(_, grade)| *grade >= 1).map(|(name, _)| name);
        let relevant: Vec<&str> = relevant.collect();
        all += relevant.len();
        found += relevant.iter().filter(|name| list.contains(**name)).count();
    }
    found as f64 / all.max(1) as f64
}

/// The share that a run holds.
pub(super) fn recall_of_run(bench: &Bench, run: &Run) -> f64 {
    let records = |asked: &Asked| -> Vec<u32> {
        let rows = run.topic(&asked.topic).map(|topic| topic.rows.as_slice()).unwrap_or_default();
        rows.iter().filter_map(|row| run.docno(row).parse().ok()).collect()
    };
    let lists: Vec<Vec<u32>> = bench.asked.iter().map(records).collect();
    recall(bench, &lists.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Lines `k<TAB>median<TAB>p95`, for 20 and for 1000.
fn read_times(file: &Path) -> Result<Times> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let mut times = Times::default();
    for line in text.lines() {
        let numbers: Vec<f64> = line.split('\t').filter_map(|field| field.parse().ok()).collect();
        match numbers[..] {
            [20.0, median, p95] => times.first_page = (median, p95),
            [1000.0, median, p95] => times.thousand = (median, p95),
            _ => {}
        }
    }
    Ok(times)
}

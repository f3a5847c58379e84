//! Measured systems: a run, and milliseconds for those that searched here.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use document::kinds;
use index::Index;
use random::Random;
use rank::questions::{Pipeline, Searcher, Want};
use trec::{Input, Run, run};

use super::Asked;
use crate::Failure;
use crate::bench::search::quantile;

/// Results per topic.
const DEPTH: usize = 1000;

/// One system of the table.
pub(super) struct System {
    pub(super) name: String,
    pub(super) run: Run,
    /// Median wall milliseconds per topic.
    pub(super) milliseconds: Option<f64>,
}

/// A pipeline for each file of topics.
pub(super) struct Tried {
    name: String,
    pipelines: Vec<Pipeline>,
}

impl Tried {
    /// Reads `NAME`, `FILE` or `NAME=FILE+FILE`.
    pub(super) fn load(text: &str, files: usize) -> Result<Tried> {
        let Some((name, list)) = text.split_once('=') else {
            let pipeline = Pipeline::load(text)?;
            return Ok(Tried { name: pipeline.name.clone(), pipelines: vec![pipeline; files] });
        };
        let mut pipelines = Vec::new();
        for file in list.split('+') {
            pipelines.push(Pipeline::load(file)?);
        }
        if let [one] = pipelines.as_slice() {
            pipelines = vec![one.clone(); files];
        }
        if pipelines.len() != files {
            let found = pipelines.len();
            let message = format!("`{name}` names {found} pipelines for {files} files of topics");
            bail!(Failure::new(message, "name one for each, or one"));
        }
        Ok(Tried { name: name.to_owned(), pipelines })
    }
}

impl System {
    /// A pipeline over the topics, one after another.
    pub(super) fn of_pipelines(tried: &Tried, index: &Index, asked: &[Asked]) -> Result<System> {
        let units = index.units()?;
        let mut run = run::Builder::new(&tried.name, &tried.name);
        let mut times = Vec::new();
        for (file, pipeline) in tried.pipelines.iter().enumerate() {
            let searcher = Searcher::new(index, pipeline, Want::Answers)?;
            for Asked { topic, question, .. } in asked.iter().filter(|asked| asked.file == file) {
                let started = Instant::now();
                let hits = searcher.search(question, DEPTH)?.hits;
                times.push(started.elapsed().as_secs_f64() * 1e3);
                run.topic(topic);
                for (rank, hit) in hits.iter().enumerate() {
                    // By rank, because runs order equal scores by id and the search already has its order.
                    run.push(topic, &units.id(hit.unit), (DEPTH - rank) as f64);
                }
            }
        }
        let milliseconds = Some(quantile(&times, 0.5));
        Ok(System { name: tried.name.clone(), run: run.finish(), milliseconds })
    }

    /// All answers of the index in random order, another order for each topic.
    pub(super) fn in_random_order(index: &Index, asked: &[Asked], seed: u64) -> Result<System> {
        let units = index.units()?;
        let mut answers = Vec::new();
        units.of_kind(kinds::ANSWER, |unit| answers.push(unit))?;
        let mut ids: Vec<String> = answers.iter().map(|&unit| units.id(unit)).collect();
        ids.sort_unstable();
        let mut run = run::Builder::new("random", "random");
        for Asked { topic, .. } in asked {
            let mut order: Vec<&String> = ids.iter().collect();
            Random::named(seed, topic).shuffle(&mut order);
            run.topic(topic);
            for (rank, id) in order.iter().take(DEPTH).enumerate() {
                run.push(topic, id, (DEPTH - rank) as f64);
            }
        }
        Ok(System { name: "random".to_owned(), run: run.finish(), milliseconds: None })
    }

    /// The run of another system.
    pub(super) fn of_run(name: &str, file: &Path) -> Result<System> {
        let options = run::Options { duplicates: run::Duplicates::KeepFirst, ..run::Options::default() };
        let run = Run::read(Input::open(file)?, options)?;
        Ok(System { name: name.to_owned(), run, milliseconds: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_for_each_file_or_one_for_all() {
        let count =
            |text: &str, files| Tried::load(text, files).map(|tried| (tried.name, tried.pipelines.len()));
        assert_eq!(count("best", 2).unwrap(), ("best".to_owned(), 2));
        assert_eq!(count("mine=best", 2).unwrap(), ("mine".to_owned(), 2));
        assert_eq!(count("mine=best+bm25", 2).unwrap(), ("mine".to_owned(), 2));
        let error = count("mine=best+bm25", 3).unwrap_err().to_string();
        assert_eq!(error, "`mine` names 2 pipelines for 3 files of topics");
        assert!(count("mine=missing", 1).is_err());
    }
}

//! What the tests over real data share.

#![allow(dead_code)] // each test file uses its part

use std::path::PathBuf;

use corpus::{Input, Qrels, Run, run};
use eval::measure::notation;
use eval::{Evaluator, Judgements, Options};

/// A file of the shared data, or nothing, with a word on stderr, where the data is not at hand.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let file = root.join(path);
    if file.exists() {
        return Some(file);
    }
    eprintln!(
        "skipped: {} is not there; set PERGA_SHARED_DATA to the folder of the test data",
        file.display()
    );
    None
}

pub fn qrels(path: &str) -> Option<Qrels> {
    Some(Qrels::read(Input::open(shared(path)?).unwrap()).unwrap())
}

pub fn run(path: &str) -> Option<Run> {
    Some(Run::read(Input::open(shared(path)?).unwrap(), run::Options::default()).unwrap())
}

/// The averages as they are printed.
pub fn overall(qrels: &Qrels, run: &Run, measures: &str, options: Options) -> Vec<String> {
    let judgements = Judgements::new(qrels);
    let evaluator = Evaluator::new(&judgements, notation::list(measures).unwrap(), options).unwrap();
    let scores = evaluator.evaluate(run).unwrap();
    evaluator
        .measures()
        .iter()
        .zip(&scores.overall)
        .map(|(measure, &value)| measure.column().format(value))
        .collect()
}

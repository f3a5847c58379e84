//! What the tests over real data share.

#![allow(dead_code)] // each test file uses its part

use eval::measure::notation;
use eval::{Evaluator, Judgements, Options};
use testkit::shared;
use trec::{Input, Qrels, Run, run};

pub fn qrels(path: &str) -> Qrels {
    Qrels::read(Input::open(shared(path)).unwrap()).unwrap()
}

pub fn run(path: &str) -> Run {
    Run::read(Input::open(shared(path)).unwrap(), run::Options::default()).unwrap()
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

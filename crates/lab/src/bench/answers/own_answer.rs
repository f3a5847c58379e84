//! `perga bench answers own-answer`: a question, and its own answers among all answers of the index.
//!
//! It is for pipelines whose bags have no `parent` zones: then the text of the question is hidden, and an answer is
//! found by its own text. A trial is a question that has an answer; the place is that of its first answer.

use anyhow::{Result, bail};
use document::kinds;
use index::Index;
use index::units::Units;
use rank::questions::{Evidence, Pipeline, Question, Searcher, Want};
use rayon::prelude::*;

use super::pipelines;
use super::ranks::{Findings, Ranks};
use crate::bench::arguments::IndexFolder;

/// The command line of `perga bench answers own-answer`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Pipelines by name or file; the others are compared with the first
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pipelines: Vec<String>,

    /// The most results per query
    #[arg(short, value_name = "K", default_value_t = 1000)]
    k: usize,

    /// The seed of the randomisation test
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let questions = answered(index.units()?)?;
    if questions.is_empty() {
        bail!("no question of this index has an answer in it");
    }
    let mut systems = Vec::new();
    for pipeline in pipelines(&arguments.pipelines)? {
        if sees_questions(&pipeline) {
            eprintln!("warning: `{}` looks at the question of an answer, which is the query", pipeline.name);
        }
        let places = places(&index, &pipeline, &questions, arguments.k)?;
        systems.push(Ranks { name: pipeline.name, places });
    }
    Findings::new(&systems, arguments.k, arguments.seed).print(arguments.json)
}

/// The questions that have an answer in the index.
fn answered(units: &Units) -> Result<Vec<u32>> {
    let mut questions = Vec::new();
    units.of_kind(kinds::QUESTION, |unit| questions.push(unit))?;
    questions.retain(|&unit| !units.answers(unit).is_empty());
    Ok(questions)
}

fn sees_questions(pipeline: &Pipeline) -> bool {
    pipeline.evidence.values().any(|evidence| match evidence {
        Evidence::Bag(bag) => bag.parent != Default::default(),
        _ => false,
    })
}

fn places(index: &Index, pipeline: &Pipeline, questions: &[u32], k: usize) -> Result<Vec<Option<usize>>> {
    let units = index.units()?;
    let searcher = Searcher::new(index, pipeline, Want::Answers)?;
    let place = |&asked: &u32| -> Result<Option<usize>> {
        let hits = searcher.search(&Question::of_unit(&units.stored(asked)?), k)?.hits;
        let own = units.answers(asked);
        Ok(hits.iter().position(|hit| own.contains(&hit.unit)).map(|place| place + 1))
    };
    questions.par_iter().map(place).collect()
}

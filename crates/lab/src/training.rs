//! Candidates of judged topics, as examples to learn the weights of a pipeline from.
//!
//! Pipelines for formulas and pipelines for questions are learned in the same way, so they are one [`System`] here. What
//! it is not: the learning itself, which is `rank::learning`.

pub mod edit_costs;
pub mod embeddings;
pub mod feature_files;
pub mod ranker;
mod tables;

use anyhow::{Result, bail};
use clap::ValueEnum;
use index::Index;
pub use rank::Normalise;
use rank::learning::{self, Example, Examples, Topic};
pub use rank::learning::{Cost, Per};
use rank::questions::Want;
use rank::{formulas, questions};
use rayon::prelude::*;
use trec::Qrels;
use trec::topics::Topic as Asked;

use crate::Failure;
use crate::runs::{Docno, Warn, Warning, first_docno, query, question};

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Task {
    /// Formulas like the topic's (ARQMath Task 2)
    Formulas,
    /// Answers to the topic's question (ARQMath Task 1)
    Answers,
    /// Units of every kind
    Units,
}

/// Which candidates of a topic are looked at, and what judgements call them.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    /// How many at most.
    pub k: usize,
    /// What the judgements call a formula.
    pub docno: Docno,
    /// Is told what the user should know.
    pub warn: Warn<'a>,
}

/// A system whose weights are learned.
pub enum System {
    /// It finds formulas; the weights of its last stage are learned.
    Formulas(formulas::Pipeline),
    /// It finds units or answers; the weights of its evidence are learned.
    Questions(questions::Pipeline, Want),
}

impl System {
    /// The system for a task: a pipeline by name or file, or the usual one.
    ///
    /// # Errors
    /// There is no such pipeline, or it cannot be read.
    pub fn load(task: Task, name: Option<&str>) -> Result<System> {
        let question = |want| -> Result<System> {
            Ok(System::Questions(questions::Pipeline::load(name.unwrap_or("best"))?, want))
        };
        match task {
            Task::Formulas => Ok(System::Formulas(formulas::Pipeline::load(name.unwrap_or("ltr"))?)),
            Task::Answers => question(Want::Answers),
            Task::Units => question(Want::Units),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            System::Formulas(pipeline) => &pipeline.name,
            System::Questions(pipeline, _) => &pipeline.name,
        }
    }

    /// The candidates of topics, with what it sees of them.
    ///
    /// # Errors
    /// The index cannot be read, or the pipeline has nothing to learn.
    pub fn examples(
        &self,
        candidates: Candidates,
        index: &Index,
        topics: &[Asked],
        qrels: &Qrels,
    ) -> Result<Examples> {
        match self {
            System::Formulas(pipeline) => of_formulas(pipeline, candidates, index, topics, qrels),
            System::Questions(pipeline, want) => {
                of_questions(pipeline, *want, candidates, index, topics, qrels)
            }
        }
    }

    /// What each of its values counts after learning.
    pub fn settled(&self, examples: &Examples, weights: Vec<f64>) -> Vec<f64> {
        match self {
            System::Formulas(_) => weights,
            System::Questions(pipeline, _) => learning::questions::settled(pipeline, examples, &weights),
        }
    }

    /// It with learned weights, as a file.
    ///
    /// # Errors
    /// The pipeline cannot be written as TOML.
    pub fn learned(&self, name: &str, purpose: &str, weights: &[f64]) -> rank::Result<String> {
        match self {
            System::Formulas(pipeline) => {
                learning::formulas::learned(pipeline, name, purpose, weights).to_toml()
            }
            System::Questions(pipeline, _) => {
                learning::questions::learned(pipeline, name, purpose, weights).to_toml()
            }
        }
    }
}

fn of_formulas(
    pipeline: &formulas::Pipeline,
    candidates: Candidates,
    index: &Index,
    topics: &[Asked],
    qrels: &Qrels,
) -> Result<Examples> {
    let Some(showing) = learning::formulas::showing(pipeline) else {
        let message = format!("pipeline `{}` has no stage whose weights could be learned", pipeline.name);
        bail!(Failure::new(message, "the pipeline `ltr` has one"));
    };
    let searcher = formulas::Searcher::new(index, &showing)?;
    let names = learning::formulas::names(&showing);
    let found = |topic: &Asked| -> Result<Topic> {
        let mut examples: Vec<Example> = Vec::new();
        let hits = match (query(topic), qrels.topic(&topic.id)) {
            (Some(query), Some(_)) => searcher.search(&query, candidates.k.max(1)).hits,
            _ => Vec::new(),
        };
        for hit in hits {
            let Some(docno) = first_docno(index, hit.record, candidates.docno)? else { continue };
            // Of several formulas with one docno the first stands for it, as in a run.
            if examples.iter().any(|example| example.docno == docno) {
                continue;
            }
            let grade = grade(qrels, &topic.id, &docno);
            examples.push(Example { docno, grade, values: learning::formulas::values(&hit, &names) });
        }
        Ok(Topic { id: topic.id.clone(), candidates: examples })
    };
    let topics = topics.par_iter().map(found).collect::<Result<_>>()?;
    Ok(Examples { names, topics })
}

fn of_questions(
    pipeline: &questions::Pipeline,
    want: Want,
    candidates: Candidates,
    index: &Index,
    topics: &[Asked],
    qrels: &Qrels,
) -> Result<Examples> {
    let searcher = questions::Searcher::new(index, pipeline, want)?;
    if let Some(warning) = searcher.warning() {
        (candidates.warn)(Warning::UnusableVectors(warning));
    }
    let units = index.units()?;
    let found = |topic: &Asked| -> Result<Topic> {
        let hits = match qrels.topic(&topic.id) {
            Some(_) => searcher.search(&question(topic), candidates.k.max(1))?.hits,
            None => Vec::new(),
        };
        let example = |hit: &questions::Hit| {
            let docno = units.id(hit.unit);
            let grade = grade(qrels, &topic.id, &docno);
            Example { docno, grade, values: Some(learning::questions::values(hit)) }
        };
        Ok(Topic { id: topic.id.clone(), candidates: hits.iter().map(example).collect() })
    };
    let topics = topics.par_iter().map(found).collect::<Result<_>>()?;
    Ok(Examples { names: learning::questions::names(pipeline), topics })
}

/// How a candidate was judged.
pub(crate) fn grade(qrels: &Qrels, topic: &str, docno: &str) -> Option<i32> {
    let judged = qrels.topic(topic)?;
    let judgement = judged.judgements.iter().find(|judgement| qrels.docno(judgement) == docno);
    judgement.map(|judgement| judgement.grade)
}

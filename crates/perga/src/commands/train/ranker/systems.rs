//! What can be learned for: pipelines for formulas and pipelines for questions, behind one face.

use anyhow::{Result, bail};
use index::Index;
use lab::runs::{docno_of, query, question};
use rank::learning::{self, Example, Examples, Topic};
use rank::questions::Want;
use rank::{formulas, questions};
use rayon::prelude::*;
use trec::Qrels;
use trec::topics::Topic as Asked;

use super::{Arguments, Task};
use crate::failure;

/// A system whose weights are learned.
pub(super) enum System {
    /// It finds formulas; the weights of its last stage are learned.
    Formulas(formulas::Pipeline),
    /// It finds units or answers; the weights of its evidence are learned.
    Questions(questions::Pipeline, Want),
}

impl System {
    /// The system that the command names.
    pub(super) fn load(arguments: &Arguments) -> Result<System> {
        let name = arguments.pipeline.as_deref();
        let question = |want| -> Result<System> {
            Ok(System::Questions(questions::Pipeline::load(name.unwrap_or("best"))?, want))
        };
        match arguments.task {
            Task::Formulas => Ok(System::Formulas(formulas::Pipeline::load(name.unwrap_or("ltr"))?)),
            Task::Answers => question(Want::Answers),
            Task::Units => question(Want::Units),
        }
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        match self {
            System::Formulas(pipeline) => &pipeline.name,
            System::Questions(pipeline, _) => &pipeline.name,
        }
    }

    /// The candidates of topics, with what it sees of them.
    pub(super) fn examples(
        &self,
        arguments: &Arguments,
        index: &Index,
        topics: &[Asked],
        qrels: &Qrels,
    ) -> Result<Examples> {
        match self {
            System::Formulas(pipeline) => of_formulas(pipeline, arguments, index, topics, qrels),
            System::Questions(pipeline, want) => {
                of_questions(pipeline, *want, arguments, index, topics, qrels)
            }
        }
    }

    /// What each of its values counts after learning.
    pub(super) fn settled(&self, examples: &Examples, weights: Vec<f64>) -> Vec<f64> {
        match self {
            System::Formulas(_) => weights,
            System::Questions(pipeline, _) => learning::questions::settled(pipeline, examples, &weights),
        }
    }

    /// It with learned weights, as a file.
    pub(super) fn learned(&self, name: &str, purpose: &str, weights: &[f64]) -> rank::Result<String> {
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
    arguments: &Arguments,
    index: &Index,
    topics: &[Asked],
    qrels: &Qrels,
) -> Result<Examples> {
    let Some(showing) = learning::formulas::showing(pipeline) else {
        bail!(
            "pipeline `{}` has no stage whose weights could be learned\nhint: `--pipeline ltr` has one",
            pipeline.name
        );
    };
    let searcher = formulas::Searcher::new(index, &showing)?;
    let names = learning::formulas::names(&showing);
    let found = |topic: &Asked| -> Result<Topic> {
        let mut candidates: Vec<Example> = Vec::new();
        let hits = match (query(topic), qrels.topic(&topic.id)) {
            (Some(query), Some(_)) => searcher.search(&query, arguments.k.max(1)).hits,
            _ => Vec::new(),
        };
        for hit in hits {
            let Some((docno, _)) = docno_of(index, hit.record, arguments.docno)? else { continue };
            // Of several formulas with one docno the first stands for it, as in a run.
            if candidates.iter().any(|candidate| candidate.docno == docno) {
                continue;
            }
            let grade = grade(qrels, &topic.id, &docno);
            candidates.push(Example { docno, grade, values: learning::formulas::values(&hit, &names) });
        }
        Ok(Topic { id: topic.id.clone(), candidates })
    };
    let topics = topics.par_iter().map(found).collect::<Result<_>>()?;
    Ok(Examples { names, topics })
}

fn of_questions(
    pipeline: &questions::Pipeline,
    want: Want,
    arguments: &Arguments,
    index: &Index,
    topics: &[Asked],
    qrels: &Qrels,
) -> Result<Examples> {
    let searcher = questions::Searcher::new(index, pipeline, want)?;
    if let Some(warning) = searcher.warning() {
        failure::warn(warning);
    }
    let units = index.units()?;
    let found = |topic: &Asked| -> Result<Topic> {
        let hits = match qrels.topic(&topic.id) {
            Some(_) => searcher.search(&question(topic), arguments.k.max(1))?.hits,
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
fn grade(qrels: &Qrels, topic: &str, docno: &str) -> Option<i32> {
    let judged = qrels.topic(topic)?;
    let judgement = judged.judgements.iter().find(|judgement| qrels.docno(judgement) == docno);
    judgement.map(|judgement| judgement.grade)
}

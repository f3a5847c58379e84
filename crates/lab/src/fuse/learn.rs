//! Weights of runs from judgements, each topic fused with weights that have not seen it.

use std::path::PathBuf;

use anyhow::{Result, bail};
use rank::fusion::{Facts, Scale};
use rank::learning::{self, Cost, Example, Examples, Topic};
use rustc_hash::FxHashMap;
use trec::{Input, Qrels};

use super::files::Listing;
use super::lists::numbered;
use super::{Fusing, Listed, fuse};
use crate::Failure;
use crate::runs::Row;

/// How topics are dealt into folds.
const SEED: u64 = 1;

/// What weights are learned from.
#[derive(Clone, Debug)]
pub struct Learn {
    /// The file of judgements.
    pub qrels: PathBuf,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
    /// Parts of the topics; each is fused with weights from the others.
    pub folds: usize,
}

/// Learned weights.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights of the runs for each fold.
    pub folds: Vec<Vec<f64>>,
    /// The weights from all topics, with which topics without judgements are fused.
    pub all: Vec<f64>,
    /// The number of topics that something was learned from.
    pub topics: usize,
}

impl Learned {
    /// The weights as text, in the order of the runs.
    pub fn text(&self, runs: &[PathBuf]) -> String {
        let table =
            |weights: &[f64]| weights.iter().map(|weight| format!(" {weight:.4}")).collect::<String>();
        let names: Vec<String> = runs.iter().map(|run| run.display().to_string()).collect();
        let topics = document::counted(self.topics, "topic");
        let mut text = format!("weights from {topics} for {}\n", names.join(" "));
        for (number, weights) in (1..).zip(&self.folds) {
            text.push_str(&format!("fold {number}:{}\n", table(weights)));
        }
        text.push_str(&format!("all:{}\n", table(&self.all)));
        text
    }
}

impl Learn {
    /// Learns, and fuses every topic.
    pub(super) fn fuse(
        &self,
        fusing: &Fusing,
        listings: &[Listing],
        topics: &[String],
    ) -> Result<(Vec<Vec<Row>>, Learned)> {
        let mut qrels = Qrels::read(Input::open(&self.qrels)?)?;
        qrels.drop_grades(&self.dropped_grades);
        let scale = fusing.fuser.scale.unwrap_or(Scale::MinMax);
        let names = listings.iter().map(|listing| listing.run.tag().to_owned()).collect();
        let learnable = topics.iter().map(|topic| candidates(&qrels, listings, topic, scale));
        let examples = Examples { names, topics: learnable.filter(Topic::has_pairs).collect() };
        let count = examples.topics.len();
        if count < 2 {
            let (file, topics) = (self.qrels.display(), document::counted(count, "topic"));
            let message = format!("{file}: {topics} of these runs found results of different grades");
            bail!(Failure::new(message, "weights need judged results of at least two topics"));
        }
        let validation =
            learning::cross_validate(&examples, self.folds.clamp(2, count), SEED, Cost::default());
        let all = learning::weights(&examples.topics, listings.len(), Cost::default());
        let ids = examples.topics.iter().map(|topic| topic.id.as_str());
        let fold_of: FxHashMap<&str, usize> = ids.zip(validation.folds.iter().copied()).collect();
        let rows = topics.iter().map(|topic| {
            let fold = fold_of.get(topic.as_str()).and_then(|fold| validation.weights.get(*fold));
            let mut fuser = fusing.fuser.clone();
            fuser.weights = fold.unwrap_or(&all).clone();
            let lists: Vec<Vec<Listed>> = listings.iter().map(|listing| listing.topic(topic)).collect();
            fuse(&fuser, &lists, fusing.k)
        });
        let rows = rows.collect();
        Ok((rows, Learned { folds: validation.weights, all, topics: count }))
    }
}

/// The results of all runs for a topic with their scaled scores and grades.
fn candidates(qrels: &Qrels, listings: &[Listing], topic: &str, scale: Scale) -> Topic {
    let judged = qrels.topic(topic);
    let grades: FxHashMap<&str, i32> = judged
        .into_iter()
        .flat_map(|topic| &topic.judgements)
        .filter(|judgement| judgement.grade >= 0)
        .map(|judgement| (qrels.docno(judgement), judgement.grade))
        .collect();
    let lists: Vec<Vec<Listed>> = listings.iter().map(|listing| listing.topic(topic)).collect();
    let facts: Vec<Facts> =
        lists.iter().map(|list| Facts::of(list.iter().map(|listed| listed.place.score))).collect();
    let mut values: FxHashMap<&str, Vec<f64>> = FxHashMap::default();
    for (number, (list, facts)) in lists.iter().zip(&facts).enumerate() {
        for listed in list {
            let row = values.entry(listed.docno).or_insert_with(|| vec![0.0; lists.len()]);
            row[number] = scale.scale(listed.place.score, facts);
        }
    }
    let example = |(docno, _): (&str, &str)| Example {
        docno: docno.to_owned(),
        grade: grades.get(docno).copied(),
        values: values.remove(docno),
    };
    Topic { id: topic.to_owned(), candidates: numbered(&lists).into_iter().map(example).collect() }
}

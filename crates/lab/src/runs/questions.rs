//! Units and answers for the topics of a file.

use anyhow::Result;
use document::markup;
use formula::Notation;
use index::Index;
use rank::questions::extract::{CONSIDERED, extract};
use rank::questions::{Pipeline, Question, Searcher, Want};
use rayon::prelude::*;
use trec::topics::Topic;
use trec::{Input, Links};

use super::rerank::Given;
use super::{Request, Row, Runs, Task, Warn, Warning, falling};

/// The results for every topic.
pub(super) fn runs(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<Runs> {
    let pipeline = Pipeline::load(&request.pipeline)?;
    let want = match request.task {
        Task::Answers => Want::Answers,
        _ => Want::Units,
    };
    let searcher = Searcher::new(index, &pipeline, want)?;
    if let Some(warning) = searcher.warning() {
        warn(Warning::UnusableVectors(warning));
    }
    let units = index.units()?;
    let links = match &request.links {
        Some(path) => Links::read(&Input::open(path)?)?,
        None => Links::default(),
    };
    let given = request.rerank.as_deref().map(|run| Given::read_units(run, index)).transpose()?;
    if let Some(given) = &given {
        given.warn(topics, warn);
    }
    let rows_of = |topic: &Topic| -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let duplicates = links.duplicates(&topic.id).to_vec();
        let question = Question { duplicates, ..question(topic) };
        let hits = match &given {
            Some(given) => searcher.rerank(&question, &given.records(&topic.id).records())?,
            None => searcher.search(&question, request.k)?.hits,
        };
        for hit in hits.into_iter().take(request.k) {
            let id = units.id(hit.unit);
            rows.push(Row { docno: id.clone(), unit: id, score: falling(hit.score, &rows) });
        }
        Ok(rows)
    };
    let rows = topics.par_iter().map(rows_of).collect::<Result<_>>()?;
    Ok(Runs { tag: pipeline.name.clone(), rows })
}

/// One short answer for every topic: topic, rank, score, tag, sources, answer.
pub(super) fn extracts(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<String> {
    let pipeline = Pipeline::load(&request.pipeline)?;
    let searcher = Searcher::new(index, &pipeline, Want::Answers)?;
    let line = |topic: &Topic| -> Result<String> {
        let question = question(topic);
        let hits = searcher.search(&question, CONSIDERED)?.hits;
        let Some(found) = extract(index, &question, &hits)? else {
            warn(Warning::NoAnswer(&topic.id));
            return Ok(String::new());
        };
        let text: Vec<&str> = found.text.split_whitespace().collect();
        let (id, tag) = (&topic.id, &pipeline.name);
        Ok(format!("{id}\t1\t{}\t{tag}\t{}\t{}\n", found.score, found.source, text.join(" ")))
    };
    topics.par_iter().map(line).collect()
}

/// The question of a topic.
pub fn question(topic: &Topic) -> Question {
    if topic.question.is_empty() && topic.tags.is_empty() && topic.formulas.is_empty() {
        return Question::read(&topic.title);
    }
    if !topic.formulas.is_empty() && topic.question.is_empty() {
        return of_formulas(topic);
    }
    Question::new(markup::html(&topic.title), markup::html(&topic.question), topic.tags.clone())
}

/// Formulas with query variables, and keywords (NTCIR).
fn of_formulas(topic: &Topic) -> Question {
    let formulas = topic.formulas.iter().map(|formula| match &formula.mathml {
        Some(mathml) if formula.latex.is_empty() => (mathml.as_str(), Notation::MathMl),
        _ => (formula.latex.as_str(), Notation::Latex),
    });
    Question::of_formulas(formulas, topic.keywords.iter().map(String::as_str))
}

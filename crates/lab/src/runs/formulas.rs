//! Formulas for the topics of a file.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::Result;
use clap::ValueEnum;
use document::markup;
use formula::Notation;
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use rank::Normalise;
use rank::context::{self, Asked, Scores, Settings};
use rank::formulas::{Hit, Pipeline, Query, Searcher};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use trec::topics::{Topic, TopicFormula};

use super::rerank::Given;
use super::{Instances, Request, Row, Runs, Warn, Warning, falling};

/// The id of a formula in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Docno {
    /// The id of the occurrence
    Instance,
    /// The visual id of the collection, or Perga's own
    Visual,
    /// The unit that holds the first instance, such as an article; each once
    Unit,
}

/// The results for every topic.
pub(super) fn runs(request: &Request, index: &Index, topics: &[Topic], warn: Warn) -> Result<Runs> {
    let mut pipeline = Pipeline::load(&request.pipeline)?;
    let given = request.rerank.as_deref().map(|run| Given::read(run, index, request.docno)).transpose()?;
    if let Some(given) = &given {
        given.warn(topics, warn);
        pipeline = pipeline.widened(index.manifest().next_record as usize);
    }
    let searcher = Searcher::new(index, &pipeline)?;
    if let Some(warning) = searcher.warning() {
        warn(Warning::OldVectors(&warning));
    }
    let settings = context_settings(request, &pipeline);
    let rows = |topic: &Topic| {
        let Some(query) = query(topic) else {
            warn(Warning::NoFormula(&topic.id));
            return Ok(Vec::new());
        };
        let candidates = given.as_ref().map(|given| given.records(&topic.id));
        let hits = match &candidates {
            Some(candidates) => searcher.rerank(&query, &candidates.records()),
            None => searcher.search(&query, request.k).hits,
        };
        let hits = in_context(topic, &query, index, hits, settings, warn)?;
        match candidates {
            Some(candidates) => Ok(candidates.rows(&hits, request.k)),
            None => rows_of(index, hits, request),
        }
    };
    let rows = topics.par_iter().map(rows).collect::<Result<_>>()?;
    Ok(Runs { tag: pipeline.name.clone(), rows })
}

/// The settings of context, if it is wanted.
fn context_settings(request: &Request, pipeline: &Pipeline) -> Option<Settings> {
    let (with, window) = (request.context?, request.context_sentences);
    let has_shares = pipeline.stages.last().is_some_and(|stage| stage.normalise == Normalise::Share);
    let scores = if has_shares { Scores::OfShares } else { Scores::Other };
    Some(Settings { with, window, scores, ..Settings::default() })
}

/// The hits, ordered by the text around formulas as well if that is wanted.
fn in_context(
    topic: &Topic,
    query: &Query,
    index: &Index,
    hits: Vec<Hit>,
    settings: Option<Settings>,
    warn: Warn,
) -> Result<Vec<Hit>> {
    match (settings, asked(topic)) {
        (Some(settings), Some(asked)) => Ok(context::rerank(index, query, &asked, hits, settings)?),
        (Some(_), None) => {
            warn(Warning::NoContext(&topic.id));
            Ok(hits)
        }
        (None, _) => Ok(hits),
    }
}

/// Hits as rows, with strictly falling scores.
fn rows_of(index: &Index, hits: Vec<Hit>, request: &Request) -> Result<Vec<Row>> {
    let most = match request.instances.unwrap_or(Instances::First(NonZeroUsize::MIN)) {
        Instances::First(most) => most.get(),
        Instances::All => usize::MAX,
    };
    let mut rows = Rows { docno: request.docno, listed: FxHashSet::default(), rows: Vec::new() };
    for hit in hits {
        rows.push(index, (hit.record, hit.score), most)?;
    }
    Ok(rows.rows)
}

/// The rows of a topic as they are written.
struct Rows {
    docno: Docno,
    /// The ids that have a row. Formulas that share an id share the first row.
    listed: FxHashSet<String>,
    rows: Vec<Row>,
}

impl Rows {
    /// Adds a row for each of the first occurrences of a formula.
    fn push(&mut self, index: &Index, (record, score): (u32, f64), most: usize) -> Result<()> {
        let mut left = most;
        index.instances(record, |unit, instance| {
            let docno = docno_of(self.docno, record, unit, instance);
            if self.listed.insert(docno.clone()) {
                let score = falling(score, &self.rows);
                self.rows.push(Row { docno, unit: unit.id.clone(), score });
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(())
    }
}

/// The id of an occurrence in a run.
fn docno_of(docno: Docno, record: u32, unit: &StoredUnit, instance: &StoredOccurrence) -> String {
    match docno {
        Docno::Instance => instance.id.clone().unwrap_or_else(|| unit.id.clone()),
        Docno::Visual => instance.visual_id.clone().unwrap_or_else(|| format!("v{record}")),
        Docno::Unit => unit.id.clone(),
    }
}

/// The id of a record in a run with one row per formula; `None` if no unit holds it any more.
pub fn first_docno(index: &Index, record: u32, docno: Docno) -> Result<Option<String>> {
    let first = index.first_instance(record)?;
    Ok(first.map(|(unit, instance)| docno_of(docno, record, &unit, &instance)))
}

/// The question that the formula of a topic was taken from; `None` for a topic that is only a formula.
fn asked(topic: &Topic) -> Option<Asked> {
    let (title, body) = (markup::html(&topic.title), markup::html(&topic.question));
    if topic.formula.is_none() || title.is_empty() && body.is_empty() {
        return None;
    }
    let formula = topic.formula.as_ref().map(|formula| formula.id.clone()).filter(|id| !id.is_empty());
    Some(Asked { title, body, tags: topic.tags.clone(), formula })
}

/// The formula of a topic.
pub fn query(topic: &Topic) -> Option<Query> {
    let formula = topic.formula.as_ref().or(topic.formulas.first());
    match formula {
        Some(TopicFormula { latex, mathml: Some(mathml), .. }) if latex.is_empty() => {
            Some(Query::read(mathml, Notation::MathMl))
        }
        Some(formula) => Some(Query::read(&formula.latex, Notation::Latex)),
        None if !topic.title.trim().is_empty() => Some(Query::read(topic.title.trim(), Notation::Latex)),
        None => None,
    }
}

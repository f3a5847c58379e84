//! An index with all that is prepared once and shared by many questions.
//!
//! A command answers one question and prepares what it needs; a server answers many at the same time. What costs time
//! is made at the first use and kept: norms and vectors of a pipeline, the words for suggestions, the cards by name,
//! the numbers of the index.
//!
//! An engine is one commit of an index. When the index has a newer one, a new engine is opened and takes its place.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use index::stats::Stats;
use index::{Budget, Index};
use rank::formulas::Pipeline;
use rank::questions;
use rank::questions::{PreparedPipeline, Question, Searcher, Want};
use rank::suggest::Suggester;

use crate::error::{Error, Result};
use crate::read::cards;

/// An index, opened.
pub struct Engine {
    index: Index,
    pipelines: HashMap<&'static str, Pipeline>,
    question_pipelines: HashMap<&'static str, questions::Pipeline>,
    prepared: Mutex<HashMap<(String, Want), Arc<PreparedPipeline>>>,
    suggester: OnceLock<Suggester>,
    stats: OnceLock<Stats>,
    cards: OnceLock<Vec<u32>>,
}

impl Engine {
    /// Opens an index.
    pub fn open(folder: &Path) -> Result<Engine> {
        let index = Index::open(folder)?;
        let pipelines =
            Pipeline::names().map(|name| Ok((name, Pipeline::load(name)?))).collect::<Result<_>>()?;
        let question_pipelines = questions::Pipeline::names()
            .map(|name| Ok((name, questions::Pipeline::load(name)?)))
            .collect::<Result<_>>()?;
        Ok(Engine {
            index,
            pipelines,
            question_pipelines,
            prepared: Mutex::default(),
            suggester: OnceLock::new(),
            stats: OnceLock::new(),
            cards: OnceLock::new(),
        })
    }

    /// Prepares what most questions need, so that the first one does not wait.
    pub fn warm(&self) -> Result<()> {
        for want in [Want::Units, Want::Answers, Want::Questions] {
            self.prepared("best", want)?;
        }
        self.suggester()?;
        self.cards()?;
        self.stats()?;
        Ok(())
    }

    /// The index.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The commit of the index.
    pub fn commit(&self) -> u64 {
        self.index.manifest().commit
    }

    /// A pipeline for formulas by its name. Files are for the command line only.
    pub fn pipeline(&self, name: &str) -> Result<&Pipeline> {
        match self.pipelines.get(name) {
            Some(pipeline) => Ok(pipeline),
            None => Err(no_pipeline("formulas", name)),
        }
    }

    /// The searcher of a pipeline for questions, with what it found to say, if anything.
    pub fn searcher(&self, name: &str, want: Want) -> Result<Searcher<'_>> {
        let pipeline = self.question_pipeline(name)?;
        Ok(Searcher::with(&self.index, pipeline, self.prepared(name, want)?)?)
    }

    /// Suggestions for what is typed.
    pub fn suggester(&self) -> Result<&Suggester> {
        kept(&self.suggester, || Ok(Suggester::new(&self.index)?))
    }

    /// The numbers of the index.
    pub fn stats(&self) -> Result<&Stats> {
        kept(&self.stats, || Ok(Stats::of(&self.index)?))
    }

    /// Cards by name.
    pub fn cards(&self) -> Result<&[u32]> {
        kept(&self.cards, || cards::by_name(&self.index)).map(Vec::as_slice)
    }

    /// The cards for a query, best first.
    pub fn find_cards(&self, query: &str, most: usize, budget: &Budget) -> Result<Vec<u32>> {
        let mut question = Question::read(query).within(budget);
        question.filters.narrow("kind", "card");
        let found = self.searcher("best", Want::Units)?.search(&question, most)?;
        Ok(found.hits.into_iter().map(|hit| hit.unit).collect())
    }

    fn question_pipeline(&self, name: &str) -> Result<&questions::Pipeline> {
        match self.question_pipelines.get(name) {
            Some(pipeline) => Ok(pipeline),
            None => Err(no_pipeline("questions", name)),
        }
    }

    fn prepared(&self, name: &str, want: Want) -> Result<Arc<PreparedPipeline>> {
        let pipeline = self.question_pipeline(name)?;
        // Made under the lock: two threads would make it twice.
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = prepared.get(&(name.to_owned(), want)) {
            return Ok(known.clone());
        }
        let made = PreparedPipeline::new(&self.index, pipeline, want)
            .map_err(|cause| Error::Pipeline { name: name.to_owned(), cause: Box::new(cause.into()) })?;
        let made = Arc::new(made);
        prepared.insert((name.to_owned(), want), made.clone());
        Ok(made)
    }
}

fn no_pipeline(of: &str, name: &str) -> Error {
    Error::not_found(format!("no pipeline for {of} is called `{name}`"), "`best` is one")
}

/// What is in the cell, made if there is nothing yet.
fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = make()?;
    Ok(cell.get_or_init(|| value))
}

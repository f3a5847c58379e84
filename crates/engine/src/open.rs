//! An index with everything that is prepared once and shared by many requests.
//!
//! A command makes one request and prepares what it needs; a server gets many at the same time. What costs time
//! is made at the first use and kept: pipelines, their norms and vectors, the words for suggestions, the cards by name,
//! the numbers of the index.
//!
//! An engine is one commit of an index. When the index has a newer one, a new engine is opened and takes its place.
//!
//! Requests are methods of [`Engine`], each beside what it gives: in [`search`](crate::search), [`read`](crate::read),
//! [`suggest`](crate::suggest) and [`describe`](crate::describe).

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use index::stats::Stats;
use index::{Freshness, Index};
use rank::formulas::Pipeline;
use rank::questions::{self, PreparedPipeline, Searcher, Want};
use rank::suggest::{self, Suggester};
use text::spelling::Vocabulary;
use text::synonyms::Synonyms;

use crate::error::{Error, Result};
use crate::query::asked::USUAL_PIPELINE;
use crate::read::cards;
use crate::search::facets::{self, Facet};
use crate::search::sites::Sites;
use crate::synonyms;

/// Pipelines by name.
type Pipelines<P> = HashMap<&'static str, P>;

/// An index, opened.
pub struct Engine {
    index: Index,
    pipelines: OnceLock<Pipelines<Pipeline>>,
    question_pipelines: OnceLock<Pipelines<questions::Pipeline>>,
    prepared: Mutex<HashMap<(String, Want), Arc<PreparedPipeline>>>,
    vocabulary: OnceLock<Arc<Vocabulary>>,
    suggester: OnceLock<Suggester>,
    stats: OnceLock<Stats>,
    cards: OnceLock<Vec<u32>>,
    facets: OnceLock<Vec<Facet>>,
    sites: Sites,
    synonyms: Cow<'static, Synonyms>,
}

impl Engine {
    /// Opens an index.
    pub fn open(folder: &Path) -> Result<Engine> {
        Ok(Engine {
            index: Index::open(folder)?,
            pipelines: OnceLock::new(),
            question_pipelines: OnceLock::new(),
            prepared: Mutex::default(),
            vocabulary: OnceLock::new(),
            suggester: OnceLock::new(),
            stats: OnceLock::new(),
            cards: OnceLock::new(),
            facets: OnceLock::new(),
            sites: Sites::default(),
            synonyms: synonyms::of_index(folder)?,
        })
    }

    /// Prepares what most requests need, so that the first one does not wait.
    pub fn warm(&self) -> Result<()> {
        self.pipeline(USUAL_PIPELINE)?;
        for want in [Want::Units, Want::Answers, Want::Questions] {
            self.prepared(USUAL_PIPELINE, want)?;
        }
        self.suggester()?;
        self.card_numbers()?;
        self.stats()?;
        Ok(())
    }

    /// Whether the index on the disk is still the one that was opened.
    pub fn freshness(&self) -> Result<Freshness> {
        Ok(self.index.freshness()?)
    }

    /// The random name of the index: a new name each time the index is made.
    pub fn identity(&self) -> &str {
        &self.index.manifest().identity
    }

    /// The commit of the index.
    pub fn commit(&self) -> u64 {
        self.index.manifest().commit
    }

    /// The random name of the commit.
    pub fn commit_identity(&self) -> &str {
        &self.index.manifest().commit_identity
    }

    /// Units of the index.
    pub fn units(&self) -> u64 {
        self.index.manifest().units
    }

    /// Distinct formulas of the index.
    pub fn distinct_formulas(&self) -> u64 {
        self.index.distinct_formulas()
    }

    /// The numbers of the index: what it holds and what it costs.
    pub fn stats(&self) -> Result<&Stats> {
        kept(&self.stats, || Ok(Stats::of(&self.index)?))
    }

    /// What searches can be narrowed to, with counts of units.
    pub fn facets(&self) -> Result<&[Facet]> {
        kept(&self.facets, || facets::of_all(&self.index, &self.sites)).map(Vec::as_slice)
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// A pipeline for formulas by its name.
    pub(crate) fn pipeline(&self, name: &str) -> Result<&Pipeline> {
        let pipelines = kept(&self.pipelines, || {
            Pipeline::names().map(|name| Ok((name, Pipeline::load(name)?))).collect()
        })?;
        pipelines.get(name).ok_or_else(|| no_pipeline("formulas", name, Pipeline::names()))
    }

    /// The searcher of a pipeline for questions.
    pub(crate) fn searcher(&self, name: &str, want: Want) -> Result<Searcher<'_>> {
        let pipeline = self.question_pipeline(name)?;
        Ok(Searcher::with(&self.index, pipeline, self.prepared(name, want)?)?)
    }

    /// Where units come from.
    pub(crate) fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Other words for the same thing: those of the program, and those of the collection.
    pub(crate) fn synonyms(&self) -> &Synonyms {
        &self.synonyms
    }

    /// Suggestions for what is typed.
    pub(crate) fn suggester(&self) -> Result<&Suggester> {
        kept(&self.suggester, || Ok(Suggester::new(&self.index, self.vocabulary()?.clone())?))
    }

    /// The words of the index, for corrections.
    pub(crate) fn vocabulary(&self) -> Result<&Arc<Vocabulary>> {
        kept(&self.vocabulary, || Ok(Arc::new(suggest::vocabulary(&self.index)?)))
    }

    /// The numbers of cards, by name.
    pub(crate) fn card_numbers(&self) -> Result<&[u32]> {
        kept(&self.cards, || cards::by_name(&self.index)).map(Vec::as_slice)
    }

    fn question_pipeline(&self, name: &str) -> Result<&questions::Pipeline> {
        use questions::Pipeline;
        let pipelines = kept(&self.question_pipelines, || {
            Pipeline::names().map(|name| Ok((name, Pipeline::load(name)?))).collect()
        })?;
        pipelines.get(name).ok_or_else(|| no_pipeline("questions", name, Pipeline::names()))
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

fn no_pipeline(of: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
    let known = known.collect::<Vec<_>>().join(", ");
    Error::not_found(format!("no pipeline for {of} is called `{name}`"), format!("known are {known}"))
}

/// What is in the cell, made if there is nothing yet.
fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = make()?;
    Ok(cell.get_or_init(|| value))
}

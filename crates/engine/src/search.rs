//! Searching: hits, with everything that any form of output shows.
//!
//! A [`SearchRequest`] becomes [`SearchResults`]: data for code that shows hits in this process. Their
//! [`response`](SearchResults::response) is the same for programs, as it is sent and printed as JSON.
//!
//! [`formulas`] and [`units`] are built alike: what is asked beside the query, results, a response. `of_texts` finds
//! formulas for words. [`counts`] says how many hits there are of each sort. [`listing`] is the one list of a query, out of
//! which pages are cut. [`narrowing`] is what hits are narrowed to, [`facets`] what they could be narrowed to, [`relaxed`]
//! which questions find more. [`terminal`] is results as text.
//!
//! The query is read once: the hits are found for that reading, and [`reading`](SearchResults::reading) shows it.
//!
//! A hit has four shapes on its way from the index to a page, and no more:
//!
//! 1. a `Hit` of `rank`: the number of a formula or unit, its score and the parts of it;
//! 2. a row: one hit with those that are shown with it, formulas that are equal after renaming (`FoldedHit`) or the count
//!    of others in its thread;
//! 3. a `ShownHit` of [`formulas`] or [`units`]: with the explanation, the occurrences or the excerpt;
//! 4. a [`FormulaHit`](formulas::FormulaHit) or [`UnitHit`](units::UnitHit) of the response, from which pages are drawn.

pub mod counts;
pub mod facets;
pub mod formulas;
mod in_context;
pub mod listing;
pub mod narrowing;
mod near;
mod of_texts;
pub mod relaxed;
pub(crate) mod sites;
pub mod terminal;
pub mod units;

use document::kinds;
use index::Budget;
pub use rank::context::Window;
use rank::formulas::{Pipeline, Query};
use rank::questions::{self, Question, Searcher};
use serde::Serialize;
use text::query::{Filter, Filters};
use utoipa::ToSchema;

use self::facets::Facet;
use self::formulas::{FormulaResponse, Timings};
use self::listing::{Page, Sort};
use self::narrowing::Narrowing;
use self::relaxed::{CUT_RELAXED, FEW, relaxed};
use self::sites::Sites;
use self::units::UnitResponse;
use crate::error::{Kind, Result};
use crate::open::Engine;
use crate::query::asked::{Asked, Mode, USUAL_PIPELINE, Want, asked, asked_like, usual_pipeline};
use crate::query::reading::{ReadQuery, Reading};

/// A search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Words, formulas, or a whole question.
    pub query: String,
    /// Instead of a query: the id of a unit or thread that others are wanted like, or `ID#3` for the third formula of a
    /// unit.
    pub like: Option<String>,
    /// The kind of results; without it, formulas for a query that is one formula, units for any other.
    pub want: Option<Want>,
    /// For formulas: how far what is said around them counts as well; without it, not at all. The context of the query is
    /// that of the formula it is like, or the words typed around its formula.
    pub context: Option<Window>,
    /// How a formula must match.
    pub mode: Mode,
    /// How to rank, by name; without it what is usual.
    pub pipeline: Option<String>,
    /// Whether the pipeline may be a file: only for callers that may read every file of this machine.
    pub may_read_pipeline: bool,
    /// How many hits are shown.
    pub k: usize,
    /// How many hits are skipped before these.
    pub offset: usize,
    /// The order of the hits.
    pub sort: Sort,
    /// One hit for formulas that are equal after renaming variables.
    pub fold: bool,
    /// Whether it is said in any case how far the query got.
    pub explain: bool,
    /// One hit for each thread.
    pub by_thread: bool,
    /// Filters beside those of the query.
    pub narrowing: Narrowing,
    /// Whether facets are counted.
    pub facets: bool,
    /// Whether questions that find more are looked for when little was found; for formulas they always are.
    pub relaxed: bool,
    /// Whether the query is searched for exactly as typed, misspelt words too.
    pub verbatim: bool,
}

impl Default for SearchRequest {
    fn default() -> Self {
        SearchRequest {
            query: String::new(),
            like: None,
            want: None,
            context: None,
            mode: Mode::default(),
            pipeline: None,
            may_read_pipeline: false,
            k: 10,
            offset: 0,
            sort: Sort::Relevance,
            fold: false,
            explain: false,
            by_thread: false,
            narrowing: Narrowing::default(),
            facets: false,
            relaxed: false,
            verbatim: false,
        }
    }
}

impl SearchRequest {
    fn formula_options<'r>(&'r self, filters: &'r Filters, sites: &'r Sites) -> formulas::Options<'r> {
        formulas::Options {
            mode: self.mode,
            k: self.k,
            offset: self.offset,
            fold: self.fold,
            explain: self.explain,
            filters,
            sort: self.sort,
            facets: self.facets.then_some(sites),
            year: self.narrowing.year.as_deref(),
            context: None,
        }
    }
}

/// The results of a search, and how its query was read.
pub struct SearchResults {
    /// What was found.
    pub found: Found,
    /// The query; none for what is like something else.
    read: Option<ReadQuery>,
}

/// The results of a search.
pub enum Found {
    /// Formulas.
    Formulas(Box<formulas::Results>),
    /// Units of text.
    Units(Box<units::Results>),
    /// There is nothing to search for in the query.
    Nothing(Box<units::Results>),
}

/// The results of a search: formulas, or units of text. `want` says which.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SearchResponse {
    /// Formulas.
    Formulas(Box<FormulaResponse>),
    /// Units of text.
    Units(Box<UnitResponse>),
}

/// What a list has beside its hits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Extras {
    /// Filters that would narrow the results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<Facet>,
    /// Parts that are missing because time was up; the hits are complete.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<&'static str>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

impl SearchResponse {
    /// The page of the list that is shown.
    pub fn page(&self) -> Page {
        match self {
            SearchResponse::Formulas(response) => response.page,
            SearchResponse::Units(response) => response.page,
        }
    }

    /// What the list has beside its hits.
    pub fn extras(&self) -> &Extras {
        match self {
            SearchResponse::Formulas(response) => &response.extras,
            SearchResponse::Units(response) => &response.extras,
        }
    }
}

impl SearchResults {
    /// For programs; with timings if they are wanted, since nothing else changes from run to run.
    pub fn response(&self, with_timings: bool) -> SearchResponse {
        match &self.found {
            Found::Formulas(results) => SearchResponse::Formulas(Box::new(results.response(with_timings))),
            Found::Units(results) | Found::Nothing(results) => {
                SearchResponse::Units(Box::new(results.response(with_timings)))
            }
        }
    }

    /// How the query was read, part by part; none for what is like something else.
    pub fn reading(&self) -> Option<Reading> {
        self.read.as_ref().map(ReadQuery::reading)
    }
}

impl Engine {
    /// Searches. The result is complete, or an error of the kind [`Kind::Stopped`]; only help beside the hits may be
    /// missing, and is named.
    pub fn search(&self, request: &SearchRequest, budget: &Budget) -> Result<SearchResults> {
        let (asked, typed) = match &request.like {
            Some(id) => (asked_like(self.index(), id, request.want, budget)?, None),
            None => {
                let typed = self.typed(request)?;
                // Context is that of a formula, whatever words stand around it.
                let want = request.want.or(request.context.map(|_| Want::Formulas));
                (asked(&typed.read, want, budget), Some(typed))
            }
        };
        let found = match asked {
            Asked::Formula(query, filters) => {
                Found::Formulas(Box::new(self.search_formulas(*query, filters, request)?))
            }
            Asked::FormulasOfTexts(mut question) => {
                request.narrowing.apply(&mut question.filters)?;
                Found::Formulas(Box::new(self.search_formulas_of_texts(*question, request)?))
            }
            Asked::Question(mut question, want) => {
                request.narrowing.apply(&mut question.filters)?;
                let found = match &typed {
                    Some(typed) => self.search_units_near(*question, want, request, typed)?,
                    None => self.search_units(*question, want, request)?,
                };
                Found::Units(Box::new(found))
            }
            Asked::Nothing(question, want) => {
                let pipeline = request.pipeline.as_deref().unwrap_or(USUAL_PIPELINE);
                Found::Nothing(Box::new(units::nothing(*question, (want, pipeline))))
            }
        };
        Ok(SearchResults { found, read: typed.map(|typed| typed.read) })
    }

    fn search_formulas(
        &self,
        query: Query,
        mut filters: Filters,
        request: &SearchRequest,
    ) -> Result<formulas::Results> {
        request.narrowing.apply(&mut filters)?;
        let context = match request.context {
            Some(window) => {
                Some(in_context::wanted(self.index(), request.like.as_deref(), &request.query, window)?)
            }
            None => None,
        };
        let mut options = request.formula_options(&filters, self.sites());
        options.context = context.as_ref();
        let name = request.pipeline.as_deref().unwrap_or(USUAL_PIPELINE);
        match request.may_read_pipeline {
            true => formulas::search(self.index(), &Pipeline::load(name)?, query, &options),
            false => formulas::search(self.index(), self.pipeline(name)?, query, &options),
        }
    }

    /// Formulas of the texts that match words.
    fn search_formulas_of_texts(
        &self,
        question: Question,
        request: &SearchRequest,
    ) -> Result<formulas::Results> {
        let filters = question.filters.clone();
        let options = request.formula_options(&filters, self.sites());
        let name = request.pipeline.as_deref().unwrap_or(USUAL_PIPELINE);
        let source = request.query.trim();
        if request.may_read_pipeline {
            let pipeline = questions::Pipeline::load(name)?;
            let searcher = Searcher::new(self.index(), &pipeline, questions::Want::Everything)?;
            return of_texts::search(self.index(), &searcher, (question, source), &pipeline.name, &options);
        }
        let searcher = self.searcher(name, questions::Want::Everything)?;
        of_texts::search(self.index(), &searcher, (question, source), name, &options)
    }

    fn search_units(
        &self,
        question: Question,
        want: questions::Want,
        request: &SearchRequest,
    ) -> Result<units::Results> {
        let name = request.pipeline.as_deref().unwrap_or(usual_pipeline(request.like.as_deref(), want));
        if request.may_read_pipeline {
            let pipeline = questions::Pipeline::load(name)?;
            let searcher = Searcher::new(self.index(), &pipeline, targets(want, &question.filters))?;
            return self.search_units_with(&searcher, question, (want, &pipeline.name), request);
        }
        let searcher = self.searcher(name, targets(want, &question.filters))?;
        self.search_units_with(&searcher, question, (want, name), request)
    }

    fn search_units_with(
        &self,
        searcher: &Searcher<'_>,
        question: Question,
        named: (questions::Want, &str),
        request: &SearchRequest,
    ) -> Result<units::Results> {
        let options = units::Options {
            k: request.k,
            offset: request.offset,
            without: request.like.as_deref(),
            by_thread: request.by_thread,
            sort: request.sort,
            facets: request.facets.then_some(self.sites()),
            year: request.narrowing.year.as_deref(),
        };
        let mut results = units::search(self.index(), searcher, question, named, &options)?;
        let is_little = results.page.total < FEW && request.like.is_none() && request.offset == 0;
        if request.relaxed && is_little {
            let (query, total) = (&request.query, results.page.total);
            match relaxed(searcher, self.suggester()?, &results.question, query, total) {
                Err(error) if matches!(error.kind(), Kind::Stopped(_)) => results.cut.push(CUT_RELAXED),
                relaxed => results.relaxed = relaxed?,
            }
        }
        Ok(results)
    }
}

/// The units that are searched: bare formulas are among them only where a filter names them.
fn targets(want: questions::Want, filters: &Filters) -> questions::Want {
    let names_formulas = |filter: &Filter| !filter.is_excluded && filter.value == kinds::FORMULA;
    match want {
        questions::Want::Units if filters.kinds.iter().any(names_formulas) => questions::Want::Everything,
        want => want,
    }
}

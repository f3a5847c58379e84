//! A function for each address of the API. Each has a part that gives the answer as data, which the pages use too.

pub mod error;
pub mod parameters;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use engine::Budget;
use engine::error::Kind;
use serde::Serialize;
use serde_json::json;
use text::query::Filters;
use utoipa::{OpenApi, ToSchema};

use crate::app::{App, IndexState};
use crate::middleware::{events, work};
use engine::describe::trees::{self, Alignment, Trees};
use engine::open::Engine;
use engine::query::asked::{Asked, USUAL_PIPELINE, asked, usual_pipeline};
use engine::query::reading::{self, Reading};
use engine::read::cards::{Cards, cards as cards_of};
use engine::read::formulas::{FormulaDetails, formula_details};
use engine::read::units::{self as documents, Thread, UnitDetails};
use engine::search::formulas::{self, FormulaResponse};
use engine::search::relaxed::{CUT_RELAXED, FEW, relaxed};
use engine::search::units::{self, UnitResponse};
use engine::{VERSION, suggest as suggestions, suggest::Suggestions};
use error::{ApiError, ErrorBody};
use parameters::{
    AlignParameters, CardsParameters, Parameters, QueryParameter, SearchParameters, SuggestParameters,
    TreeParameters, checked, id,
};

/// Cards that are found for a query, and cards that may be passed over.
const MOST_CARDS: usize = 200;
const MOST_CARD_OFFSET: usize = 1_000_000;

/// What a search found: formulas, or units of text. `want` says which.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SearchResponse {
    /// Formulas.
    Formulas(Box<FormulaResponse>),
    /// Units of text.
    Units(Box<UnitResponse>),
}

/// The state of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// Of the JSON.
    pub version: u32,
    /// `ok`; `busy` while searches wait; `degraded` while the index is stale or gone.
    pub status: &'static str,
    /// The version of the program.
    pub perga: &'static str,
    /// Whether the newest state of the index is served: `current`, `stale` or `gone`.
    pub index: IndexState,
    /// The random name of the index: another one after it was made anew.
    pub identity: String,
    /// The commit of the index.
    pub commit: u64,
    /// Units of the index.
    pub units: u64,
    /// Distinct formulas of the index.
    pub distinct_formulas: u64,
    /// How long the server has run.
    pub uptime_seconds: f64,
    /// Searches that run now.
    pub searching: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// How long the first of them has waited.
    pub longest_wait_seconds: f64,
}

/// Searches.
#[utoipa::path(
    get, path = "/api/v1/search", tag = "search", params(SearchParameters),
    responses(
        (status = 200, description = "What was found, best first", body = SearchResponse),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
        (status = 404, description = "There is no such pipeline, unit or thread", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn search(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Parameters(parameters): Parameters<SearchParameters>,
) -> Result<Json<SearchResponse>, ApiError> {
    Ok(Json(search_response(&app, &headers, parameters).await?))
}

/// What a search found.
pub async fn search_response(
    app: &Arc<App>,
    headers: &HeaderMap,
    parameters: SearchParameters,
) -> Result<SearchResponse, ApiError> {
    parameters.check()?;
    let asked_for = parameters.clone();
    let answer = work::search(app, move |engine, budget| find(engine, &asked_for, budget)).await?;
    if let Some(log) = &app.events {
        let (hits, timings) = match &answer {
            SearchResponse::Formulas(answer) => (answer.total, answer.timings),
            SearchResponse::Units(answer) => (answer.total, answer.timings),
        };
        let (session, _) = events::session(app, headers);
        log.write(
            &session,
            json!({ "kind": "search", "parameters": parameters, "hits": hits, "timings": timings }),
        );
    }
    Ok(answer)
}

fn find(engine: &Engine, parameters: &SearchParameters, budget: &Budget) -> engine::Result<SearchResponse> {
    let index = engine.index();
    let (k, offset) = (parameters.k, parameters.offset);
    let (year, like) = (parameters.year.as_deref(), parameters.like.as_deref());
    let named = parameters.pipeline.as_deref();
    match asked(index, &parameters.q, like, parameters.want, budget)? {
        Asked::Formula(query) => {
            let mut filters = Filters::default();
            parameters.narrow(&mut filters)?;
            let request = formulas::Request {
                mode: parameters.mode.into(),
                k,
                offset,
                fold: parameters.fold,
                explain: parameters.explain,
                filters: &filters,
                facets: Some(year),
            };
            let pipeline = engine.pipeline(named.unwrap_or(USUAL_PIPELINE))?;
            let answer = formulas::search(index, pipeline, &query, &request)?;
            Ok(SearchResponse::Formulas(Box::new(answer.to_response(true))))
        }
        Asked::Nothing(question, want) => {
            let mut answer =
                units::nothing(&question, (want, named.unwrap_or(USUAL_PIPELINE))).to_response(true);
            answer.query.notes.push("there is nothing to search for: give words or a formula".to_owned());
            Ok(SearchResponse::Units(Box::new(answer)))
        }
        Asked::Question(mut question, want) => {
            parameters.narrow(&mut question.filters)?;
            let pipeline = named.unwrap_or(usual_pipeline(like, want));
            let searcher = engine.searcher(pipeline, want)?;
            let request = units::Request { k, offset, without: like, by_thread: true, facets: Some(year) };
            let answer = units::search(index, &searcher, &question, (want, pipeline), &request)?;
            let mut answer = answer.to_response(true);
            if answer.total < FEW && like.is_none() && offset == 0 {
                let suggester = engine.suggester()?;
                match relaxed(&searcher, suggester, &question, &parameters.q, answer.total) {
                    Err(error) if matches!(error.kind(), Kind::Stopped(_)) => answer.cut.push(CUT_RELAXED),
                    relaxed => answer.relaxed = relaxed?,
                }
            }
            Ok(SearchResponse::Units(Box::new(answer)))
        }
    }
}

/// Says how a query is read: for a preview while it is typed.
#[utoipa::path(
    get, path = "/api/v1/read", tag = "search", params(QueryParameter),
    responses(
        (status = 200, description = "How the query is read", body = Reading),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
    )
)]
pub async fn read(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<QueryParameter>,
) -> Result<Json<Reading>, ApiError> {
    Ok(Json(reading(&app, parameters.q).await?))
}

/// How a query is read.
pub async fn reading(app: &Arc<App>, query: String) -> Result<Reading, ApiError> {
    checked(&query)?;
    work::quick(app, move |_, _| Ok(reading::read(&query))).await
}

/// Suggests what could be typed instead, or next.
#[utoipa::path(
    get, path = "/api/v1/suggest", tag = "search", params(SuggestParameters),
    responses(
        (status = 200, description = "Suggestions, best first", body = Suggestions),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
    )
)]
pub async fn suggest(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<SuggestParameters>,
) -> Result<Json<Suggestions>, ApiError> {
    let SuggestParameters { q, n } = parameters;
    checked(&q)?;
    if !(1..=50).contains(&n) {
        return Err(ApiError::bad_request("`n` is from 1 to 50"));
    }
    let suggested = work::quick(&app, move |engine, budget| {
        let mut all = suggestions::of(&q, &engine.suggester()?.suggest(&q, n));
        let formulas =
            suggestions::formulas(engine.index(), engine.pipeline(USUAL_PIPELINE)?, &q, n, budget)?;
        all.suggestions.extend(formulas);
        all.suggestions.truncate(n);
        Ok(all)
    })
    .await?;
    Ok(Json(suggested))
}

/// A unit by its id; with `q`, what matches it is marked.
#[utoipa::path(
    get, path = "/api/v1/units/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a unit"), QueryParameter),
    responses(
        (status = 200, description = "The unit", body = UnitDetails),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
        (status = 404, description = "There is no such unit", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn unit(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    Parameters(parameters): Parameters<QueryParameter>,
) -> Result<Json<UnitDetails>, ApiError> {
    Ok(Json(document(&app, id(path)?, parameters.q).await?))
}

/// A unit.
pub async fn document(app: &Arc<App>, id: String, query: String) -> Result<UnitDetails, ApiError> {
    checked(&query)?;
    let what = format!("unit `{id}`");
    let found = work::search(app, move |engine, budget| {
        documents::unit(engine.index(), &id, asked_in(&query), budget)
    });
    found.await?.ok_or_else(|| ApiError::not_found(&what))
}

/// A question with its answers, by the id of the thread or of one of its units; with `q`, what matches it is marked.
#[utoipa::path(
    get, path = "/api/v1/threads/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a thread or unit"), QueryParameter),
    responses(
        (status = 200, description = "The thread", body = Thread),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
        (status = 404, description = "There is no such thread", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn thread(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    Parameters(parameters): Parameters<QueryParameter>,
) -> Result<Json<Thread>, ApiError> {
    Ok(Json(thread_of(&app, id(path)?, parameters.q).await?))
}

/// A thread.
pub async fn thread_of(app: &Arc<App>, id: String, query: String) -> Result<Thread, ApiError> {
    checked(&query)?;
    let what = format!("thread `{id}`");
    let found = work::search(app, move |engine, budget| {
        documents::thread(engine.index(), &id, asked_in(&query), budget)
    });
    found.await?.ok_or_else(|| ApiError::not_found(&what))
}

fn asked_in(query: &str) -> Option<&str> {
    Some(query.trim()).filter(|query| !query.is_empty())
}

/// A formula of the index: its names, where it occurs, what occurs with it.
#[utoipa::path(
    get, path = "/api/v1/formulas/{record}", tag = "documents",
    params(("record" = u32, Path, description = "The number of the formula in this index")),
    responses(
        (status = 200, description = "The formula", body = FormulaDetails),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
        (status = 404, description = "There is no such formula", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn formula(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<FormulaDetails>, ApiError> {
    Ok(Json(formula_of(&app, &id(path)?).await?))
}

/// A formula of the index.
pub async fn formula_of(app: &Arc<App>, record: &str) -> Result<FormulaDetails, ApiError> {
    let Ok(number) = record.parse::<u32>() else {
        return Err(ApiError::bad_request("the number of a formula is a whole number"));
    };
    let found = work::search(app, move |engine, budget| formula_details(engine.index(), number, budget));
    found.await?.ok_or_else(|| ApiError::not_found(&format!("formula {number}")))
}

/// Takes a formula apart: trees, tokens, paths, signatures.
#[utoipa::path(
    get, path = "/api/v1/tree", tag = "formulas", params(TreeParameters),
    responses(
        (status = 200, description = "The formula in all forms", body = Trees),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
    )
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<TreeParameters>,
) -> Result<Json<Trees>, ApiError> {
    Ok(Json(trees_of(&app, parameters).await?))
}

/// A formula, taken apart.
pub async fn trees_of(app: &Arc<App>, parameters: TreeParameters) -> Result<Trees, ApiError> {
    checked(&parameters.formula)?;
    work::quick(app, move |_, _| {
        Ok(trees::trees(&parameters.formula, parameters.from.into(), parameters.query))
    })
    .await
}

/// Says how two formulas correspond.
#[utoipa::path(
    get, path = "/api/v1/align", tag = "formulas", params(AlignParameters),
    responses(
        (status = 200, description = "How they correspond", body = Alignment),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
    )
)]
pub async fn align(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<AlignParameters>,
) -> Result<Json<Alignment>, ApiError> {
    Ok(Json(alignment(&app, parameters).await?))
}

/// How two formulas correspond.
pub async fn alignment(app: &Arc<App>, parameters: AlignParameters) -> Result<Alignment, ApiError> {
    checked(&parameters.one)?;
    checked(&parameters.two)?;
    work::quick(app, move |_, _| Ok(trees::align(&parameters.one, &parameters.two))).await
}

/// Named formulas, by name or for a query.
#[utoipa::path(
    get, path = "/api/v1/cards", tag = "documents", params(CardsParameters),
    responses(
        (status = 200, description = "Cards", body = Cards),
        (status = 400, description = "The request makes no sense", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn cards(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<CardsParameters>,
) -> Result<Json<Cards>, ApiError> {
    Ok(Json(cards_for(&app, parameters).await?))
}

/// Cards.
pub async fn cards_for(app: &Arc<App>, parameters: CardsParameters) -> Result<Cards, ApiError> {
    let CardsParameters { q, k, offset } = parameters;
    checked(&q)?;
    if !(1..=100).contains(&k) || offset > MOST_CARD_OFFSET {
        return Err(ApiError::bad_request("`k` is from 1 to 100, and `offset` at most a million"));
    }
    work::search(app, move |engine, budget| match q.trim() {
        "" => cards_of(engine.index(), engine.cards()?, offset, k),
        query => cards_of(engine.index(), &engine.find_cards(query, MOST_CARDS, budget)?, offset, k),
    })
    .await
}

/// What the index holds and what it costs; described in docs/reference/stats-json.md.
#[utoipa::path(
    get, path = "/api/v1/stats", tag = "server",
    responses((status = 200, description = "The numbers of the index", body = Object)),
)]
pub async fn stats(State(app): State<Arc<App>>) -> Result<Json<index::stats::Stats>, ApiError> {
    Ok(Json(stats_of(&app).await?))
}

/// The numbers of the index.
pub async fn stats_of(app: &Arc<App>) -> Result<index::stats::Stats, ApiError> {
    work::quick(app, |engine, _| Ok(engine.stats()?.clone())).await
}

/// Whether the server is well.
#[utoipa::path(
    get, path = "/api/v1/health", tag = "server",
    responses((status = 200, description = "It runs; `status` says whether searches wait", body = Health)),
)]
pub async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    Json(health_of(&app))
}

/// The state of the server. It waits for nothing.
pub fn health_of(app: &App) -> Health {
    let engine = app.engine();
    let business = app.work.searches.business();
    let index = app.index_state();
    Health {
        version: VERSION,
        status: match index {
            IndexState::Stale | IndexState::Gone => "degraded",
            IndexState::Current if business.waiting > 0 => "busy",
            IndexState::Current => "ok",
        },
        perga: env!("CARGO_PKG_VERSION"),
        index,
        identity: engine.index().manifest().identity.clone(),
        commit: engine.commit(),
        units: engine.index().manifest().units,
        distinct_formulas: engine.index().distinct_formulas(),
        uptime_seconds: app.started.elapsed().as_secs_f64(),
        searching: business.running,
        waiting: business.waiting,
        longest_wait_seconds: business.longest_wait.as_secs_f64(),
    }
}

/// The API, described.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Perga",
        description = "Search for formulas, questions and answers. Every page of the server is made of these answers. Errors have a code, a message and a hint.",
    ),
    paths(search, read, suggest, unit, thread, formula, tree, align, cards, stats, health, events::post)
)]
struct Description;

/// The OpenAPI document.
pub async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(description())
}

/// The OpenAPI document.
pub fn description() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

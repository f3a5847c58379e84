//! Searching, and what helps while a query is typed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use engine::query::reading::{self, Reading};
use engine::search::counts::Counts;
use engine::search::{SearchResponse, SearchResults};
use engine::suggest::Suggestions;
use serde_json::json;

use super::error::{ApiError, BadRequest, Busy, ErrorBody};
use super::parameters::{Parameters, QueryParameter, SearchParameters, SuggestParameters, checked};
use crate::app::App;
use crate::middleware::{events, work};

/// Suggestions of a response.
const MOST_SUGGESTIONS: usize = 50;

/// The header of a request for what is typed so far: such a search is not kept in the log of events.
const TYPING: &str = "perga-typing";

/// Searches.
#[utoipa::path(
    get, path = "/api/v1/search", tag = "search", params(SearchParameters),
    responses(
        (status = 200, description = "The hits, best first", body = SearchResponse),
        BadRequest,
        (status = 404, description = "There is no such pipeline, unit or thread", body = ErrorBody),
        Busy,
    )
)]
pub async fn search(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Parameters(parameters): Parameters<SearchParameters>,
) -> Result<Json<SearchResponse>, ApiError> {
    let (response, ()) = search_response(&app, &headers, parameters, |_| ()).await?;
    Ok(Json(response))
}

/// What a search found, and what else is made of its results.
pub async fn search_response<T: Send + 'static>(
    app: &Arc<App>,
    headers: &HeaderMap,
    parameters: SearchParameters,
    make: fn(&SearchResults) -> T,
) -> Result<(SearchResponse, T), ApiError> {
    parameters.check()?;
    let request = parameters.request();
    let found = work::search(app, move |engine, budget| {
        let results = engine.search(&request, budget)?;
        Ok((results.response(true), make(&results)))
    });
    let (response, made) = found.await?;
    if let Some(log) = app.events.as_ref().filter(|_| is_logged(headers)) {
        let (hits, timings) = (response.page().total, response.extras().timings);
        let (session, _) = events::session(app, headers);
        log.write(
            &session,
            json!({ "kind": "search", "parameters": parameters, "hits": hits, "timings": timings }),
        );
    }
    Ok((response, made))
}

/// Whether a search is one that the log of events may keep.
fn is_logged(headers: &HeaderMap) -> bool {
    !headers.contains_key(TYPING) && !events::is_declined(headers)
}

/// Counts formulas, units, answers and questions for a query.
#[utoipa::path(
    get, path = "/api/v1/counts", tag = "search", params(SearchParameters),
    responses(
        (status = 200, description = "The total of each list; `k`, `offset`, `sort` and `want` change nothing", body = Counts),
        (status = 400, description = "Invalid request", body = ErrorBody),
        (status = 404, description = "There is no such pipeline, unit or thread", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
    )
)]
pub async fn counts(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<SearchParameters>,
) -> Result<Json<Counts>, ApiError> {
    parameters.check()?;
    let request = parameters.request();
    Ok(Json(work::search(&app, move |engine, budget| engine.count(&request, budget)).await?))
}

/// Says how a query is read: for a preview while it is typed.
#[utoipa::path(
    get, path = "/api/v1/read", tag = "search", params(QueryParameter),
    responses(
        (status = 200, description = "How the query is read", body = Reading),
        BadRequest,
    )
)]
pub async fn read(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<QueryParameter>,
) -> Result<Json<Reading>, ApiError> {
    checked(&parameters.q)?;
    Ok(Json(work::quick(&app, move |_, _| Ok(reading::read(&parameters.q))).await?))
}

/// Suggests what could be typed instead, or next.
#[utoipa::path(
    get, path = "/api/v1/suggest", tag = "search", params(SuggestParameters),
    responses(
        (status = 200, description = "Suggestions, best first", body = Suggestions),
        BadRequest,
    )
)]
pub async fn suggest(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<SuggestParameters>,
) -> Result<Json<Suggestions>, ApiError> {
    let SuggestParameters { q, n } = parameters;
    checked(&q)?;
    if !(1..=MOST_SUGGESTIONS).contains(&n) {
        return Err(ApiError::bad_request(&format!("`n` is from 1 to {MOST_SUGGESTIONS}")));
    }
    let suggested =
        work::quick(&app, move |engine, budget| engine.suggest_with_formulas(&q, n, budget)).await?;
    Ok(Json(suggested))
}

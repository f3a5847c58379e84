//! The addresses of the pages: each asks what the API asks and shows the answer.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use engine::read::units::UnitDetails;
use engine::search::SearchResults;
use maud::Markup;

use super::address::Address;
use super::frame::{Assets, ICON, Site};
use super::results::View;
use super::{
    cards, collection, document, error, evaluation, formula, help, history, home, inspect, results, thread,
};
use crate::api::error::ApiError;
use crate::api::parameters::{
    AlignParameters, CardsParameters, DocumentParameters, Opened, PageParameters, SearchParameters,
    TreeParameters,
};
use crate::api::{cards as cards_api, formulas, search, status, units};
use crate::app::App;
use crate::assets;
use crate::evaluation as reports;
use crate::middleware::work;

/// What every page is made from.
type Shared = State<Arc<App>>;

/// The addresses of the pages.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(search_page))
        .route("/threads/{*id}", get(thread_page))
        .route("/documents/{*id}", get(document_page))
        .route("/units/{*id}", get(unit_page))
        .route("/formulas/{record}", get(formula_page))
        .route("/cards", get(cards_page))
        .route("/history", get(history_page))
        .route("/inspect", get(inspect_page))
        .route("/collection", get(collection_page))
        .route("/evaluation", get(evaluation_page))
        .route("/evaluation/report", get(report_page))
        .route("/help", get(help_page))
        .route("/icon.svg", get(icon))
}

/// The page for an address that does not exist.
pub async fn not_found(State(app): Shared) -> Response {
    let missing = "the page does not exist";
    let page = error::error(&site(&app), "Page not found", missing, "search for it, or try one of these");
    (StatusCode::NOT_FOUND, Html(page.into_string())).into_response()
}

/// The page for a request that is not let in.
pub fn refused(app: &App, refused: ApiError) -> Response {
    respond(app, &Address::default(), Err(refused))
}

async fn search_page(
    State(app): Shared,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    parameters: Result<PageParameters<SearchParameters>, ApiError>,
) -> Response {
    let address = Address::parse(&query.unwrap_or_default());
    let page = searched(&app, &headers, &address, parameters).await;
    respond(&app, &address, page)
}

async fn searched(
    app: &Arc<App>,
    headers: &HeaderMap,
    address: &Address,
    parameters: Result<PageParameters<SearchParameters>, ApiError>,
) -> Result<Markup, ApiError> {
    let PageParameters(mut parameters) = parameters?;
    if parameters.q.trim().is_empty() && parameters.like.is_none() {
        let stats = status::stats_of(app).await?;
        return Ok(home::home(&site(app), stats.units, stats.formulas));
    }
    // A page shows one row for formulas that differ in names only, and how far the query got.
    parameters.fold = address.get("fold").is_none_or(|fold| fold == "true");
    parameters.explain = true;
    let (start, k) = (Instant::now(), parameters.k);
    let found = search::search_response(app, headers, parameters, SearchResults::reading).await;
    let (response, reading) = found?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let like = match address.get("like") {
        Some(id) => liked(app, id).await?,
        None => None,
    };
    let (reading, like) = (reading.as_ref(), like.as_ref());
    let view = View { address, reading, like, response: &response, k, milliseconds };
    Ok(results::results(&site_with(app, address.clone()), &view))
}

/// The unit that others are wanted like; none for a thread, or for a formula of a unit.
async fn liked(app: &Arc<App>, id: &str) -> Result<Option<UnitDetails>, ApiError> {
    match units::unit_of(app, id.to_owned(), String::new()).await {
        Ok(unit) => Ok(Some(unit)),
        Err(error) if error.status == StatusCode::NOT_FOUND => Ok(None),
        Err(error) => Err(error),
    }
}

async fn thread_page(State(app): Shared, opened: Result<Opened, ApiError>) -> Response {
    let found = async {
        let Opened { id, q } = opened?;
        Ok((units::thread_of(&app, id, q.clone()).await?, q))
    };
    match found.await {
        Ok((units::Found::Document(address), _)) => Redirect::to(&address).into_response(),
        Ok((units::Found::Thread(found), q)) => {
            respond(&app, &Address::default(), Ok(thread::thread(&site_for(&app, &q), &found, given(&q))))
        }
        Err(failure) => respond(&app, &Address::default(), Err(failure)),
    }
}

async fn document_page(
    State(app): Shared,
    Path(id): Path<String>,
    parameters: Result<PageParameters<DocumentParameters>, ApiError>,
) -> Response {
    let page = async {
        let PageParameters(parameters) = parameters?;
        let q = parameters.q.clone();
        let found = units::document_of(&app, id.clone(), parameters).await?;
        Ok(document::document(&site_for(&app, &q), &found, &document::Asked { id: &id, query: given(&q) }))
    };
    respond(&app, &Address::default(), page.await)
}

async fn unit_page(State(app): Shared, opened: Result<Opened, ApiError>) -> Response {
    let page = async {
        let Opened { id, q } = opened?;
        let found = units::unit_of(&app, id, q.clone()).await?;
        Ok(thread::alone(&site_for(&app, &q), &found, given(&q)))
    };
    respond(&app, &Address::default(), page.await)
}

async fn formula_page(State(app): Shared, opened: Result<Opened, ApiError>) -> Response {
    let page = async {
        let Opened { id, q } = opened?;
        let found = formulas::formula_of(&app, &id).await?;
        Ok(formula::formula(&site_for(&app, &q), &found, given(&q)))
    };
    respond(&app, &Address::default(), page.await)
}

async fn cards_page(
    State(app): Shared,
    RawQuery(query): RawQuery,
    parameters: Result<PageParameters<CardsParameters>, ApiError>,
) -> Response {
    let address = Address::parse(&query.unwrap_or_default());
    let page = async {
        let PageParameters(parameters) = parameters?;
        let k = parameters.k;
        let found = cards_api::cards_for(&app, parameters).await?;
        Ok(cards::cards(&site(&app), &found, &address, k))
    };
    respond(&app, &Address::default(), page.await)
}

async fn inspect_page(State(app): Shared, RawQuery(query): RawQuery) -> Response {
    let address = Address::parse(&query.unwrap_or_default());
    let page = async {
        let Some(one) = address.get("formula") else {
            return Ok(inspect::inspect(&site(&app), &address, None, None));
        };
        let parameters = TreeParameters { formula: one.to_owned(), query: true, ..TreeParameters::default() };
        let trees = formulas::trees_of(&app, parameters).await?;
        let other = match address.get("other") {
            Some(two) => {
                let both = AlignParameters { one: one.to_owned(), two: two.to_owned() };
                let alignment = formulas::alignment(&app, both).await?;
                // Spans of the alignment point into the formula as it is written, so its trees are made of that.
                let formula = alignment.two.tex.clone();
                let parameters = TreeParameters { formula, ..TreeParameters::default() };
                Some(inspect::Other { trees: formulas::trees_of(&app, parameters).await?, alignment })
            }
            None => None,
        };
        Ok(inspect::inspect(&site(&app), &address, Some(&trees), other.as_ref()))
    };
    respond(&app, &Address::default(), page.await)
}

async fn collection_page(State(app): Shared) -> Response {
    let page = async {
        let stats = status::stats_of(&app).await?;
        let facets = work::quick(&app, |engine, _| Ok(engine.facets()?.to_vec())).await?;
        let health = status::health_of(&app);
        Ok(collection::collection(&site(&app), &stats, &facets, &health))
    };
    respond(&app, &Address::default(), page.await)
}

async fn history_page(State(app): Shared) -> Response {
    Html(history::history(&site(&app)).into_string()).into_response()
}

async fn evaluation_page(State(app): Shared) -> Response {
    let listing = reports::listed(&app);
    Html(evaluation::evaluation(&site(&app), &listing, app.commands.serve_runs).into_string()).into_response()
}

async fn report_page(
    State(app): Shared,
    parameters: Result<PageParameters<reports::ReportParameters>, ApiError>,
) -> Response {
    let report = async { reports::report(State(app.clone()), parameters?).await };
    report.await.unwrap_or_else(|failure| respond(&app, &Address::default(), Err(failure)))
}

async fn help_page(State(app): Shared) -> Response {
    Html(help::help(&site(&app)).into_string()).into_response()
}

async fn icon() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], ICON).into_response()
}

fn respond(app: &App, address: &Address, page: Result<Markup, ApiError>) -> Response {
    match page {
        Ok(page) => Html(page.into_string()).into_response(),
        Err(ApiError { status, message, hint, .. }) => {
            let title = match status {
                StatusCode::NOT_FOUND => "Page not found",
                StatusCode::SERVICE_UNAVAILABLE => "Server busy",
                status if status.is_client_error() => "Invalid request",
                _ => "Server error",
            };
            let page = error::error(&site_with(app, address.clone()), title, &message, &hint);
            (status, Html(page.into_string())).into_response()
        }
    }
}

fn site(app: &App) -> Site {
    site_with(app, Address::default())
}

/// With the query that led to a page in its box.
fn site_for(app: &App, query: &str) -> Site {
    site_with(app, given(query).map_or_else(Address::default, |query| Address::default().with("q", query)))
}

fn site_with(app: &App, search: Address) -> Site {
    let style = assets::address("assets/app.css");
    let script = assets::address("assets/app.js");
    // The style names fonts without anything behind their hash; an address that differs would be fetched twice.
    let font = |name: &str| assets::address(name)?.split('?').next().map(str::to_owned);
    let fonts = ["assets/stix-two-math-", "assets/stix-two-text-bold-"];
    Site {
        assets: style.zip(script).map(|(style, script)| Assets {
            style,
            script,
            fonts: fonts.into_iter().filter_map(font).collect(),
        }),
        logs_events: app.events.is_some(),
        has_cards: app.engine().has_cards(),
        has_runs: app.runs.is_some(),
        search,
    }
}

fn given(query: &str) -> Option<&str> {
    Some(query.trim()).filter(|query| !query.is_empty())
}

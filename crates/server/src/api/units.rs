//! Units, threads and documents.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use engine::read::documents::DocumentPage;
use engine::read::units::{Thread, UnitDetails};

use super::error::{ApiError, BadRequest, Busy, ErrorBody};
use super::parameters::{DocumentParameters, Opened, Parameters, QueryParameter, checked};
use crate::app::App;
use crate::middleware::work;
use crate::pages::address::{self, Address};

/// A unit by its id; with `q`, what matches it is marked.
#[utoipa::path(
    get, path = "/api/v1/units/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a unit"), QueryParameter),
    responses(
        (status = 200, description = "The unit", body = UnitDetails),
        BadRequest,
        (status = 404, description = "There is no such unit", body = ErrorBody),
        Busy,
    )
)]
pub async fn unit(
    State(app): State<Arc<App>>,
    Opened { id, q }: Opened,
) -> Result<Json<UnitDetails>, ApiError> {
    Ok(Json(unit_of(&app, id, q).await?))
}

/// A unit.
pub async fn unit_of(app: &Arc<App>, id: String, query: String) -> Result<UnitDetails, ApiError> {
    checked(&query)?;
    work::search(app, move |engine, budget| engine.unit(&id, &query, budget)).await
}

/// A question with its answers, by the id of the thread or of one of its units; with `q`, what matches it is marked.
/// Documents that are read in order have their own address, to which this one leads.
#[utoipa::path(
    get, path = "/api/v1/threads/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a thread or unit"), QueryParameter),
    responses(
        (status = 200, description = "The thread", body = Thread),
        (status = 303, description = "It is a document"),
        BadRequest,
        (status = 404, description = "There is no such thread", body = ErrorBody),
        Busy,
    )
)]
pub async fn thread(State(app): State<Arc<App>>, Opened { id, q }: Opened) -> Result<Response, ApiError> {
    Ok(match thread_of(&app, id, q).await? {
        Found::Thread(thread) => Json(thread).into_response(),
        Found::Document(address) => Redirect::to(&format!("/api/v1{address}")).into_response(),
    })
}

/// What an id of a thread leads to.
pub enum Found {
    /// A question with its answers, or a unit alone.
    Thread(Box<Thread>),
    /// A document, with the address of its page.
    Document(String),
}

/// A thread, or where the document of that id is.
pub async fn thread_of(app: &Arc<App>, id: String, query: String) -> Result<Found, ApiError> {
    checked(&query)?;
    work::search(app, move |engine, budget| match engine.is_document(&id)? {
        true => {
            let asked = Address::default();
            let asked = if query.is_empty() { asked } else { asked.with("q", &query) };
            Ok(Found::Document(asked.to(&address::page("documents", &id))))
        }
        false => engine.thread(&id, &query, budget).map(Box::new).map(Found::Thread),
    })
    .await
}

/// A page of a book, an article or a note, by the id of the document or of one of its units; with `q`, what matches it is
/// marked.
#[utoipa::path(
    get, path = "/api/v1/documents/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a document or of a unit in it"), DocumentParameters),
    responses(
        (status = 200, description = "The page of the document", body = DocumentPage),
        BadRequest,
        (status = 404, description = "There is no such document", body = ErrorBody),
        Busy,
    )
)]
pub async fn document(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Parameters(parameters): Parameters<DocumentParameters>,
) -> Result<Json<DocumentPage>, ApiError> {
    Ok(Json(document_of(&app, id, parameters).await?))
}

/// A page of a document.
pub async fn document_of(
    app: &Arc<App>,
    id: String,
    DocumentParameters { q, page }: DocumentParameters,
) -> Result<DocumentPage, ApiError> {
    checked(&q)?;
    if page == Some(0) {
        return Err(ApiError::bad_request("`page` is 0").with_hint("pages are counted from 1"));
    }
    let shows_paths = app.shows_paths;
    work::search(app, move |engine, budget| {
        let found = engine.document(&id, page, &q, budget)?;
        Ok(if shows_paths { found.with_paths(engine) } else { found })
    })
    .await
}

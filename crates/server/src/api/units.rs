//! Units and threads.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::read::units::{Thread, UnitDetails};

use super::error::{ApiError, BadRequest, Busy, ErrorBody};
use super::parameters::{Opened, QueryParameter, checked};
use crate::app::App;
use crate::middleware::work;

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
#[utoipa::path(
    get, path = "/api/v1/threads/{id}", tag = "documents",
    params(("id" = String, Path, description = "The id of a thread or unit"), QueryParameter),
    responses(
        (status = 200, description = "The thread", body = Thread),
        BadRequest,
        (status = 404, description = "There is no such thread", body = ErrorBody),
        Busy,
    )
)]
pub async fn thread(State(app): State<Arc<App>>, Opened { id, q }: Opened) -> Result<Json<Thread>, ApiError> {
    Ok(Json(thread_of(&app, id, q).await?))
}

/// A thread.
pub async fn thread_of(app: &Arc<App>, id: String, query: String) -> Result<Thread, ApiError> {
    checked(&query)?;
    work::search(app, move |engine, budget| engine.thread(&id, &query, budget)).await
}

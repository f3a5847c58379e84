//! What readers do on the pages, for the log of events.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use crate::app::App;
use crate::middleware::events;

/// Something that a reader did.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct Event {
    /// `click`, `dwell`, `copy`, `edit` and so on.
    #[schema(max_length = 40)]
    pub kind: String,
    /// The object of the event: the id of a hit, an address of a page.
    #[schema(max_length = 400)]
    pub target: Option<String>,
    /// The rank of the hit.
    pub rank: Option<f64>,
    /// The query that was shown.
    #[schema(max_length = 4000)]
    pub query: Option<String>,
    /// How long, in milliseconds.
    pub milliseconds: Option<f64>,
}

/// Takes an event of the page.
#[utoipa::path(
    post,
    path = "/api/v1/events",
    tag = "events",
    request_body = Event,
    responses(
        (status = 204, description = "It was kept"),
        (status = 400, description = "Invalid request", body = ErrorBody),
        (status = 413, description = "More than 64 kB; without a body"),
        (status = 404, description = "This server keeps no events", body = ErrorBody),
    )
)]
pub async fn post(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    event: Result<Json<Event>, JsonRejection>,
) -> Response {
    let Some(log) = &app.events else { return ApiError::not_found("log of events").into_response() };
    let Ok(Json(event)) = event else {
        return ApiError::bad_request("the event is not JSON of the right form").into_response();
    };
    let texts = [(Some(&event.kind), 40), (event.target.as_ref(), 400), (event.query.as_ref(), 4000)];
    let is_long = texts.iter().any(|(text, most)| text.is_some_and(|text| text.chars().count() > *most));
    if is_long {
        return ApiError::bad_request("the event is too long").into_response();
    }
    if events::is_declined(&headers) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let (session, _) = events::session(&app, &headers);
    if let Ok(event) = serde_json::to_value(&event) {
        log.write(&session, event);
    }
    StatusCode::NO_CONTENT.into_response()
}

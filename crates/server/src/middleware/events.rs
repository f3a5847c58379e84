//! The log of searches, clicks and reading times: off unless asked for, on this machine only, a JSON object a line.
//!
//! A session is a random number in a cookie that ends with the browser. No address and no name is kept.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::Error;
use crate::api::error::ApiError;
use crate::app::App;

/// The cookie of a session.
const COOKIE: &str = "perga-session";

/// The file of the log.
pub struct EventLog {
    file: Mutex<File>,
}

/// Something that a reader did.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct Event {
    /// `click`, `dwell`, `copy`, `edit` and so on.
    #[schema(max_length = 40)]
    pub kind: String,
    /// What it was done to: the id of a hit, an address of a page.
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

impl EventLog {
    /// Opens the log; what is in it stays.
    pub fn open(path: &Path) -> Result<EventLog, Error> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|source| Error::Events { file: path.to_owned(), source })?;
        Ok(EventLog { file: Mutex::new(file) })
    }

    /// Appends a line: what happened, when, in which session.
    pub fn write(&self, session: &str, mut event: Value) {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        if let Some(object) = event.as_object_mut() {
            object.insert("time_ms".to_owned(), json!(u64::try_from(time).unwrap_or(u64::MAX)));
            object.insert("session".to_owned(), json!(session));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // One write a line: lines of two threads do not mix.
        if let Err(error) = file.write_all(format!("{event}\n").as_bytes()) {
            tracing::warn!("cannot write the events: {error}");
        }
    }
}

/// The session of a request, and whether it is a new one.
pub fn session(app: &App, headers: &HeaderMap) -> (String, bool) {
    let cookies = headers.get(header::COOKIE).and_then(|cookies| cookies.to_str().ok()).unwrap_or("");
    let known = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let known = known.into_iter().find(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    match known.filter(|value| value.len() <= 40 && value.chars().all(|c| c.is_ascii_alphanumeric())) {
        Some(session) => (session.to_owned(), false),
        None => (random(app), true),
    }
}

/// The cookie that makes the session known.
pub fn cookie(session: &str) -> String {
    format!("{COOKIE}={session}; Path=/; HttpOnly; SameSite=Strict")
}

/// Nobody is harmed who guesses it; it only has to be another one each time.
fn random(app: &App) -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{:016x}", RandomState::new().hash_one(app.start_number))
}

/// Takes an event of the page.
#[utoipa::path(
    post,
    path = "/api/v1/events",
    tag = "events",
    request_body = Event,
    responses(
        (status = 204, description = "It was kept"),
        (status = 400, description = "The event makes no sense", body = crate::api::error::ErrorBody),
        (status = 413, description = "More than 64 kB; without a body"),
        (status = 404, description = "This server keeps no events", body = crate::api::error::ErrorBody),
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
    let (session, _) = session(&app, &headers);
    if let Ok(event) = serde_json::to_value(&event) {
        log.write(&session, event);
    }
    StatusCode::NO_CONTENT.into_response()
}

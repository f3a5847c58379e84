//! What happens around every request: its id, headers that protect the page, ETags, metrics, a line in the log.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::events;
use super::turns::Client;
use crate::api::error::ApiError;
use crate::app::App;
use crate::pages;

/// Headers of every response. Nothing but our own files is ever loaded, and no script but them runs. The formula
/// editor sets attributes of style on what it draws, and needs nothing else.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; \
         img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// A request that came by no connection, as in tests.
const NOBODY: Client = Client::Connection(0);

/// How long the body of a request may take to come, and to be worked on.
const BODY_LIMIT: Duration = Duration::from_secs(10);

/// Addresses whose answer changes while the index does not.
const CHANGING: [&str; 5] = ["/api/v1/health", "/metrics", "/evaluation", "/collection", "/api/v1/events"];

tokio::task_local! {
    static CURRENT: Current;
}

/// What is known of the request that is answered now.
struct Current {
    id: String,
    client: Client,
}

/// The id of the request that is answered now.
pub fn request_id() -> String {
    CURRENT.try_with(|current| current.id.clone()).unwrap_or_default()
}

/// The client whose request is answered now.
pub fn client() -> Client {
    CURRENT.try_with(|current| current.client).unwrap_or(NOBODY)
}

/// Answers a request.
pub async fn around(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let session = begin_session(&app, &mut request);
    let id = new_id(&app);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = request.extensions().get::<MatchedPath>().map_or("none", |path| path.as_str()).to_owned();
    let tag = etag(&app, &request);
    let in_flight = app.metrics.begin();
    let client = request.extensions().get::<Client>().copied().unwrap_or(NOBODY);
    let current = Current { id: id.clone(), client };
    let mut response = CURRENT.scope(current, answered(&app, request, next, tag.as_deref())).await;
    drop(in_flight);
    let seconds = start.elapsed().as_secs_f64();
    let status = response.status();
    app.metrics.end(&route, status.as_u16(), seconds);
    tracing::debug!(%id, %method, path, status = status.as_u16(), ms = seconds * 1e3);
    let headers = response.headers_mut();
    if let Some(tag) = tag.filter(|_| status == StatusCode::OK || status == StatusCode::NOT_MODIFIED) {
        insert(headers, header::ETAG, &tag);
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    }
    insert(headers, HeaderName::from_static("x-request-id"), &id);
    if let Some(session) = session {
        insert(headers, header::SET_COOKIE, &events::cookie(&session));
    }
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// What is let in is answered, unless the client has it already.
async fn answered(app: &App, request: Request, next: Next, tag: Option<&str>) -> Response {
    if let Err(refused) = app.guard.check(&request) {
        let is_for_programs = ["/api/", "/metrics"].iter().any(|path| request.uri().path().starts_with(path));
        return if is_for_programs { refused.into_response() } else { pages::refused(app, refused) };
    }
    if tag.is_some_and(|tag| is_known(request.headers(), tag)) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let has_body = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !has_body {
        return next.run(request).await;
    }
    match timeout(BODY_LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::slow_body().into_response(),
    }
}

/// Where events are kept, the first page of a reader begins a session: the request is told, and so is the browser.
fn begin_session(app: &App, request: &mut Request) -> Option<String> {
    let path = request.uri().path();
    let is_page = !["/api/", "/assets/", "/metrics"].iter().any(|other| path.starts_with(other));
    app.events.as_ref().filter(|_| is_page)?;
    let (session, true) = events::session(app, request.headers()) else { return None };
    insert(request.headers_mut(), header::COOKIE, &events::cookie(&session));
    Some(session)
}

fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn new_id(app: &App) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{:x}-{}", app.start_number, NEXT.fetch_add(1, Ordering::Relaxed))
}

/// What an answer is made of: this server, this commit, this address. So it is known before the answer is.
fn etag(app: &App, request: &Request) -> Option<String> {
    let path = request.uri().path();
    let is_fixed = !CHANGING.iter().any(|changing| path.starts_with(changing));
    if !is_fixed || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    request.uri().hash(&mut hasher);
    let engine = app.engine();
    let commit = engine.commit_identity();
    Some(format!("W/\"{:x}-{commit}-{:x}\"", app.start_number, hasher.finish()))
}

fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag))
}

//! The pages of an assessment, as a server of its own: no index, no search.
//!
//! Everything is decided in [`study::assess::desk`]; this carries requests to it and its responses back, with a cookie
//! for the token. The same rules about `Host` and `Origin` hold as for the search server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use study::assess::desk::{COOKIE, Desk, PATH, Request as Asked, Response as Answer};
use tokio::net::TcpListener;
use tower_http::limit::RequestBodyLimitLayer;

use crate::middleware::connections::Answering;
use crate::middleware::guard::Guard;
use crate::{Error, LAST_WAIT, MOST_BODY, Notice, until_told_to_end};

/// What a browser may load and do on these pages.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Serves the pages until it is told to end.
pub fn run(
    desk: Desk,
    listen: SocketAddr,
    hosts: &[String],
    notify: impl Fn(Notice) + Send + Sync + 'static,
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let guard = Arc::new(Guard::new(listen, hosts));
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(listen).await.map_err(|source| Error::Listen { address: listen, source })?;
        notify(Notice::Listening(listener.local_addr()?));
        let all = router(Arc::new(desk), guard);
        until_told_to_end(listener, Answering { health: all.clone(), all }, notify).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_WAIT);
    served
}

fn router(desk: Arc<Desk>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route(PATH, any(answer))
        .route(&format!("{PATH}/{{*path}}"), any(answer))
        .fallback(|| async { to(PATH, StatusCode::SEE_OTHER) })
        .layer(from_fn_with_state(guard, guarded))
        .layer(RequestBodyLimitLayer::new(MOST_BODY))
        .with_state(desk)
}

async fn guarded(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: browsers would hide the origin of our own forms, and the guard refuses those.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

async fn answer(
    State(desk): State<Arc<Desk>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let is_post = method == Method::POST;
    if !is_post && method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    // Saving waits for the disk.
    let answered = tokio::task::spawn_blocking(move || {
        let encoded = if is_post { &body[..] } else { uri.query().unwrap_or_default().as_bytes() };
        let fields = form_urlencoded::parse(encoded).into_owned().collect();
        let token = token(&headers);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        desk.answer(&Asked {
            is_post,
            path: uri.path().strip_prefix(PATH).unwrap_or_default(),
            fields,
            token: token.as_deref(),
            now_ms: u64::try_from(now).unwrap_or(u64::MAX),
        })
    });
    match answered.await {
        Ok(Ok(answer)) => respond(answer),
        Ok(Err(error)) => {
            tracing::error!("cannot save: {error}");
            (StatusCode::INTERNAL_SERVER_ERROR, "this was not saved; tell the organiser").into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

fn respond(answer: Answer) -> Response {
    let typed = |kind: &'static str, text: String| ([(header::CONTENT_TYPE, kind)], text).into_response();
    match answer {
        Answer::Page(page) => typed("text/html; charset=utf-8", page),
        Answer::File(file) => typed("text/plain; charset=utf-8", file),
        Answer::Asset(kind, asset) => typed(kind, asset.to_owned()),
        Answer::Redirect(place) => to(&place, StatusCode::SEE_OTHER),
        Answer::Enter(token) => {
            let mut response = to(PATH, StatusCode::SEE_OTHER);
            let cookie = format!("{COOKIE}={token}; Path={PATH}; HttpOnly; SameSite=Lax; Max-Age=7776000");
            if let Ok(cookie) = cookie.parse() {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Answer::Forbidden(page) => {
            (StatusCode::FORBIDDEN, typed("text/html; charset=utf-8", page)).into_response()
        }
        Answer::NotFound => (StatusCode::NOT_FOUND, "page not found").into_response(),
        Answer::BadRequest(why) => (StatusCode::BAD_REQUEST, why).into_response(),
    }
}

fn to(place: &str, status: StatusCode) -> Response {
    let response = Response::builder().status(status).header(header::LOCATION, place);
    response.body(Body::empty()).unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

//! Connections: how many there are, and how long each may keep the server waiting.
//!
//! A connection costs memory and a file of the process, and a client that opens one need not send anything. So each has limits: on the
//! time from its first byte to the end of the head of a request, on the time between two requests, and on the time for which nothing of a
//! response can be written. Their number is limited. Beyond that, a few more are taken for a moment and answered
//! only the health check, so that a monitor can distinguish a full server from a dead one.
//!
//! When the server is told to end, connections without a request in progress are closed at once; half a request is none.

mod watched;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use watched::{Activity, Watched};

use super::turns::Client;
use crate::api::error::ApiError;

/// Connections at once, if the system allows for twice as many files.
const MOST_CONNECTIONS: usize = 1024;

/// Connections beyond that, for a moment each, and how long that is.
const NARROW_CONNECTIONS: usize = 16;
const NARROW_LIMIT: Duration = Duration::from_secs(2);

/// How long requests in progress may continue after the server was told to end, and everything else.
const GRACE: Duration = Duration::from_secs(10);
const SHORT_GRACE: Duration = Duration::from_millis(300);

/// Bytes of the head of a request, and lines in it: a query of 16 kB may be three times as long in an address.
const MOST_HEAD: usize = 128 * 1024;
const MOST_HEADERS: usize = 100;

/// How often it is looked whether a connection has had its time.
const LOOK: Duration = Duration::from_millis(250);

/// A pause after the system had no room for a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Who answers.
#[derive(Clone)]
pub struct Answering {
    /// All addresses.
    pub all: Router,
    /// What is answered when there are too many connections.
    pub health: Router,
}

/// Takes connections until the server is told to end, and lets requests in progress end.
pub async fn serve(listener: TcpListener, answering: Answering, ending: watch::Receiver<bool>) {
    let most = most_connections();
    let (wide, narrow) = (Arc::new(Semaphore::new(most)), Arc::new(Semaphore::new(NARROW_CONNECTIONS)));
    let mut told = ending.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = told.wait_for(|is_ending| *is_ending) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                complain(&error).await;
                continue;
            }
        };
        let (answering, ending) = (answering.clone(), ending.clone());
        if let Ok(permit) = wide.clone().try_acquire_owned() {
            tokio::spawn(async move {
                converse(stream, peer, answering.all, ending).await;
                drop(permit);
            });
        } else if let Ok(permit) = narrow.clone().try_acquire_owned() {
            tokio::spawn(say_whether_well(stream, answering.health, permit));
        }
        // Beyond both it is closed without a word.
    }
    drop(listener);
    let all = u32::try_from(most).unwrap_or(u32::MAX);
    let _ = timeout(GRACE + SHORT_GRACE, wide.acquire_many(all)).await;
}

/// What went wrong with a connection that did not come about.
async fn complain(error: &io::Error) {
    // Connections that were closed before they were taken are nobody's fault.
    if matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        return;
    }
    tracing::warn!("cannot take a connection: {error}");
    sleep(PAUSE).await;
}

/// Answers the requests of a connection, one after the other.
async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, mut ending: watch::Receiver<bool>) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let client = match peer.ip().to_canonical() {
        ip if ip.is_loopback() => Client::Connection(NEXT.fetch_add(1, Ordering::Relaxed)),
        ip => Client::Machine(ip),
    };
    let _ = stream.set_nodelay(true);
    let activity = Arc::new(Activity::new());
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(client);
        let (router, in_progress) = (router.clone(), activity.begin());
        async move {
            let response = answer(router, request.map(Body::new)).await;
            drop(in_progress);
            response
        }
    });
    let io = TokioIo::new(Watched::new(stream, activity.clone()));
    let mut connection = pin!(builder().serve_connection(io, service));
    let mut end: Option<Instant> = None;
    loop {
        let late = activity.deadline().into_iter().chain(end).min();
        if late.is_some_and(|late| Instant::now() >= late) {
            return;
        }
        tokio::select! {
            _ = connection.as_mut() => return,
            // What happens on the connection may bring the end nearer.
            () = sleep(LOOK) => {}
            _ = ending.wait_for(|is_ending| *is_ending), if end.is_none() => {
                connection.as_mut().graceful_shutdown();
                let grace = if activity.is_answering() { GRACE } else { SHORT_GRACE };
                end = Some(Instant::now() + grace);
            }
        }
    }
}

async fn answer(router: Router, request: Request) -> Result<Response, Infallible> {
    TowerToHyperService::new(router).call(request).await
}

/// Answers one request on a connection that is one too many.
async fn say_whether_well(stream: TcpStream, health: Router, _permit: OwnedSemaphorePermit) {
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let health = health.clone();
        async move { answer(health, request.map(Body::new)).await }
    });
    let mut builder = builder();
    let connection = builder.keep_alive(false).serve_connection(TokioIo::new(stream), service);
    let _ = timeout(NARROW_LIMIT, connection).await;
}

/// The answer to all other addresses when there are too many connections.
pub async fn too_many() -> Response {
    ApiError::too_many_connections().into_response()
}

fn builder() -> http1::Builder {
    let mut builder = http1::Builder::new();
    // The times are our own: those of hyper do not tell an idle connection from half a request.
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_HEADERS);
    builder
}

/// Half of the files that the system allows, for an index has files as well.
fn most_connections() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files = files.and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok());
    files.map_or(MOST_CONNECTIONS, |files| (files / 2).clamp(1, MOST_CONNECTIONS))
}

//! Perga over HTTP: the API and the pages, around [`engine`].
//!
//! - `api`: a function for each address under `/api/v1`, and the OpenAPI document that describes them.
//! - `pages`: the same functions, shown as HTML.
//! - `middleware`: what stands between a connection and the function that answers.
//! - `app`: what requests share; the index is opened again when it has changed.
//! - `assets`: the built page. `evaluation`: reports on runs. [`assess`]: the pages of an assessment, as a server of its own.
//!
//! What it is not: a place where anything is decided about results (a page shows what the API responds), or a command
//! line: it prints nothing, and the program that starts it says what there is to say.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod api;
mod app;
pub mod assess;
mod assets;
mod error;
mod evaluation;
mod middleware;
mod pages;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use eval::evaluation::Evaluation;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

use app::App;
pub use error::Error;
use middleware::connections::Answering;
use middleware::{around, connections, metrics};

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the index.
    pub index: PathBuf,
    /// The address to listen at; the port 0 takes a free one.
    pub listen: SocketAddr,
    /// Names that this server is called by, beside localhost and its address.
    pub hosts: Vec<String>,
    /// Whether pages show where files lie, also to readers at other machines.
    pub show_paths: bool,
    /// A folder with runs and qrels to report on.
    pub runs: Option<PathBuf>,
    /// The file that searches, clicks and reading times are appended to.
    pub events: Option<PathBuf>,
    /// Commands that pages name.
    pub commands: Commands,
}

/// Commands of the program that starts the server: only it knows what its options are called.
#[derive(Clone, Copy, Debug)]
pub struct Commands {
    /// Starts a server with a folder of runs.
    pub serve_runs: &'static str,
    /// Makes the report of an evaluation, compared with the baseline if one is named.
    pub report: fn(&Evaluation, Option<&Path>) -> String,
}

/// What there is to say while a server runs.
#[derive(Clone, Copy, Debug)]
pub enum Notice {
    /// It listens at this address.
    Listening(SocketAddr),
    /// It was told to end, and ends after the requests in progress.
    Ending,
}

/// Bytes of a request's body.
const MOST_BODY: usize = 64 * 1024;

/// How long threads may take to notice the end.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// How often it is looked whether the index has changed.
const RELOAD: Duration = Duration::from_secs(2);

/// Runs the server until it is told to end; `notify` gets what there is to say.
pub fn run(settings: &Settings, notify: impl Fn(Notice) + Send + Sync + 'static) -> Result<(), Error> {
    let app = Arc::new(App::open(settings)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(settings.listen, app, notify));
    // Nobody waits for work that is still under way.
    runtime.shutdown_timeout(LAST_WAIT);
    served
}

async fn serve(
    listen: SocketAddr,
    app: Arc<App>,
    notify: impl Fn(Notice) + Send + Sync + 'static,
) -> Result<(), Error> {
    let listener =
        TcpListener::bind(listen).await.map_err(|source| Error::Listen { address: listen, source })?;
    let address = listener.local_addr()?;
    let warming = app.clone();
    tokio::task::spawn_blocking(move || warming.warm());
    tokio::spawn(app.clone().reload_when_changed(RELOAD));
    notify(Notice::Listening(address));
    let answering = Answering { health: health_router(app.clone()), all: router(app) };
    until_told_to_end(listener, answering, notify).await;
    Ok(())
}

/// Answers requests until the server is told to end.
async fn until_told_to_end(
    listener: TcpListener,
    answering: Answering,
    notify: impl Fn(Notice) + Send + Sync + 'static,
) {
    let (ended, ending) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        told_to_end().await;
        notify(Notice::Ending);
        let _ = ended.send(true);
    });
    connections::serve(listener, answering, ending).await;
}

/// What is answered when there are too many connections.
fn health_router(app: Arc<App>) -> Router {
    Router::new()
        .nest("/api/v1", Router::new().route("/health", get(api::status::health)))
        .fallback(connections::too_many)
        .layer(axum::middleware::from_fn_with_state(app.clone(), around::around))
        .with_state(app)
}

/// All addresses.
fn router(app: Arc<App>) -> Router {
    Router::new()
        .nest("/api/v1", api::router())
        .merge(pages::router())
        .route("/metrics", get(metrics::get))
        .route("/assets/{*path}", get(assets::get))
        .fallback(pages::not_found)
        .layer(CatchPanicLayer::custom(api::error::panicked))
        .layer(axum::middleware::from_fn_with_state(app.clone(), around::around))
        .layer(RequestBodyLimitLayer::new(MOST_BODY))
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// Waits for an interrupt or a termination.
#[cfg(unix)]
async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}

/// Waits for an interrupt.
#[cfg(not(unix))]
async fn told_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}

//! `perga serve`: the API and the pages, over HTTP.
//!
//! - [`api`]: a function for each address under `/api/v1`, and the OpenAPI document that describes them.
//! - [`pages`]: the same functions, shown as HTML.
//! - [`app`]: what requests share; the index is opened again when it has changed.
//! - [`work`]: searches run beside the threads that talk to clients, within a time; [`turns`]: whose turn it is.
//! - [`connections`]: how many there are, and how long they may keep the server waiting; [`guard`]: which requests are let in.
//! - [`middleware`]: request ids, security headers, ETags, metrics, the line in the log.
//! - [`error`], [`parameters`], [`assets`], [`events`], [`evaluation`], [`metrics`].
//!
//! What it is not: a place where anything is decided about results. A page shows what the API answers.

mod api;
mod app;
mod assets;
mod connections;
mod error;
mod evaluation;
mod events;
mod guard;
mod metrics;
mod middleware;
mod pages;
mod parameters;
mod turns;
mod work;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tracing_subscriber::EnvFilter;

use app::App;
use connections::Answering;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga serve --index notes.index
      search in a browser: http://127.0.0.1:7373
  perga serve --index dev.index --runs evaluation --events searches.jsonl
      with reports on the runs and qrels of a folder, and a log of searches to be studied later

docs/guide/server.md describes the pages, docs/reference/api.md the API.";

/// The command line of `perga serve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder of the index
    #[arg(long, value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    index: PathBuf,

    /// The address to listen at; the port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7373")]
    listen: SocketAddr,

    /// A name that this server is called by, beside localhost and its address; once or several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// A folder with runs and qrels: `/evaluation` has reports on them
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,

    /// Append searches, clicks and reading times to this file, as JSON Lines
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
}

/// Bytes of a request's body.
const MOST_BODY: usize = 64 * 1024;

/// How long threads may take to notice the end.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// How often it is looked whether the index has changed.
const RELOAD: Duration = Duration::from_secs(2);

/// Runs the server until it is told to end.
pub fn run(arguments: &Arguments) -> Result<()> {
    log();
    let app = Arc::new(App::open(arguments)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(arguments, app));
    // Nobody waits for work that is still under way.
    runtime.shutdown_timeout(LAST_WAIT);
    served
}

async fn serve(arguments: &Arguments, app: Arc<App>) -> Result<()> {
    let listener = TcpListener::bind(arguments.listen).await.with_context(|| {
        format!(
            "cannot listen at {}\nhint: another program may; `--listen 127.0.0.1:0` takes a free port",
            arguments.listen
        )
    })?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        eprintln!("warning: everybody who can reach {address} can search this index");
    }
    let warming = app.clone();
    tokio::task::spawn_blocking(move || warming.warm());
    tokio::spawn(app.clone().reload_when_changed(RELOAD));
    eprintln!("searching {} at", arguments.index.display());
    println!("http://{address}");
    let (ended, ending) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        told_to_end().await;
        eprintln!("ending after the requests in progress");
        let _ = ended.send(true);
    });
    let answering = Answering { health: health_router(app.clone()), all: router(app) };
    connections::serve(listener, answering, ending).await;
    Ok(())
}

/// What is answered when there are too many connections.
fn health_router(app: Arc<App>) -> Router {
    Router::new()
        .nest("/api/v1", Router::new().route("/health", get(api::health)))
        .fallback(connections::too_many)
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::around))
        .with_state(app)
}

/// All addresses.
fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/search", get(api::search))
        .route("/read", get(api::read))
        .route("/units/{*id}", get(api::unit))
        .route("/threads/{*id}", get(api::thread))
        .route("/formulas/{record}", get(api::formula))
        .route("/tree", get(api::tree))
        .route("/align", get(api::align))
        .route("/suggest", get(api::suggest))
        .route("/cards", get(api::cards))
        .route("/stats", get(api::stats))
        .route("/health", get(api::health))
        .route("/events", post(events::post))
        .route("/openapi.json", get(api::openapi))
        .fallback(error::no_such_address);
    Router::new()
        .nest("/api/v1", api)
        .merge(pages::router())
        .route("/metrics", get(metrics::get))
        .route("/assets/{*path}", get(assets::get))
        .fallback(pages::not_found)
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::around))
        .layer(RequestBodyLimitLayer::new(MOST_BODY))
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// `PERGA_LOG=debug` has a line for each request.
fn log() {
    let filter = EnvFilter::try_from_env("PERGA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let is_coloured = std::io::stderr().is_terminal();
    let started =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(is_coloured);
    // A second server in one process keeps the log of the first.
    let _ = started.try_init();
}

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

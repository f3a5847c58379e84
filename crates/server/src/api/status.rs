//! The numbers of the index, and the health of the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::VERSION;
use engine::describe::Stats;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use crate::app::{App, IndexState};
use crate::middleware::work;

/// The state of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// Of the JSON.
    pub version: u32,
    /// `ok`; `busy` while searches wait; `degraded` while the index is stale or gone.
    pub status: &'static str,
    /// The version of the program.
    pub perga: &'static str,
    /// Whether the newest state of the index is served: `current`, `stale` or `gone`.
    pub index: IndexState,
    /// The random name of the index: a new name each time the index is made.
    pub identity: String,
    /// The commit of the index.
    pub commit: u64,
    /// Units of the index.
    pub units: u64,
    /// Distinct formulas of the index.
    pub distinct_formulas: u64,
    /// How long the server has run.
    pub uptime_seconds: f64,
    /// Searches that run now.
    pub searching: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// How long the first of them has waited.
    pub longest_wait_seconds: f64,
}

/// The contents and the size of the index; described in docs/reference/stats-json.md.
#[utoipa::path(
    get, path = "/api/v1/stats", tag = "server",
    responses((status = 200, description = "The numbers of the index", body = Object)),
)]
pub async fn stats(State(app): State<Arc<App>>) -> Result<Json<Stats>, ApiError> {
    Ok(Json(stats_of(&app).await?))
}

/// The numbers of the index.
pub async fn stats_of(app: &Arc<App>) -> Result<Stats, ApiError> {
    work::quick(app, |engine, _| Ok(engine.stats()?.clone())).await
}

/// The health of the server.
#[utoipa::path(
    get, path = "/api/v1/health", tag = "server",
    responses((status = 200, description = "It runs; `status` says whether searches wait", body = Health)),
)]
pub async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    Json(health_of(&app))
}

/// The state of the server. It waits for nothing.
pub fn health_of(app: &App) -> Health {
    let engine = app.engine();
    let business = app.work.searches.business();
    let index = app.index_state();
    Health {
        version: VERSION,
        status: match index {
            IndexState::Stale | IndexState::Gone => "degraded",
            IndexState::Current if business.waiting > 0 => "busy",
            IndexState::Current => "ok",
        },
        perga: env!("CARGO_PKG_VERSION"),
        index,
        identity: engine.identity().to_owned(),
        commit: engine.commit(),
        units: engine.units(),
        distinct_formulas: engine.distinct_formulas(),
        uptime_seconds: app.started.elapsed().as_secs_f64(),
        searching: business.running,
        waiting: business.waiting,
        longest_wait_seconds: business.longest_wait.as_secs_f64(),
    }
}

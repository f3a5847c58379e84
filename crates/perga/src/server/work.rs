//! Runs what takes time beside the threads that talk to clients: so many searches at a time, so long at most.
//!
//! A search whose client has gone away while it waited is never begun: its future is dropped, and its place in the
//! queue with it. One that has begun is short, and ends.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::app::App;
use super::error::ApiError;
use crate::answers::library::Library;

/// How long a request waits for its turn, and how long it may then take.
const QUEUE: Duration = Duration::from_secs(10);
const LIMIT: Duration = Duration::from_secs(20);

/// Runs a search when it is its turn.
pub async fn search<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce(&Library) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    in_turn(app, &app.permits, job).await
}

/// Runs what takes a few milliseconds: who types does not wait for who searches.
pub async fn quick<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce(&Library) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    in_turn(app, &app.quick_permits, job).await
}

async fn in_turn<T: Send + 'static>(
    app: &Arc<App>,
    permits: &Arc<Semaphore>,
    job: impl FnOnce(&Library) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let waiting = timeout(QUEUE, permits.clone().acquire_owned()).await;
    let Ok(Ok(permit)) = waiting else { return Err(ApiError::busy()) };
    let library = app.library();
    run(move || {
        let _permit = permit;
        job(&library)
    })
    .await
}

async fn run<T: Send + 'static>(job: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T, ApiError> {
    match timeout(LIMIT, tokio::task::spawn_blocking(job)).await {
        Ok(Ok(result)) => result.map_err(ApiError::from),
        Ok(Err(_)) => Err(ApiError::internal("a thread of the server failed")),
        Err(_) => Err(ApiError::timeout()),
    }
}

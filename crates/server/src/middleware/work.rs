//! Runs what takes time beside the threads that talk to clients, each when it is its turn and within its budget.
//!
//! A search that has begun is stopped when its time is up, when others wait and it has run long enough, and when its client
//! has gone: then the future here is dropped, which ends the budget. The place is free when the work has ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Budget, Ended, Engine, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::time::timeout;

use super::around::client;
use super::turns::{Rules, Turns};
use crate::api::error::ApiError;
use crate::app::App;

/// Searches for each core. More than one: a short search need not wait for a long one, the system shares the core.
const SEARCHES_FOR_EACH_CORE: usize = 2;
const MOST_SEARCHES: usize = 32;

/// Previews and suggestions take milliseconds, but no client may start hundreds at once.
const QUICK_FOR_EACH_CORE: usize = 4;

/// Those that wait for each place.
const WAITING_FOR_EACH_PLACE: usize = 8;

/// How long a search waits for its turn, and how long it may then take; less while others wait.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const SEARCH_LIMIT: Duration = Duration::from_secs(10);
const QUICK_LIMIT: Duration = Duration::from_secs(2);
const POLITE_LIMIT: Duration = Duration::from_millis(600);

/// Reports on large runs take seconds and cannot be stopped, so there is one at a time.
const REPORT_LIMIT: Duration = Duration::from_secs(60);

/// Work that is over time may take so long to notice it before its client is told.
const GRACE: Duration = Duration::from_secs(2);

/// Threads of one search.
const MOST_THREADS: usize = 4;

/// What runs side by side, by how long it takes.
pub struct Work {
    /// Searches and pages.
    pub searches: Arc<Turns>,
    /// Previews, suggestions and the like.
    pub quick: Arc<Turns>,
    /// Reports on runs.
    pub reports: Arc<Turns>,
    pools: Pools,
}

/// Threads for searches. Each search has some of its own while it runs, so that none waits in line behind the pieces of
/// another, and the system shares the cores among them.
struct Pools {
    threads: usize,
    idle: Mutex<Vec<ThreadPool>>,
}

/// Ends the work when no client waits for it any more.
struct Abandoned(Budget);

impl Drop for Abandoned {
    fn drop(&mut self) {
        self.0.end(Ended::Abandoned);
    }
}

impl Work {
    /// For a machine with this many cores.
    pub fn new(cores: usize) -> Work {
        let turns = |places: usize, limit: Duration, polite: Duration| {
            Turns::new(Rules {
                places,
                of_one_client: (places / 2).max(1),
                most_waiting: WAITING_FOR_EACH_PLACE * places,
                longest_wait: LONGEST_WAIT,
                limit,
                polite,
            })
        };
        let places = (SEARCHES_FOR_EACH_CORE * cores).clamp(2, MOST_SEARCHES);
        Work {
            searches: turns(places, SEARCH_LIMIT, POLITE_LIMIT),
            quick: turns(QUICK_FOR_EACH_CORE * cores, QUICK_LIMIT, POLITE_LIMIT),
            reports: turns(1, REPORT_LIMIT, REPORT_LIMIT),
            pools: Pools { threads: cores.clamp(1, MOST_THREADS), idle: Mutex::default() },
        }
    }
}

impl Pools {
    /// Runs a job with threads of its own.
    fn run<T: Send>(&self, job: impl FnOnce() -> T + Send) -> T {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let made = || ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
        // A system without room for more threads has those that all share.
        let Some(pool) = idle.or_else(made) else { return job() };
        let result = pool.install(job);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(pool);
        result
    }
}

/// Runs a search when it is its turn.
pub async fn search<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce(&Engine, &Budget) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let (engine, shared) = (app.engine(), app.clone());
    in_turn(&app.work.searches, move |budget| shared.work.pools.run(|| job(&engine, budget))).await
}

/// Runs what takes a few milliseconds: who types does not wait for who searches.
pub async fn quick<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce(&Engine, &Budget) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let engine = app.engine();
    in_turn(&app.work.quick, move |budget| job(&engine, budget)).await
}

/// Makes a report.
pub async fn report<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    in_turn(&app.work.reports, move |_| job()).await
}

async fn in_turn<T: Send + 'static>(
    turns: &Arc<Turns>,
    job: impl FnOnce(&Budget) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let Ok(turn) = turns.turn(client()).await else { return Err(ApiError::busy()) };
    let budget = turn.budget.clone();
    let _abandoned = Abandoned(budget.clone());
    // The turn goes with the work, and ends with it.
    let work = tokio::task::spawn_blocking(move || {
        let turn = turn;
        job(&turn.budget)
    });
    match timeout(turns.rules().limit + GRACE, work).await {
        Ok(Ok(Ok(result))) => Ok(result),
        Ok(Ok(Err(error))) => Err(ApiError::from(error)),
        Ok(Err(_)) => Err(ApiError::internal("a thread of the server failed")),
        Err(_) => Err(ApiError::unfinished(Ended::TimeUp)),
    }
}

#[cfg(test)]
mod tests;

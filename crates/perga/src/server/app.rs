//! What requests share.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use index::Freshness;
use serde::Serialize;
use utoipa::ToSchema;

use super::Arguments;
use super::events::EventLog;
use super::guard::Guard;
use super::metrics::Metrics;
use super::work::Work;
use engine::open::Library;

/// What is served compared with what is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IndexState {
    /// The newest commit is served.
    Current,
    /// There is a newer state, which cannot be opened.
    Stale,
    /// There is no index in the folder any more; what was opened before is still served.
    Gone,
}

/// What requests share.
pub struct App {
    library: RwLock<Arc<Library>>,
    index_state: RwLock<IndexState>,
    folder: PathBuf,
    /// A folder with runs and qrels.
    pub runs: Option<PathBuf>,
    /// What runs side by side.
    pub work: Work,
    /// Which requests are let in.
    pub guard: Guard,
    /// The numbers that are watched.
    pub metrics: Metrics,
    /// Where searches are kept, if that is asked for.
    pub events: Option<EventLog>,
    /// When the server was started.
    pub started: Instant,
    /// Changes from one start to the next: a page may look different with other arguments.
    pub start_number: u64,
}

impl App {
    /// Opens the index, and what else the arguments name.
    pub fn open(arguments: &Arguments) -> Result<App> {
        let library = Library::open(&arguments.index)
            .with_context(|| format!("cannot serve `{}`", arguments.index.display()))?;
        if let Some(runs) = arguments.runs.as_ref().filter(|runs| !runs.is_dir()) {
            bail!("`{}` is not a folder\nhint: give a folder with runs and qrels", runs.display());
        }
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(App {
            library: RwLock::new(Arc::new(library)),
            index_state: RwLock::new(IndexState::Current),
            folder: arguments.index.clone(),
            runs: arguments.runs.clone(),
            work: Work::new(cores),
            guard: Guard::new(arguments.listen, &arguments.host),
            metrics: Metrics::default(),
            events: arguments.events.as_deref().map(EventLog::open).transpose()?,
            started: Instant::now(),
            start_number: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// The index as it is now.
    pub fn library(&self) -> Arc<Library> {
        self.library.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Prepares what most requests need.
    pub fn warm(&self) {
        if let Err(error) = self.library().warm() {
            tracing::error!("cannot prepare the index: {error:#}");
        }
    }

    /// Looks again and again whether the index has a newer commit, and opens it.
    pub async fn reload_when_changed(self: Arc<App>, every: Duration) {
        loop {
            tokio::time::sleep(every).await;
            let app = self.clone();
            let _ = tokio::task::spawn_blocking(move || app.reload()).await;
        }
    }

    /// What is served compared with what is on the disk.
    pub fn index_state(&self) -> IndexState {
        *self.index_state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn reload(&self) {
        let state = match self.library().index().freshness() {
            Ok(Freshness::Current) => IndexState::Current,
            Ok(Freshness::Gone) => IndexState::Gone,
            Ok(Freshness::Changed) => self.open_again(),
            Err(error) => {
                // A writer may be in the middle of something: the next look is soon.
                tracing::warn!("cannot look at the index: {error}");
                IndexState::Stale
            }
        };
        let before =
            std::mem::replace(&mut *self.index_state.write().unwrap_or_else(PoisonError::into_inner), state);
        if state == IndexState::Gone && before != state {
            tracing::warn!("`{}` is gone; what was opened before is still served", self.folder.display());
        }
    }

    fn open_again(&self) -> IndexState {
        match Library::open(&self.folder).and_then(|library| library.warm().map(|()| library)) {
            Ok(library) => {
                tracing::info!("commit {} of the index", library.commit());
                *self.library.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(library);
                IndexState::Current
            }
            Err(error) => {
                tracing::warn!("cannot open the new state of the index: {error:#}");
                IndexState::Stale
            }
        }
    }
}

//! What requests share.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::{Engine, Freshness};
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::events::EventLog;
use crate::middleware::guard::Guard;
use crate::middleware::metrics::Metrics;
use crate::middleware::work::Work;
use crate::{Commands, Error, Settings};

/// The state of the served index, compared with the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IndexState {
    /// The newest commit is served.
    Current,
    /// There is a newer state, which cannot be opened.
    Stale,
    /// The index was removed; the server keeps serving the last version.
    Gone,
}

/// What requests share.
pub struct App {
    engine: RwLock<Arc<Engine>>,
    index_state: RwLock<IndexState>,
    folder: PathBuf,
    /// A folder with runs and qrels.
    pub runs: Option<PathBuf>,
    /// Commands that pages name.
    pub commands: Commands,
    /// Whether pages show where files lie.
    pub shows_paths: bool,
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
    /// Changes from one start to the next: a page may look different with other settings.
    pub start_number: u64,
}

impl App {
    /// Opens the index, and what else the settings name.
    pub fn open(settings: &Settings) -> Result<App, Error> {
        let engine = Engine::open(&settings.index)
            .map_err(|source| Error::Index { folder: settings.index.clone(), source: Box::new(source) })?;
        if let Some(runs) = settings.runs.as_ref().filter(|runs| !runs.is_dir()) {
            return Err(Error::NotAFolder(runs.clone()));
        }
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(App {
            engine: RwLock::new(Arc::new(engine)),
            index_state: RwLock::new(IndexState::Current),
            folder: settings.index.clone(),
            runs: settings.runs.clone(),
            commands: settings.commands,
            work: Work::new(cores),
            shows_paths: settings.show_paths || settings.listen.ip().is_loopback(),
            guard: Guard::new(settings.listen, &settings.hosts),
            metrics: Metrics::default(),
            events: settings.events.as_deref().map(EventLog::open).transpose()?,
            started: Instant::now(),
            start_number: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// The index as it is now.
    pub fn engine(&self) -> Arc<Engine> {
        self.engine.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Prepares what most requests need.
    pub fn warm(&self) {
        if let Err(error) = self.engine().warm() {
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

    /// The state of the served index, compared with the disk.
    pub fn index_state(&self) -> IndexState {
        *self.index_state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn reload(&self) {
        let state = match self.engine().freshness() {
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
            tracing::warn!(
                "`{}` was removed; the server keeps serving the last version",
                self.folder.display()
            );
        }
    }

    fn open_again(&self) -> IndexState {
        match Engine::open(&self.folder).and_then(|engine| engine.warm().map(|()| engine)) {
            Ok(engine) => {
                tracing::info!("commit {} of the index", engine.commit());
                *self.engine.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(engine);
                IndexState::Current
            }
            Err(error) => {
                tracing::warn!("cannot open the new state of the index: {error:#}");
                IndexState::Stale
            }
        }
    }
}

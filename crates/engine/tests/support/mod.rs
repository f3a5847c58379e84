//! Indexes of collections for tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use corpus::collection::{SurveyOptions, survey};
use document::Complaint;
use engine::Engine;
use engine::ingest::{Observer, Options, State, index};
use index::Settings;
use tempfile::TempDir;

struct Quiet;

impl Observer for Quiet {
    fn progress(&self, _: &State) {}
    fn complaint(&self, _: &Complaint) {}
}

/// The folder of the bundled collection.
pub fn bundled() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection")
}

/// A new index of a file or folder; it is removed with the folder.
pub fn indexed(collection: &Path) -> (Engine, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("index");
    let survey = survey(&[collection.to_owned()], &SurveyOptions::default());
    let options = Options {
        settings: Settings::default(),
        resume: false,
        commit_every: Duration::from_secs(30),
        roots: &[],
        prune: false,
        stop: &AtomicBool::new(false),
    };
    index(&survey.entries, &into, &options, &Quiet).unwrap();
    (Engine::open(&into).unwrap(), folder)
}

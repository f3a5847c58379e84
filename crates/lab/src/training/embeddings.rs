//! Vectors of the formulas of an index, trained on it and put beside it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use index::Index;
use index::vectors::Vectors;
use vectors::formulas::Representation;
pub use vectors::formulas::{Progress, Settings};

/// What was trained.
pub struct Trained {
    /// Distinct formulas of the index.
    pub formulas: u64,
    /// Vectors of each formula.
    pub representations: usize,
    /// The size of all vectors on disk.
    pub bytes: u64,
}

/// The number of formulas that training with these settings goes through, each as often as it is visited.
///
/// # Errors
/// The index cannot be opened.
pub fn steps(folder: &Path, settings: &Settings) -> Result<u64> {
    let formulas = Index::open(folder)?.distinct_formulas();
    Ok(formulas * settings.epochs as u64 * Representation::ALL.len() as u64)
}

/// Trains the vectors; none if there is nothing to train on or the training was stopped. With a folder for its state,
/// the training continues where an earlier one ended.
///
/// # Errors
/// The index cannot be read or written.
pub fn train(
    folder: &Path,
    settings: &Settings,
    state: Option<&Path>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Option<Trained>> {
    vectors::formulas::train(&Index::open(folder)?, settings, state, progress, stop)?;
    let index = Index::open(folder)?;
    Ok(Vectors::open(&index)?.map(|vectors| Trained {
        formulas: index.distinct_formulas(),
        representations: Representation::ALL.len(),
        bytes: vectors.bytes(),
    }))
}

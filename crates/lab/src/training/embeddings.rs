//! Vectors of the formulas of an index, trained on it and put beside it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use index::Index;
use index::vectors::Vectors;
use vectors::formulas::Representation;
pub use vectors::formulas::{Progress, Settings};

/// How vectors are trained.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Training {
    /// Dimensions of a vector
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within(4, 1024))]
    dimensions: u64,

    /// Training passes, each over all formulas
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 1000))]
    epochs: u64,

    /// Random words for each neighbour
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 100))]
    negative: u64,

    /// Largest distance between neighbours
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 100))]
    window: u64,

    /// Symbol pairs that occur less often have no vector of their own
    #[arg(long, value_name = "N", default_value_t = 5)]
    min_count: u64,

    /// Seed; the same seed gives the same vectors
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Train as published: 300 dimensions, 30 passes, 20 random words, and the words, rates and steps of the program
    #[arg(long, conflicts_with_all = ["dimensions", "epochs", "negative", "window", "min_count"])]
    published: bool,
}

impl Training {
    /// The settings of the library.
    ///
    /// # Errors
    /// A number does not fit this machine.
    pub fn settings(&self) -> Result<Settings> {
        if self.published {
            return Ok(Settings { seed: self.seed, ..Settings::PUBLISHED });
        }
        Ok(Settings {
            dimensions: usize::try_from(self.dimensions)?,
            epochs: usize::try_from(self.epochs)?,
            negative: usize::try_from(self.negative)?,
            window: usize::try_from(self.window)?,
            least: self.min_count,
            seed: self.seed,
            published: false,
        })
    }
}

fn within(least: u64, most: u64) -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(least..=most)
}

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

//! Trains all representations on the formulas of an index and puts the vectors beside it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use index::Index;
use index::vectors::{KeyedRows, Rows, Space, Vectors};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Representation;
use super::alphabet::Alphabet;
use super::checkpoint::Checkpoint;
use super::model::Model;
use super::skip_gram::{self, Begin, State, Watch};
use super::vocabulary::{Corpus, Vocabulary};
use super::words::Spelling;
use crate::{Error, Result};

/// How vectors are trained.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Settings {
    /// The length of a vector.
    pub dimensions: usize,
    /// The number of passes over all formulas.
    pub epochs: usize,
    /// Random words for each neighbour.
    pub negative: usize,
    /// The greatest distance of neighbours.
    pub window: usize,
    /// Words that occur less often have no vector of their own.
    pub least: u64,
    /// The seed.
    pub seed: u64,
    /// Whether words, runs of tokens and the steps of the training are those of the published program.
    #[serde(default)]
    pub published: bool,
}

impl Settings {
    /// The settings and the method of Tangent-CFT: 300 dimensions, 30 epochs, 20 random words.
    pub const PUBLISHED: Settings =
        Settings { dimensions: 300, epochs: 30, negative: 20, window: 5, least: 5, seed: 1, published: true };
}

impl Default for Settings {
    /// Takes some minutes for a hundred thousand formulas.
    fn default() -> Self {
        Settings { dimensions: 100, epochs: 5, negative: 5, window: 5, least: 5, seed: 1, published: false }
    }
}

/// Receives the progress of a training.
pub trait Progress: Sync {
    /// The number of formulas read so far, of `epochs` times the formulas of the index in each representation.
    fn advance(&self, formulas: u64);
}

/// What training writes of its alphabets, beside the settings.
const ALPHABETS: &str = "alphabets";

/// The alphabet of a representation, if the vectors have one.
pub(super) fn alphabet(settings: &Value, representation: Representation) -> Option<Alphabet> {
    let found = settings.get(ALPHABETS)?.get(representation.name())?;
    serde_json::from_value(found.clone()).ok()
}

/// Trains and writes. With a folder for its state, the training continues where it was stopped or killed, and loses an
/// epoch at most. Fails with [`Error::Stopped`] if `stop` was set; then no vectors are written.
pub fn train(
    index: &Index,
    settings: &Settings,
    state: Option<&Path>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<()> {
    let training = Training { index, settings, state, progress, stop };
    let spaces =
        Representation::ALL.par_iter().with_max_len(1).map(|&representation| training.space(representation));
    let spaces = spaces.collect::<Result<Vec<Option<_>>>>()?;
    let spaces: Vec<(Space, Option<Alphabet>)> =
        spaces.into_iter().collect::<Option<_>>().ok_or(Error::Stopped)?;
    let (spaces, alphabets): (Vec<Space>, Vec<Option<Alphabet>>) = spaces.into_iter().unzip();
    Ok(Vectors::write(index, described(settings, &spaces, &alphabets), &spaces)?)
}

/// The settings and the alphabets, as they are stored with the vectors.
fn described(settings: &Settings, spaces: &[Space], alphabets: &[Option<Alphabet>]) -> Value {
    let mut described = serde_json::to_value(settings).unwrap_or_default();
    let named = spaces.iter().zip(alphabets).filter_map(|(space, alphabet)| {
        Some((space.name.clone(), serde_json::to_value(alphabet.as_ref()?).ok()?))
    });
    let named: serde_json::Map<String, Value> = named.collect();
    if let (Some(described), false) = (described.as_object_mut(), named.is_empty()) {
        described.insert(ALPHABETS.to_owned(), named.into());
    }
    described
}

/// One training of all representations.
struct Training<'a> {
    index: &'a Index,
    settings: &'a Settings,
    state: Option<&'a Path>,
    progress: &'a dyn Progress,
    stop: &'a AtomicBool,
}

impl Training<'_> {
    /// The vectors of a representation, and the alphabet of its words; `None` if the training was stopped.
    fn space(&self, representation: Representation) -> Result<Option<(Space, Option<Alphabet>)>> {
        let alphabet = self.settings.published.then(Alphabet::default);
        let mut spelling = Spelling { representation, alphabet };
        let corpus = Corpus::read(self.index, &mut spelling, self.settings.least);
        let checkpoint = self
            .state
            .map(|folder| Checkpoint::new(folder, representation.name(), self.settings, corpus.digest()));
        let earlier = checkpoint.as_ref().map(|checkpoint| checkpoint.read(&corpus)).transpose()?.flatten();
        let seed = self.settings.seed.wrapping_mul(4).wrapping_add(representation as u64);
        let begin = earlier.map_or(Begin::Seed(seed), Begin::State);
        let watched = Watched { training: self, checkpoint };
        let Some(state) = skip_gram::train(&corpus, self.settings, begin, &watched)? else { return Ok(None) };
        let dimensions = self.settings.dimensions;
        let (words, parts) = keyed(&corpus.vocabulary, &state, dimensions);
        let alphabet = spelling.alphabet.clone();
        let model = Model::new(spelling, words.clone(), parts.clone());
        let formulas = self.index.formulas();
        let vectors = (0..self.index.manifest().next_record)
            .map(|number| formulas.record(number))
            .map(|record| record.map(|record| model.mean(&record.slt, &record.opt)).unwrap_or_default());
        let records = Rows::new(dimensions, vectors);
        Ok(Some((Space { name: representation.name().to_owned(), words, parts, records }, alphabet)))
    }
}

/// Reports a training, and keeps its state.
struct Watched<'a> {
    training: &'a Training<'a>,
    checkpoint: Option<Checkpoint<'a>>,
}

impl Watch for Watched<'_> {
    fn advance(&self, formulas: u64) {
        self.training.progress.advance(formulas);
    }

    fn is_stopped(&self) -> bool {
        self.training.stop.load(Ordering::Relaxed)
    }

    fn save(&self, state: &State) -> Result<()> {
        self.checkpoint.as_ref().map_or(Ok(()), |checkpoint| checkpoint.write(state))
    }
}

/// The rows by key; that of a word as the mean of its own and those of its parts.
fn keyed(vocabulary: &Vocabulary, rows: &State, dimensions: usize) -> (KeyedRows, KeyedRows) {
    let part_row = |part: usize| &rows.parts[part * dimensions..][..dimensions];
    let parts = vocabulary.part_keys.iter().enumerate().map(|(part, &key)| (key, part_row(part).to_vec()));
    let word = |(number, &key): (usize, &u64)| {
        let mut mean = rows.words[number * dimensions..][..dimensions].to_vec();
        let parts = vocabulary.parts(number as u32);
        for &part in parts {
            mean.iter_mut().zip(part_row(part as usize)).for_each(|(mean, value)| *mean += value);
        }
        let share = 1.0 / (1 + parts.len()) as f32;
        mean.iter_mut().for_each(|value| *value *= share);
        (key, mean)
    };
    let words = vocabulary.keys.iter().enumerate().map(word).collect();
    (KeyedRows::new(dimensions, words), KeyedRows::new(dimensions, parts.collect()))
}

//! Trains all representations on the formulas of an index and puts the vectors beside it.

use std::sync::atomic::AtomicBool;

use index::Index;
use index::vectors::{KeyedRows, Rows, Space, Vectors};
use rayon::prelude::*;
use serde::Serialize;

use super::model::Model;
use super::vocabulary::{Corpus, Vocabulary};
use super::{Representation, skip_gram};
use crate::{Error, Result};

/// How vectors are trained.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
}

impl Default for Settings {
    /// Takes some minutes for a hundred thousand formulas. The published settings are 300 dimensions, 30 epochs and 20 random words.
    fn default() -> Self {
        Settings { dimensions: 100, epochs: 5, negative: 5, window: 5, least: 5, seed: 1 }
    }
}

/// Receives the progress of a training.
pub trait Progress: Sync {
    /// The number of formulas read so far, of `epochs` times the formulas of the index in each representation.
    fn advance(&self, formulas: u64);
}

/// Trains and writes. Fails with [`Error::Stopped`] if `stop` was set; then nothing is written.
pub fn train(index: &Index, settings: &Settings, progress: &dyn Progress, stop: &AtomicBool) -> Result<()> {
    let spaces: Vec<Option<Space>> = Representation::ALL
        .par_iter()
        .with_max_len(1)
        .map(|&representation| space(index, representation, settings, progress, stop))
        .collect();
    let spaces: Vec<Space> = spaces.into_iter().collect::<Option<_>>().ok_or(Error::Stopped)?;
    let described = serde_json::to_value(settings).unwrap_or_default();
    Ok(Vectors::write(index, described, &spaces)?)
}

fn space(
    index: &Index,
    representation: Representation,
    settings: &Settings,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Option<Space> {
    let corpus = Corpus::read(index, representation, settings.least);
    let seed = settings.seed.wrapping_mul(4).wrapping_add(representation as u64);
    let report = |formulas| progress.advance(formulas);
    let rows = skip_gram::train(&corpus, settings, seed, &report, stop)?;
    let (words, parts) = keyed(&corpus.vocabulary, &rows, settings.dimensions);
    let model = Model::new(representation, words.clone(), parts.clone());
    let vectors = (0..index.manifest().next_record)
        .map(|number| index.formulas().record(number))
        .map(|record| record.map(|record| model.mean(&record.slt, &record.opt)).unwrap_or_default());
    let records = Rows::new(settings.dimensions, vectors);
    Some(Space { name: representation.name().to_owned(), words, parts, records })
}

/// The rows by key; that of a word as the mean of its own and those of its parts.
fn keyed(vocabulary: &Vocabulary, rows: &skip_gram::Rows, dimensions: usize) -> (KeyedRows, KeyedRows) {
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

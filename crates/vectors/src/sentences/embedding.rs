//! Gives every unit of an index a vector, and keeps them beside it.
//!
//! Earlier vectors are kept as long as text and model are the same, so a run after an interruption, or after some
//! units changed, embeds only new texts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use index::Index;
use index::vectors::units::{Place, UnitVector, UnitVectors, places};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::{Encoder, passage};
use crate::Result;

/// The number of texts in one step; the work can be stopped between two steps.
const TEXTS_AT_ONCE: usize = 64;

/// The time between two saves: the most work that a sudden end can lose.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// The result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Units of the index.
    pub units: u64,
    /// Units that had the same text before.
    pub kept: u64,
    /// Units that got a new vector.
    pub embedded: u64,
    /// Whether it was stopped before the end.
    pub is_stopped: bool,
}

/// Gives every unit of an index that has none a vector. `progress` is told after each step; when `stop` becomes
/// true, what was done is saved. `name` is that of the encoder's model.
pub fn embed(
    index: &Index,
    encoder: &Encoder,
    name: &str,
    stop: &AtomicBool,
    progress: impl Fn(&Report),
) -> Result<Report> {
    let places = places(index)?;
    let mut report = Report { units: places.len() as u64, ..Report::default() };
    // Vectors to keep are collected first, so that no later save loses them.
    let before = before(index, encoder);
    let mut vectors = BTreeMap::new();
    let mut waiting = Vec::new();
    for place in places {
        if stop.load(Ordering::Relaxed) {
            report.is_stopped = true;
            return Ok(report);
        }
        match before.get(&content(&text(index, place)?)) {
            Some(vector) => drop(vectors.insert(place.added, vector.clone())),
            None => waiting.push(place),
        }
    }
    report.kept = vectors.len() as u64;
    progress(&report);
    let save = |vectors: &BTreeMap<u64, UnitVector>| {
        UnitVectors::write(index, name, encoder.checksum(), encoder.dimensions(), vectors)
    };
    let mut saved = Instant::now();
    for places in waiting.chunks(TEXTS_AT_ONCE) {
        if stop.load(Ordering::Relaxed) {
            report.is_stopped = true;
            break;
        }
        if saved.elapsed() >= SAVED_EVERY {
            save(&vectors)?;
            saved = Instant::now();
        }
        let texts: Vec<String> = places.iter().map(|place| text(index, *place)).collect::<Result<_>>()?;
        let made = encoder.encode(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        for ((place, text), vector) in places.iter().zip(&texts).zip(made) {
            vectors.insert(place.added, UnitVector::new(content(text), &vector));
        }
        report.embedded += places.len() as u64;
        progress(&report);
    }
    save(&vectors)?;
    Ok(report)
}

/// The text that the vector of a unit is made of.
fn text(index: &Index, place: Place) -> Result<String> {
    Ok(passage(&index.stored(place.address)?))
}

fn content(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// The vectors that are there, by the hash of their text; none of another model, and none of a damaged file, which
/// is written again.
fn before(index: &Index, encoder: &Encoder) -> FxHashMap<u64, UnitVector> {
    let Ok(Some(file)) = UnitVectors::open(index) else { return FxHashMap::default() };
    if file.header().checksum != encoder.checksum()
        || file.header().dimensions as usize != encoder.dimensions()
    {
        return FxHashMap::default();
    }
    let rows = file.contents().zip(0..).filter_map(|(content, row)| {
        let (values, scale) = file.rows().row(row)?;
        Some((content, UnitVector { content, scale, values: values.to_vec() }))
    });
    rows.collect()
}

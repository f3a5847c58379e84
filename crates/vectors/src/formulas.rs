//! Vectors of formulas from embeddings of their symbol pairs, after Tangent-CFT2 (Mansouri and others, 2019 and
//! 2021).
//!
//! Each formula is seen in four ways ([`Representation`]): the symbol pairs of its layout and of its operator tree,
//! in full and by type. A pair is a *word* of a few tokens, a formula a sentence. A fastText skip-gram (Bojanowski
//! and others, 2017) learns a vector for each word and for each run of 3 to 6 of its tokens; the vector of a formula is
//! the mean of those of its words. An unseen word gets the mean of its known runs of tokens.
//!
//! - `words`: from trees to words; `alphabet`: the characters of the published program.
//! - `vocabulary`: the words of an index, and its formulas as sequences of them.
//! - `skip_gram`: the training; `checkpoint`: its state between two epochs, as a file.
//! - [`train`](train()): all four, from an index to the file beside it.
//! - [`Embeddings`]: that file, opened: vectors of queries, and the records nearest to them.
//!
//! Every representation is trained by one thread in one order, so the vectors depend on the index, the settings and
//! the seed, and not on the number of threads.
//!
//! What it is not: a nearest-neighbour index. A search reads all vectors, which is exact, and takes a
//! millisecond for 20,000 formulas.

mod alphabet;
mod checkpoint;
mod model;
mod skip_gram;
mod training;
mod vocabulary;
mod words;

use formula::opt::Opt;
use formula::slt::Slt;
use index::Index;
use index::postings::Scored;
use index::vectors::{Vectors, dot};

use crate::{Error, Result};
pub use model::Model;
pub use training::{Progress, Settings, train};
use words::Spelling;

/// One of the four representations of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Representation {
    /// Symbol pairs of the layout tree, numbers by their digits.
    Slt,
    /// Symbol pairs of the operator tree, numbers whole.
    Opt,
    /// Those of the layout tree with variables, numbers and texts by their types.
    SltType,
    /// Those of the operator tree with variables, numbers and texts by their types.
    OptType,
}

impl Representation {
    /// All of them.
    pub const ALL: [Representation; 4] =
        [Representation::Slt, Representation::Opt, Representation::SltType, Representation::OptType];

    /// Whether symbols count by their types.
    fn is_by_type(self) -> bool {
        matches!(self, Representation::SltType | Representation::OptType)
    }

    /// Its name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Representation::Slt => "slt",
            Representation::Opt => "opt",
            Representation::SltType => "slt-type",
            Representation::OptType => "opt-type",
        }
    }
}

/// A vector of a formula: whole numbers, and a factor that gives it length 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    values: Vec<u8>,
    scale: f64,
}

impl Vector {
    fn of(values: &[u8]) -> Vector {
        Vector { values: values.to_vec(), scale: inverse_length(values) }
    }

    /// The cosine of the angle between two vectors; 0 if one of them has no direction.
    pub fn cosine(&self, other: &Vector) -> f64 {
        f64::from(dot(&self.values, &other.values)) * self.scale * other.scale
    }
}

fn inverse_length(values: &[u8]) -> f64 {
    let square = dot(values, values);
    if square == 0 { 0.0 } else { 1.0 / f64::from(square).sqrt() }
}

/// The vectors of an index and the models they were made with.
pub struct Embeddings {
    vectors: Vectors,
    models: Vec<Model>,
    /// For each representation the inverse length of the vector of each record.
    lengths: Vec<Vec<f32>>,
    /// Records that no unit holds anymore, ascending.
    unused: Vec<u32>,
    /// Formulas that were added after the training and have no vector.
    newer: u32,
}

impl Embeddings {
    /// Opens the vectors beside an index; fails if there are none.
    pub fn open(index: &Index) -> Result<Embeddings> {
        let missing = || Error::NoFormulaVectors { folder: index.folder().to_owned() };
        let vectors = Vectors::open(index)?.ok_or_else(missing)?;
        let mut models = Vec::new();
        let mut lengths = Vec::new();
        for representation in Representation::ALL {
            let space = vectors.space(representation.name()).ok_or_else(missing)?;
            let alphabet = training::alphabet(&vectors.header().settings, representation);
            let spelling = Spelling { representation, alphabet };
            models.push(Model::new(spelling, space.words.clone(), space.parts.clone()));
            lengths.push(space.records.values().map(|values| inverse_length(values) as f32).collect());
        }
        let unused = index.ledger().unused_records.clone();
        let newer = index.manifest().next_record.saturating_sub(vectors.header().records);
        Ok(Embeddings { vectors, models, lengths, unused, newer })
    }

    /// A warning that formulas were added since the training; `None` if there are none.
    pub fn warning(&self) -> Option<String> {
        let formulas = match self.newer {
            0 => return None,
            1 => "1 formula was added after the vectors were trained and is".to_owned(),
            newer => format!("{newer} formulas were added after the vectors were trained and are"),
        };
        Some(format!("{formulas} not found by them"))
    }

    /// The model of a representation.
    pub fn model(&self, representation: Representation) -> &Model {
        &self.models[representation as usize]
    }

    /// The cosine of a vector with that of a record; `None` for a record without a vector.
    pub fn cosine(&self, representation: Representation, query: &Vector, record: u32) -> Option<f64> {
        let (values, _) = self.vectors.space(representation.name())?.records.row(record)?;
        let length = self.lengths[representation as usize].get(record as usize)?;
        Some(f64::from(dot(&query.values, values)) * query.scale * f64::from(*length))
    }

    /// The records nearest to the sum of the vectors of a formula in several representations, by the cosine with their
    /// own sums; a record without a vector in the first representation is left out.
    pub fn nearest_to_sum(
        &self,
        representations: &[Representation],
        (slt, opt): (&Slt, &Opt),
        take: usize,
    ) -> Vec<Scored> {
        let mut query: Vec<f32> = Vec::new();
        for representation in representations {
            let mean = self.model(*representation).mean(slt, opt);
            query.resize(mean.len(), 0.0);
            query.iter_mut().zip(mean).for_each(|(sum, value)| *sum += value);
        }
        let length = square(&query).sqrt();
        let spaces: Vec<_> = representations
            .iter()
            .filter_map(|representation| self.vectors.space(representation.name()))
            .collect();
        if take == 0 || length == 0.0 || spaces.len() != representations.len() {
            return Vec::new();
        }
        let mut best = Best { take, least: f32::NEG_INFINITY, found: Vec::with_capacity(take * 2) };
        let mut sum = vec![0.0f32; query.len()];
        for record in 0..self.vectors.header().records {
            sum.fill(0.0);
            let rows = spaces.iter().filter_map(|space| space.records.row(record));
            let has_first = rows.clone().next().is_some_and(|(_, scale)| scale > 0.0);
            if !has_first || self.unused.binary_search(&record).is_ok() {
                continue;
            }
            for (values, scale) in rows {
                sum.iter_mut().zip(values).for_each(|(sum, &value)| *sum += f32::from(value as i8) * scale);
            }
            let product: f32 = sum.iter().zip(&query).map(|(one, two)| one * two).sum();
            let score = product / (square(&sum).sqrt() * length);
            if score > best.least {
                best.add(record, score);
            }
        }
        best.finish()
    }

    /// The records nearest to a vector, by cosine, the nearest first; equally near ones by smaller record.
    pub fn nearest(&self, representation: Representation, query: &Vector, take: usize) -> Vec<Scored> {
        let Some(space) = self.vectors.space(representation.name()) else { return Vec::new() };
        if take == 0 || query.scale == 0.0 {
            return Vec::new();
        }
        let mut best = Best { take, least: f32::NEG_INFINITY, found: Vec::with_capacity(take * 2) };
        let lengths = &self.lengths[representation as usize];
        for ((record, values), length) in (0..).zip(space.records.values()).zip(lengths) {
            let score = dot(&query.values, values) as f32 * length;
            if score > best.least && *length > 0.0 && self.unused.binary_search(&record).is_err() {
                best.add(record, score);
            }
        }
        let mut found = best.finish();
        found.iter_mut().for_each(|scored| scored.score *= query.scale);
        found
    }
}

fn square(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum()
}

/// The best so far.
struct Best {
    take: usize,
    /// Keeps only better ones: records come in ascending order, so of equal ones the earlier stay.
    least: f32,
    found: Vec<(u32, f32)>,
}

impl Best {
    fn add(&mut self, record: u32, score: f32) {
        self.found.push((record, score));
        if self.found.len() >= self.take * 2 {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.found.len() > self.take {
            self.found.select_nth_unstable_by(self.take - 1, order);
            self.found.truncate(self.take);
            self.least = self.found.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
        }
    }

    fn finish(mut self) -> Vec<Scored> {
        self.cut();
        self.found.sort_unstable_by(order);
        self.found.into_iter().map(|(record, score)| Scored { record, score: f64::from(score) }).collect()
    }
}

fn order(one: &(u32, f32), two: &(u32, f32)) -> std::cmp::Ordering {
    two.1.total_cmp(&one.1).then(one.0.cmp(&two.0))
}

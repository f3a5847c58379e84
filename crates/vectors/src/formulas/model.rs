//! A trained model: from a formula to its vector.

use formula::opt::Opt;
use formula::slt::Slt;
use index::vectors::{KeyedRows, Rows};

use super::words::{self, Word};
use super::{Representation, Vector};

/// The vectors of words and of their parts in one representation.
pub struct Model {
    representation: Representation,
    words: KeyedRows,
    parts: KeyedRows,
}

impl Model {
    pub(super) fn new(representation: Representation, words: KeyedRows, parts: KeyedRows) -> Model {
        Model { representation, words, parts }
    }

    /// The vector of a formula. It has no direction if the training saw nothing of the formula.
    pub fn vector(&self, slt: &Slt, opt: &Opt) -> Vector {
        let rows = Rows::new(self.dimensions(), [&self.mean(slt, opt)]);
        rows.row(0).map_or(Vector { values: Vec::new(), scale: 0.0 }, |(values, _)| Vector::of(values))
    }

    pub(super) fn dimensions(&self) -> usize {
        self.words.dimensions()
    }

    /// The sum of the vectors of a formula's words, which has the direction of their mean.
    pub(super) fn mean(&self, slt: &Slt, opt: &Opt) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions()];
        words::for_each(self.representation, slt, opt, |word| self.add(word, &mut sum));
        sum
    }

    /// Adds the vector of a word: its own, or the mean of those of its parts that are known.
    fn add(&self, word: &Word, sum: &mut [f32]) {
        if let Some((values, scale)) = self.words.row(word.key()) {
            return add(sum, values, scale);
        }
        let known = || word.parts().filter_map(|part| self.parts.row(part));
        let share = 1.0 / known().count().max(1) as f32;
        for (values, scale) in known() {
            add(sum, values, scale * share);
        }
    }
}

fn add(sum: &mut [f32], values: &[u8], factor: f32) {
    for (sum, &value) in sum.iter_mut().zip(values) {
        *sum += f32::from(value as i8) * factor;
    }
}

//! A trained model: from a formula to its vector.

use formula::opt::Opt;
use formula::slt::Slt;
use index::vectors::{KeyedRows, Rows};

use super::Vector;
use super::words::{Spelling, Word};

/// The vectors of words and of their parts in one representation.
pub struct Model {
    spelling: Spelling,
    words: KeyedRows,
    parts: KeyedRows,
}

impl Model {
    pub(super) fn new(spelling: Spelling, words: KeyedRows, parts: KeyedRows) -> Model {
        Model { spelling, words, parts }
    }

    /// The vector of a formula. It has no direction if the training saw nothing of the formula.
    pub fn vector(&self, slt: &Slt, opt: &Opt) -> Vector {
        let rows = Rows::new(self.dimensions(), [&self.mean(slt, opt)]);
        rows.row(0).map_or(Vector { values: Vec::new(), scale: 0.0 }, |(values, _)| Vector::of(values))
    }

    pub(super) fn dimensions(&self) -> usize {
        self.words.dimensions()
    }

    /// The mean of the vectors of a formula's words.
    pub(super) fn mean(&self, slt: &Slt, opt: &Opt) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions()];
        let mut words: u32 = 0;
        self.spelling.for_each(slt, opt, |word| {
            self.add(word, &mut sum);
            words += 1;
        });
        let share = 1.0 / words.max(1) as f32;
        sum.iter_mut().for_each(|value| *value *= share);
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

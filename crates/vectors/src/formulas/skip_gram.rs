//! The training of one representation: a skip-gram with negative sampling over words and their parts
//! (Bojanowski and others, *Enriching word vectors with subword information*, 2017).
//!
//! The vector of a word is the mean of its own row and those of its parts; the training makes it distinguish the words
//! around it from random words. The gradient of a word is gathered over all its neighbours and added once, which saves most of
//! the memory traffic and is otherwise the published method.
//!
//! Sums run over eight lanes in a fixed order, so that the compiler can use vector instructions and the results do not
//! depend on which.

use std::sync::atomic::{AtomicBool, Ordering};

use random::Random;

use super::training::Settings;
use super::vocabulary::Corpus;

/// The learning rate at the beginning; it falls evenly to almost 0.
const RATE: f32 = 0.05;

/// Words more frequent than this share are left out at random (Mikolov and others, 2013).
const FREQUENT: f64 = 1e-3;

/// The size of the table that words are drawn from.
const DRAWN: usize = 1 << 20;

/// Formulas between two reports.
const REPORT: usize = 1000;

/// Rows of words, then rows of parts.
pub(super) struct Rows {
    pub(super) words: Vec<f32>,
    pub(super) parts: Vec<f32>,
}

/// Trains. `report` gets the number of formulas that were read; `None` if `stop` was set.
pub(super) fn train(
    corpus: &Corpus,
    settings: &Settings,
    seed: u64,
    report: &dyn Fn(u64),
    stop: &AtomicBool,
) -> Option<Rows> {
    let mut trainer = Trainer::new(corpus, settings, seed);
    let total = corpus.len() * settings.epochs;
    for step in 0..total {
        if step % REPORT == 0 {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            trainer.rate = RATE * (1.0 - step as f32 / total as f32).max(0.0001);
            report(REPORT.min(total - step) as u64);
        }
        trainer.formula(corpus.formula(step % corpus.len()));
    }
    Some(Rows { words: trainer.words, parts: trainer.parts })
}

struct Trainer<'c> {
    corpus: &'c Corpus,
    dimensions: usize,
    window: usize,
    negative: usize,
    rate: f32,
    random: Random,
    words: Vec<f32>,
    parts: Vec<f32>,
    /// The output rows: a word as a neighbour.
    outputs: Vec<f32>,
    /// Words as often as they are drawn.
    drawn: Vec<u32>,
    /// The probability that a word is kept.
    kept: Vec<f32>,
    sigmoid: Vec<f32>,
    hidden: Vec<f32>,
    gradient: Vec<f32>,
    sentence: Vec<u32>,
}

impl<'c> Trainer<'c> {
    fn new(corpus: &'c Corpus, settings: &Settings, seed: u64) -> Trainer<'c> {
        let dimensions = settings.dimensions;
        let mut random = Random::new(seed);
        let counts = &corpus.vocabulary.counts;
        let total = counts.iter().sum::<u64>() as f64;
        let share = |&count: &u64| {
            let rarity = FREQUENT * total / count as f64;
            (rarity.sqrt() + rarity).min(1.0) as f32
        };
        let width = 1.0 / dimensions as f32;
        let mut rows = |count: usize| -> Vec<f32> {
            (0..count * dimensions).map(|_| (random.fraction() * 2.0 - 1.0) * width).collect()
        };
        let (words, parts) = (rows(counts.len()), rows(corpus.vocabulary.part_keys.len()));
        Trainer {
            corpus,
            dimensions,
            window: settings.window,
            negative: settings.negative,
            rate: RATE,
            random,
            words,
            parts,
            outputs: vec![0.0; counts.len() * dimensions],
            drawn: drawn(counts),
            kept: counts.iter().map(share).collect(),
            sigmoid: (0..=SIGMOID_STEPS).map(sigmoid_at).collect(),
            hidden: vec![0.0; dimensions],
            gradient: vec![0.0; dimensions],
            sentence: Vec::new(),
        }
    }

    fn formula(&mut self, words: &[u32]) {
        let mut sentence = std::mem::take(&mut self.sentence);
        sentence.clear();
        for &word in words {
            let kept = self.kept[word as usize];
            if kept >= 1.0 || self.random.fraction() < kept {
                sentence.push(word);
            }
        }
        for place in 0..sentence.len() {
            let reach = 1 + self.random.below(self.window);
            let around = place.saturating_sub(reach)..(place + reach + 1).min(sentence.len());
            self.load(sentence[place]);
            for other in around.filter(|&other| other != place) {
                self.neighbour(sentence[other]);
            }
            self.store(sentence[place]);
        }
        self.sentence = sentence;
    }

    /// The vector of a word becomes the hidden layer.
    fn load(&mut self, word: u32) {
        self.gradient.fill(0.0);
        let parts = self.corpus.vocabulary.parts(word);
        self.hidden.copy_from_slice(row(&self.words, word, self.dimensions));
        for &part in parts {
            add(&mut self.hidden, row(&self.parts, part, self.dimensions), 1.0);
        }
        let share = 1.0 / (1 + parts.len()) as f32;
        self.hidden.iter_mut().for_each(|value| *value *= share);
    }

    /// Adds the gradient to every row that the vector was made of.
    fn store(&mut self, word: u32) {
        add(row_mut(&mut self.words, word, self.dimensions), &self.gradient, 1.0);
        for &part in self.corpus.vocabulary.parts(word) {
            add(row_mut(&mut self.parts, part, self.dimensions), &self.gradient, 1.0);
        }
    }

    /// One neighbour, and random words as negative examples.
    fn neighbour(&mut self, word: u32) {
        self.output(word, 1.0);
        for _ in 0..self.negative {
            let other = self.drawn[self.random.below(self.drawn.len())];
            if other != word {
                self.output(other, 0.0);
            }
        }
    }

    fn output(&mut self, word: u32, label: f32) {
        let output = row_mut(&mut self.outputs, word, self.dimensions);
        let step = (label - sigmoid(&self.sigmoid, product(&self.hidden, output))) * self.rate;
        for ((gradient, output), hidden) in self.gradient.iter_mut().zip(output).zip(&self.hidden) {
            *gradient += step * *output;
            *output += step * hidden;
        }
    }
}

/// Each word with the weight of its draws: the power 3/4 of its frequency.
fn drawn(counts: &[u64]) -> Vec<u32> {
    let weight = |count: u64| (count as f64).powf(0.75);
    let total: f64 = counts.iter().map(|&count| weight(count)).sum();
    let mut drawn = Vec::with_capacity(DRAWN + counts.len());
    let mut sum = 0.0;
    for (word, &count) in (0..).zip(counts) {
        sum += weight(count);
        // Every word has an entry, however rare.
        drawn.push(word);
        while (drawn.len() as f64) < DRAWN as f64 * sum / total {
            drawn.push(word);
        }
    }
    drawn
}

/// The function comes from a table between −8 and 8; beyond, it is almost constant.
const SIGMOID_STEPS: usize = 2048;
const SIGMOID_REACH: f32 = 8.0;

fn sigmoid_at(step: usize) -> f32 {
    let x = (step as f64 / SIGMOID_STEPS as f64 * 2.0 - 1.0) * f64::from(SIGMOID_REACH);
    (1.0 / (1.0 + (-x).exp())) as f32
}

fn sigmoid(table: &[f32], x: f32) -> f32 {
    let x = x.clamp(-SIGMOID_REACH, SIGMOID_REACH);
    table[((x + SIGMOID_REACH) / (2.0 * SIGMOID_REACH) * SIGMOID_STEPS as f32) as usize]
}

fn row(rows: &[f32], number: u32, dimensions: usize) -> &[f32] {
    &rows[number as usize * dimensions..][..dimensions]
}

fn row_mut(rows: &mut [f32], number: u32, dimensions: usize) -> &mut [f32] {
    &mut rows[number as usize * dimensions..][..dimensions]
}

fn add(to: &mut [f32], from: &[f32], factor: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

fn product(one: &[f32], two: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    let (ones, twos) = (one.chunks_exact(8), two.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(twos.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(twos) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_function() {
        let table: Vec<f32> = (0..=SIGMOID_STEPS).map(sigmoid_at).collect();
        for x in [-20.0f32, -8.0, -1.5, 0.0, 0.3, 4.0, 8.0, 20.0] {
            let exact = 1.0 / (1.0 + (-x).exp());
            assert!((sigmoid(&table, x) - exact).abs() < 0.003, "{x}");
        }
    }

    #[test]
    fn frequent_words_are_drawn_more_often_and_rare_ones_at_all() {
        let drawn = drawn(&[1_000_000, 10_000, 1]);
        let count = |word| drawn.iter().filter(|&&drawn| drawn == word).count() as f64;
        assert!((count(0) / count(1) - 100f64.powf(0.75)).abs() < 0.1);
        assert!(count(2) >= 1.0);
    }

    #[test]
    fn a_product_takes_what_is_left_over() {
        let ones = vec![1.0; 19];
        assert_eq!(product(&ones, &ones), 19.0);
    }
}

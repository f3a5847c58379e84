//! The training of one representation: a skip-gram with negative sampling over words and their parts
//! (Bojanowski and others, *Enriching word vectors with subword information*, 2017).
//!
//! The vector of a word is the mean of its own row and those of its parts; the training makes it distinguish the words
//! around it from random words. The gradient of a word is gathered over all its neighbours and added once, which saves most of
//! the memory traffic; [`Method`] is the published one, which adds it after each neighbour, or this one.
//!
//! Sums run over eight lanes in a fixed order, so that [`pulp`] can choose vector instructions at run time and the
//! results do not depend on which.

use pulp::Arch;
use random::Random;

use super::training::Settings;
use super::vocabulary::Corpus;
use crate::Result;

/// How a training goes.
struct Method {
    /// The learning rate at the beginning; it falls evenly.
    rate: f32,
    /// The learning rate at the end.
    last_rate: f32,
    /// Whether the gradient of a word is added after each neighbour, and not once for all.
    each_neighbour: bool,
    /// Products beyond this teach nothing.
    reach: f32,
}

impl Method {
    /// The method of Perga.
    const OWN: Method =
        Method { rate: 0.05, last_rate: 0.05 * 1e-4, each_neighbour: false, reach: f32::INFINITY };
    /// The method of gensim, which Tangent-CFT uses.
    const PUBLISHED: Method = Method { rate: 0.025, last_rate: 1e-4, each_neighbour: true, reach: 6.0 };
}

/// Words more frequent than this share are left out at random (Mikolov and others, 2013).
const FREQUENT: f64 = 1e-3;

/// The size of the table that words are drawn from.
const DRAWN: usize = 1 << 20;

/// Formulas between two reports.
const REPORT: usize = 1000;

/// The state of a training after some epochs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// Epochs that are done.
    pub(super) epochs: usize,
    /// The state of the random numbers.
    pub(super) random: u64,
    /// Rows of words.
    pub(super) words: Vec<f32>,
    /// Rows of parts.
    pub(super) parts: Vec<f32>,
    /// The output rows: a word as a neighbour.
    pub(super) outputs: Vec<f32>,
}

/// Watches a training.
pub(super) trait Watch {
    /// Formulas were read.
    fn advance(&self, formulas: u64);
    /// Whether to stop.
    fn is_stopped(&self) -> bool;
    /// An epoch is done.
    fn save(&self, state: &State) -> Result<()>;
}

/// Trains from the beginning, or from the state after some epochs; `None` if it was stopped.
pub(super) fn train(
    corpus: &Corpus,
    settings: &Settings,
    begin: Begin,
    watch: &dyn Watch,
) -> Result<Option<State>> {
    let mut trainer = Trainer::new(corpus, settings, begin);
    watch.advance((trainer.state.epochs * corpus.len()) as u64);
    let total = corpus.len() * settings.epochs;
    while trainer.state.epochs < settings.epochs {
        let done = trainer.state.epochs * corpus.len();
        for first in (0..corpus.len()).step_by(REPORT) {
            if watch.is_stopped() {
                return Ok(None);
            }
            trainer.set_rate((done + first) as f32 / total as f32);
            let last = (first + REPORT).min(corpus.len());
            Arch::new().dispatch(
                #[inline(always)]
                || (first..last).for_each(|number| trainer.formula(corpus.formula(number))),
            );
            watch.advance((last - first) as u64);
        }
        trainer.state.epochs += 1;
        trainer.state.random = trainer.random.state();
        watch.save(&trainer.state)?;
    }
    Ok(Some(trainer.state))
}

/// Where a training begins.
pub(super) enum Begin {
    /// With random rows.
    Seed(u64),
    /// Where an earlier training ended.
    State(State),
}

struct Trainer<'c> {
    corpus: &'c Corpus,
    dimensions: usize,
    window: usize,
    negative: usize,
    method: Method,
    rate: f32,
    random: Random,
    state: State,
    /// How far the vector of a word moves with a gradient that is added to all its rows.
    pull: Vec<f32>,
    /// Words as often as they are drawn.
    drawn: Vec<u32>,
    /// The probability that a word is kept.
    kept: Vec<f32>,
    sigmoid: Vec<f32>,
    hidden: Vec<f32>,
    /// Of the present neighbour, or of all neighbours.
    gradient: Vec<f32>,
    /// Of the neighbours before.
    gathered: Vec<f32>,
    sentence: Vec<u32>,
}

impl<'c> Trainer<'c> {
    fn new(corpus: &'c Corpus, settings: &Settings, begin: Begin) -> Trainer<'c> {
        let dimensions = settings.dimensions;
        let counts = &corpus.vocabulary.counts;
        let total = counts.iter().sum::<u64>() as f64;
        let share = |&count: &u64| {
            let rarity = FREQUENT * total / count as f64;
            (rarity.sqrt() + rarity).min(1.0) as f32
        };
        let state = match begin {
            Begin::Seed(seed) => State::beginning(corpus, dimensions, seed),
            Begin::State(state) => state,
        };
        Trainer {
            corpus,
            dimensions,
            window: settings.window,
            negative: settings.negative,
            rate: 0.0,
            method: if settings.published { Method::PUBLISHED } else { Method::OWN },
            random: Random::new(state.random),
            state,
            pull: (0..counts.len() as u32).map(|word| pull(corpus.vocabulary.parts(word))).collect(),
            drawn: drawn(counts),
            kept: counts.iter().map(share).collect(),
            sigmoid: (0..=SIGMOID_STEPS).map(sigmoid_at).collect(),
            hidden: vec![0.0; dimensions],
            gradient: vec![0.0; dimensions],
            gathered: vec![0.0; dimensions],
            sentence: Vec::new(),
        }
    }

    /// The learning rate when a share of the training is done.
    fn set_rate(&mut self, done: f32) {
        let Method { rate, last_rate, .. } = self.method;
        self.rate = rate - (rate - last_rate) * done;
    }

    #[inline(always)]
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
                if self.method.each_neighbour {
                    self.follow(sentence[place]);
                }
            }
            self.store(sentence[place]);
        }
        self.sentence = sentence;
    }

    /// The vector of a word becomes the hidden layer.
    #[inline(always)]
    fn load(&mut self, word: u32) {
        self.gradient.fill(0.0);
        self.gathered.fill(0.0);
        let parts = self.corpus.vocabulary.parts(word);
        self.hidden.copy_from_slice(row(&self.state.words, word, self.dimensions));
        for &part in parts {
            add(&mut self.hidden, row(&self.state.parts, part, self.dimensions), 1.0);
        }
        let share = 1.0 / (1 + parts.len()) as f32;
        self.hidden.iter_mut().for_each(|value| *value *= share);
    }

    /// Moves the hidden layer as if the gradient had been added to every row that it was made of: these rows are not
    /// read before [`store`](Trainer::store), so one addition at the end is enough for them.
    #[inline(always)]
    fn follow(&mut self, word: u32) {
        add(&mut self.hidden, &self.gradient, self.pull[word as usize]);
        add(&mut self.gathered, &self.gradient, 1.0);
        self.gradient.fill(0.0);
    }

    /// Adds the gradient to every row that the vector was made of.
    #[inline(always)]
    fn store(&mut self, word: u32) {
        add(&mut self.gathered, &self.gradient, 1.0);
        add(row_mut(&mut self.state.words, word, self.dimensions), &self.gathered, 1.0);
        for &part in self.corpus.vocabulary.parts(word) {
            add(row_mut(&mut self.state.parts, part, self.dimensions), &self.gathered, 1.0);
        }
    }

    /// One neighbour, and random words as negative examples.
    #[inline(always)]
    fn neighbour(&mut self, word: u32) {
        self.output(word, 1.0);
        for _ in 0..self.negative {
            let other = self.drawn[self.random.below(self.drawn.len())];
            if other != word {
                self.output(other, 0.0);
            }
        }
    }

    #[inline(always)]
    fn output(&mut self, word: u32, label: f32) {
        let output = row_mut(&mut self.state.outputs, word, self.dimensions);
        let product = product(&self.hidden, output);
        if product.abs() >= self.method.reach {
            return;
        }
        let step = (label - sigmoid(&self.sigmoid, product)) * self.rate;
        for ((gradient, output), hidden) in self.gradient.iter_mut().zip(output).zip(&self.hidden) {
            *gradient += step * *output;
            *output += step * hidden;
        }
    }
}

impl State {
    /// Random rows of words and parts, and outputs of zeros.
    fn beginning(corpus: &Corpus, dimensions: usize, seed: u64) -> State {
        let mut random = Random::new(seed);
        let width = 1.0 / dimensions as f32;
        let mut rows = |count: usize| -> Vec<f32> {
            (0..count * dimensions).map(|_| (random.fraction() * 2.0 - 1.0) * width).collect()
        };
        let count = corpus.vocabulary.keys.len();
        let (words, parts) = (rows(count), rows(corpus.vocabulary.part_keys.len()));
        State { epochs: 0, random: random.state(), words, parts, outputs: vec![0.0; count * dimensions] }
    }
}

/// How far the mean of a word's row and those of its parts moves with a gradient that is added to each: by the gradient
/// itself, unless a part is in the word twice.
fn pull(parts: &[u32]) -> f32 {
    let times = |part: &u32| parts.iter().filter(|other| *other == part).count();
    let moved: usize = parts.iter().map(times).sum();
    (1 + moved) as f32 / (1 + parts.len()) as f32
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

#[inline(always)]
fn sigmoid(table: &[f32], x: f32) -> f32 {
    let x = x.clamp(-SIGMOID_REACH, SIGMOID_REACH);
    table[((x + SIGMOID_REACH) / (2.0 * SIGMOID_REACH) * SIGMOID_STEPS as f32) as usize]
}

#[inline(always)]
fn row(rows: &[f32], number: u32, dimensions: usize) -> &[f32] {
    &rows[number as usize * dimensions..][..dimensions]
}

#[inline(always)]
fn row_mut(rows: &mut [f32], number: u32, dimensions: usize) -> &mut [f32] {
    &mut rows[number as usize * dimensions..][..dimensions]
}

#[inline(always)]
fn add(to: &mut [f32], from: &[f32], factor: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

#[inline(always)]
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
    fn a_part_that_is_in_a_word_twice_pulls_more() {
        assert_eq!(pull(&[]), 1.0);
        assert_eq!(pull(&[1, 2, 3]), 1.0);
        assert_eq!(pull(&[1, 1, 2]), 6.0 / 4.0);
    }

    #[test]
    fn a_product_takes_what_is_left_over() {
        let ones = vec![1.0; 19];
        assert_eq!(product(&ones, &ones), 19.0);
    }
}

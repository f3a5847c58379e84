//! Synthetic collections: any number of formulas, similar to given ones.
//!
//! How fast and how large an index is at ten million formulas cannot be measured on a list of eighty
//! thousand, nor on the same list over and over: the number of different formulas and of different tokens
//! decides. A [`Model`] learns from given formulas how often formulas repeat (`law`), what shapes they have
//! (`shapes`) and which symbols stand where (`usage`). A [`Generator`] draws a rank for each instance and
//! makes the formula of that rank: frequent ones are the given ones themselves (`n`, `x`, `f(x)`), the others
//! are variations (`vary`) with parts exchanged, variables renamed and numbers changed.
//!
//! Everything is a function of seed and number. Nothing is remembered, so memory does not grow, and any part
//! of a collection can be made on its own and on any core.
//!
//! What it is not: mathematics. The formulas look real to an index, but they are not true.

mod law;
mod lexemes;
mod neighbours;
mod posts;
mod shapes;
mod source;
mod streams;
mod usage;
mod vary;
mod words;

use document::{Complaint, Result};
use random::Random;
use rustc_hash::{FxHashMap, FxHashSet};

use law::{Law, Rank};
use neighbours::Neighbours;
use shapes::{Role, Shape, Shapes};
use streams::Purpose;
use usage::Usage;
use vary::{Strength, Variation};

pub use posts::{Posts, Thread};
pub use source::formulas;

/// What was learned from given formulas.
#[derive(Debug)]
pub struct Model {
    law: Law,
    shapes: Shapes,
    usage: Usage,
    neighbours: Neighbours,
    /// The given formulas that were seen more than once, the most frequent first.
    frequent: Vec<Box<str>>,
    /// The shapes of the instances that the frequent formulas leave room for, the smallest first.
    rare: Vec<Shape>,
    /// Hashes of all given formulas as the generator would write them.
    given: FxHashSet<u64>,
    /// The probability of the frequent formulas.
    frequent_mass: f64,
    instances: usize,
    distinct: usize,
}

/// A given formula: one spelling, how often it was seen in any spelling, and its size.
struct Given<'a> {
    latex: &'a str,
    count: usize,
    size: usize,
}

impl Model {
    /// Learns from formulas in LaTeX; those that look the same are one formula.
    pub fn learn<'a>(formulas: impl IntoIterator<Item = &'a str>) -> Result<Model> {
        let given = distinct(formulas);
        if given.is_empty() {
            let hint = "give formulas to learn from, one per line";
            return Err(Complaint::new("synthetic", 0, "there is nothing to learn from", hint).into());
        }
        let counts: Vec<usize> = given.iter().map(|formula| formula.count).collect();
        let mut model = Model {
            law: Law::fit(&counts),
            shapes: Shapes::default(),
            usage: Usage::default(),
            neighbours: Neighbours::default(),
            frequent: Vec::new(),
            rare: Vec::new(),
            given: FxHashSet::default(),
            frequent_mass: 0.0,
            instances: counts.iter().sum(),
            distinct: given.len(),
        };
        model.frequent_mass =
            model.law.mass_of_first(counts.iter().filter(|count| **count > 1).count() as u64);
        model.learn_shapes(&given);
        model.usage.finish();
        Ok(model)
    }

    /// How many formulas were given.
    pub fn instances(&self) -> usize {
        self.instances
    }

    /// How many of them look different.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// The formulas are in order: the most frequent first, of one frequency the smallest.
    fn learn_shapes(&mut self, given: &[Given<'_>]) {
        let rare = ((1.0 - self.frequent_mass) * self.instances as f64) as usize;
        for formula in given {
            if formula.count > 1 {
                self.frequent.push(formula.latex.into());
            }
        }
        let mut shapes: Vec<(usize, Shape)> = Vec::new();
        for formula in given.iter().rev() {
            let Some(shape) = self.shapes.add(formula.latex) else { continue };
            self.learn_usage(shape, formula.count as u64);
            self.neighbours.learn(&self.shapes, shape);
            self.given.insert(hash(&self.shapes.written(shape)));
            let free = rare.saturating_sub(shapes.len());
            shapes.extend(std::iter::repeat_n((formula.size, shape), formula.count.min(free)));
        }
        shapes.sort_by_key(|(size, _)| *size);
        self.rare = shapes.into_iter().map(|(_, shape)| shape).collect();
    }

    fn learn_usage(&mut self, shape: Shape, times: u64) {
        for piece in self.shapes.pieces_of(shape.pieces) {
            let digits = match piece.role {
                Role::Number(_) => self.shapes.text(piece.text).len(),
                _ => 0,
            };
            self.usage.count(*piece, digits, times);
        }
    }
}

/// The formulas that look different, the most frequent first, of one frequency the smallest first.
fn distinct<'a>(formulas: impl IntoIterator<Item = &'a str>) -> Vec<Given<'a>> {
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut spellings: FxHashMap<&str, usize> = FxHashMap::default();
    let mut given: Vec<Given<'_>> = Vec::new();
    for latex in formulas {
        let place = *spellings.entry(latex).or_insert_with(|| {
            let (slt, _) = formula::latex::read(latex, &formula::Options::default());
            *places.entry(formula::signatures::visual(&slt)).or_insert_with(|| {
                given.push(Given { latex, count: 0, size: slt.arena_len() });
                given.len() - 1
            })
        });
        if let Some(formula) = given.get_mut(place) {
            formula.count += 1;
        }
    }
    given.sort_by_key(|formula| (usize::MAX - formula.count, formula.size));
    given
}

fn hash(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// Makes formulas: the same for the same model, seed and number.
#[derive(Clone, Copy, Debug)]
pub struct Generator<'a> {
    model: &'a Model,
    seed: u64,
}

impl<'a> Generator<'a> {
    /// A generator for a model.
    pub fn new(model: &'a Model, seed: u64) -> Generator<'a> {
        Generator { model, seed }
    }

    /// Appends the LaTeX of an instance to `out` and returns the number of its formula: equal numbers are
    /// equal formulas, small numbers frequent ones.
    ///
    /// ```
    /// use lab::synthetic::{Generator, Model};
    ///
    /// let model = Model::learn(["x", "x", "x^{2}+1", r"\frac{a}{b}=3"]).unwrap();
    /// let generator = Generator::new(&model, 1);
    /// let (mut once, mut again) = (String::new(), String::new());
    /// assert_eq!(generator.instance(7, &mut once), generator.instance(7, &mut again));
    /// assert_eq!(once, again);
    /// ```
    pub fn instance(&self, number: u64, out: &mut String) -> u64 {
        let rank = self.model.law.draw(&mut Purpose::Instance.stream(self.seed, number));
        self.formula(rank, out);
        rank.number
    }

    fn formula(&self, rank: Rank, out: &mut String) {
        let model = self.model;
        let frequent = usize::try_from(rank.number).ok().and_then(|rank| model.frequent.get(rank));
        if let Some(latex) = frequent {
            out.push_str(latex);
            return;
        }
        let mut random = Purpose::Formula.stream(self.seed, rank.number);
        let Some(shape) = self.shape(rank, &mut random) else { return self.given(&mut random, out) };
        self.vary(shape, &mut random, out);
    }

    /// A shape for a rare formula: the rarer, the larger, with some play.
    fn shape(&self, rank: Rank, random: &mut Random) -> Option<Shape> {
        const PLAY: f64 = 0.2;
        let rare = &self.model.rare;
        let tail = 1.0 - self.model.frequent_mass;
        let place = (rank.quantile - self.model.frequent_mass) / tail.max(f64::MIN_POSITIVE);
        let place = (place + (random.unit() - 0.5) * PLAY).abs();
        let place = if place > 1.0 { 2.0 - place } else { place };
        rare.get(((place * rare.len() as f64) as usize).min(rare.len().saturating_sub(1))).copied()
    }

    /// Where nothing can be varied, one of the given formulas.
    fn given(&self, random: &mut Random, out: &mut String) {
        out.push_str(random.choose(&self.model.frequent).map_or("x", |latex| latex));
    }

    /// Appends a variation that differs from all given formulas, if a few attempts find one.
    fn vary(&self, shape: Shape, random: &mut Random, out: &mut String) {
        const ATTEMPTS: u32 = 6;
        let Model { shapes, usage, neighbours, given, .. } = self.model;
        let start = out.len();
        let mut strength = Strength::for_size(shape.pieces.1 - shape.pieces.0);
        for _ in 0..ATTEMPTS {
            out.truncate(start);
            Variation { shapes, usage, neighbours, strength }.write(shape, random, out);
            if out.get(start..).is_some_and(|latex| !given.contains(&hash(latex))) {
                return;
            }
            strength = strength.times(1.5);
        }
    }
}

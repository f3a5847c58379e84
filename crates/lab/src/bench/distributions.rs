//! Distributions of a list of formulas as an index sees it: sizes, repetitions, frequencies of tokens.
//!
//! Tokens are symbol pairs of the layout tree as Tangent-CFT makes them (a window of 2, ends of baselines
//! marked, no locations). Document frequency is counted over instances.
//!
//! What it is not: a test of significance. It shows two lists side by side with the ratios.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use formula::{Options, latex, signatures};
use rayon::prelude::*;
use similarity::tree::{Order, SymbolTree};
use similarity::tuples;

/// A figure of a list of formulas.
pub struct Figure {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// The data of one formula.
struct Features {
    visual: u64,
    size: u32,
    tokens: Vec<u64>,
}

/// Edges of the classes of repetitions and document frequencies: 1, 2–9, 10–99, …; the last ones are open,
/// so that each has some dozen members in a list of 80,000.
const REPETITIONS: [usize; 4] = [1, 2, 10, 100];
const DOCUMENT_FREQUENCIES: [usize; 5] = [1, 2, 10, 100, 1_000];

/// The figures of a list of formulas in LaTeX.
pub fn figures(formulas: &[&str]) -> Vec<Figure> {
    let hasher = RandomState::new();
    let features: Vec<Features> = formulas.par_iter().map(|latex| features(latex, &hasher)).collect();
    let mut out = Figures::default();
    out.sizes(&features);
    out.repetition(&features);
    out.tokens(&features);
    out.figures
}

fn features(latex: &str, hasher: &RandomState) -> Features {
    let (slt, _) = latex::read(latex, &Options::default());
    let tree = SymbolTree::of_layout(&slt, Order::Tuples);
    let mut tokens = Vec::new();
    tuples::for_each(&tree, tuples::Settings::default(), |tuple| {
        tokens.push(hasher.hash_one((tuple.ancestor, tuple.descendant, tuple.path)));
    });
    tokens.sort_unstable();
    tokens.dedup();
    Features { visual: signatures::visual(&slt), size: tree.len() as u32, tokens }
}

#[derive(Default)]
struct Figures {
    figures: Vec<Figure>,
}

impl Figures {
    fn push(&mut self, name: impl Into<String>, value: f64) {
        self.figures.push(Figure { name: name.into(), value });
    }

    fn sizes(&mut self, features: &[Features]) {
        let mut sizes: Vec<u32> = features.iter().map(|formula| formula.size).collect();
        sizes.sort_unstable();
        let sum: f64 = sizes.iter().map(|size| f64::from(*size)).sum();
        self.push("nodes, mean", sum / sizes.len().max(1) as f64);
        for percent in [10, 25, 50, 75, 90, 99] {
            let size = sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0);
            self.push(format!("nodes, {percent} % quantile"), f64::from(size));
        }
    }

    fn repetition(&mut self, features: &[Features]) {
        let counts = counts(features.iter().map(|formula| formula.visual));
        let total: usize = counts.iter().sum();
        self.push("instances per distinct formula", total as f64 / counts.len().max(1) as f64);
        for (name, share) in classes(&counts, &REPETITIONS) {
            self.push(format!("formulas seen {name} times, % of distinct"), share);
        }
        for first in [1, 10, 100, 1_000, 10_000] {
            let instances: usize = counts.iter().take(first).sum();
            let share = 100.0 * instances as f64 / total.max(1) as f64;
            self.push(format!("instances of the first {first} formulas, %"), share);
        }
    }

    fn tokens(&mut self, features: &[Features]) {
        let counts = counts(features.iter().flat_map(|formula| formula.tokens.iter().copied()));
        let total: usize = counts.iter().sum();
        self.push("tokens of an instance, mean", total as f64 / features.len().max(1) as f64);
        self.push("distinct tokens", counts.len() as f64);
        for (name, share) in classes(&counts, &DOCUMENT_FREQUENCIES) {
            self.push(format!("tokens in {name} instances, % of distinct"), share);
        }
    }
}

/// How often each thing occurs, the most frequent first.
fn counts(things: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_unstable_by_key(|count| std::cmp::Reverse(*count));
    counts
}

/// The share of things in each class of frequencies, in per cent.
fn classes(counts: &[usize], edges: &[usize]) -> Vec<(String, f64)> {
    let ends = edges.iter().skip(1).copied().chain([usize::MAX]);
    let class = |(start, end): (usize, usize)| {
        let number = counts.iter().filter(|count| (start..end).contains(count)).count();
        let name = match end {
            2 => "1".to_owned(),
            usize::MAX => format!("{start}+"),
            end => format!("{start}–{}", end - 1),
        };
        (name, 100.0 * number as f64 / counts.len().max(1) as f64)
    };
    edges.iter().copied().zip(ends).map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(figures: &[Figure], name: &str) -> f64 {
        figures.iter().find(|figure| figure.name == name).unwrap().value
    }

    #[test]
    fn spellings_of_one_formula_are_one_formula() {
        let figures = figures(&["x^2", "x^{2}", "y", "y", "y", "z"]);
        assert_eq!(value(&figures, "instances per distinct formula"), 2.0);
        assert_eq!(value(&figures, "nodes, 50 % quantile"), 1.0);
        assert_eq!(value(&figures, "instances of the first 1 formulas, %"), 50.0);
    }

    #[test]
    fn tokens_are_counted_once_an_instance() {
        // Pairs of `x`: with its end; `x+x` has (x,+) (x,x) (+,x) (x,end).
        let figures = figures(&["x", "x+x"]);
        assert_eq!(value(&figures, "distinct tokens"), 4.0);
        assert_eq!(value(&figures, "tokens of an instance, mean"), 2.5);
    }
}

//! Smatch: how much of two graphs is the same (Cai and Knight, "Smatch: an evaluation metric for semantic feature
//! structures", ACL 2013).
//!
//! A graph is a set of triples: a concept of each node, a relation of each edge between nodes, an attribute of each edge to a
//! constant, and one that names the top. The score is the largest number of triples that become the same under a one-to-one
//! mapping of the nodes, divided by the triples of one graph (precision), of the other (recall), and their harmonic mean (F1).
//!
//! Finding the best mapping is NP-hard. [`smatch`] climbs from several starts and then tries to prove by branch and bound that
//! the result is the best; [`Match::exact`] says whether it is proved. The same seed gives the same result.
//!
//! What it is not: a comparison of meanings. Synonyms are different concepts.

mod assignment;
mod climb;
mod exact;
mod triples;
mod weights;

use crate::{Graph, NodeId};
use triples::Triples;
use weights::Weights;

/// How many times as many starts there are where no proof is found.
const MORE: usize = 20;

/// How to look for the best mapping.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of the random starts.
    pub seed: u64,
    /// How many times climbing starts; the first start maps nodes to nodes with the same concept. There are more starts where
    /// the result cannot be proved to be the best.
    pub starts: usize,
    /// How many mappings branch and bound may look at; 0 leaves the proof out.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { seed: 1, starts: 30, limit: 5_000 }
    }
}

/// Numbers of triples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The triples that are the same.
    pub matched: usize,
    /// The triples of the first graph.
    pub first: usize,
    /// The triples of the second graph.
    pub second: usize,
}

impl Counts {
    /// The share of the first graph that is in the second.
    pub fn precision(&self) -> f64 {
        share(self.matched, self.first)
    }

    /// The share of the second graph that is in the first.
    pub fn recall(&self) -> f64 {
        share(self.matched, self.second)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        share(2 * self.matched, self.first + self.second)
    }
}

impl std::iter::Sum for Counts {
    /// The counts of several pairs, from which the micro average is made.
    fn sum<I: Iterator<Item = Counts>>(counts: I) -> Counts {
        counts.fold(Counts::default(), |sum, counts| Counts {
            matched: sum.matched + counts.matched,
            first: sum.first + counts.first,
            second: sum.second + counts.second,
        })
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The best mapping that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The numbers of triples.
    pub counts: Counts,
    /// Whether no other mapping is better.
    pub exact: bool,
    /// The node of the second graph for each node of the first.
    pub mapping: Vec<Option<NodeId>>,
}

/// Compares two graphs.
///
/// ```
/// let parse = |text| graph::penman::parse(text, Default::default()).unwrap();
/// // The example of the paper: the boy wants to go; the boy wants the football.
/// let one = parse("(a / want-01 :ARG0 (b / boy) :ARG1 (c / go-01 :ARG0 b))");
/// let two = parse("(x / want-01 :ARG0 (y / boy) :ARG1 (z / football))");
/// let found = graph::smatch::smatch(&one, &two, &Default::default());
/// // Without the triples that name the tops, the paper has 4 of 6 and of 5.
/// assert_eq!((found.counts.matched, found.counts.first, found.counts.second), (5, 7, 6));
/// assert!(found.exact);
/// ```
pub fn smatch(first: &Graph, second: &Graph, options: &Options) -> Match {
    let (one, two) = (Triples::of(first), Triples::of(second));
    let weights = Weights::new(&one, &two);
    let (climbed, mapping) = climb::best(&weights, options);
    let (mut matched, mut mapping, exact) = exact::improve(&weights, climbed, mapping, options.limit);
    if !exact {
        // Without a proof, more starts are the only way to a better mapping.
        let more = Options { seed: random::mixed(options.seed), starts: MORE * options.starts, ..*options };
        let (climbed, other) = climb::best(&weights, &more);
        if climbed > matched {
            (matched, mapping) = (climbed, other);
        }
    }
    let mapping = mapping.into_iter().take(first.nodes.len()).collect();
    Match { counts: Counts { matched, first: one.count(), second: two.count() }, exact, mapping }
}

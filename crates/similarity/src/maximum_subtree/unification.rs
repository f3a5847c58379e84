//! Keeps the pairs that rename variables consistently, and computes their scores.

use super::matching::{Found, Occurrence};
use super::side::{Id, NONE, Side};
use super::{Scores, Trees};

/// The nodes of a query that found their match, after unification.
#[derive(Debug, Default)]
pub(super) struct Matched {
    /// Whether each node of the query is matched.
    query: Vec<bool>,
    /// Pairs of variables with the same tags, counted.
    renamings: Vec<Renaming>,
    /// Renamings that hold.
    accepted: Vec<(u32, u32)>,
    /// Whether each occurrence of a query variable holds.
    pub(super) holds: Vec<bool>,
    pub(super) exact: u32,
    pub(super) unified: u32,
    pub(super) wildcards: u32,
    pub(super) taken: u32,
}

#[derive(Clone, Copy, Debug)]
struct Renaming {
    count: u32,
    /// A pair of nodes with these tags.
    pair: (Id, Id),
    tags: (u32, u32),
}

impl Matched {
    /// Unifies the pairs and counts the matched nodes.
    pub(super) fn unify(&mut self, trees: &Trees<'_>, found: &Found) {
        self.query.clear();
        self.query.resize(trees.query.len(), false);
        self.accept_renamings(trees, found);
        self.accept_wildcards(trees, found);
        self.exact = found.exact.len() as u32;
        self.unified = found.constants.len() as u32;
        for &(q, _) in found.exact.iter().chain(&found.constants) {
            self.query[usize::from(q)] = true;
        }
        for &(q, c) in &found.variables {
            let (from, to) = tags(trees, (q, c));
            if !self.accepted.contains(&(from, to)) {
                continue;
            }
            self.query[usize::from(q)] = true;
            match from == to {
                true => self.exact += 1,
                false => self.unified += 1,
            }
        }
        (self.wildcards, self.taken) = (0, 0);
        for (occurrence, _) in found.occurrences.iter().zip(&self.holds).filter(|(_, holds)| **holds) {
            self.query[usize::from(occurrence.wildcard)] = true;
            self.wildcards += 1;
            self.taken += (occurrence.end - occurrence.start) as u32;
        }
    }

    /// Whether a pair of variables is renamed this way.
    pub(super) fn accepts(&self, trees: &Trees<'_>, pair: (Id, Id)) -> bool {
        self.accepted.contains(&tags(trees, pair))
    }

    /// Accepts renamings one to one, the most frequent first.
    fn accept_renamings(&mut self, trees: &Trees<'_>, found: &Found) {
        self.renamings.clear();
        for &pair in &found.variables {
            let tags = tags(trees, pair);
            match self.renamings.iter_mut().find(|known| known.tags == tags) {
                Some(known) => known.count += 1,
                None => self.renamings.push(Renaming { count: 1, pair, tags }),
            }
        }
        let names = |renaming: &Renaming| {
            let (q, c) = renaming.pair;
            (trees.query_tree.tag(u32::from(q)), trees.candidate_tree.tag(u32::from(c)))
        };
        self.renamings.sort_unstable_by(|a, b| {
            let rank = |renaming: &Renaming| (renaming.count, renaming.tags.0 == renaming.tags.1);
            rank(b).cmp(&rank(a)).then_with(|| names(b).cmp(&names(a)))
        });
        self.accepted.clear();
        for renaming in &self.renamings {
            let (from, to) = renaming.tags;
            if !self.accepted.iter().any(|&(known, taken)| known == from || taken == to) {
                self.accepted.push((from, to));
            }
        }
    }

    /// A query variable stands for the same part everywhere: the largest one that it took.
    fn accept_wildcards(&mut self, trees: &Trees<'_>, found: &Found) {
        self.holds.clear();
        self.holds.resize(found.occurrences.len(), true);
        for (place, occurrence) in found.occurrences.iter().enumerate() {
            if is_anonymous(trees, occurrence) {
                continue;
            }
            let tag = trees.query.node(occurrence.wildcard).tag;
            let same = found
                .occurrences
                .iter()
                .filter(|other| trees.query.node(other.wildcard).tag == tag)
                .map(|other| &found.taken[other.start..other.end])
                .reduce(|largest, other| if other.len() > largest.len() { other } else { largest });
            let own = &found.taken[occurrence.start..occurrence.end];
            self.holds[place] = same.is_some_and(|largest| is_same(trees.candidate, own, largest));
        }
    }

    /// The three scores of the matched nodes.
    pub(super) fn scores(&self, trees: &Trees<'_>) -> Scores {
        let (query_size, candidate_size) = (trees.query_tree.len() as f64, trees.candidate_tree.len() as f64);
        let matched = self.exact + self.unified + self.wildcards;
        if matched == 0 {
            return Scores::default();
        }
        let edges = (1..trees.query.len()).filter(|&node| {
            let parent = trees.query.nodes[node].parent;
            parent != NONE && self.query[node] && self.query[usize::from(parent)]
        });
        Scores {
            maximum_subtree: maximum_subtree(f64::from(matched), edges.count() as f64, query_size),
            precision: f64::from(self.exact + self.unified + self.taken) / candidate_size,
            recall: f64::from(self.exact + self.wildcards) / query_size,
        }
    }
}

/// The harmonic mean of the recall of nodes and the recall of edges. No edge counts as half an edge.
pub(super) fn maximum_subtree(nodes: f64, edges: f64, query_size: f64) -> f64 {
    let node_recall = nodes / query_size;
    let edge_recall = if query_size > 1.0 { edges.max(0.5) / (query_size - 1.0) } else { 1.0 };
    2.0 * node_recall * edge_recall / (node_recall + edge_recall)
}

fn tags(trees: &Trees<'_>, (q, c): (Id, Id)) -> (u32, u32) {
    (trees.query.node(q).tag, trees.candidate.node(c).tag)
}

/// A query variable without a name may stand for something else each time.
fn is_anonymous(trees: &Trees<'_>, occurrence: &Occurrence) -> bool {
    trees.query_tree.tag(u32::from(occurrence.wildcard)) == "?"
}

/// Whether two parts of the candidate look the same.
fn is_same(candidate: &Side, a: &[Id], b: &[Id]) -> bool {
    let place = |part: &[Id], id: Id| part.iter().position(|&node| node == id);
    let alike = |(&x, &y): (&Id, &Id)| {
        let (left, right) = (candidate.node(x), candidate.node(y));
        let parents = (place(a, left.parent), place(b, right.parent));
        left.tag == right.tag && parents.0 == parents.1 && (parents.0.is_none() || left.label == right.label)
    };
    a == b || (a.len() == b.len() && a.iter().zip(b).all(alike))
}

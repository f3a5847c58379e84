//! Branch and bound: a better mapping than a given one, or a proof that there is none.
//!
//! Nodes of the first graph get partners one after the other. The bound for the others is an assignment problem: a pair counts
//! what it gains by itself and with the pairs that are fixed, and half of what it can gain with others, since the relation
//! between two pairs is counted at both (Gilmore and Lawler's bound for the quadratic assignment problem). A relation of one
//! node can only be the same as one relation of its partner, so for each pair the most is again counted one to one.

use super::assignment::largest_sum;
use super::weights::Weights;
use crate::NodeId;

type Mapping = Vec<Option<NodeId>>;

/// Tables with more cells than this are not tried.
const LARGEST_TABLE: usize = 4000;

struct Search<'a> {
    weights: &'a Weights,
    /// The nodes of the first graph in the order in which they get partners.
    order: Vec<NodeId>,
    mapping: Mapping,
    used: Vec<bool>,
    best: usize,
    best_mapping: Mapping,
    /// The mappings that may still be looked at.
    left: usize,
}

/// Improves a mapping and says whether it is proved to be the best.
pub(super) fn improve(
    weights: &Weights,
    score: usize,
    mapping: Mapping,
    limit: usize,
) -> (usize, Mapping, bool) {
    if limit == 0 || weights.first * weights.second > LARGEST_TABLE {
        return (score, mapping, weights.pairs.is_empty());
    }
    let mut search = Search {
        weights,
        order: order(weights),
        mapping: vec![None; weights.first],
        used: vec![false; weights.second],
        best: score,
        best_mapping: mapping,
        left: limit,
    };
    let complete = search.branch(0, 0);
    (search.best, search.best_mapping, complete)
}

/// Nodes next to earlier ones first, so that relations count early; among these, the ones with most relations.
fn order(weights: &Weights) -> Vec<NodeId> {
    let mut neighbours = vec![Vec::new(); weights.first];
    for pair in &weights.pairs {
        neighbours[pair.first].extend(pair.with.iter().map(|&(other, _)| weights.pairs[other].first));
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let mut order: Vec<NodeId> = Vec::new();
    let mut is_in = vec![false; weights.first];
    while order.len() < weights.first {
        let near = |node: NodeId| neighbours[node].iter().filter(|&&other| is_in[other]).count();
        let next = (0..weights.first).filter(|&node| !is_in[node]);
        let Some(next) = next.max_by_key(|&node| (near(node), neighbours[node].len(), usize::MAX - node))
        else {
            break;
        };
        is_in[next] = true;
        order.push(next);
    }
    order
}

impl Search<'_> {
    /// Tries every partner of the node at a depth. Returns whether everything was tried or excluded.
    fn branch(&mut self, depth: usize, score: usize) -> bool {
        if score > self.best {
            self.best = score;
            self.best_mapping.clone_from(&self.mapping);
        }
        let Some(&node) = self.order.get(depth) else { return true };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if score + self.bound(depth) <= self.best {
            return true;
        }
        let mut options: Vec<(usize, usize)> = self.weights.of_first[node]
            .iter()
            .filter(|&&pair| !self.used[self.weights.pairs[pair].second])
            .map(|&pair| (self.fixed(pair), pair))
            .collect();
        options.sort_unstable_by(|one, other| other.cmp(one));
        let mut complete = true;
        for (gain, pair) in options {
            let second = self.weights.pairs[pair].second;
            self.mapping[node] = Some(second);
            self.used[second] = true;
            complete &= self.branch(depth + 1, score + gain);
            self.used[second] = false;
            self.mapping[node] = None;
        }
        self.branch(depth + 1, score) && complete
    }

    /// What a pair gains by itself and with the pairs that are fixed.
    fn fixed(&self, pair: usize) -> usize {
        let pair = &self.weights.pairs[pair];
        let with = pair.with.iter().filter(|(other, _)| self.weights.holds(*other, &self.mapping));
        pair.own + with.map(|(_, weight)| weight).sum::<usize>()
    }

    /// The most that the nodes from a depth on can gain.
    fn bound(&mut self, depth: usize) -> usize {
        let rest = self.order.get(depth..).unwrap_or_default();
        let columns = self.weights.second;
        let mut is_open = vec![false; self.weights.first];
        rest.iter().for_each(|&node| is_open[node] = true);
        let mut values = vec![0u32; rest.len() * columns];
        for (row, &node) in rest.iter().enumerate() {
            for &pair in &self.weights.of_first[node] {
                let second = self.weights.pairs[pair].second;
                if !self.used[second] {
                    let value = 2 * self.fixed(pair) + self.open(pair, &is_open);
                    values[row * columns + second] = u32::try_from(value).unwrap_or(u32::MAX);
                }
            }
        }
        largest_sum(&values, columns) as usize / 2
    }

    /// The most that a pair can gain with pairs that are not fixed: each node counts once on either side.
    fn open(&self, pair: usize, is_open: &[bool]) -> usize {
        let with = self.weights.pairs[pair].with.iter();
        let with: Vec<(NodeId, NodeId, usize)> = with
            .map(|&(other, weight)| {
                (self.weights.pairs[other].first, self.weights.pairs[other].second, weight)
            })
            .filter(|&(first, second, _)| is_open[first] && !self.used[second])
            .collect();
        let by_first = most(with.iter().map(|&(first, _, weight)| (first, weight)));
        let by_second = most(with.iter().map(|&(_, second, weight)| (second, weight)));
        by_first.min(by_second)
    }
}

/// The sum over nodes of the largest weight of each.
fn most(weights: impl Iterator<Item = (NodeId, usize)>) -> usize {
    let mut largest: Vec<(NodeId, usize)> = weights.collect();
    largest.sort_unstable_by(|one, other| (one.0, other.1).cmp(&(other.0, one.1)));
    largest.dedup_by_key(|(node, _)| *node);
    largest.into_iter().map(|(_, weight)| weight).sum()
}

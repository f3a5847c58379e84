//! What each pair of nodes gains: by itself, and together with other pairs.

use rustc_hash::FxHashMap;

use super::triples::Triples;
use crate::NodeId;

/// A pair of nodes that can gain something.
#[derive(Debug)]
pub(super) struct Pair {
    /// The node of the first graph.
    pub(super) first: NodeId,
    /// The node of the second graph.
    pub(super) second: NodeId,
    /// Concepts, attributes and loops that are the same.
    pub(super) own: usize,
    /// Other pairs, and the relations that are the same if both hold.
    pub(super) with: Vec<(usize, usize)>,
}

/// All pairs of two graphs.
#[derive(Debug, Default)]
pub(super) struct Weights {
    /// Nodes of the first graph.
    pub(super) first: usize,
    /// Nodes of the second graph.
    pub(super) second: usize,
    /// The pairs, by first and second node.
    pub(super) pairs: Vec<Pair>,
    /// The pairs of each node of the first graph.
    pub(super) of_first: Vec<Vec<usize>>,
    by_nodes: FxHashMap<(NodeId, NodeId), usize>,
    /// Whether the concepts of a pair are the same.
    pub(super) same_concept: Vec<bool>,
}

impl Weights {
    pub(super) fn new(one: &Triples, two: &Triples) -> Self {
        let mut own: FxHashMap<(NodeId, NodeId), usize> = FxHashMap::default();
        let mut same: FxHashMap<(NodeId, NodeId), bool> = FxHashMap::default();
        for (first, concept) in one.concepts.iter().enumerate() {
            let equal = two.concepts.iter().enumerate().filter(|(_, other)| *other == concept);
            for (second, _) in equal {
                *own.entry((first, second)).or_default() += 1;
                same.insert((first, second), true);
            }
        }
        for (role, first, value) in &one.attributes {
            let equal = two.attributes.iter().filter(|(other, _, text)| other == role && text == value);
            for (_, second, _) in equal {
                *own.entry((*first, *second)).or_default() += 1;
            }
        }
        let mut together: FxHashMap<[(NodeId, NodeId); 2], usize> = FxHashMap::default();
        for (role, source, target) in &one.relations {
            for (_, other_source, other_target) in two.relations.iter().filter(|(other, ..)| other == role) {
                let mut pairs = [(*source, *other_source), (*target, *other_target)];
                if pairs[0] == pairs[1] {
                    *own.entry(pairs[0]).or_default() += 1;
                } else if source != target && other_source != other_target {
                    pairs.sort_unstable();
                    *together.entry(pairs).or_default() += 1;
                }
            }
        }
        Weights::from_parts((one.concepts.len(), two.concepts.len()), &own, &same, together)
    }

    fn from_parts(
        (first, second): (usize, usize),
        own: &FxHashMap<(NodeId, NodeId), usize>,
        same: &FxHashMap<(NodeId, NodeId), bool>,
        together: FxHashMap<[(NodeId, NodeId); 2], usize>,
    ) -> Self {
        let mut keys: Vec<(NodeId, NodeId)> = own.keys().copied().collect();
        keys.extend(together.keys().flatten());
        keys.sort_unstable();
        keys.dedup();
        let mut weights = Weights { first, second, of_first: vec![Vec::new(); first], ..Weights::default() };
        for (index, &key) in keys.iter().enumerate() {
            weights.by_nodes.insert(key, index);
            weights.of_first[key.0].push(index);
            let own = own.get(&key).copied().unwrap_or(0);
            weights.same_concept.push(same.contains_key(&key));
            weights.pairs.push(Pair { first: key.0, second: key.1, own, with: Vec::new() });
        }
        for ([one, other], weight) in together {
            let (one, other) = (weights.by_nodes[&one], weights.by_nodes[&other]);
            weights.pairs[one].with.push((other, weight));
            weights.pairs[other].with.push((one, weight));
        }
        // Hash tables have no order; climbing must not depend on theirs.
        weights.pairs.iter_mut().for_each(|pair| pair.with.sort_unstable());
        weights
    }

    /// The pair of two nodes.
    pub(super) fn pair(&self, first: NodeId, second: NodeId) -> Option<usize> {
        self.by_nodes.get(&(first, second)).copied()
    }

    /// Whether a pair is part of a mapping.
    pub(super) fn holds(&self, pair: usize, mapping: &[Option<NodeId>]) -> bool {
        mapping[self.pairs[pair].first] == Some(self.pairs[pair].second)
    }

    /// What two pairs gain together.
    pub(super) fn between(&self, one: usize, other: usize) -> usize {
        let with = &self.pairs[one].with;
        with.binary_search_by_key(&other, |&(pair, _)| pair).map_or(0, |place| with[place].1)
    }

    /// The triples that are the same under a mapping.
    pub(super) fn score(&self, mapping: &[Option<NodeId>]) -> usize {
        let held = mapping.iter().enumerate().filter_map(|(first, second)| self.pair(first, (*second)?));
        held.map(|index| {
            let pair = &self.pairs[index];
            let with = pair.with.iter().filter(|(other, _)| *other > index && self.holds(*other, mapping));
            pair.own + with.map(|(_, weight)| weight).sum::<usize>()
        })
        .sum()
    }
}

//! Hill climbing: from a start, the best single change until none helps. Changes map a node to a free one or swap two nodes.

use random::Random;

use super::Options;
use super::weights::Weights;
use crate::NodeId;

type Mapping = Vec<Option<NodeId>>;

/// The best mapping of several starts, with its score.
pub(super) fn best(weights: &Weights, options: &Options) -> (usize, Mapping) {
    let mut random = Random::new(options.seed);
    let mut best = (0, vec![None; weights.first]);
    for start in 0..options.starts.max(1) {
        let start =
            if start == 0 { by_concept(weights, &mut random) } else { at_random(weights, &mut random) };
        let found = climbed(weights, start);
        if found.0 > best.0 {
            best = found;
        }
    }
    best
}

/// Maps each node to the first free one with its concept, the others at random.
fn by_concept(weights: &Weights, random: &mut Random) -> Mapping {
    let mut mapping = vec![None; weights.first];
    let mut used = vec![false; weights.second];
    for (first, pairs) in weights.of_first.iter().enumerate() {
        let same =
            pairs.iter().filter(|&&pair| weights.same_concept[pair]).map(|&pair| weights.pairs[pair].second);
        if let Some(second) = same.filter(|&second| !used[second]).min() {
            mapping[first] = Some(second);
            used[second] = true;
        }
    }
    filled(weights, mapping, &mut used, random)
}

fn at_random(weights: &Weights, random: &mut Random) -> Mapping {
    filled(weights, vec![None; weights.first], &mut vec![false; weights.second], random)
}

/// Maps the nodes that have no partner to free ones at random.
fn filled(weights: &Weights, mut mapping: Mapping, used: &mut [bool], random: &mut Random) -> Mapping {
    for (first, second) in mapping.iter_mut().enumerate().filter(|(_, second)| second.is_none()) {
        let free: Vec<NodeId> = weights.of_first[first]
            .iter()
            .map(|&pair| weights.pairs[pair].second)
            .filter(|&node| !used[node])
            .collect();
        *second = random.choose(&free).copied();
        if let Some(node) = *second {
            used[node] = true;
        }
    }
    mapping
}

/// A change of a mapping.
enum Change {
    Move(NodeId, NodeId),
    Swap(NodeId, NodeId),
}

fn climbed(weights: &Weights, mut mapping: Mapping) -> (usize, Mapping) {
    let mut score = weights.score(&mapping);
    while let Some((gain, change)) = best_change(weights, &mapping) {
        score += gain;
        match change {
            Change::Move(first, second) => mapping[first] = Some(second),
            Change::Swap(one, other) => mapping.swap(one, other),
        }
    }
    (score, mapping)
}

/// What a pair gains under a mapping, leaving out what it gains with pairs of two nodes of the first graph.
fn gain(weights: &Weights, pair: Option<usize>, mapping: &Mapping, left_out: [NodeId; 2]) -> usize {
    let Some(pair) = pair.map(|pair| &weights.pairs[pair]) else { return 0 };
    let with = pair.with.iter().filter(|&&(other, _)| {
        weights.holds(other, mapping) && !left_out.contains(&weights.pairs[other].first)
    });
    pair.own + with.map(|(_, weight)| weight).sum::<usize>()
}

/// The change that gains most, if one gains anything.
fn best_change(weights: &Weights, mapping: &Mapping) -> Option<(usize, Change)> {
    let held = |first: NodeId| mapping[first].and_then(|second| weights.pair(first, second));
    let alone = |first: NodeId, pair: Option<usize>| gain(weights, pair, mapping, [first, first]);
    let mut used = vec![false; weights.second];
    mapping.iter().flatten().for_each(|&second| used[second] = true);
    let current: Vec<usize> = (0..weights.first).map(|first| alone(first, held(first))).collect();
    let mut best = None;
    let mut most = 0;
    for (first, pairs) in weights.of_first.iter().enumerate() {
        let free = pairs.iter().filter(|&&pair| !used[weights.pairs[pair].second]);
        for &pair in free {
            let gained = alone(first, Some(pair)).saturating_sub(current[first]);
            if gained > most {
                (most, best) = (gained, Some(Change::Move(first, weights.pairs[pair].second)));
            }
        }
    }
    for one in 0..weights.first {
        for other in one + 1..weights.first {
            let swapped =
                |first: NodeId, from: NodeId| mapping[from].and_then(|second| weights.pair(first, second));
            let (new_one, new_other) = (swapped(one, other), swapped(other, one));
            if new_one.is_none() && new_other.is_none() {
                continue;
            }
            let between = |pairs: (Option<usize>, Option<usize>)| match pairs {
                (Some(one), Some(other)) => weights.between(one, other),
                _ => 0,
            };
            let apart = |pair| gain(weights, pair, mapping, [one, other]);
            let after = apart(new_one) + apart(new_other) + between((new_one, new_other));
            let before = current[one] + current[other] - between((held(one), held(other)));
            if after.saturating_sub(before) > most {
                (most, best) = (after - before, Some(Change::Swap(one, other)));
            }
        }
    }
    best.map(|change| (most, change))
}

//! The α-signature: one number for all formulas that differ only in the names of their variables.
//!
//! Renaming variables in order of first occurrence does not work, because operands without an order have no
//! first: `b+a^2` and `x^2+y` list the terms of their sums in different orders. Instead a variable is named
//! by where it occurs, in the manner of colour refinement: its colour is the sum over its places, and a place
//! is a hash of the path from the root. A second round uses the colours of the first in place of names, which
//! separates variables that differ only in the variables around them.

use super::hash::{self, Walk, mix};
use crate::names;
use crate::opt::{Font, Kind, NodeId, Opt};

const ROUNDS: usize = 2;

/// The signature of a canonical tree up to the names of its variables.
pub(super) fn of_walk(walk: &Walk) -> u64 {
    let mut labels = walk.labels().to_vec();
    let mut occurrences: Vec<Occurrence> = Vec::new();
    for (at, step) in walk.steps().iter().enumerate() {
        if is_variable(walk.opt(), step.id) && !is_constant(walk, at) {
            occurrences.push(Occurrence { name: labels[at], at: at as u32 });
            labels[at] = stand_in(walk.opt(), step.id);
        }
    }
    occurrences.sort_unstable();
    let mut hashes = walk.bottom_up(&labels);
    let rounds = if occurrences.is_empty() { 0 } else { ROUNDS };
    for _ in 0..rounds {
        colour(walk, &occurrences, &hashes, &mut labels);
        hashes = walk.bottom_up(&labels);
    }
    hashes[walk.root()]
}

/// One occurrence of a variable. Sorting puts those of one variable next to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    name: u64,
    at: u32,
}

/// Labels every variable with the sum of its places.
fn colour(walk: &Walk, occurrences: &[Occurrence], hashes: &[u64], labels: &mut [u64]) {
    let contexts = walk.top_down(hashes);
    for same in occurrences.chunk_by(|a, b| a.name == b.name) {
        let places = same.iter().map(|occurrence| {
            let at = occurrence.at as usize;
            mix(contexts[at], hashes[at])
        });
        let colour = places.fold(0u64, u64::wrapping_add);
        for occurrence in same {
            let at = occurrence.at as usize;
            labels[at] = mix(stand_in(walk.opt(), walk.steps()[at].id), colour);
        }
    }
}

fn stand_in(opt: &Opt, id: NodeId) -> u64 {
    if opt.node(id).kind == Kind::Wildcard { hash::WILDCARD } else { hash::VARIABLE }
}

/// Whether the label of a node is the name of a variable, as a leaf or before arguments.
pub(super) fn is_variable(opt: &Opt, id: NodeId) -> bool {
    let node = opt.node(id);
    match node.kind {
        Kind::Variable | Kind::Function => node.symbol.as_char().is_some_and(char::is_alphabetic),
        Kind::Wildcard => true,
        _ => false,
    }
}

/// Whether a single letter is a constant.
fn is_constant(walk: &Walk, at: usize) -> bool {
    let node = walk.opt().node(walk.steps()[at].id);
    let plain = node.font == Font::Plain && node.kind == Kind::Variable;
    match node.symbol.as_char() {
        _ if node.kind == Kind::Wildcard => false,
        Some('π') => plain,
        Some('e') => plain && is_base(walk, at),
        _ => node.font == Font::DoubleStruck,
    }
}

/// Whether a step is the base of a power.
fn is_base(walk: &Walk, at: usize) -> bool {
    let step = walk.steps()[at];
    let parent = walk.steps()[step.parent as usize].id;
    let opt = walk.opt();
    at > 0 && opt.symbol(parent) == names::SUP && opt.children(parent).next() == Some(step.id)
}

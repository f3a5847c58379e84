//! Signatures: 64-bit numbers that equal formulas share.
//!
//! - [`visual`]: the look of the formula without fonts. Two formulas share it if their Tangent strings are
//!   equal. ARQMath clusters formulas into visually distinct formulas by the same rule.
//! - [`alpha`]: the formula up to the names of its variables. `a^2+b` and `y+x^2` share it, `x+x` and `x+y` do not.
//! - [`structure`]: the formula with one name for all variables and one value for all numbers.
//!
//! [`alpha`] and [`structure`] expect a canonical tree. They do not sort it again: they add up the
//! hashes of operands without an order, so the order in the tree, which depends on names, does not matter.
//!
//! The numbers are part of the stored format. They depend on the texts of labels, not on the machine or
//! the build: not on the numbering of names, byte order or a random state. A change of a reader or of the
//! canonical form may change a tree and so its numbers. A change of the functions here changes the format
//! and must fail the tests with fixed numbers.
//!
//! What they are not: proofs. Different formulas share a number by accident about once in 2⁶⁴ pairs, and α
//! does not distinguish formulas whose six or more variables are linked in rings of different lengths
//! (`ab+bc+ca+de+ef+fd` and `ab+bc+cd+de+ef+fa`). Where this matters, compare the trees.

mod alpha;
pub mod hash;

use std::fmt;

use xxhash_rust::xxh3::xxh3_64;

use crate::opt::{Kind, Opt};
use crate::slt::Slt;
use crate::write::tangent;
use hash::Walk;

/// The three signatures of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Signatures {
    /// See [`visual`].
    pub visual: u64,
    /// See [`alpha`].
    pub alpha: u64,
    /// See [`structure`].
    pub structure: u64,
}

impl Signatures {
    /// The signatures of a layout and of its canonical operator tree.
    pub fn new(slt: &Slt, canonical: &Opt) -> Signatures {
        let walk = Walk::new(canonical);
        let alpha = walk.as_ref().map_or(0, alpha::of_walk);
        Signatures { visual: visual(slt), alpha, structure: walk.as_ref().map_or(0, structure_of_walk) }
    }
}

impl fmt::Display for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x} {:016x} {:016x}", self.visual, self.alpha, self.structure)
    }
}

/// The signature of the look of a formula: XXH3 of its Tangent string.
///
/// Fonts do not count, except that double-struck, script and Fraktur letters are different letters, as in
/// ARQMath.
pub fn visual(slt: &Slt) -> u64 {
    xxh3_64(tangent::slt_string(slt).as_bytes())
}

/// The signature of a canonical tree up to the names of its variables.
///
/// A variable is a single letter, also in front of its arguments (`f` in `f(x)`). These are not variables:
/// `π`, the base `e` of a power, double-struck letters (`ℝ`), names of several letters (`sin`) and the `d` of
/// a differential. The imaginary unit looks like an index `i` and counts as a variable.
pub fn alpha(canonical: &Opt) -> u64 {
    Walk::new(canonical).as_ref().map_or(0, alpha::of_walk)
}

/// The signature of a canonical tree in which all variables have one name and all numbers one value.
pub fn structure(canonical: &Opt) -> u64 {
    Walk::new(canonical).as_ref().map_or(0, structure_of_walk)
}

fn structure_of_walk(walk: &Walk) -> u64 {
    let mut labels = walk.labels().to_vec();
    for (label, step) in labels.iter_mut().zip(walk.steps()) {
        match walk.opt().node(step.id).kind {
            Kind::Number => *label = hash::NUMBER,
            Kind::Wildcard => *label = hash::WILDCARD,
            _ if alpha::is_variable(walk.opt(), step.id) => *label = hash::VARIABLE,
            _ => {}
        }
    }
    walk.bottom_up(&labels)[walk.root()]
}

#[cfg(test)]
mod tests;

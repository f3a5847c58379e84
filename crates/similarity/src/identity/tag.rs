//! Tags of hashes: the first word of a hash says what the hash stands for.

use super::field::mix;

/// Kinds of expressions and of numbers drawn at random. The values from 17 on are part of the stored format.
#[derive(Clone, Copy)]
pub(super) enum Tag {
    Number = 1,
    Sum = 4,
    Product = 5,
    Unordered = 7,
    Power = 9,
    Exponential = 12,
    Wave = 13,
    Variable = 17,
    Constant = 18,
    OtherWorld = 19,
    Root = 20,
    Logarithm = 21,
    Absolute = 22,
    Factorial = 23,
    Opaque = 24,
    Operand = 25,
}

impl Tag {
    pub(super) fn mix(self, hash: u64) -> u64 {
        mix(self as u64, hash)
    }
}

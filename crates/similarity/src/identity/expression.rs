//! Expressions to evaluate, with the rules of powers, logarithms and absolute values applied.
//!
//! A value modulo a prime has no sign and no size, so the evaluation cannot apply rules that hold only for
//! positive numbers. They are applied here, once, to the written factors: `√(ab) = √a √b`,
//! `√(a²) = |a|`, `ln(ab) = ln a + ln b`, `e^{n ln a} = a^n`, `a^{n+2} = a² a^n`, `(n+1)! = (n+1) n!`.

mod factors;
mod functions;
mod powers;

use std::ops::Range;

use super::field::mix;
use super::ratio::Ratio;
use super::tag::Tag;

/// The place of an expression in its [`Pool`].
pub(super) type Id = u32;

/// A circular or hyperbolic function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wave {
    Sine,
    Cosine,
    HyperbolicSine,
    HyperbolicCosine,
}

/// One expression; its operands come before it in the pool.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Number(Ratio),
    /// A variable by its number.
    Variable(u16),
    /// A constant, by a hash of its name.
    Constant(u64),
    Sum(Range<u32>),
    Product(Range<u32>),
    Power(Id, i64),
    Root(Id, u32),
    Exponential(Id),
    Logarithm(Id),
    Absolute(Id),
    Factorial(Id),
    /// A function of an angle plus a number of parts of the full turn.
    Wave(Wave, Id, u8),
    /// A function that is not understood; the flag says whether its operands have an order.
    Opaque(u64, bool, Range<u32>),
}

/// The number of π among the constants.
pub(super) const PI: u64 = 0x7069;
/// The number of the double sign among the constants.
pub(super) const DOUBLE_SIGN: u64 = 0x2b2d;

/// The most expressions of a formula.
const MOST: usize = 1000;

/// The expressions of one formula.
#[derive(Default)]
pub(super) struct Pool {
    expressions: Vec<Expression>,
    /// Hashes that are equal for expressions written in the same way.
    hashes: Vec<u64>,
    operands: Vec<Id>,
}

impl Pool {
    pub(super) fn get(&self, id: Id) -> &Expression {
        &self.expressions[id as usize]
    }

    pub(super) fn operands(&self, range: &Range<u32>) -> &[Id] {
        &self.operands[range.start as usize..range.end as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.expressions.len()
    }

    fn add(&mut self, expression: Expression, hash: u64) -> Option<Id> {
        if self.expressions.len() >= MOST {
            return None;
        }
        self.expressions.push(expression);
        self.hashes.push(hash);
        Some(self.expressions.len() as Id - 1)
    }

    fn hash(&self, id: Id) -> u64 {
        self.hashes[id as usize]
    }

    fn list(&mut self, ids: &[Id]) -> Range<u32> {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(ids);
        start..self.operands.len() as u32
    }

    fn unordered_hash(&self, seed: u64, ids: &[Id]) -> u64 {
        mix(seed, ids.iter().fold(0u64, |sum, id| sum.wrapping_add(Tag::Operand.mix(self.hash(*id)))))
    }

    pub(super) fn number(&mut self, ratio: Ratio) -> Option<Id> {
        let hash = mix(Tag::Number.mix(ratio.over as u64), ratio.under as u64);
        self.add(Expression::Number(ratio), hash)
    }

    pub(super) fn integer(&mut self, value: i64) -> Option<Id> {
        self.number(Ratio::integer(value))
    }

    pub(super) fn is_zero(&self, id: Id) -> bool {
        matches!(self.get(id), Expression::Number(Ratio::ZERO))
    }

    pub(super) fn variable(&mut self, number: u16) -> Option<Id> {
        self.add(Expression::Variable(number), Tag::Variable.mix(u64::from(number)))
    }

    pub(super) fn constant(&mut self, key: u64) -> Option<Id> {
        self.add(Expression::Constant(key), Tag::Constant.mix(key))
    }

    pub(super) fn sum(&mut self, ids: &[Id]) -> Option<Id> {
        if let [only] = ids {
            return Some(*only);
        }
        let range = self.list(ids);
        self.add(Expression::Sum(range), self.unordered_hash(Tag::Sum as u64, ids))
    }

    pub(super) fn product(&mut self, ids: &[Id]) -> Option<Id> {
        if let [only] = ids {
            return Some(*only);
        }
        let range = self.list(ids);
        self.add(Expression::Product(range), self.unordered_hash(Tag::Product as u64, ids))
    }

    pub(super) fn opaque(&mut self, key: u64, ordered: bool, ids: &[Id]) -> Option<Id> {
        let range = self.list(ids);
        let hash = if ordered {
            ids.iter().fold(Tag::Opaque.mix(key), |hash, id| mix(hash, self.hash(*id)))
        } else {
            self.unordered_hash(Tag::Unordered.mix(key), ids)
        };
        self.add(Expression::Opaque(key, ordered, range), hash)
    }

    pub(super) fn negated(&mut self, id: Id) -> Option<Id> {
        if let Expression::Number(ratio) = *self.get(id) {
            return self.number(Ratio { over: ratio.over.checked_neg()?, ..ratio });
        }
        let minus = self.integer(-1)?;
        self.product(&[minus, id])
    }

    pub(super) fn quotient(&mut self, over: Id, under: Id) -> Option<Id> {
        if let (Expression::Number(a), Expression::Number(b)) = (self.get(over), self.get(under)) {
            let inverse = Ratio::new(b.under, b.over)?;
            let ratio = a.times(inverse)?;
            return self.number(ratio);
        }
        let inverse = self.rational_power(under, Ratio::integer(-1))?;
        self.product(&[over, inverse])
    }
}

//! Circular and hyperbolic functions, factorials and binomial coefficients.

use super::super::field::TURN;
use super::super::ratio::Ratio;
use super::super::tag::Tag;
use super::factors::Term;
use super::{Expression, Id, PI, Pool, Wave, mix};

const FULL_TURN: i64 = TURN as i64;

/// Factorials of numbers up to this one fit into 64 bits.
const LARGEST_FACTORIAL: i64 = 20;

/// `(n+c)!` is written in terms of `n!` for a number `c` up to this one.
const MOST_STEPS: i64 = 16;

impl Pool {
    /// A circular or hyperbolic function. Rational multiples of π in the angle become parts of the full turn.
    pub(in crate::identity) fn wave(&mut self, wave: Wave, angle: Id) -> Option<Id> {
        let mut rest = Vec::new();
        let mut turn = 0i64;
        for term in self.terms(angle)? {
            if let Term::Multiple(coefficient, factor) = self.split(term)?
                && matches!(self.get(factor), Expression::Constant(PI))
            {
                let parts = coefficient.times(Ratio::integer(FULL_TURN / 2))?;
                if parts.is_integer() && matches!(wave, Wave::Sine | Wave::Cosine) {
                    turn += parts.over % FULL_TURN;
                    continue;
                }
            }
            rest.push(term);
        }
        let turn = turn.rem_euclid(FULL_TURN) as u8;
        let rest = if rest.is_empty() { self.integer(0)? } else { self.sum(&rest)? };
        let hash = mix(mix(Tag::Wave.mix(wave as u64), self.hash(rest)), u64::from(turn));
        self.add(Expression::Wave(wave, rest, turn), hash)
    }

    /// The factorial; that of `n + c` in terms of that of `n`.
    pub(in crate::identity) fn factorial(&mut self, id: Id) -> Option<Id> {
        let (constant, rest) = self.constant_and_rest(id)?;
        let Some(rest) = rest else {
            return match constant {
                Ratio { over: 0..=LARGEST_FACTORIAL, under: 1 } => {
                    self.integer((1..=constant.over).product())
                }
                _ => None,
            };
        };
        let is_step = constant.is_integer() && constant.over.abs() <= MOST_STEPS;
        let (base, steps) = if is_step { (rest, constant.over) } else { (id, 0) };
        let mut ids = vec![self.add(Expression::Factorial(base), Tag::Factorial.mix(self.hash(base)))?];
        for step in steps.min(0) + 1..=steps.max(0) {
            let step_number = self.integer(step)?;
            let factor = self.sum(&[base, step_number])?;
            ids.push(if steps > 0 { factor } else { self.rational_power(factor, Ratio::integer(-1))? });
        }
        self.product(&ids)
    }

    pub(in crate::identity) fn binomial(&mut self, n: Id, k: Id) -> Option<Id> {
        let minus_k = self.negated(k)?;
        let difference = self.sum(&[n, minus_k])?;
        let over = self.factorial(n)?;
        let (one, other) = (self.factorial(k)?, self.factorial(difference)?);
        let under = self.product(&[one, other])?;
        self.quotient(over, under)
    }
}

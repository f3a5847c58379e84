//! Splits expressions: sums into terms, products into factors, terms into a number and the rest.

use super::super::ratio::Ratio;
use super::{Expression, Id, Pool};

/// The largest exponent of a number; the result overflows earlier, except for 0 and 1.
const MOST_TIMES: u64 = 64;

/// The largest trial divisor for the prime factors of a number.
const LARGEST_DIVISOR: i64 = 1000;

/// A factor and its exponent.
pub(super) type Factor = (Id, Ratio);

/// A term of a sum, split into a number and the rest.
pub(super) enum Term {
    /// A rational number.
    Number(Ratio),
    /// A rational number times one expression that is neither a number nor a product.
    Multiple(Ratio, Id),
    /// Several factors, a power, or a number with a root.
    Other,
}

impl Pool {
    /// The number in a sum and the rest of it; the rest is none if there is only a number.
    pub(super) fn constant_and_rest(&mut self, id: Id) -> Option<(Ratio, Option<Id>)> {
        let mut constant = Ratio::ZERO;
        let mut rest = Vec::new();
        for term in self.terms(id)? {
            match self.split(term)? {
                Term::Number(number) => constant = constant.plus(number)?,
                _ => rest.push(term),
            }
        }
        let rest = if rest.is_empty() { None } else { Some(self.sum(&rest)?) };
        Some((constant, rest))
    }

    /// Splits a term into a number and the rest.
    pub(super) fn split(&mut self, term: Id) -> Option<Term> {
        let (is_negative, factors) = self.factors(term)?;
        let mut coefficient = Ratio::integer(if is_negative { -1 } else { 1 });
        let mut rest = Vec::new();
        for (factor, times) in factors {
            let Expression::Number(number) = *self.get(factor) else {
                rest.push((factor, times));
                continue;
            };
            if !times.is_integer() || times.over.unsigned_abs() > MOST_TIMES {
                return Some(Term::Other);
            }
            for _ in 0..times.over.unsigned_abs() {
                let step = if times.over > 0 { number } else { Ratio::new(number.under, number.over)? };
                let Some(product) = coefficient.times(step) else { return Some(Term::Other) };
                coefficient = product;
            }
        }
        Some(match rest[..] {
            [] => Term::Number(coefficient),
            [(factor, Ratio::ONE)] => Term::Multiple(coefficient, factor),
            _ => Term::Other,
        })
    }

    /// The terms of a sum; numbers before a sum are multiplied into it.
    pub(super) fn terms(&mut self, id: Id) -> Option<Vec<Id>> {
        match self.get(id).clone() {
            Expression::Sum(range) => {
                let mut terms = Vec::new();
                for operand in self.operands(&range).to_vec() {
                    terms.append(&mut self.terms(operand)?);
                }
                Some(terms)
            }
            Expression::Product(range) => {
                let operands = self.operands(&range).to_vec();
                let is_number = |id: &Id| self.is_number(*id);
                let (numbers, others): (Vec<Id>, Vec<Id>) = operands.iter().partition(|id| is_number(id));
                let [only] = others[..] else { return Some(vec![id]) };
                if numbers.is_empty()
                    || !matches!(self.get(only), Expression::Sum(_) | Expression::Product(_))
                {
                    return Some(vec![id]);
                }
                let mut terms = self.terms(only)?;
                for term in &mut terms {
                    let factors: Vec<Id> = numbers.iter().copied().chain([*term]).collect();
                    *term = self.product(&factors)?;
                }
                Some(terms)
            }
            _ => Some(vec![id]),
        }
    }

    fn is_number(&self, id: Id) -> bool {
        match self.get(id) {
            Expression::Number(_) => true,
            Expression::Power(base, _) => matches!(self.get(*base), Expression::Number(_)),
            _ => false,
        }
    }

    /// The factors of an expression with their exponents, and whether there is a minus sign. Numbers are
    /// split into primes; factors written in the same way are merged.
    pub(super) fn factors(&mut self, id: Id) -> Option<(bool, Vec<Factor>)> {
        let mut is_negative = false;
        let mut factors = Vec::new();
        self.collect_factors(id, Ratio::ONE, &mut is_negative, &mut factors)?;
        factors.retain(|(_, times)| times.over != 0);
        Some((is_negative, factors))
    }

    fn collect_factors(
        &mut self,
        id: Id,
        times: Ratio,
        is_negative: &mut bool,
        factors: &mut Vec<Factor>,
    ) -> Option<()> {
        match self.get(id).clone() {
            Expression::Number(ratio) if ratio.over != 0 => {
                if ratio.over < 0 {
                    if !times.is_integer() {
                        return self.merge(id, times, factors);
                    }
                    *is_negative ^= times.over % 2 != 0;
                }
                self.collect_primes(ratio.over.checked_abs()?, times, factors)?;
                let inverse = Ratio { over: -times.over, ..times };
                self.collect_primes(ratio.under, inverse, factors)
            }
            Expression::Product(range) => {
                for operand in self.operands(&range).to_vec() {
                    self.collect_factors(operand, times, is_negative, factors)?;
                }
                Some(())
            }
            Expression::Power(base, exponent) => {
                let times = times.times(Ratio::integer(exponent))?;
                self.collect_factors(base, times, is_negative, factors)
            }
            Expression::Root(base, degree) => {
                let times = times.times(Ratio::new(1, i64::from(degree))?)?;
                // A root of a negative product stays one factor.
                match self.get(base) {
                    Expression::Product(_) => self.merge(base, times, factors),
                    _ => self.collect_factors(base, times, is_negative, factors),
                }
            }
            _ => self.merge(id, times, factors),
        }
    }

    fn collect_primes(&mut self, mut number: i64, times: Ratio, factors: &mut Vec<Factor>) -> Option<()> {
        let mut divisor = 2;
        while number > 1 && divisor <= LARGEST_DIVISOR {
            if divisor * divisor > number {
                divisor = number;
            }
            let mut count = 0;
            while number % divisor == 0 {
                number /= divisor;
                count += 1;
            }
            if count > 0 {
                let prime = self.integer(divisor)?;
                self.merge(prime, times.times(Ratio::integer(count))?, factors)?;
            }
            divisor += 1;
        }
        if number > 1 {
            let rest = self.integer(number)?;
            self.merge(rest, times, factors)?;
        }
        Some(())
    }

    fn merge(&self, id: Id, times: Ratio, factors: &mut Vec<Factor>) -> Option<()> {
        match factors.iter_mut().find(|(known, _)| self.hash(*known) == self.hash(id)) {
            Some((_, known)) => *known = known.plus(times)?,
            None => factors.push((id, times)),
        }
        Some(())
    }
}

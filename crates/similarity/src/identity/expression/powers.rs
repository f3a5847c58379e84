//! Powers, roots, absolute values, logarithms and exponentials.

use super::super::ratio::Ratio;
use super::super::tag::Tag;
use super::factors::Term;
use super::{Expression, Id, Pool, mix};

impl Pool {
    /// A power with any exponent.
    pub(in crate::identity) fn power(&mut self, base: Id, exponent: Id) -> Option<Id> {
        let (constant, rest) = self.constant_and_rest(exponent)?;
        let power = self.rational_power(base, constant)?;
        let Some(rest) = rest else { return Some(power) };
        let logarithm = self.logarithm_of_factors(base, true)?;
        let exponent = self.product(&[rest, logarithm])?;
        let factor = self.exponential(exponent)?;
        self.product(&[power, factor])
    }

    /// A root with a degree that is an expression.
    pub(in crate::identity) fn root(&mut self, radicand: Id, degree: Id) -> Option<Id> {
        let inverse = self.rational_power(degree, Ratio::integer(-1))?;
        self.power(radicand, inverse)
    }

    /// A power of the factors of `base`.
    pub(in crate::identity) fn rational_power(&mut self, base: Id, exponent: Ratio) -> Option<Id> {
        if exponent == Ratio::ZERO {
            return self.integer(1);
        }
        let (is_negative, factors) = self.factors(base)?;
        let has_even_root = exponent.under % 2 == 0;
        let mut ids = Vec::with_capacity(factors.len());
        // The factors that stay under one even root together with a minus sign.
        let mut signed = Vec::new();
        for (factor, times) in factors {
            let total = times.times(exponent)?;
            let is_positive = matches!(self.get(factor), Expression::Number(_) | Expression::Exponential(_));
            if is_negative && has_even_root && !times.is_even() && !is_positive {
                let power = self.single_power(factor, times)?;
                signed.push(power);
            } else if has_even_root && times.is_even() && !total.is_even() && !is_positive {
                let absolute = self.absolute_of_factor(factor)?;
                ids.push(self.single_power(absolute, total)?);
            } else {
                ids.push(self.single_power(factor, total)?);
            }
        }
        if is_negative && (has_even_root || exponent.over % 2 != 0) {
            signed.push(self.integer(-1)?);
        }
        if has_even_root && is_negative {
            let product = self.product(&signed)?;
            ids.push(self.single_power(product, exponent)?);
        } else {
            ids.append(&mut signed);
        }
        if ids.is_empty() { self.integer(1) } else { self.product(&ids) }
    }

    /// A power of an expression that is not a product.
    fn single_power(&mut self, base: Id, exponent: Ratio) -> Option<Id> {
        if let (Expression::Absolute(inside), true) = (self.get(base), exponent.is_even()) {
            return self.single_power(*inside, exponent);
        }
        if exponent == Ratio::ONE {
            return Some(base);
        }
        if let Expression::Exponential(inside) = *self.get(base) {
            let times = self.number(exponent)?;
            let product = self.product(&[times, inside])?;
            return self.plain_exponential(product);
        }
        let mut power = base;
        if !exponent.is_integer() {
            let degree = u32::try_from(exponent.under).ok()?;
            power = self
                .add(Expression::Root(power, degree), mix(Tag::Root.mix(self.hash(power)), degree.into()))?;
        }
        if exponent.over != 1 {
            let hash = mix(Tag::Power.mix(self.hash(power)), exponent.over as u64);
            power = self.add(Expression::Power(power, exponent.over), hash)?;
        }
        Some(power)
    }

    pub(in crate::identity) fn absolute(&mut self, id: Id) -> Option<Id> {
        let (_, factors) = self.factors(id)?;
        let mut ids = Vec::with_capacity(factors.len());
        for (factor, times) in factors {
            let factor = if times.is_even() { factor } else { self.absolute_of_factor(factor)? };
            ids.push(self.single_power(factor, times)?);
        }
        if ids.is_empty() { self.integer(1) } else { self.product(&ids) }
    }

    fn absolute_of_factor(&mut self, factor: Id) -> Option<Id> {
        if matches!(
            self.get(factor),
            Expression::Number(_) | Expression::Exponential(_) | Expression::Absolute(_)
        ) {
            return Some(factor);
        }
        self.add(Expression::Absolute(factor), Tag::Absolute.mix(self.hash(factor)))
    }

    pub(in crate::identity) fn logarithm(&mut self, id: Id) -> Option<Id> {
        self.logarithm_of_factors(id, false)
    }

    /// The sum of the logarithms of the factors; a minus sign stays with all factors that are not numbers,
    /// or is a separate factor.
    fn logarithm_of_factors(&mut self, id: Id, sign_is_factor: bool) -> Option<Id> {
        let (is_negative, factors) = self.factors(id)?;
        let mut terms = Vec::with_capacity(factors.len());
        let mut signed = Vec::new();
        for (factor, times) in factors {
            let is_number = matches!(self.get(factor), Expression::Number(_));
            if is_negative && !sign_is_factor && !is_number {
                signed.push(self.single_power(factor, times)?);
                continue;
            }
            let logarithm = self.logarithm_of_factor(factor)?;
            let times = self.number(times)?;
            terms.push(self.product(&[times, logarithm])?);
        }
        if is_negative {
            signed.push(self.integer(-1)?);
            let product = self.product(&signed)?;
            terms.push(self.logarithm_of_factor(product)?);
        }
        if terms.is_empty() { self.integer(0) } else { self.sum(&terms) }
    }

    fn logarithm_of_factor(&mut self, factor: Id) -> Option<Id> {
        if let Expression::Exponential(inside) = *self.get(factor) {
            return Some(inside);
        }
        self.add(Expression::Logarithm(factor), Tag::Logarithm.mix(self.hash(factor)))
    }

    /// `e` to a power, in which multiples of logarithms become powers.
    pub(in crate::identity) fn exponential(&mut self, exponent: Id) -> Option<Id> {
        let mut rest = Vec::new();
        let mut ids = Vec::new();
        for term in self.terms(exponent)? {
            if let Term::Multiple(times, factor) = self.split(term)?
                && let Expression::Logarithm(inside) = *self.get(factor)
            {
                ids.push(self.rational_power(inside, times)?);
            } else {
                rest.push(term);
            }
        }
        if !rest.is_empty() {
            let sum = self.sum(&rest)?;
            ids.push(self.plain_exponential(sum)?);
        }
        if ids.is_empty() { self.integer(1) } else { self.product(&ids) }
    }

    fn plain_exponential(&mut self, exponent: Id) -> Option<Id> {
        self.add(Expression::Exponential(exponent), Tag::Exponential.mix(self.hash(exponent)))
    }
}

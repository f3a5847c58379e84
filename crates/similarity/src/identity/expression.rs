//! Expressions ready to be evaluated: the rules of powers, logarithms and absolute values applied.
//!
//! A value modulo a prime has no size, so rules that hold for positive numbers only cannot be left to the
//! evaluation; they are applied here, once, to the factors that are written down: `√(ab) = √a √b`,
//! `√(a²) = |a|`, `ln(ab) = ln a + ln b`, `e^{n ln a} = a^n`, `a^{n+2} = a² a^n`, `(n+1)! = (n+1) n!`.

use std::ops::Range;

use super::field::{TURN, mix};

/// Numbers are raised to powers up to this one; any but 0 and 1 are too large before.
const MOST_TIMES: u64 = 64;

/// The place of an expression in its [`Pool`].
pub(super) type Id = u32;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ratio {
    pub(super) over: i64,
    pub(super) under: i64,
}

impl Ratio {
    pub(super) const ZERO: Ratio = Ratio { over: 0, under: 1 };
    pub(super) const ONE: Ratio = Ratio { over: 1, under: 1 };

    /// None for a denominator of zero.
    pub(super) fn new(over: i64, under: i64) -> Option<Ratio> {
        let divisor = greatest_common_divisor(over.checked_abs()?, under.checked_abs()?);
        if under == 0 {
            return None;
        }
        let sign = under.signum();
        Some(Ratio { over: sign * over / divisor, under: sign * under / divisor })
    }

    pub(super) const fn integer(value: i64) -> Ratio {
        Ratio { over: value, under: 1 }
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let over = self.over.checked_mul(other.under)?.checked_add(other.over.checked_mul(self.under)?)?;
        Ratio::new(over, self.under.checked_mul(other.under)?)
    }

    fn is_integer(self) -> bool {
        self.under == 1
    }

    fn is_even(self) -> bool {
        self.under == 1 && self.over % 2 == 0
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A circular or hyperbolic function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wave {
    Sine,
    Cosine,
    HyperbolicSine,
    HyperbolicCosine,
}

/// One expression; those it is made of stand before it in the pool.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Number(Ratio),
    /// A variable by its number.
    Variable(u16),
    /// Something that always means the same, by a hash of its name.
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
    /// Something of which only the operands are understood; the flag says whether they have an order.
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
    /// Hashes by which expressions that are written alike are found.
    hashes: Vec<u64>,
    operands: Vec<Id>,
}

/// A factor and its exponent.
type Factor = (Id, Ratio);

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
        mix(seed, ids.iter().fold(0u64, |sum, id| sum.wrapping_add(mix(3, self.hash(*id)))))
    }

    pub(super) fn number(&mut self, ratio: Ratio) -> Option<Id> {
        let hash = mix(mix(1, ratio.over as u64), ratio.under as u64);
        self.add(Expression::Number(ratio), hash)
    }

    pub(super) fn integer(&mut self, value: i64) -> Option<Id> {
        self.number(Ratio::integer(value))
    }

    pub(super) fn is_zero(&self, id: Id) -> bool {
        matches!(self.get(id), Expression::Number(Ratio::ZERO))
    }

    pub(super) fn variable(&mut self, number: u16) -> Option<Id> {
        self.add(Expression::Variable(number), mix(2, u64::from(number)))
    }

    pub(super) fn constant(&mut self, key: u64) -> Option<Id> {
        self.add(Expression::Constant(key), mix(3, key))
    }

    pub(super) fn sum(&mut self, ids: &[Id]) -> Option<Id> {
        if let [only] = ids {
            return Some(*only);
        }
        let range = self.list(ids);
        self.add(Expression::Sum(range), self.unordered_hash(4, ids))
    }

    pub(super) fn product(&mut self, ids: &[Id]) -> Option<Id> {
        if let [only] = ids {
            return Some(*only);
        }
        let range = self.list(ids);
        self.add(Expression::Product(range), self.unordered_hash(5, ids))
    }

    pub(super) fn opaque(&mut self, key: u64, ordered: bool, ids: &[Id]) -> Option<Id> {
        let range = self.list(ids);
        let hash = if ordered {
            ids.iter().fold(mix(6, key), |hash, id| mix(hash, self.hash(*id)))
        } else {
            self.unordered_hash(mix(7, key), ids)
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

    /// A power with any exponent.
    pub(super) fn power(&mut self, base: Id, exponent: Id) -> Option<Id> {
        let (constant, rest) = self.constant_and_rest(exponent)?;
        let power = self.rational_power(base, constant)?;
        let Some(rest) = rest else { return Some(power) };
        let logarithm = self.logarithm_of_factors(base, true)?;
        let exponent = self.product(&[rest, logarithm])?;
        let factor = self.exponential(exponent)?;
        self.product(&[power, factor])
    }

    /// A root with a degree that is an expression.
    pub(super) fn root(&mut self, radicand: Id, degree: Id) -> Option<Id> {
        let inverse = self.rational_power(degree, Ratio::integer(-1))?;
        self.power(radicand, inverse)
    }

    /// A power of the factors of `base`.
    pub(super) fn rational_power(&mut self, base: Id, exponent: Ratio) -> Option<Id> {
        if exponent == Ratio::ZERO {
            return self.integer(1);
        }
        let (is_negative, factors) = self.factors(base)?;
        let has_even_root = exponent.under % 2 == 0;
        let mut ids = Vec::with_capacity(factors.len());
        // What stays under one even root together with a minus sign.
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

    /// A power of something that is no product.
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
            power =
                self.add(Expression::Root(power, degree), mix(mix(8, self.hash(power)), degree.into()))?;
        }
        if exponent.over != 1 {
            let hash = mix(mix(9, self.hash(power)), exponent.over as u64);
            power = self.add(Expression::Power(power, exponent.over), hash)?;
        }
        Some(power)
    }

    pub(super) fn absolute(&mut self, id: Id) -> Option<Id> {
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
        self.add(Expression::Absolute(factor), mix(10, self.hash(factor)))
    }

    pub(super) fn logarithm(&mut self, id: Id) -> Option<Id> {
        self.logarithm_of_factors(id, false)
    }

    /// The sum of the logarithms of the factors; a minus sign stays with all factors that are not numbers,
    /// or is a factor of its own.
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
        self.add(Expression::Logarithm(factor), mix(11, self.hash(factor)))
    }

    /// `e` to a power, in which multiples of logarithms become powers.
    pub(super) fn exponential(&mut self, exponent: Id) -> Option<Id> {
        let mut rest = Vec::new();
        let mut ids = Vec::new();
        for term in self.terms(exponent)? {
            match self.multiple_of_logarithm(term)? {
                Some((inside, times)) => ids.push(self.rational_power(inside, times)?),
                None => rest.push(term),
            }
        }
        if !rest.is_empty() {
            let sum = self.sum(&rest)?;
            ids.push(self.plain_exponential(sum)?);
        }
        if ids.is_empty() { self.integer(1) } else { self.product(&ids) }
    }

    fn plain_exponential(&mut self, exponent: Id) -> Option<Id> {
        self.add(Expression::Exponential(exponent), mix(12, self.hash(exponent)))
    }

    /// `a` and `c` of a term `c ln a`.
    #[allow(clippy::option_option, reason = "the outer none is a refusal, the inner one says no")]
    fn multiple_of_logarithm(&mut self, term: Id) -> Option<Option<(Id, Ratio)>> {
        let Some((coefficient, rest)) = self.coefficient_and_rest(term)? else { return Some(None) };
        let [(factor, Ratio::ONE)] = rest[..] else { return Some(None) };
        match *self.get(factor) {
            Expression::Logarithm(inside) => Some(Some((inside, coefficient))),
            _ => Some(None),
        }
    }

    /// The number before a term and its other factors; none if its numbers have roots.
    #[allow(clippy::option_option, reason = "the outer none is a refusal, the inner one says no")]
    fn coefficient_and_rest(&mut self, term: Id) -> Option<Option<(Ratio, Vec<Factor>)>> {
        let (is_negative, factors) = self.factors(term)?;
        let mut coefficient = Ratio::integer(if is_negative { -1 } else { 1 });
        let mut rest = Vec::new();
        for (factor, times) in factors {
            let Expression::Number(number) = *self.get(factor) else {
                rest.push((factor, times));
                continue;
            };
            if !times.is_integer() || times.over.unsigned_abs() > MOST_TIMES {
                return Some(None);
            }
            for _ in 0..times.over.unsigned_abs() {
                let step = if times.over > 0 { number } else { Ratio::new(number.under, number.over)? };
                let Some(product) = coefficient.times(step) else { return Some(None) };
                coefficient = product;
            }
        }
        Some(Some((coefficient, rest)))
    }

    pub(super) fn wave(&mut self, wave: Wave, angle: Id) -> Option<Id> {
        let mut rest = Vec::new();
        let mut turn = 0i64;
        for term in self.terms(angle)? {
            match self.parts_of_turn(term)? {
                Some(parts) if matches!(wave, Wave::Sine | Wave::Cosine) => turn += parts,
                _ => rest.push(term),
            }
        }
        let turn = turn.rem_euclid(TURN as i64) as u8;
        let rest = if rest.is_empty() { self.integer(0)? } else { self.sum(&rest)? };
        let hash = mix(mix(mix(13, wave as u64), self.hash(rest)), u64::from(turn));
        self.add(Expression::Wave(wave, rest, turn), hash)
    }

    /// How many parts of the full turn a rational multiple of π is.
    #[allow(clippy::option_option, reason = "the outer none is a refusal, the inner one says no")]
    fn parts_of_turn(&mut self, term: Id) -> Option<Option<i64>> {
        let Some((coefficient, rest)) = self.coefficient_and_rest(term)? else { return Some(None) };
        let [(factor, Ratio::ONE)] = rest[..] else { return Some(None) };
        if !matches!(self.get(factor), Expression::Constant(PI)) {
            return Some(None);
        }
        let parts = coefficient.times(Ratio::integer(TURN as i64 / 2))?;
        Some(parts.is_integer().then(|| parts.over % TURN as i64))
    }

    /// The factorial, of `n + c` in terms of that of `n`.
    pub(super) fn factorial(&mut self, id: Id) -> Option<Id> {
        let (constant, rest) = self.constant_and_rest(id)?;
        let Some(rest) = rest else {
            return match constant {
                Ratio { over: 0..=20, under: 1 } => self.integer((1..=constant.over).product()),
                _ => None,
            };
        };
        let is_step = constant.is_integer() && constant.over.abs() <= 16;
        let (base, steps) = if is_step { (rest, constant.over) } else { (id, 0) };
        let mut ids = vec![self.add(Expression::Factorial(base), mix(14, self.hash(base)))?];
        for step in steps.min(0) + 1..=steps.max(0) {
            let step_number = self.integer(step)?;
            let factor = self.sum(&[base, step_number])?;
            ids.push(if steps > 0 { factor } else { self.rational_power(factor, Ratio::integer(-1))? });
        }
        self.product(&ids)
    }

    pub(super) fn binomial(&mut self, n: Id, k: Id) -> Option<Id> {
        let minus_k = self.negated(k)?;
        let difference = self.sum(&[n, minus_k])?;
        let over = self.factorial(n)?;
        let (one, other) = (self.factorial(k)?, self.factorial(difference)?);
        let under = self.product(&[one, other])?;
        self.quotient(over, under)
    }

    /// The number in a sum and what is left of it; none if nothing is.
    fn constant_and_rest(&mut self, id: Id) -> Option<(Ratio, Option<Id>)> {
        let mut constant = Ratio::ZERO;
        let mut rest = Vec::new();
        for term in self.terms(id)? {
            match self.coefficient_and_rest(term)? {
                Some((number, factors)) if factors.is_empty() => constant = constant.plus(number)?,
                _ => rest.push(term),
            }
        }
        let rest = if rest.is_empty() { None } else { Some(self.sum(&rest)?) };
        Some((constant, rest))
    }

    /// The terms of a sum; numbers before a sum are multiplied into it.
    fn terms(&mut self, id: Id) -> Option<Vec<Id>> {
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

    /// The factors of an expression with their exponents, and whether there is a minus sign. Numbers come
    /// apart into primes; factors that are written alike come together.
    fn factors(&mut self, id: Id) -> Option<(bool, Vec<Factor>)> {
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
        while number > 1 && divisor <= 1000 {
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

//! The value of an expression at a point of the model.
//!
//! A point gives every variable three independent random residues, modulo `P`, `Q` and `R`. Each modulus is a
//! world: sums, products and inverses work the same way in all three. An exponential takes its exponent from
//! the world of `Q`, a sine its angle from the world of `R`, and both have their value in the world of `P`.
//! In the other two worlds everything that is not a sum, product or power is an unknown, a random number
//! whose seed is its value modulo `P`: equal expressions are the same unknown there.

use super::expression::{Expression, Id, Pool, Wave};
use super::field::{Number, P, Q, R, mix};
use super::ratio::Ratio;
use super::tag::Tag;

/// The most steps of one evaluation, because nested exponents can take very many.
const MOST_STEPS: u32 = 4000;

/// An evaluation of the expressions of a pool, one point at a time.
pub(super) struct Evaluator<'a> {
    pool: &'a Pool,
    point: u64,
    /// The number that stands for each variable.
    slots: [u16; super::read::MOST_VARIABLES],
    /// Values modulo `P` found so far.
    known: Vec<Option<Number<P>>>,
    steps: u32,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(pool: &'a Pool) -> Evaluator<'a> {
        Evaluator {
            pool,
            point: 0,
            slots: [0; super::read::MOST_VARIABLES],
            known: vec![None; pool.len()],
            steps: 0,
        }
    }

    /// Goes to another point, with a number for each variable.
    pub(super) fn go_to(&mut self, point: u64, slots: &[u16]) {
        self.point = point;
        self.steps = 0;
        self.known.fill(None);
        for (slot, value) in self.slots.iter_mut().zip(slots) {
            *slot = *value;
        }
    }

    /// The value at the current point; none where it is not defined.
    pub(super) fn value(&mut self, id: Id) -> Option<Number<P>> {
        if let Some(known) = self.known[id as usize] {
            return Some(known);
        }
        let value = self.of_world::<P>(id)?;
        self.known[id as usize] = Some(value);
        Some(value)
    }

    fn in_world<const M: u64>(&mut self, id: Id) -> Option<Number<M>> {
        if M != P {
            return self.of_world::<M>(id);
        }
        self.value(id).map(|value| Number { re: value.re, im: value.im })
    }

    fn of_world<const M: u64>(&mut self, id: Id) -> Option<Number<M>> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let pool = self.pool;
        match pool.get(id) {
            Expression::Number(ratio) => number(*ratio),
            Expression::Variable(variable) => {
                let slot = self.slots.get(usize::from(*variable))?;
                Some(self.drawn(Tag::Variable.mix(u64::from(*slot))))
            }
            Expression::Constant(key) => Some(self.drawn(Tag::Constant.mix(*key))),
            Expression::Sum(range) => {
                let mut sum = Number::ZERO;
                for operand in pool.operands(range) {
                    sum = sum.add(self.in_world(*operand)?);
                }
                Some(sum)
            }
            Expression::Product(range) => {
                let mut product = Number::ONE;
                for operand in pool.operands(range) {
                    product = product.times(self.in_world(*operand)?);
                }
                Some(product)
            }
            Expression::Power(base, exponent) => {
                let power = self.in_world::<M>(*base)?.power(exponent.unsigned_abs());
                if *exponent < 0 { power.inverse() } else { Some(power) }
            }
            _ if M == P => self.function(id).map(|value| Number { re: value.re, im: value.im }),
            _ => {
                let value = self.value(id)?;
                Some(self.drawn(Tag::OtherWorld.mix(value.bits())))
            }
        }
    }

    /// The value modulo `P` of an expression that is not a sum, product or power.
    fn function(&mut self, id: Id) -> Option<Number<P>> {
        let pool = self.pool;
        match pool.get(id) {
            Expression::Root(radicand, degree) => {
                let value = self.value(*radicand)?;
                let unknown = self.drawn(mix(Tag::Root.mix(value.bits()), u64::from(*degree)));
                Some(value.root(u64::from(*degree)).unwrap_or(unknown))
            }
            Expression::Exponential(exponent) => {
                let exponent = self.of_world::<Q>(*exponent)?;
                Some(Number::exponential(exponent.re, 0))
            }
            Expression::Logarithm(inside) => {
                let value = self.value(*inside)?;
                (value != Number::ZERO).then(|| self.drawn(Tag::Logarithm.mix(value.bits())))
            }
            Expression::Absolute(inside) => {
                let value = self.value(*inside)?;
                Some(self.drawn(Tag::Absolute.mix(value.bits().min(value.negated().bits()))))
            }
            Expression::Factorial(inside) => {
                let value = self.value(*inside)?;
                Some(if value == Number::ZERO {
                    Number::ONE
                } else {
                    self.drawn(Tag::Factorial.mix(value.bits()))
                })
            }
            Expression::Wave(wave, angle, turn) => self.wave(*wave, *angle, u64::from(*turn)),
            Expression::Opaque(key, ordered, range) => {
                let mut hash = Tag::Opaque.mix(*key);
                let mut sum = 0u64;
                for operand in pool.operands(range) {
                    let bits = self.value(*operand)?.bits();
                    if *ordered {
                        hash = mix(hash, bits);
                    } else {
                        sum = sum.wrapping_add(Tag::Operand.mix(bits));
                    }
                }
                Some(self.drawn(mix(hash, sum)))
            }
            _ => None,
        }
    }

    /// Half the sum or difference of `e^z` and `e^{-z}`.
    fn wave(&mut self, wave: Wave, angle: Id, turn: u64) -> Option<Number<P>> {
        let exponential = match wave {
            Wave::Sine | Wave::Cosine => {
                let angle = self.of_world::<R>(angle)?;
                Number::exponential(0, angle.re).times(Number::root_of_unity(turn))
            }
            Wave::HyperbolicSine | Wave::HyperbolicCosine => {
                let exponent = self.of_world::<Q>(angle)?;
                Number::exponential(exponent.re, 0)
            }
        };
        let inverse = exponential.inverse()?;
        Some(match wave {
            Wave::Sine => exponential.add(inverse.negated()).half().over_i(),
            Wave::HyperbolicSine => exponential.add(inverse.negated()).half(),
            Wave::Cosine | Wave::HyperbolicCosine => exponential.add(inverse).half(),
        })
    }

    /// A random number of a world for a key, always the same at the same point.
    fn drawn<const M: u64>(&self, key: u64) -> Number<M> {
        Number::real(mix(mix(self.point, M), key) >> 11)
    }
}

fn number<const M: u64>(ratio: Ratio) -> Option<Number<M>> {
    let over = Number::integer(ratio.over);
    if ratio.under == 1 {
        return Some(over);
    }
    Some(over.times(Number::integer(ratio.under).inverse()?))
}

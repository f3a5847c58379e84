//! Arithmetic modulo the three primes of the model, and the powers that stand for exponentials.
//!
//! `P` is the modulus of values. `P - 1 = 2 Q` and `P + 1 = 120 R` with primes `Q` and `R`, so that
//!
//! - real exponentials live in the group of order `Q` in `F_P`, with exponents modulo `Q`;
//! - complex exponentials `cos x + i sin x` live in the group of order `R` of norm 1 in `F_P[i]`, with
//!   angles modulo `R`;
//! - fractions of the full turn with a denominator dividing 120 are roots of unity of norm 1;
//! - `P`, `Q` and `R` are 3 modulo 4: -1 is not a square and `F[i]` is a field, as in the reals;
//! - every number has exactly one root of each odd degree that is coprime to `P - 1`, as in the reals;
//! - 2, 3 and 5 are squares.

use std::sync::LazyLock;

/// The modulus of values.
pub(super) const P: u64 = 2_147_309_159;
/// The modulus of exponents.
pub(super) const Q: u64 = 1_073_654_579;
/// The modulus of angles.
pub(super) const R: u64 = 17_894_243;
/// Parts of the full turn that are roots of unity.
pub(super) const TURN: u64 = 120;

/// The square root of the number that stands for Euler's number.
const EULER: u64 = 1_234_567_891;

/// Roots of a larger odd degree are not taken.
const LARGEST_ODD_DEGREE: u64 = 99;

/// A number `re + im i` modulo `M`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number<const M: u64> {
    pub(super) re: u64,
    pub(super) im: u64,
}

impl<const M: u64> Number<M> {
    pub(super) const ZERO: Self = Number { re: 0, im: 0 };
    pub(super) const ONE: Self = Number { re: 1, im: 0 };
    const I: Self = Number { re: 0, im: 1 };

    /// A real number.
    pub(super) const fn real(value: u64) -> Self {
        Number { re: value % M, im: 0 }
    }

    /// An integer.
    pub(super) fn integer(value: i64) -> Self {
        Number { re: value.rem_euclid(M as i64) as u64, im: 0 }
    }

    pub(super) const fn add(self, other: Self) -> Self {
        Number { re: (self.re + other.re) % M, im: (self.im + other.im) % M }
    }

    pub(super) const fn negated(self) -> Self {
        Number { re: (M - self.re) % M, im: (M - self.im) % M }
    }

    pub(super) const fn times(self, other: Self) -> Self {
        if self.im | other.im == 0 {
            return Number { re: self.re * other.re % M, im: 0 };
        }
        // Moduli below 2^31 keep the sum of two products below 2^63.
        Number {
            re: (self.re * other.re + (M - self.im) * other.im) % M,
            im: (self.re * other.im + self.im * other.re) % M,
        }
    }

    /// A power with a natural exponent.
    pub(super) const fn power(self, mut exponent: u64) -> Self {
        let (mut square, mut result) = (self, Self::ONE);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(square);
            }
            square = square.times(square);
            exponent >>= 1;
        }
        result
    }

    /// The inverse; none for zero.
    pub(super) fn inverse(self) -> Option<Self> {
        let norm = (self.re * self.re + self.im * self.im) % M;
        if norm == 0 {
            return None;
        }
        if self.im == 0 {
            return Some(Self::real(inverse::<M>(self.re)));
        }
        let conjugate = Number { re: self.re, im: (M - self.im) % M };
        Some(conjugate.times(Self::real(inverse::<M>(norm))))
    }

    /// The number as 64 bits.
    pub(super) fn bits(self) -> u64 {
        self.re << 32 | self.im
    }
}

/// The inverse of a number that is not zero, by Euclid's algorithm.
fn inverse<const M: u64>(value: u64) -> u64 {
    let (mut a, mut b) = (M as i64, value as i64);
    let (mut x, mut y) = (0i64, 1i64);
    while b > 0 {
        let quotient = a / b;
        (a, b) = (b, a - quotient * b);
        (x, y) = (y, x - quotient * y);
    }
    x.rem_euclid(M as i64) as u64
}

impl Number<P> {
    /// The root of a degree. For squares it is the root that models the real root; for even roots of other
    /// real numbers it is `i` times a real one; none for other numbers.
    pub(super) fn root(self, degree: u64) -> Option<Self> {
        if self.im != 0 || degree == 0 {
            return None;
        }
        let odd = degree >> degree.trailing_zeros();
        let mut value = self.power(odd_root_exponent(odd)?);
        let mut is_imaginary = false;
        for step in 0..degree.trailing_zeros() {
            let root = value.power(P.div_ceil(4));
            let is_square = root.times(root) == value;
            if !is_square && step > 0 {
                return None;
            }
            is_imaginary |= !is_square;
            // Of the two roots this one is a square, so that the next step has a root again.
            value = if is_square { root } else { value.negated().power(P.div_ceil(4)) };
        }
        if !is_imaginary {
            return Some(value);
        }
        // The field has no fourth root of -1.
        (degree.trailing_zeros() == 1).then(|| value.times(Self::I))
    }

    /// `e^z` for an exponent modulo `Q` and an angle modulo `R`.
    pub(super) fn exponential(exponent: u64, angle: u64) -> Self {
        let real = TABLES.exponential.power(exponent);
        if angle == 0 { real } else { real.times(TABLES.angle.power(angle)) }
    }

    /// `cos + i sin` of a number of parts of the full turn.
    pub(super) fn root_of_unity(parts: u64) -> Self {
        TABLES.unity.power(parts % TURN)
    }

    /// The half.
    pub(super) fn half(self) -> Self {
        self.times(Number::real(P.div_ceil(2)))
    }

    /// `-i` times the number.
    pub(super) fn over_i(self) -> Self {
        Number { re: self.im, im: (P - self.re) % P }
    }
}

/// The exponent that takes a root of an odd degree.
fn odd_root_exponent(degree: u64) -> Option<u64> {
    if degree == 1 {
        return Some(1);
    }
    let order = P - 1;
    if degree > LARGEST_ODD_DEGREE {
        return None;
    }
    // order·k + 1 is a multiple of the degree for some k below it.
    (1..degree).find(|k| (order * k + 1).is_multiple_of(degree)).map(|k| (order * k + 1) / degree)
}

/// The powers of a fixed base, by the bytes of the exponent.
struct PowerTable {
    powers: Vec<[Number<P>; 256]>,
}

impl PowerTable {
    fn new(base: Number<P>) -> PowerTable {
        let mut powers = Vec::with_capacity(4);
        let mut unit = base;
        for _ in 0..4 {
            let mut row = [Number::ONE; 256];
            for at in 1..256 {
                row[at] = row[at - 1].times(unit);
            }
            powers.push(row);
            unit = row[255].times(unit);
        }
        PowerTable { powers }
    }

    fn power(&self, exponent: u64) -> Number<P> {
        let bytes = (exponent as u32).to_le_bytes();
        self.powers
            .iter()
            .zip(bytes)
            .filter(|(_, byte)| *byte != 0)
            .fold(Number::ONE, |product, (row, byte)| product.times(row[usize::from(byte)]))
    }
}

struct Tables {
    exponential: PowerTable,
    angle: PowerTable,
    unity: PowerTable,
}

/// The bases. Any element of the right order works for exponents and angles, but Euler's number must not be a
/// number that people write. The root of unity must be the one for which the cosines of 45°, 30° and 36°
/// agree with the square roots of 2, 3 and 5.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    exponential: PowerTable::new(Number::real(EULER).power(2)),
    angle: PowerTable::new(norm_one().power(TURN)),
    unity: PowerTable::new(first_root_of_unity()),
});

/// A generator of the group of elements of norm 1.
fn norm_one() -> Number<P> {
    let orders = [2, 3, 5, R];
    let elements = (2..200).map(|a| {
        let element = Number::<P> { re: a, im: 1 };
        let conjugate = Number { re: a, im: P - 1 };
        element.times(conjugate.inverse().unwrap_or(Number::ONE))
    });
    let mut generators =
        elements.filter(|element| orders.iter().all(|order| element.power((P + 1) / order) != Number::ONE));
    generators.next().unwrap_or(Number::ONE)
}

fn first_root_of_unity() -> Number<P> {
    let any = norm_one().power(R);
    let root = |value: u64| Number::<P>::real(value).root(2).unwrap_or(Number::ZERO);
    let twice_cosine = |unity: Number<P>, parts: u64| Number::<P>::real(2 * unity.power(parts).re);
    let is_first = |unity: Number<P>| {
        unity.power(30) == Number::I
            && twice_cosine(unity, 15) == root(2)
            && twice_cosine(unity, 10) == root(3)
            && twice_cosine(unity, 12).add(twice_cosine(unity, 12)) == root(5).add(Number::ONE)
    };
    (1..TURN).map(|k| any.power(k)).find(|unity| is_first(*unity)).unwrap_or(any)
}

/// Combines two hashes; their order counts. The multiplication spreads the first one, so that a small
/// difference in it cannot cancel one in the second. The last steps are the finaliser of SplitMix64.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime(number: u64) -> bool {
        (2..).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
    }

    #[test]
    fn the_primes_fit_each_other() {
        assert!(is_prime(P) && is_prime(Q) && is_prime(R));
        assert_eq!((P - 1, P + 1), (2 * Q, TURN * R));
        assert!([P, Q, R].iter().all(|prime| prime % 4 == 3));
        assert_eq!(P >> 31, 0);
    }

    #[test]
    fn inverses_and_roots_are_what_they_are_called() {
        for value in [2, 3, 5, 7, 12345, P - 1, P - 77] {
            let number = Number::<P>::real(value);
            assert_eq!(number.times(number.inverse().unwrap()), Number::ONE);
            for degree in [1, 2, 3, 5, 6, 7, 9, 15] {
                let root = number.root(degree).unwrap();
                assert_eq!(root.power(degree), number, "root {degree} of {value}");
            }
        }
        let complex = Number::<P> { re: 3, im: 4 };
        assert_eq!(complex.times(complex.inverse().unwrap()), Number::ONE);
        assert_eq!(Number::<P>::ZERO.inverse(), None);
    }

    #[test]
    fn roots_of_positive_numbers_multiply() {
        let root = |value: u64| Number::<P>::real(value).root(2).unwrap();
        assert_eq!(root(2).times(root(3)), root(6));
        assert_eq!(root(4), Number::real(2));
        assert_eq!(Number::<P>::real(P - 1).root(2), Some(Number::I));
    }

    #[test]
    fn exponentials_add_their_exponents() {
        let e = Number::<P>::exponential;
        assert_eq!(e(123_456, 77).times(e(654_321, R - 70)), e(777_777, 7));
        assert_eq!(e(Q, R), Number::ONE);
        assert_ne!(e(1, 0), Number::ONE);
        assert_ne!(e(0, 1), Number::ONE);
    }

    #[test]
    fn known_angles_have_their_cosines() {
        let cosine = |parts| Number::<P>::root_of_unity(parts).re;
        assert_eq!((cosine(0), cosine(60), cosine(30)), (1, P - 1, 0));
        assert_eq!(2 * cosine(20) % P, 1);
        assert_eq!(Number::<P>::root_of_unity(30), Number::I);
        let root = |value| Number::<P>::real(value).root(2).unwrap().re;
        assert_eq!(2 * cosine(15) % P, root(2));
        assert_eq!(2 * cosine(10) % P, root(3));
        assert_eq!(4 * cosine(12) % P, (1 + root(5)) % P);
    }
}

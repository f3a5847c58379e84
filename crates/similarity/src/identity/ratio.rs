//! Rational numbers of 64 bits. Operations return none if the result does not fit.

/// Decimal numbers with more digits are not read.
const MOST_DIGITS: usize = 15;

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

    /// The value of a plain decimal number of up to [`MOST_DIGITS`] digits.
    pub(super) fn from_decimal(text: &str) -> Option<Ratio> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = whole.len() + fraction.len();
        let is_plain = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if !is_plain || digits == 0 || digits > MOST_DIGITS {
            return None;
        }
        let value = |digits: &str| if digits.is_empty() { Some(0) } else { digits.parse::<i64>().ok() };
        let scale = 10i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        Ratio::new(value(whole)?.checked_mul(scale)?.checked_add(value(fraction)?)?, scale)
    }

    pub(super) const fn integer(value: i64) -> Ratio {
        Ratio { over: value, under: 1 }
    }

    pub(super) fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    pub(super) fn plus(self, other: Ratio) -> Option<Ratio> {
        let over = self.over.checked_mul(other.under)?.checked_add(other.over.checked_mul(self.under)?)?;
        Ratio::new(over, self.under.checked_mul(other.under)?)
    }

    pub(super) fn is_integer(self) -> bool {
        self.under == 1
    }

    pub(super) fn is_even(self) -> bool {
        self.under == 1 && self.over % 2 == 0
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

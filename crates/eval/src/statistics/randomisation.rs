//! Fisher's paired randomisation test: no assumption about how scores are distributed.
//!
//! If two systems do not differ, each topic's difference could as well have had the other sign. The p-value
//! is the share of all sign patterns whose mean difference is at least as far from 0 as the one seen
//! (Smucker, Allan and Carterette, "A comparison of statistical significance tests for information
//! retrieval evaluation", CIKM 2007). Up to [`FLIPS`] patterns are all tried, and the result is exact;
//! beyond, [`FLIPS`] patterns are drawn from a seed, and the pattern seen counts as one of them, so that
//! p is never 0.

use random::Random;

/// Sign patterns tried. The standard error of a p near 0.05 is then 0.0007.
pub const FLIPS: usize = 100_000;

/// The outcome of a randomisation test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomisationTest {
    /// The share of sign patterns with a mean difference as far from 0.
    pub p: f64,
    /// Whether all patterns were tried.
    pub exact: bool,
}

/// Tests whether `first` and `second` differ, pair by pair; `None` for no pairs or different lengths.
///
/// ```
/// // Three gains: of the eight sign patterns, +++ and −−− are as extreme.
/// let test = eval::statistics::randomisation_test(&[0.0; 3], &[1.0, 2.0, 3.0], 1).unwrap();
/// assert_eq!((test.p, test.exact), (0.25, true));
/// ```
pub fn randomisation_test(first: &[f64], second: &[f64], seed: u64) -> Option<RandomisationTest> {
    if first.is_empty() || first.len() != second.len() {
        return None;
    }
    // A difference of 0 is the same with either sign: leaving it out halves the patterns, not their shares.
    let differences: Vec<f64> =
        first.iter().zip(second).map(|(first, second)| second - first).filter(|d| *d != 0.0).collect();
    let sum: f64 = differences.iter().sum();
    let magnitude: f64 = differences.iter().map(|difference| difference.abs()).sum();
    // Patterns that are equal but for the order of their additions must count as equal.
    let threshold = sum.abs() - magnitude * 1e-12;
    let patterns = 1usize.checked_shl(differences.len() as u32).filter(|patterns| *patterns <= FLIPS);
    Some(match patterns {
        Some(patterns) => exact(&differences, threshold, patterns),
        None => sampled(&differences, threshold, seed),
    })
}

fn exact(differences: &[f64], threshold: f64, patterns: usize) -> RandomisationTest {
    let extreme =
        (0..patterns as u64).filter(|&signs| flipped(differences, signs).abs() >= threshold).count();
    RandomisationTest { p: extreme as f64 / patterns as f64, exact: true }
}

fn sampled(differences: &[f64], threshold: f64, seed: u64) -> RandomisationTest {
    let mut random = Random::new(seed);
    let mut extreme = 0;
    for _ in 0..FLIPS {
        let sum: f64 = differences.chunks(64).map(|chunk| flipped(chunk, random.draw())).sum();
        extreme += usize::from(sum.abs() >= threshold);
    }
    RandomisationTest { p: (extreme + 1) as f64 / (FLIPS + 1) as f64, exact: false }
}

/// The sum of up to 64 differences, each with the sign of its bit.
#[inline]
fn flipped(differences: &[f64], signs: u64) -> f64 {
    let signed = |(bit, &difference): (usize, &f64)| {
        let sign = (signs >> bit) << 63;
        f64::from_bits(difference.to_bits() ^ sign)
    };
    differences.iter().enumerate().map(signed).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_runs_do_not_differ() {
        let test = randomisation_test(&[0.2; 40], &[0.2; 40], 1).unwrap();
        assert_eq!((test.p, test.exact), (1.0, true));
        assert_eq!(randomisation_test(&[], &[], 1), None);
        assert_eq!(randomisation_test(&[1.0], &[], 1), None);
    }

    #[test]
    fn topics_without_a_difference_change_nothing() {
        let (first, second) = ([0.0, 0.5, 0.0, 0.9, 0.0], [1.0, 0.5, 2.0, 0.9, -0.5]);
        let all = randomisation_test(&first, &second, 1).unwrap();
        let some = randomisation_test(&[0.0; 3], &[1.0, 2.0, -0.5], 1).unwrap();
        assert_eq!(all, some);
    }

    #[test]
    fn a_seed_gives_one_answer_and_another_seed_nearly_the_same() {
        let first: Vec<f64> = (0..70).map(|i| f64::from(i % 7) / 7.0).collect();
        let second: Vec<f64> = (0..70).map(|i| f64::from((i * 5 + 3) % 11) / 11.0).collect();
        let one = randomisation_test(&first, &second, 1).unwrap();
        assert_eq!(one, randomisation_test(&first, &second, 1).unwrap());
        let other = randomisation_test(&first, &second, 2).unwrap();
        assert!(!one.exact && one != other && (one.p - other.p).abs() < 0.01, "{one:?} {other:?}");
    }

    #[test]
    fn a_certain_difference_is_as_small_as_the_draws_allow() {
        let test = randomisation_test(&[0.0; 200], &[1.0; 200], 1).unwrap();
        assert_eq!(test.p, 1.0 / (FLIPS + 1) as f64);
    }
}

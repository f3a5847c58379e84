//! Student's paired t-test, two-sided (Student 1908): the test that the ARQMath overviews report.

use super::special::t_two_sided;

/// The outcome of a paired t-test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TTest {
    /// Mean difference, second minus first.
    pub mean: f64,
    /// Mean difference in standard errors; ±∞ when every topic has the same difference other than 0.
    pub t: f64,
    /// Degrees of freedom: topics − 1.
    pub degrees: usize,
    /// How likely a |t| as large is when there is no difference.
    pub p: f64,
}

/// Tests whether the mean of `second − first` is 0, pair by pair.
///
/// `None` for fewer than two pairs or slices of different lengths. Where all differences are 0, SciPy gives
/// no value; users do compare identical runs, and here the result is p = 1.
///
/// ```
/// // Differences 1, 2, 3: mean 2, standard error 1/√3, t = 2√3.
/// let test = eval::statistics::paired_t_test(&[0.0, 0.0, 0.0], &[1.0, 2.0, 3.0]).unwrap();
/// assert!((test.t - 2.0 * 3f64.sqrt()).abs() < 1e-12);
/// assert!((test.p - 0.074_179_900).abs() < 1e-8);
/// ```
pub fn paired_t_test(first: &[f64], second: &[f64]) -> Option<TTest> {
    let count = first.len();
    if count < 2 || count != second.len() {
        return None;
    }
    let differences = || first.iter().zip(second).map(|(first, second)| second - first);
    let mean = differences().sum::<f64>() / count as f64;
    let squares: f64 = differences().map(|difference| (difference - mean).powi(2)).sum();
    let degrees = count - 1;
    let error = (squares / degrees as f64 / count as f64).sqrt();
    // Equal differences leave a spread of rounding errors, and dividing by it would make a t of them.
    let rounding = differences().fold(0.0, |most: f64, difference| most.max(difference.abs())) * 1e-14;
    let t = match error > rounding {
        true => mean / error,
        false if mean.abs() > 0.0 => f64::INFINITY.copysign(mean),
        false => 0.0,
    };
    Some(TTest { mean, t, degrees, p: t_two_sided(t, degrees as f64) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_runs_do_not_differ_and_a_constant_gain_is_certain() {
        let scores = [0.1, 0.7, 0.3];
        let same = paired_t_test(&scores, &scores).unwrap();
        assert_eq!((same.t, same.p), (0.0, 1.0));
        let more: Vec<f64> = scores.iter().map(|score| score + 0.1).collect();
        let gain = paired_t_test(&scores, &more).unwrap();
        assert_eq!((gain.t, gain.p), (f64::INFINITY, 0.0));
        assert_eq!(paired_t_test(&more, &scores).unwrap().t, f64::NEG_INFINITY);
    }

    #[test]
    fn one_pair_has_no_variance() {
        assert_eq!(paired_t_test(&[1.0], &[2.0]), None);
        assert_eq!(paired_t_test(&[1.0, 2.0], &[2.0]), None);
    }
}

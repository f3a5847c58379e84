//! Intervals and tests for shares and means of large samples.
//!
//! Shares have Wilson's interval, which never leaves 0 to 1. Means have the normal interval: a log has thousands of
//! sessions, and resampling ten million of them would cost more than it shows. Differences of two logs have the
//! two-sided normal test.

/// Standard deviations around the middle that hold 95 % of a normal distribution.
const WIDTH: f64 = 1.959_963_985;

/// Wilson's 95 % interval of a share.
///
/// ```
/// let (low, high) = study::logs::statistics::wilson(8, 10);
/// assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson(part: u64, whole: u64) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z2) = (whole as f64, part as f64 / whole as f64, WIDTH * WIDTH);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = WIDTH / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The normal 95 % interval of a mean.
pub fn of_mean(mean: f64, deviation: f64, count: u64) -> (f64, f64) {
    let half = WIDTH * deviation / (count.max(1) as f64).sqrt();
    (mean - half, mean + half)
}

/// The probability of a difference of two shares at least as large as the one seen, if there were none.
pub fn shares_differ(one: (u64, u64), other: (u64, u64)) -> Option<f64> {
    if one.1 == 0 || other.1 == 0 {
        return None;
    }
    let ((a, n), (b, m)) = ((one.0 as f64, one.1 as f64), (other.0 as f64, other.1 as f64));
    let together = (a + b) / (n + m);
    let error = (together * (1.0 - together) * (1.0 / n + 1.0 / m)).sqrt();
    (error > 0.0).then(|| two_sided((a / n - b / m) / error))
}

/// The same for two means with their deviations and counts.
pub fn means_differ(one: (f64, f64, u64), other: (f64, f64, u64)) -> Option<f64> {
    let error = (one.1 * one.1 / one.2.max(1) as f64 + other.1 * other.1 / other.2.max(1) as f64).sqrt();
    (error > 0.0 && one.2 > 1 && other.2 > 1).then(|| two_sided((one.0 - other.0) / error))
}

/// The probability of a normal deviate at least this far from 0.
fn two_sided(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    if x < 2.0 {
        return 1.0 - error_function(x);
    }
    // The continued fraction of the complement; below 2 it converges slowly.
    let fraction = (1..=60).rev().fold(x, |rest, place| x + f64::from(place) / 2.0 / rest);
    (-x * x).exp() / (fraction * std::f64::consts::PI.sqrt())
}

/// The error function by its series.
fn error_function(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..60 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    2.0 / std::f64::consts::PI.sqrt() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_the_normal_distribution() {
        for (z, expected) in
            [(0.0, 1.0), (1.0, 0.317_310_5), (1.959_964, 0.05), (3.0, 0.002_699_8), (6.0, 1.973_2e-9)]
        {
            let found = two_sided(z);
            assert!((found - expected).abs() < 1e-4 * expected, "{z}: {found}");
        }
    }

    #[test]
    fn differences_of_shares_and_means() {
        let p = shares_differ((30, 100), (50, 100)).unwrap();
        assert!((p - 0.003_892).abs() < 1e-5, "{p}");
        let p = means_differ((5.0, 2.0, 100), (5.5, 2.0, 100)).unwrap();
        assert!((p - 0.077_10).abs() < 1e-4, "{p}");
        assert_eq!((shares_differ((0, 0), (1, 2)), shares_differ((5, 5), (5, 5))), (None, None));
    }

    #[test]
    fn intervals_stay_in_range() {
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(0, 50).0 == 0.0 && wilson(50, 50).1 == 1.0);
        let (low, high) = of_mean(10.0, 5.0, 100);
        assert!((low - 9.02).abs() < 0.001 && (high - 10.98).abs() < 0.001);
    }
}

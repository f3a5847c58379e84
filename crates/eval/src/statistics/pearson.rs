//! Pearson's r: do two lists of numbers rise and fall together, in a straight line?

use super::mean;

/// The correlation of two lists, from −1 to 1; `None` for fewer than two pairs, lists of different lengths,
/// or one that is constant.
///
/// ```
/// let r = eval::statistics::pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 7.0]).unwrap();
/// assert!((r - 0.993_399_267_798_782_9).abs() < 1e-14);
/// ```
pub fn pearson(first: &[f64], second: &[f64]) -> Option<f64> {
    if first.len() < 2 || first.len() != second.len() || is_constant(first) || is_constant(second) {
        return None;
    }
    let (mean_first, mean_second) = (mean(first)?, mean(second)?);
    let (mut product, mut square_first, mut square_second) = (0.0, 0.0, 0.0);
    for (first, second) in first.iter().zip(second) {
        let (first, second) = (first - mean_first, second - mean_second);
        product += first * second;
        square_first += first * first;
        square_second += second * second;
    }
    let r = product / square_first.sqrt() / square_second.sqrt();
    r.is_finite().then(|| r.clamp(-1.0, 1.0))
}

fn is_constant(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

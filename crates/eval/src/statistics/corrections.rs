//! Several comparisons at once: chance gets several tries, so p-values are raised.
//!
//! Both corrections hold the probability of even one false alarm in the family below the level. Holm's is
//! never weaker than Bonferroni's; Bonferroni's is what the ARQMath overviews use.

/// Bonferroni: every p-value times the number of comparisons, at most 1.
///
/// ```
/// assert_eq!(eval::statistics::bonferroni(&[0.01, 0.5]), [0.02, 1.0]);
/// ```
pub fn bonferroni(p_values: &[f64]) -> Vec<f64> {
    p_values.iter().map(|p| (p * p_values.len() as f64).min(1.0)).collect()
}

/// Holm (1979): the smallest p-value times m, the next times m − 1, …, none below one before it, at most 1.
/// The results are in the order of the given p-values.
///
/// ```
/// assert_eq!(eval::statistics::holm(&[0.03, 0.01]), [0.03, 0.02]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut highest: f64 = 0.0;
    for (done, &index) in order.iter().enumerate() {
        highest = highest.max(p_values[index] * (p_values.len() - done) as f64).min(1.0);
        adjusted[index] = highest;
    }
    adjusted
}

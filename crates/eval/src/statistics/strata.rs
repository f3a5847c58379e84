//! Do simple and complex topics order the systems alike?
//!
//! For every two slices of the topics: Kendall's τ-b between the orders of the systems by their means, and
//! the slice gap, by how much the systems together score higher on one slice than on the other. A τ near 1
//! with a wide slice gap says that one slice is harder and nothing else; a low τ says that the slices measure
//! different abilities.

use super::slices::Slice;
use super::{Kendall, kendall, mean, moves};

/// Two slices compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Strata<'a> {
    /// The first slice's name.
    pub first: &'a str,
    /// The second slice's name.
    pub second: &'a str,
    /// How the orders of the systems agree.
    pub kendall: Kendall,
    /// The mean over systems of their mean on the first slice minus that on the second.
    pub gap: f64,
    /// By how many places a system moves from one slice to the other on average.
    pub moves: f64,
}

/// The mean score of every system on every slice: `means[slice][system]`. Scores are by system, then by
/// topic; places beyond a system's scores are ignored, and a slice without topics has no means.
pub fn means(slices: &[Slice], systems: &[&[f64]]) -> Vec<Vec<f64>> {
    let of = |slice: &Slice, scores: &[f64]| {
        let values: Vec<f64> = slice.topics.iter().filter_map(|&topic| scores.get(topic).copied()).collect();
        mean(&values)
    };
    slices.iter().map(|slice| systems.iter().filter_map(|scores| of(slice, scores)).collect()).collect()
}

/// Compares every two slices. `systems` are scores topic by topic, all over the topics
/// that the slices point into.
///
/// ```
/// use eval::statistics::{slices::slices, strata::strata};
/// let cut = slices(&[Some("Low"), Some("Low"), Some("High"), Some("High")]);
/// let found = strata(&cut, &[&[0.9, 0.7, 0.1, 0.3], &[0.8, 0.6, 0.2, 0.0]]);
/// assert_eq!((found[0].first, found[0].second), ("Low", "High"));
/// assert_eq!(found[0].kendall.tau, Some(1.0));
/// assert!((found[0].gap - 0.6).abs() < 1e-12);
/// ```
pub fn strata<'a>(slices: &'a [Slice], systems: &[&[f64]]) -> Vec<Strata<'a>> {
    let means = means(slices, systems);
    let mut found = Vec::new();
    for first in 0..slices.len() {
        for second in first + 1..slices.len() {
            let (ours, theirs) = (&means[first], &means[second]);
            let gaps: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours - theirs).collect();
            let Some(gap) = mean(&gaps) else { continue };
            let (first, second) = (&slices[first].name, &slices[second].name);
            let moves = moves(ours, theirs).unwrap_or(0.0);
            found.push(Strata { first, second, kendall: kendall(ours, theirs), gap, moves });
        }
    }
    found
}

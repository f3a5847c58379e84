//! The places of systems in an order: how far they move between two orders, and how far apart neighbours are.

/// The place of each system from 1, the highest number first; equal numbers share the mean of their places.
///
/// ```
/// assert_eq!(eval::statistics::places(&[0.5, 0.4, 0.4, 0.1]), [1.0, 2.5, 2.5, 4.0]);
/// ```
pub fn places(scores: &[f64]) -> Vec<f64> {
    let place = |score: &f64| {
        let above = scores.iter().filter(|other| *other > score).count();
        let equal = scores.iter().filter(|other| *other == score).count();
        above as f64 + (equal as f64 + 1.0) / 2.0
    };
    scores.iter().map(place).collect()
}

/// By how many places a system moves between two orders on average; what papers on test collections call swaps. None
/// without systems.
///
/// ```
/// // The places 1, 2, 3, 4 become 2, 1, 4, 3.
/// assert_eq!(eval::statistics::moves(&[0.9, 0.8, 0.7, 0.6], &[0.8, 0.9, 0.6, 0.7]), Some(1.0));
/// ```
pub fn moves(first: &[f64], second: &[f64]) -> Option<f64> {
    let places = places(first).into_iter().zip(places(second));
    let moves: Vec<f64> = places.map(|(ours, theirs)| (ours - theirs).abs()).collect();
    super::mean(&moves)
}

/// The Mean Gap: the mean difference of neighbours when systems are ordered by score. None for fewer than two systems.
///
/// ```
/// let gap = eval::statistics::mean_gap(&[0.5, 0.4, 0.3, 0.1]).unwrap();
/// assert!((gap - 0.4 / 3.0).abs() < 1e-12);
/// ```
pub fn mean_gap(scores: &[f64]) -> Option<f64> {
    let (least, greatest) =
        scores.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), score| {
            (least.min(*score), greatest.max(*score))
        });
    (scores.len() > 1).then(|| (greatest - least) / (scores.len() - 1) as f64)
}

//! `BprefF`: the harmonic mean of full and partial bpref.
//!
//! NTCIR-12 formula browsing judges 0 to 4; *full* relevance begins at 3, *partial* at 1. The papers on
//! it print bpref for both and their harmonic mean, which is made from the two averages over topics, not
//! averaged over topics itself: a topic with one of them 0 would otherwise count as nothing. The value
//! of a single topic is the harmonic mean of its two values. `BprefF(full=2,partial=1)` sets the levels.
//!
//! Mansouri et al., *Tangent-CFT: an embedding model for mathematical formulas*, ICTIR 2019.
//!
//! ```
//! use eval::measure::harmonic_bpref::harmonic_mean;
//! assert!((harmonic_mean(&[0.6, 0.71]) - 0.6504).abs() < 1e-4);
//! assert_eq!(harmonic_mean(&[0.0, 0.7]), 0.0);
//! ```

use crate::measure::bpref;
use crate::ranking::Ranking;

/// The harmonic mean of full and partial bpref of a ranking.
pub fn score(ranking: &Ranking, full: u32, partial: u32) -> f64 {
    harmonic_mean(&[bpref::score(ranking, full), bpref::score(ranking, partial)])
}

/// The harmonic mean; 0 when any value is 0.
pub fn harmonic_mean(values: &[f64]) -> f64 {
    if values.is_empty() || values.contains(&0.0) {
        return 0.0;
    }
    values.len() as f64 / values.iter().map(|value| 1.0 / value).sum::<f64>()
}

//! Precision at `k`: relevant results among the first `k`, divided by `k`.
//!
//! The divisor is `k` even where fewer than `k` results came back, as in trec_eval. Without a cutoff it
//! is the precision of the whole list (trec_eval's `set_P`).
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::precision::score};
//! let counts = GradeCounts::new([2, 1]);
//! assert_eq!(score(&Ranking::new(&[2, 1], &counts), Some(10), 2), 0.1);
//! ```

use crate::ranking::{Ranking, ratio};

/// Precision of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, level: u32) -> f64 {
    let relevant = ranking.relevant_in_top(cutoff, level);
    ratio(relevant as f64, cutoff.unwrap_or(ranking.grades().len()))
}

//! `Success@k`: 1 if any of the first `k` results is relevant, else 0; its mean is the share of topics
//! that were answered. NTCIR-11's Wikipedia task, where every topic has one right formula, uses it.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::success::score};
//! let counts = GradeCounts::new([1]);
//! assert_eq!(score(&Ranking::new(&[-1, 1], &counts), Some(1), 1), 0.0);
//! assert_eq!(score(&Ranking::new(&[-1, 1], &counts), Some(2), 1), 1.0);
//! ```

use crate::ranking::Ranking;

/// Success of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, level: u32) -> f64 {
    f64::from(u8::from(ranking.relevant_in_top(cutoff, level) > 0))
}

//! Recall at `k`: relevant results among the first `k`, divided by the relevant documents judged.
//!
//! `R@1000` on judged-relevant documents is the first number to look at for ARQMath: nDCG′ is dominated
//! by how many judged relevant results are anywhere in the list.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::recall::score};
//! let counts = GradeCounts::new([1, 1, 1, 1]);
//! assert_eq!(score(&Ranking::new(&[-1, 1], &counts), Some(2), 1), 0.25);
//! ```

use crate::ranking::{Ranking, ratio};

/// Recall of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, level: u32) -> f64 {
    ratio(ranking.relevant_in_top(cutoff, level) as f64, ranking.counts().at_least(level))
}

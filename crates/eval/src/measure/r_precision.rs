//! R-precision: precision at `R`, where `R` is the number of relevant documents judged for the topic.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::r_precision::score};
//! let counts = GradeCounts::new([1, 1, 0]);
//! assert_eq!(score(&Ranking::new(&[1, 0, 1], &counts), 1), 0.5);
//! ```

use crate::ranking::{Ranking, ratio};

/// R-precision of a ranking.
pub fn score(ranking: &Ranking, level: u32) -> f64 {
    let relevant = ranking.counts().at_least(level);
    ratio(ranking.relevant_in_top(Some(relevant), level) as f64, relevant)
}

//! Reciprocal rank of the first relevant result; its mean over topics is MRR.
//!
//! Voorhees, *The TREC-8 question answering track report*, TREC-8, 1999.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::reciprocal_rank::score};
//! let counts = GradeCounts::new([2]);
//! assert_eq!(score(&Ranking::new(&[-1, 0, -1, 2], &counts), None, 1), 0.25);
//! assert_eq!(score(&Ranking::new(&[-1, 0, -1, 2], &counts), Some(3), 1), 0.0);
//! ```

use crate::ranking::{Ranking, is_relevant};

/// Reciprocal rank of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, level: u32) -> f64 {
    let first = ranking.top(cutoff).iter().position(|&grade| is_relevant(grade, level));
    first.map_or(0.0, |index| 1.0 / (index + 1) as f64)
}

//! Average precision; its mean over topics is MAP.
//!
//! `AP = (Σ precision at the rank of each relevant result) / number of relevant documents judged`, so
//! that relevant documents which were not found count as 0. With a cutoff only the first `k` results
//! count; the divisor stays (trec_eval's `map_cut`).
//!
//! Harman, *Evaluation issues in information retrieval*, IP&M 28(4), 1992; Buckley and Voorhees,
//! *Evaluating evaluation measure stability*, SIGIR 2000.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::average_precision::score};
//! let counts = GradeCounts::new([1, 1, 0]);
//! let ranking = Ranking::new(&[1, 0, 1], &counts);
//! assert!((score(&ranking, None, 1) - (1.0 + 2.0 / 3.0) / 2.0).abs() < 1e-12);
//! ```

use crate::ranking::{Ranking, is_relevant, ratio};

/// Average precision of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, level: u32) -> f64 {
    let (mut sum, mut found) = (0.0, 0);
    for (index, &grade) in ranking.top(cutoff).iter().enumerate() {
        if is_relevant(grade, level) {
            found += 1;
            sum += f64::from(found) / (index + 1) as f64;
        }
    }
    ratio(sum, ranking.counts().at_least(level))
}

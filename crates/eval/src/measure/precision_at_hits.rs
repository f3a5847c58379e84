//! `P@hit`: precision over everything that was returned, as the NTCIR-10 Math pilot reports beside P@5
//! and P@10.
//!
//! A list of three results that are all relevant has P@hit 1, where P@5 is 0.6. It equals `P` without a
//! cutoff and trec_eval's `set_P`.
//!
//! Aizawa, Kohlhase and Ounis, *NTCIR-10 Math pilot task overview*, NTCIR-10, 2013.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::precision_at_hits::score};
//! let counts = GradeCounts::new([1, 1, 1, 0]);
//! assert_eq!(score(&Ranking::new(&[1, 1, 1], &counts), 1), 1.0);
//! ```

use crate::measure::precision;
use crate::ranking::Ranking;

/// Precision over all results of a ranking.
pub fn score(ranking: &Ranking, level: u32) -> f64 {
    precision::score(ranking, None, level)
}

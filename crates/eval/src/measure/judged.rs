//! `Judged@k`: the share of judged documents among the first `k` results.
//!
//! Where fewer than `k` results came back, the share is of those, as in ir_measures. A low value warns
//! that the pool has few results of the system, and that measures which count unjudged results as not
//! relevant underrate it.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::judged::score};
//! let counts = GradeCounts::new([1, 0]);
//! assert_eq!(score(&Ranking::new(&[1, -1, 0, -1], &counts), Some(10)), 0.5);
//! ```

use crate::ranking::{Ranking, ratio};

/// Share of judged results of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>) -> f64 {
    let top = ranking.top(cutoff);
    ratio(top.iter().filter(|&&grade| grade >= 0).count() as f64, top.len())
}

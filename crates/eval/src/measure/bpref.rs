//! Binary preference: how rarely a judged non-relevant result stands above a relevant one.
//!
//! `bpref = 1/R Σ_r (1 − min(n_r, R) / min(N, R))`, where `R` and `N` are the numbers of judged relevant
//! and non-relevant documents of the topic, and `n_r` counts the judged non-relevant results above the
//! relevant result `r`. The term is 1 when there is none above. Unjudged results are skipped;
//! relevant documents that were not found add nothing.
//!
//! Buckley and Voorhees, *Retrieval evaluation with incomplete information*, SIGIR 2004; the bounds
//! `min(·, R)` are those of trec_eval since version 8.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::bpref::score};
//! let counts = GradeCounts::new([1, 1, 0, 0]);
//! assert_eq!(score(&Ranking::new(&[1, -1, 0, 1], &counts), 1), 0.75);
//! ```

use crate::ranking::{Ranking, is_relevant, ratio};

/// Bpref of a ranking.
pub fn score(ranking: &Ranking, level: u32) -> f64 {
    let relevant = ranking.counts().at_least(level);
    let bound = ranking.counts().below(level).min(relevant) as f64;
    let (mut sum, mut above) = (0.0, 0usize);
    for &grade in ranking.grades() {
        if is_relevant(grade, level) {
            let share = if above == 0 { 0.0 } else { above.min(relevant) as f64 / bound };
            sum += 1.0 - share;
        } else if grade >= 0 {
            above += 1;
        }
    }
    ratio(sum, relevant)
}

//! Normalised discounted cumulative gain.
//!
//! `nDCG@k = DCG@k / ideal DCG@k`, where `DCG@k = Σ gain(grade at rank i) / log2(i + 1)` over the first
//! `k` ranks and the ideal order has all judged documents by descending grade. Unjudged documents gain
//! nothing; the level of relevance does not matter.
//!
//! Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques*, TOIS 20(4), 2002.
//!
//! The gain is the grade, as in trec_eval and in the ARQMath overviews. The exponential gain
//! `2^grade − 1` (Burges et al. 2005), which some papers print, is `nDCG(dcg='exp-log2')`.
//!
//! ```
//! use eval::{GradeCounts, Ranking, measure::ndcg::{Gain, score}};
//! let counts = GradeCounts::new([3, 0]);
//! let second = Ranking::new(&[0, 3], &counts);
//! assert!((score(&second, None, Gain::Linear) - 1.0 / 3f64.log2()).abs() < 1e-12);
//! ```

use std::sync::LazyLock;

use crate::ranking::{Grade, Ranking};

/// The gain of a grade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Gain {
    /// The grade itself.
    #[default]
    Linear,
    /// `2^grade − 1`.
    Exponential,
}

impl Gain {
    #[inline]
    fn of(self, grade: Grade) -> f64 {
        match self {
            _ if grade <= 0 => 0.0,
            Gain::Linear => f64::from(grade),
            Gain::Exponential => f64::from(grade).exp2() - 1.0,
        }
    }
}

/// nDCG of a ranking.
pub fn score(ranking: &Ranking, cutoff: Option<usize>, gain: Gain) -> f64 {
    let ideal = ideal(ranking, cutoff, gain);
    if ideal == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for (index, &grade) in ranking.top(cutoff).iter().enumerate() {
        if grade > 0 {
            sum += gain.of(grade) / discount(index);
        }
    }
    sum / ideal
}

fn ideal(ranking: &Ranking, cutoff: Option<usize>, gain: Gain) -> f64 {
    let relevant = ranking.counts().descending().filter(|&(grade, _)| grade > 0);
    let gains = relevant.flat_map(|(grade, count)| std::iter::repeat_n(gain.of(grade), count));
    let ranked = gains.take(cutoff.unwrap_or(usize::MAX)).enumerate();
    ranked.fold(0.0, |sum, (index, gain)| sum + gain / discount(index))
}

/// `log2(rank + 1)` for the rank after `index` others.
#[inline]
fn discount(index: usize) -> f64 {
    static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| (0..2048).map(compute).collect());
    fn compute(index: usize) -> f64 {
        ((index + 2) as f64).log2()
    }
    TABLE.get(index).copied().unwrap_or_else(|| compute(index))
}

//! Whether "nothing is close" is said of the right queries: of those whose answer is missing, and not of those whose
//! answer is the first hit.

use rank::questions::closeness::CLOSE;
use serde::Serialize;

/// The share of right first hits that the chosen threshold keeps.
const KEPT: f64 = 0.98;

/// The figures.
#[derive(Serialize)]
pub(super) struct NothingClose {
    /// Queries whose first hit is right.
    right: usize,
    /// Queries without an answer.
    removed: usize,
    /// Of the threshold in use.
    in_use: At,
    /// Of the threshold that keeps [`KEPT`] of the right first hits.
    keeping: At,
}

/// What a threshold does.
#[derive(Serialize)]
struct At {
    threshold: f64,
    /// The share of right first hits that it keeps.
    kept: f64,
    /// The share of the queries without an answer that it flags.
    flagged: f64,
}

impl NothingClose {
    /// From the closeness for queries of both kinds.
    pub(super) fn new(mut right: Vec<f64>, removed: Vec<f64>) -> NothingClose {
        right.sort_by(f64::total_cmp);
        let lost = ((1.0 - KEPT) * right.len() as f64) as usize;
        let threshold = right.get(lost).copied().unwrap_or(0.0);
        NothingClose {
            right: right.len(),
            removed: removed.len(),
            in_use: At::new(CLOSE, &right, &removed),
            keeping: At::new(threshold, &right, &removed),
        }
    }

    pub(super) fn as_text(&self) -> String {
        let line = |name: &str, at: &At| {
            format!(
                "{name} {:.3} keeps {:.4} of {} right first hits and flags {:.4} of {} queries without an answer\n",
                at.threshold, at.kept, self.right, at.flagged, self.removed
            )
        };
        line("nothing close: threshold", &self.in_use) + &line("  one for 98 % right:", &self.keeping)
    }
}

impl At {
    fn new(threshold: f64, right: &[f64], removed: &[f64]) -> At {
        let below = |values: &[f64]| {
            values.iter().filter(|value| **value < threshold).count() as f64 / values.len().max(1) as f64
        };
        At { threshold, kept: 1.0 - below(right), flagged: below(removed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_keeps_what_it_says() {
        let right: Vec<f64> = (0..100).map(|n| 0.2 + f64::from(n) / 200.0).collect();
        let found = NothingClose::new(right, vec![0.1, 0.15, 0.205, 0.9]);
        assert_eq!(found.keeping.kept, 0.98);
        assert!((found.keeping.threshold - 0.21).abs() < 1e-9);
        assert_eq!(found.keeping.flagged, 0.75);
    }

    #[test]
    fn without_trials_there_are_no_figures_but_no_failure_either() {
        let found = NothingClose::new(Vec::new(), Vec::new());
        assert_eq!((found.right, found.keeping.flagged), (0, 0.0));
    }
}

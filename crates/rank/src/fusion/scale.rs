//! Scores of a list on a range that lists share.

use serde::{Deserialize, Serialize};

/// How the scores of a list become comparable with those of others.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Not at all.
    AsItIs,
    /// From 0 for the least score of the list to 1 for its greatest; 0 if all are equal.
    MinMax,
    /// The distance from the mean in standard deviations of the list; 0 if all are equal.
    ZScore,
}

/// What scaling needs to know of the scores of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// The number of scores.
    pub length: usize,
    least: f64,
    greatest: f64,
    mean: f64,
    deviation: f64,
}

impl Facts {
    /// Reads the scores of a list.
    pub fn of(scores: impl Iterator<Item = f64> + Clone) -> Facts {
        let (mut length, mut sum) = (0usize, 0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for score in scores.clone() {
            length += 1;
            sum += score;
            (least, greatest) = (least.min(score), greatest.max(score));
        }
        let mean = sum / (length as f64).max(1.0);
        let squares: f64 = scores.map(|score| (score - mean) * (score - mean)).sum();
        let deviation = (squares / (length as f64).max(1.0)).sqrt();
        Facts { length, least, greatest, mean, deviation }
    }
}

impl Scale {
    /// A score of a list on the range.
    pub fn scale(self, score: f64, facts: &Facts) -> f64 {
        match self {
            Scale::AsItIs => score,
            _ if facts.greatest <= facts.least => 0.0,
            Scale::MinMax => (score - facts.least) / (facts.greatest - facts.least),
            Scale::ZScore => (score - facts.mean) / facts.deviation,
        }
    }
}

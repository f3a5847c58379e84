//! Is the difference real? Tests, corrections and correlations over per-topic scores.
//!
//! Everything here is a pure function on slices: scores of two systems topic by topic, means of many
//! systems under two conditions. Every function returns `None` where the number does not exist (one topic
//! has no variance, a constant has no rank order), never NaN.
//!
//! | question | answer |
//! |---|---|
//! | is one system better than another? | [`paired_t_test`], [`randomisation_test`] |
//! | I compared several systems, now what? | [`bonferroni`], [`holm`] |
//! | on how many topics, and on which? | [`WinsTiesLosses`], [`deltas`] |
//! | do two conditions order the systems alike? | [`kendall`], [`pearson`], [`moves`], [`strata`] |
//! | how far apart are neighbouring systems? | [`mean_gap`] |
//! | all of it against a baseline, in words | [`comparison`], [`words`] |

pub mod comparison;
mod corrections;
mod deltas;
mod kendall;
mod pearson;
mod places;
mod randomisation;
pub mod slices;
pub mod special;
pub mod strata;
mod t_test;
pub mod words;

pub use corrections::{bonferroni, holm};
pub use deltas::{Delta, WinsTiesLosses, deltas};
pub use kendall::{Kendall, kendall};
pub use pearson::pearson;
pub use places::{mean_gap, moves, places};
pub use randomisation::{FLIPS, RandomisationTest, randomisation_test};
pub use t_test::{TTest, paired_t_test};

/// The mean, or `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

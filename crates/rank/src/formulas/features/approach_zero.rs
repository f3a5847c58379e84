//! The formula score of Approach Zero: structure, symbols, and a penalty for large candidates.

use super::{CandidateTrees, Feature, PreparedQuery};

/// How much of its score a large candidate can lose; the value of the runs at ARQMath 2022.
const SIZE_PENALTY: f64 = 0.3;

/// The score, which has no upper bound: it grows with the size of the query and the rarity of its paths.
pub(super) fn score(prepared: &PreparedQuery, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
    let found = prepared.paths().match_with(&candidate.record.opt);
    vec![(Feature::ApproachZero, found.score(SIZE_PENALTY))]
}

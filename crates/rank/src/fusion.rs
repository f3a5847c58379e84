//! Fusion: one ranking from several.
//!
//! Candidates come in lists whose scores mean different things. Ranks can always be compared; scores only
//! after scaling to one range.

use index::postings::Scored;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// How lists become one.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Fusion {
    /// `Σ 1 / (60 + rank)` (Cormack and others, 2009).
    #[default]
    ReciprocalRank,
    /// `Σ score / (60 + rank)` (Mansouri and others, 2021), for scores of one range.
    WeightedReciprocalRank,
    /// The sum of scores, each list's brought to the range from 0 to 1.
    CombSum,
    /// The sum of scores as they are; for a single list its own ranking.
    Sum,
}

/// The constant of reciprocal rank fusion.
pub(crate) const RANK_CONSTANT: f64 = 60.0;

/// A record with its place in every list.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The formula record.
    pub record: u32,
    /// The fused score.
    pub score: f64,
    /// Rank (from 1) and score in each list; rank 0 where it is not listed.
    pub places: Vec<Place>,
}

/// The place of a record in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// From 1; 0 for a record that is not in the list.
    pub rank: u32,
    /// Its score there; 0 if it is not in the list.
    pub score: f64,
}

impl Fusion {
    /// The union of the lists, best first; equal scores by smaller record.
    ///
    /// ```
    /// use index::postings::Scored;
    /// use rank::fusion::Fusion;
    ///
    /// let list = |records: &[u32]| -> Vec<Scored> {
    ///     records.iter().map(|&record| Scored { record, score: 1.0 }).collect()
    /// };
    /// let fused = Fusion::ReciprocalRank.fuse(&[list(&[1, 2, 3]), list(&[2, 4])]);
    /// assert_eq!(fused.iter().map(|candidate| candidate.record).collect::<Vec<_>>(), [2, 1, 4, 3]);
    /// assert_eq!(fused[0].score, 1.0 / 62.0 + 1.0 / 61.0);
    /// ```
    pub fn fuse(self, lists: &[Vec<Scored>]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut places: FxHashMap<u32, usize> = FxHashMap::default();
        for (number, list) in lists.iter().enumerate() {
            for (rank, scored) in (1..).zip(list) {
                let place = *places.entry(scored.record).or_insert_with(|| {
                    let places = vec![Place::default(); lists.len()];
                    candidates.push(Candidate { record: scored.record, score: 0.0, places });
                    candidates.len() - 1
                });
                candidates[place].places[number] = Place { rank, score: scored.score };
            }
        }
        let ranges: Vec<(f64, f64)> = lists.iter().map(|list| range(list)).collect();
        for candidate in &mut candidates {
            let listed = candidate.places.iter().zip(&ranges).filter(|(place, _)| place.rank > 0);
            candidate.score = listed.map(|(place, range)| self.worth(*place, *range)).sum();
        }
        sort(&mut candidates);
        candidates
    }

    /// The contribution of a place in one list to the score.
    pub fn worth(self, place: Place, (least, greatest): (f64, f64)) -> f64 {
        match self {
            Fusion::ReciprocalRank => 1.0 / (RANK_CONSTANT + f64::from(place.rank)),
            Fusion::WeightedReciprocalRank => place.score / (RANK_CONSTANT + f64::from(place.rank)),
            Fusion::CombSum if greatest > least => (place.score - least) / (greatest - least),
            Fusion::CombSum => 0.0,
            Fusion::Sum => place.score,
        }
    }
}

/// Best first; equal scores by smaller record.
pub(crate) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
}

/// The least and the greatest score of a list.
pub(crate) fn range(list: &[Scored]) -> (f64, f64) {
    let scores = list.iter().map(|scored| scored.score);
    scores.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), score| {
        (least.min(score), greatest.max(score))
    })
}

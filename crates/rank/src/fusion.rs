//! Fusion: one ranking from several.
//!
//! Lists come from generators of candidates or from whole systems, and their scores mean different things. Ranks can
//! always be compared; scores only after scaling to one range. [`Fusion`] names the published methods, [`Fuser`] has
//! their settings.
//!
//! Every method but [`Fusion::MedianRank`] is a sum over lists, so that a fused score can be explained by what each
//! list gave.
//!
//! What it is not: a reader of runs. A record is a number here, and callers number their documents so that the smaller
//! number wins a tie.

mod scale;

use index::postings::Scored;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use scale::{Facts, Scale};

/// How lists become one.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Fusion {
    /// `Σ 1 / (60 + rank)` (Cormack and others, 2009).
    #[default]
    ReciprocalRank,
    /// `Σ score / (60 + rank)` (Mansouri and others, 2021), for scores of one range.
    WeightedReciprocalRank,
    /// The sum of scores, each list's brought to the range from 0 to 1 (Fox and Shaw, 1994).
    CombSum,
    /// That sum, times the number of lists that have the record (Fox and Shaw, 1994).
    CombMnz,
    /// Points by rank: `U − rank + 1` where U records are in any list; the records that a list does not have share the
    /// points that it did not give (Aslam and Montague, 2001).
    Borda,
    /// `Σ 1 / rank²`, times the number of lists that have the record (Mourão and others, 2014).
    InverseSquareRank,
    /// `Σ (1 − φ) φ^(rank − 1)` (Bailey and others, 2017).
    RankBiased,
    /// By the median of the ranks, a missing rank being 1000; then by the number of lists, then by one of the ranks
    /// (the inverse Borda count of MIRMU, 2021).
    MedianRank,
    /// The sum of scores as they are; for a single list its own ranking.
    Sum,
}

/// The constant of reciprocal rank fusion.
pub const RANK_CONSTANT: f64 = 60.0;

/// The rank that [`Fusion::MedianRank`] gives to a record that a list does not have.
const LAST_RANK: f64 = 1000.0;

/// How likely a reader of a list continues after each record, unless the caller says otherwise.
pub const PERSISTENCE: f64 = 0.98;

/// A method of fusion with its settings.
#[derive(Clone, Debug)]
pub struct Fuser {
    /// The method.
    pub method: Fusion,
    /// The weight of each list; 1 where there is none.
    pub weights: Vec<f64>,
    /// How scores are brought to one range, if not as the method does it: by least and greatest where scores are added
    /// up, not at all where they are divided by ranks.
    pub scale: Option<Scale>,
    /// The constant of the reciprocal ranks.
    pub constant: f64,
    /// φ of [`Fusion::RankBiased`].
    pub persistence: f64,
}

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
    /// What the list adds to the fused score.
    pub contribution: f64,
}

impl Fusion {
    /// Whether it looks at scores, and not at ranks alone.
    pub fn uses_scores(self) -> bool {
        matches!(self, Fusion::WeightedReciprocalRank | Fusion::CombSum | Fusion::CombMnz | Fusion::Sum)
    }

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
        let place = |(rank, scored): (u32, &Scored)| {
            (scored.record, Place { rank, score: scored.score, contribution: 0.0 })
        };
        let placed: Vec<Vec<(u32, Place)>> =
            lists.iter().map(|list| (1..).zip(list).map(place).collect()).collect();
        Fuser::new(self).fuse(&placed)
    }
}

impl Fuser {
    /// A method with its usual settings.
    pub fn new(method: Fusion) -> Fuser {
        let (weights, scale) = (Vec::new(), None);
        Fuser { method, weights, scale, constant: RANK_CONSTANT, persistence: PERSISTENCE }
    }

    /// The union of lists of records with their places, best first; equal scores by smaller record.
    pub fn fuse(&self, lists: &[Vec<(u32, Place)>]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut rows: FxHashMap<u32, usize> = FxHashMap::default();
        for (number, list) in lists.iter().enumerate() {
            for &(record, place) in list {
                let row = *rows.entry(record).or_insert_with(|| {
                    let places = vec![Place::default(); lists.len()];
                    candidates.push(Candidate { record, score: 0.0, places });
                    candidates.len() - 1
                });
                candidates[row].places[number] = place;
            }
        }
        if self.method == Fusion::MedianRank {
            by_median(&mut candidates);
            return candidates;
        }
        let facts: Vec<Facts> =
            lists.iter().map(|list| Facts::of(list.iter().map(|(_, place)| place.score))).collect();
        let union = candidates.len();
        for candidate in &mut candidates {
            let listed = candidate.places.iter().filter(|place| place.rank > 0).count();
            for (number, (place, facts)) in candidate.places.iter_mut().zip(&facts).enumerate() {
                let weight = self.weights.get(number).copied().unwrap_or(1.0);
                place.contribution = weight * self.contribution(*place, facts, listed, union);
            }
            candidate.score = candidate.places.iter().map(|place| place.contribution).sum();
        }
        sort(&mut candidates);
        candidates
    }

    /// What a place in a list adds to the score of a record that `listed` of the lists have.
    fn contribution(&self, place: Place, facts: &Facts, listed: usize, union: usize) -> f64 {
        if place.rank == 0 {
            return match self.method {
                Fusion::Borda => (union as f64 - facts.length as f64 + 1.0) / 2.0,
                _ => 0.0,
            };
        }
        let rank = f64::from(place.rank);
        let scaled = |usual: Scale| self.scale.unwrap_or(usual).scale(place.score, facts);
        match self.method {
            Fusion::ReciprocalRank => 1.0 / (self.constant + rank),
            Fusion::WeightedReciprocalRank => scaled(Scale::AsItIs) / (self.constant + rank),
            Fusion::CombSum => scaled(Scale::MinMax),
            Fusion::CombMnz => listed as f64 * scaled(Scale::MinMax),
            Fusion::Borda => union as f64 - rank + 1.0,
            Fusion::InverseSquareRank => listed as f64 / (rank * rank),
            Fusion::RankBiased => (1.0 - self.persistence) * self.persistence.powf(rank - 1.0),
            // It is no sum over lists; `fuse` orders by it before.
            Fusion::MedianRank => 0.0,
            Fusion::Sum => scaled(Scale::AsItIs),
        }
    }
}

/// Best first; equal scores by smaller record.
pub(crate) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
}

/// Orders by the median of the ranks from 0, the number of lists, and one of the ranks: the one whose number among the
/// ranks of the record is that of the record among all, modulo their number. So ties of records of one list do not all
/// go to the same list.
fn by_median(candidates: &mut Vec<Candidate>) {
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.record));
    let mut keyed: Vec<((f64, usize, f64), Candidate)> = Vec::with_capacity(candidates.len());
    for (number, mut candidate) in candidates.drain(..).enumerate() {
        let is_listed = |place: &&Place| place.rank > 0;
        let ranks: Vec<f64> =
            candidate.places.iter().filter(is_listed).map(|place| f64::from(place.rank) - 1.0).collect();
        let chosen = ranks.get(number % ranks.len().max(1)).copied().unwrap_or(LAST_RANK);
        let mut all = ranks.clone();
        all.resize(candidate.places.len(), LAST_RANK);
        candidate.score = 1.0 - median(&mut all) / LAST_RANK;
        keyed.push(((candidate.score, ranks.len(), 1.0 - chosen / LAST_RANK), candidate));
    }
    keyed.sort_by(|((score, lists, chosen), a), ((other_score, other_lists, other_chosen), b)| {
        let by_score = other_score.total_cmp(score);
        by_score
            .then(other_lists.cmp(lists))
            .then(other_chosen.total_cmp(chosen))
            .then(a.record.cmp(&b.record))
    });
    candidates.extend(keyed.into_iter().map(|(_, candidate)| candidate));
}

/// The median; of an even number of values the mean of the two in the middle.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let at = |place: usize| values.get(place).copied().unwrap_or(LAST_RANK);
    if values.len().is_multiple_of(2) && middle > 0 {
        (at(middle - 1) + at(middle)) / 2.0
    } else {
        at(middle)
    }
}

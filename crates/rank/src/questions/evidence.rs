//! Evidence that is measured on one candidate at a time: structure, tags, votes, acceptance.

mod links;
mod passages;
mod structure;
pub(super) mod titles;
mod wanted;
pub mod wildcards;

use index::Index;
use index::units::{Quality, StoredUnit, Units};
use random::mixed;

use super::pipeline::Evidence;
use super::query::Question;
use crate::Result;
use titles::Subject;
use wildcards::Patterns;

/// Candidates for a question, to be measured.
pub(super) struct Gatherer<'a> {
    pub(super) index: &'a Index,
    pub(super) units: &'a Units,
    pub(super) question: &'a Question,
    pub(super) candidates: &'a [u32],
    /// The score of each candidate in the evidence that found it.
    pub(super) so_far: &'a [f64],
}

impl Gatherer<'_> {
    /// The values of a piece of evidence for all candidates.
    pub(super) fn values(&self, evidence: &Evidence) -> Result<Vec<f64>> {
        let each = |value: &dyn Fn(u32) -> f64| self.candidates.iter().map(|&unit| value(unit)).collect();
        Ok(match evidence {
            Evidence::Bag(_)
            | Evidence::FormulaSearch { .. }
            | Evidence::Feedback { .. }
            | Evidence::Name
            | Evidence::LabText(_)
            | Evidence::LabFormula { .. }
            | Evidence::SimilarQuestions
            | Evidence::SimilarAnswer
            | Evidence::Duplicates
            | Evidence::Dense { .. } => {
                vec![0.0; self.candidates.len()]
            }
            Evidence::Linked => links::values(self.units, self.question, self.candidates, self.so_far)?,
            Evidence::Structure { formulas, take } => {
                self.of_best(*take, |best| structure::values(self.index, self.question, best, *formulas))?
            }
            Evidence::Wildcards { take } => match Patterns::of(self.question) {
                Some(patterns) => self.of_best_stored(*take, |unit| patterns.value(self.index, unit))?,
                None => vec![0.0; self.candidates.len()],
            },
            Evidence::Title { take } => match Subject::of(self.units, self.question) {
                Some(subject) => self.of_best_stored(*take, |unit| Ok(subject.value(unit)))?,
                None => vec![0.0; self.candidates.len()],
            },
            Evidence::Passage => passages::values(self.units, self.question, self.candidates)?,
            Evidence::Wanted { take } => match self.question.wanted.is_empty() {
                true => vec![0.0; self.candidates.len()],
                false => self.of_best_stored(*take, |unit| Ok(wanted::value(&self.question.wanted, unit)))?,
            },
            Evidence::Tags => each(&|unit| self.common_tags(unit)),
            Evidence::Votes => each(&|unit| self.votes_among_siblings(unit)),
            Evidence::RawVotes => {
                each(&|unit| self.units.quality(unit).votes.map_or(0.0, |votes| votes as f64))
            }
            Evidence::Esteem => each(&|unit| self.less_esteemed(unit)),
            Evidence::Accepted => each(&|unit| f64::from(u8::from(self.units.quality(unit).is_accepted))),
            Evidence::Comments => {
                each(&|unit| self.units.stored(unit).map_or(0.0, |stored| stored.comments.len() as f64))
            }
            Evidence::Random => each(&|unit| mixed(u64::from(unit)) as f64 / u64::MAX as f64),
        })
    }

    /// A measurement on the best candidates; 0 for the others.
    fn of_best(&self, take: usize, measure: impl Fn(&[u32]) -> Result<Vec<f64>>) -> Result<Vec<f64>> {
        let mut rows: Vec<usize> = (0..self.candidates.len()).collect();
        let so_far = |row: &usize| self.so_far.get(*row).copied().unwrap_or(0.0);
        rows.sort_by(|a, b| so_far(b).total_cmp(&so_far(a)).then(a.cmp(b)));
        rows.truncate(take);
        let best: Vec<u32> = rows.iter().filter_map(|&row| self.candidates.get(row).copied()).collect();
        let mut values = vec![0.0; self.candidates.len()];
        for (row, value) in rows.into_iter().zip(measure(&best)?) {
            if let Some(slot) = values.get_mut(row) {
                *slot = value;
            }
        }
        Ok(values)
    }

    /// A measurement on the texts of the best candidates.
    fn of_best_stored(&self, take: usize, measure: impl Fn(&StoredUnit) -> Result<f64>) -> Result<Vec<f64>> {
        let budget = &self.question.budget;
        self.of_best(take, |best| {
            let looked_at = best.iter().take_while(|_| !budget.is_over());
            looked_at.map(|&unit| measure(&self.units.stored(unit)?)).collect()
        })
    }

    fn common_tags(&self, unit: u32) -> f64 {
        let wanted = &self.question.tags;
        if wanted.is_empty() {
            return 0.0;
        }
        let mut tags = self.units.tags(unit);
        tags.extend(self.units.parent(unit).into_iter().flat_map(|parent| self.units.tags(parent)));
        wanted.iter().filter(|tag| tags.contains(tag)).count() as f64 / wanted.len() as f64
    }

    /// How much less readers think of a unit than of the best answer beside it. Being esteemed gains nothing over a text
    /// that nobody could vote for.
    fn less_esteemed(&self, unit: u32) -> f64 {
        let quality = self.units.quality(unit);
        if quality == Quality::default() {
            return 0.0;
        }
        let own = esteem(quality);
        let siblings = self.units.parent(unit).into_iter().flat_map(|parent| self.units.answers(parent));
        let best = siblings.map(|&sibling| esteem(self.units.quality(sibling))).fold(own.max(0.0), f64::max);
        own - best
    }

    /// The votes of an answer, scaled to the range from 0 to 1 among the answers to its question.
    fn votes_among_siblings(&self, unit: u32) -> f64 {
        let votes = |unit: u32| self.units.quality(unit).votes.map(|votes| votes as f64);
        let (Some(own), Some(parent)) = (votes(unit), self.units.parent(unit)) else { return 0.0 };
        let all = self.units.answers(parent).iter().filter_map(|&sibling| votes(sibling));
        let (least, greatest) =
            all.fold((own, own), |(least, greatest), value| (least.min(value), greatest.max(value)));
        if greatest > least { (own - least) / (greatest - least) } else { 1.0 }
    }
}

/// Votes at which half of what votes can say is said.
const HALF: f64 = 4.0;

/// The votes that acceptance counts as.
const ACCEPTANCE: f64 = 3.0;

/// What readers think of a unit, from −1 to 1. The first votes say most, and votes against it, which are rarer, say
/// twice as much as votes for it.
fn esteem(quality: Quality) -> f64 {
    let votes = quality.votes.unwrap_or(0) as f64 + if quality.is_accepted { ACCEPTANCE } else { 0.0 };
    let weighed = if votes < 0.0 { 2.0 * votes } else { votes };
    weighed / (weighed.abs() + HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(votes: Option<i64>, is_accepted: bool) -> f64 {
        esteem(Quality { votes, is_accepted })
    }

    #[test]
    fn the_first_votes_say_most() {
        assert_eq!(of(None, false), 0.0);
        assert_eq!(of(Some(4), false), 0.5);
        assert!(of(Some(8), false) - of(Some(4), false) < of(Some(4), false));
        assert!(of(Some(i64::MAX), true) <= 1.0 && of(Some(i64::MIN), false) >= -1.0);
    }

    #[test]
    fn acceptance_counts_as_votes_and_a_vote_against_more_than_one_for() {
        assert_eq!(of(Some(0), true), of(Some(3), false));
        assert!(of(Some(-2), false) < -of(Some(2), false));
    }
}

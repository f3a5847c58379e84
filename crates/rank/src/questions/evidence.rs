//! Evidence that is measured on one candidate at a time: structure, tags, votes, acceptance.

mod links;
mod passages;
mod structure;
mod titles;
mod wanted;
pub mod wildcards;

use index::Index;
use index::units::{StoredUnit, Units};
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

//! Whether a text has the formulas of a query, as they are or as a part of others.
//!
//! The ranking knows how similar the best formula of a text is, and discounts it for its place. Closeness asks something
//! simpler: a text that has the formula that was typed is close, whatever the words around it.

use document::Field;
use formula::canonical::canonical;
use index::Index;
use index::units::StoredUnit;
use similarity::unification::{Bindings, Candidate, Names, Pattern, Where};

use crate::questions::Question;

/// The fewest symbols of a formula that a title is about if it has it: `x` is in every other title.
const FEWEST_IN_TITLE: usize = 3;

/// The fewest symbols of a formula that a text is close to the query for having: many texts have `x=1`.
const FEWEST_IN_TEXT: usize = 6;

/// The most formulas of a text that are compared, and of a query.
const MOST_OF_UNIT: usize = 64;
const MOST_ASKED: usize = 4;

/// The formulas of a query.
pub(super) struct Asked<'a> {
    index: &'a Index,
    question: &'a Question,
    patterns: Vec<(Pattern, usize)>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(index: &'a Index, question: &'a Question) -> Asked<'a> {
        let formulas = question.formulas.iter().map(|formula| &formula.query).take(MOST_ASKED);
        let patterns = formulas
            .filter(|query| !query.has_wildcards())
            .map(|query| (Pattern::new(&query.canonical), query.canonical.arena_len()))
            .collect();
        Asked { index, question, patterns }
    }

    /// The share of the formulas, by size, that a text has with the same letters; those with few symbols only in its
    /// title.
    pub(super) fn share_in(&self, unit: &StoredUnit) -> f64 {
        let mut had = vec![false; self.patterns.len()];
        for occurrence in unit.formulas.iter().take(MOST_OF_UNIT) {
            if self.question.budget.is_over() {
                break;
            }
            let fewest = match occurrence.field {
                Field::Title => FEWEST_IN_TITLE,
                Field::Body => FEWEST_IN_TEXT,
                _ => continue,
            };
            let is_open = |(had, (_, size)): (&bool, &(Pattern, usize))| !had && *size >= fewest;
            if !had.iter().zip(&self.patterns).any(is_open) {
                continue;
            }
            let Some(record) = self.index.formulas().record(occurrence.record) else { continue };
            let tree = canonical(&record.opt);
            let candidate = Candidate::new(&tree);
            for (had, (pattern, size)) in had.iter_mut().zip(&self.patterns) {
                let mut bindings = Bindings::default();
                let mut contains = || {
                    pattern.unify_prepared(&candidate, &mut bindings, Where::Within, Names::Kept).is_some()
                };
                *had = *had || (*size >= fewest && contains());
            }
        }
        let sizes = self.patterns.iter().map(|(_, size)| *size as f64);
        let total: f64 = sizes.clone().sum();
        let had: f64 = sizes.zip(had).filter(|(_, had)| *had).map(|(size, _)| size).sum();
        if total > 0.0 { had / total } else { 0.0 }
    }
}

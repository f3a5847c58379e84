//! Wildcards in several formulas of one question: a unit fits if one choice of meanings fits them all.

use formula::canonical::canonical;
use formula::opt::Opt;
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use similarity::unification::{Assignment, Bindings, MOST_PATTERNS, Names, Pattern, Where, unify_all};

use crate::Result;
use crate::questions::Question;

/// The highest value of a unit whose formulas fit one by one but not together.
const APART: f64 = 0.5;

/// The formulas of a question that have wildcards, ready to be matched.
pub struct Patterns {
    patterns: Vec<Pattern>,
    /// Their places among the formulas of the question.
    pub formulas: Vec<usize>,
}

/// How the formulas with wildcards of a question fit into a unit, all together.
pub struct Fit {
    /// For each of them the occurrence in the unit.
    pub occurrences: Vec<StoredOccurrence>,
    /// The canonical trees of those occurrences.
    pub trees: Vec<Opt>,
    /// How each fits.
    pub assignments: Vec<Assignment>,
}

impl Patterns {
    /// The first ones, if there are very many; `None` if the question has no wildcards.
    pub fn of(question: &Question) -> Option<Patterns> {
        let with_wildcards = question.formulas.iter().enumerate().filter(|(_, f)| f.query.has_wildcards());
        let formulas: Vec<usize> = with_wildcards.map(|(place, _)| place).take(MOST_PATTERNS).collect();
        let patterns: Vec<Pattern> = formulas
            .iter()
            .filter_map(|&place| question.formulas.get(place))
            .map(|formula| Pattern::new(&formula.query.canonical))
            .collect();
        (!patterns.is_empty()).then_some(Patterns { patterns, formulas })
    }

    /// How all of them fit into a unit, wildcards of one name meaning the same everywhere.
    pub fn fit(&self, index: &Index, unit: &StoredUnit) -> Option<Fit> {
        let trees = trees(index, unit);
        let candidates: Vec<&Opt> = trees.iter().map(|(_, tree)| tree).collect();
        let assignments = unify_all(&self.patterns, &candidates, Names::Kept)?;
        let chosen = assignments.iter().filter_map(|assignment| trees.get(assignment.candidate));
        let (occurrences, trees) =
            chosen.map(|(occurrence, tree)| ((*occurrence).clone(), tree.clone())).unzip();
        Some(Fit { occurrences, trees, assignments })
    }

    /// From 0 for no fit to 1 for all of them together.
    pub(super) fn value(&self, index: &Index, unit: &StoredUnit) -> Result<f64> {
        let trees = trees(index, unit);
        let candidates: Vec<&Opt> = trees.iter().map(|(_, tree)| tree).collect();
        if unify_all(&self.patterns, &candidates, Names::Kept).is_some() {
            return Ok(1.0);
        }
        let fits = |pattern: &&Pattern| {
            let found = |tree: &&Opt| {
                pattern.unify(tree, &mut Bindings::default(), Where::Anywhere, Names::Kept).is_some()
            };
            candidates.iter().any(found)
        };
        let fitting = self.patterns.iter().filter(fits).count();
        Ok(APART * fitting as f64 / self.patterns.len().max(1) as f64)
    }
}

/// The canonical trees of the formulas of a unit, equal ones once.
fn trees<'u>(index: &Index, unit: &'u StoredUnit) -> Vec<(&'u StoredOccurrence, Opt)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut trees = Vec::new();
    for occurrence in unit.formulas.iter().filter(|occurrence| seen.insert(occurrence.record)) {
        if let Some(record) = index.formulas().record(occurrence.record) {
            trees.push((occurrence, canonical(&record.opt)));
        }
    }
    trees
}

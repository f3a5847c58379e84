//! Which formulas of a unit match those of a question, and how.

use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use rustc_hash::FxHashSet;

use super::query::{AskedFormula, Question};
use crate::formulas::explanation::{Explainer, Explanation};
use crate::formulas::features::{Feature, Measurer, PreparedQuery};

/// The most formulas of a unit that are compared.
const MOST_OF_UNIT: usize = 64;

/// The most formulas of a question that are explained, the largest; more cannot be shown, and a query may have thousands.
const MOST_ASKED: usize = 32;

/// The lowest coefficient that is shown as a match.
const LEAST_ALIKE: f64 = 0.35;

/// A formula of a unit that matches one of the question.
#[derive(Clone, Debug)]
pub struct FormulaMatch {
    /// The number of the formula in the question.
    pub asked: usize,
    /// The occurrence in the unit.
    pub occurrence: StoredOccurrence,
    /// How alike they are: the coefficient of Perga's alignment.
    pub alike: f64,
    /// Node by node.
    pub explanation: Explanation,
}

/// For each formula of a question its best match in a unit, the best first, at most `most`. When the budget is over,
/// the rest is left out; callers check the budget.
pub fn matches(index: &Index, question: &Question, unit: &StoredUnit, most: usize) -> Vec<FormulaMatch> {
    let mut found: Vec<(usize, &StoredOccurrence, f64)> = Vec::new();
    for (asked, formula) in telling(question) {
        if question.budget.is_over() {
            break;
        }
        let prepared = PreparedQuery::new(&formula.query, index);
        let mut measurer = Measurer::new(&prepared, &[Feature::Alignment, Feature::AlignmentRecall], None);
        let mut alike = |occurrence: &StoredOccurrence| {
            let record = index.formulas().record(occurrence.record)?;
            let values = measurer.measure(occurrence.record, &record);
            Some(values.iter().sum::<f64>() / values.len().max(1) as f64)
        };
        let occurrences = unit.formulas.iter().take(MOST_OF_UNIT);
        let measured = occurrences.filter_map(|occurrence| Some((occurrence, alike(occurrence)?)));
        // The first of equal ones: that is where a reader would look.
        let best = measured.reduce(|best, next| if next.1 > best.1 { next } else { best });
        found.extend(
            best.filter(|(_, alike)| *alike >= LEAST_ALIKE)
                .map(|(occurrence, alike)| (asked, occurrence, alike)),
        );
    }
    let size =
        |asked: usize| question.formulas.get(asked).map_or(0, |formula| formula.query.canonical.arena_len());
    let worth = |&(asked, _, alike): &(usize, &StoredOccurrence, f64)| alike * (size(asked).min(12)) as f64;
    found.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.0.cmp(&b.0)));
    let mut seen = Vec::new();
    found.retain(|(_, occurrence, _)| {
        let is_new = !seen.contains(&occurrence.record);
        seen.push(occurrence.record);
        is_new
    });
    found.truncate(most);
    let explained = |(asked, occurrence, alike): (usize, &StoredOccurrence, f64)| {
        let formula = question.formulas.get(asked)?;
        let record = index.formulas().record(occurrence.record)?;
        let explanation = Explainer::new(&formula.query).explain(&record);
        Some(FormulaMatch { asked, occurrence: occurrence.clone(), alike, explanation })
    };
    found.into_iter().filter_map(explained).collect()
}

/// The largest formulas of a question with their numbers, each once, in their order.
fn telling(question: &Question) -> Vec<(usize, &AskedFormula)> {
    let mut seen = FxHashSet::default();
    let mut asked: Vec<(usize, &AskedFormula)> = question.formulas.iter().enumerate().collect();
    asked.retain(|(_, formula)| seen.insert(formula.query.source.as_str()));
    if asked.len() > MOST_ASKED {
        asked.sort_by_key(|(_, formula)| std::cmp::Reverse(formula.query.canonical.arena_len()));
        asked.truncate(MOST_ASKED);
        asked.sort_by_key(|(number, _)| *number);
    }
    asked
}

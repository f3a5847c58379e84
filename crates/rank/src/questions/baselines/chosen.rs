//! The formula of a question that the labs searched for, and the answers that hold what was found.

use index::Index;
use serde::{Deserialize, Serialize};
use similarity::tree::{Order, SymbolTree};

use crate::Result;
use crate::formulas::{Pipeline, Searcher};
use crate::questions::{AskedFormula, Question, Targets};

/// The formulas of a question that are searched for.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// One formula: of the title if it has any, else of the body; the one whose layout tree has most nodes, the first
    /// of equally large ones. The labs took one of these at random.
    #[default]
    Largest,
    /// All; the one with the largest possible score counts nearly everything, each other one nearly nothing.
    Rewarded,
}

/// The weight of the formula that is rewarded, and of the others (Approach Zero at ARQMath).
const REWARDED: f64 = 3.0 * 0.98;
const PENALISED: f64 = 3.0 * 0.02;

/// The formula that the labs searched for.
pub fn largest(formulas: &[AskedFormula]) -> Option<&AskedFormula> {
    let in_title = formulas.iter().any(|formula| formula.is_in_title);
    let eligible = formulas.iter().filter(|formula| formula.is_in_title == in_title);
    let mut best: Option<(usize, &AskedFormula)> = None;
    for formula in eligible {
        let nodes = layout_nodes(formula);
        if best.is_none_or(|(most, _)| nodes > most) {
            best = Some((nodes, formula));
        }
    }
    best.map(|(_, formula)| formula)
}

/// The nodes of the layout tree.
pub fn layout_nodes(formula: &AskedFormula) -> usize {
    SymbolTree::of_layout(&formula.query.formula.slt, Order::Strings).len()
}

impl Choice {
    /// The formulas with their weights.
    fn weighted(self, question: &Question) -> Vec<(&AskedFormula, f64)> {
        match self {
            Choice::Largest => {
                largest(&question.formulas).into_iter().map(|formula| (formula, 1.0)).collect()
            }
            Choice::Rewarded => {
                let nodes = |place: &usize| layout_nodes(&question.formulas[*place]);
                let count = question.formulas.len();
                let first = (0..count).max_by_key(|place| (nodes(place), std::cmp::Reverse(*place)));
                let weight = |place| if Some(place) == first { REWARDED } else { PENALISED };
                question
                    .formulas
                    .iter()
                    .enumerate()
                    .map(|(place, formula)| (formula, weight(place)))
                    .collect()
            }
        }
    }
}

/// The scores of all units by number: for each formula that is searched for, the score of the best formula that the
/// unit holds, times its weight.
pub fn scores(
    index: &Index,
    question: &Question,
    targets: &Targets,
    (choice, pipeline, take): (Choice, &Pipeline, usize),
) -> Result<Vec<f32>> {
    let units = index.units()?;
    let searcher = Searcher::new(index, pipeline)?;
    let mut scores = vec![0.0f32; units.count() as usize];
    for (formula, weight) in choice.weighted(question) {
        crate::within(&question.budget)?;
        let mut best = vec![0.0f64; units.count() as usize];
        for hit in searcher.search(&formula.query, take).hits {
            units.holding(hit.record, |unit| {
                if let Some(slot) = best.get_mut(unit as usize).filter(|_| targets.contains(unit)) {
                    *slot = slot.max(hit.score);
                }
            })?;
        }
        for (score, best) in scores.iter_mut().zip(best) {
            *score += (weight * best) as f32;
        }
    }
    Ok(scores)
}

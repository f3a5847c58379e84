//! Evidence of structure: how well the formulas of a question are found among those of a unit.
//!
//! Tokens show which units have much in common with the formulas of a question; alignment shows whether one formula
//! of the unit has it all, in the right places, with other names. It costs a thousand times more, so it is limited to
//! the most informative formulas of the question and to the best candidates, and every pair of formulas is aligned once
//! however many units share it.

use document::Field;
use index::Index;
use index::units::Units;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Result;
use crate::formulas::features::{Feature, Measurer, PreparedQuery};
use crate::questions::{AskedFormula, Question};

/// Formulas with fewer symbols than this say nothing by their structure.
const FEWEST_NODES: usize = 4;

/// A formula with this many symbols is as informative as a larger one.
const TELLING_NODES: usize = 24;

/// The most formulas of a unit that are compared.
const MOST_OF_UNIT: usize = 64;

/// How well the `most` most informative formulas of a question are found in each of some units and in the units that
/// they answer: from 0 for not at all to 1 for exactly.
pub(super) fn values(
    index: &Index,
    question: &Question,
    candidates: &[u32],
    most: usize,
) -> Result<Vec<f64>> {
    let units = index.units()?;
    let asked = telling(question, most);
    let total: f64 = asked.iter().map(|(_, weight)| weight).sum();
    let mut values = vec![0.0; candidates.len()];
    if asked.is_empty() {
        return Ok(values);
    }
    let mut records: Vec<Vec<u32>> = Vec::with_capacity(candidates.len());
    for &unit in candidates.iter().take_while(|_| !question.budget.is_over()) {
        records.push(records_of(units, unit)?);
    }
    for (formula, weight) in asked {
        let prepared = PreparedQuery::new(&formula.query, index);
        let mut measurer = Measurer::new(&prepared, &[Feature::Alignment], None);
        let mut known: FxHashMap<u32, f64> = FxHashMap::default();
        for (value, records) in values.iter_mut().zip(&records) {
            if question.budget.is_over() {
                break;
            }
            let best = records.iter().map(|&record| {
                *known.entry(record).or_insert_with(|| {
                    let found = index.formulas().record(record);
                    found.and_then(|found| measurer.measure(record, &found).first().copied()).unwrap_or(0.0)
                })
            });
            *value += weight / total * best.fold(0.0, f64::max);
        }
    }
    Ok(values)
}

/// The formulas with the most informative structure, with their weights.
fn telling(question: &Question, most: usize) -> Vec<(&AskedFormula, f64)> {
    let mut seen = FxHashSet::default();
    let mut asked: Vec<(&AskedFormula, f64)> = question
        .formulas
        .iter()
        .filter(|formula| formula.query.canonical.arena_len() >= FEWEST_NODES)
        .filter(|formula| seen.insert(formula.query.signatures.alpha))
        .map(|formula| {
            let weight = formula.query.canonical.arena_len().min(TELLING_NODES) as f64;
            (formula, if formula.is_in_title { 2.0 * weight } else { weight })
        })
        .collect();
    asked.sort_by(|a, b| b.1.total_cmp(&a.1));
    asked.truncate(most);
    asked
}

/// The records of a unit and of the one it answers, each once.
fn records_of(units: &Units, unit: u32) -> Result<Vec<u32>> {
    let mut records: Vec<u32> = Vec::new();
    for unit in std::iter::once(unit).chain(units.parent(unit)) {
        let stored = units.stored(unit)?;
        let in_text =
            stored.formulas.iter().filter(|occurrence| !matches!(occurrence.field, Field::Comment(_)));
        records.extend(in_text.map(|occurrence| occurrence.record).take(MOST_OF_UNIT));
    }
    records.sort_unstable();
    records.dedup();
    Ok(records)
}

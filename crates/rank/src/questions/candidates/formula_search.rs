//! Units by their formulas: formula search for the formulas of a question, and the units that hold its hits.
//!
//! Tokens find formulas that are written alike. A formula with other names, or with a wildcard, shares few tokens;
//! formula search still finds it. A question of a hundred words has enough tokens, so this is for short queries.

use index::Index;
use index::units::Units;

use crate::Result;
use crate::formulas::{Pipeline, Query, Searcher};
use crate::questions::{AskedFormula, Question, Targets};

/// Longer questions, and those with more formulas, have enough terms.
const MOST_WORDS: usize = 16;
const MOST_FORMULAS: usize = 4;

/// Formulas with fewer symbols than this count less: `\sqrt2` says little by itself.
const TELLING_NODES: f32 = 8.0;

/// The weight of a formula in the question, relative to one in the answer.
const IN_PARENT: f32 = 0.5;

/// How formulas are searched for.
pub(crate) struct Settings<'p> {
    /// How many formulas are found for each.
    pub(crate) take: usize,
    /// How many formulas of a question are searched for.
    pub(crate) formulas: usize,
    /// The pipeline of formula search.
    pub(crate) pipeline: &'p Pipeline,
    /// Whether it runs for short queries only.
    pub(crate) only_short: bool,
}

/// The scores of all units by number: for each formula of the question its best match in the unit, from 0 to 1, all
/// weighted by size. None if nothing is searched for.
pub(crate) fn scores(
    index: &Index,
    question: &Question,
    targets: &Targets,
    settings: &Settings<'_>,
) -> Result<Option<Vec<f32>>> {
    let asked = asked(question, settings);
    if asked.is_empty() {
        return Ok(None);
    }
    let units = index.units()?;
    let pipeline = settings.pipeline;
    let searcher = Searcher::new(index, pipeline)?;
    let total: f32 = asked.iter().map(|formula| weight(formula)).sum();
    let telling = (total / TELLING_NODES).min(1.0);
    let mut scores = vec![0.0f32; units.count() as usize];
    for formula in asked {
        if question.budget.is_over() {
            break;
        }
        let full = full_score(pipeline, &formula.query);
        let mut best = vec![0.0f32; units.count() as usize];
        for hit in searcher.search(&formula.query, settings.take).hits {
            let value = (hit.score / full).clamp(0.0, 1.0) as f32;
            hand_out(units, hit.record, value, &mut best)?;
        }
        for (score, best) in scores.iter_mut().zip(best) {
            *score += telling * weight(formula) / total * best;
        }
    }
    for (unit, score) in (0u32..).zip(&mut scores) {
        if !targets.contains(unit) {
            *score = 0.0;
        }
    }
    Ok(Some(scores))
}

/// Gives its score to the units that hold a record, and to their answers.
fn hand_out(units: &Units, record: u32, value: f32, best: &mut [f32]) -> Result<()> {
    let mut raise = |unit: u32, value: f32| {
        if let Some(slot) = best.get_mut(unit as usize) {
            *slot = slot.max(value);
        }
    };
    units.holding(record, |unit| {
        raise(unit, value);
        units.answers(unit).iter().for_each(|&answer| raise(answer, IN_PARENT * value));
    })?;
    Ok(())
}

/// The formulas to search for, the most informative first.
fn asked<'q>(question: &'q Question, settings: &Settings<'_>) -> Vec<&'q AskedFormula> {
    let is_long = !question.body.is_empty()
        || question.word_count() > MOST_WORDS
        || question.formulas.len() > MOST_FORMULAS;
    if settings.only_short && is_long {
        return Vec::new();
    }
    let mut asked: Vec<&AskedFormula> = question.formulas.iter().collect();
    asked.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    asked.truncate(settings.formulas);
    asked
}

fn weight(formula: &AskedFormula) -> f32 {
    (formula.query.canonical.arena_len() as f32).min(24.0)
}

/// The score of a formula that is equal to the query.
fn full_score(pipeline: &Pipeline, query: &Query) -> f64 {
    let Some(stage) = pipeline.stages.last() else { return 1.0 };
    let weight = |name: &str| stage.weights.get(name).copied().unwrap_or(0.0);
    let full = match query.has_wildcards() {
        true => weight("unification"),
        false => stage.weights.values().sum::<f64>() - weight("unification") - weight("same:identity"),
    };
    if full > 0.0 { full } else { 1.0 }
}

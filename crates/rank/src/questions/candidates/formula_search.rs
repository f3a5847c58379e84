//! Units by their formulas: formula search for the formulas of a question, and the units that hold its hits.
//!
//! Tokens find formulas that are written alike. A formula with other names, or with a wildcard, shares few tokens;
//! formula search still finds it. A question of a hundred words has enough tokens, so this is for short queries.
//!
//! A user who types a formula means that formula. So a formula that is the asked one, or contains it, counts far more
//! than one that is merely similar, and more in the title or at the beginning of a text than in passing.

use document::Field;
use formula::canonical::{canonical, same, unbounded};
use formula::opt::Opt;
use index::Index;
use index::units::{StoredUnit, Units};
use similarity::unification::{Bindings, Candidate, Names, Pattern, Where};

use crate::Result;
use crate::formulas::{Hit, Pipeline, Query, Searcher};
use crate::questions::query::word_count;
use crate::questions::{AskedFormula, Question, Targets, Term};

/// Longer questions, and those with more formulas, have enough terms.
const MOST_WORDS: usize = 16;
const MOST_FORMULAS: usize = 4;

/// Formulas with fewer symbols than one more than this count less: `\sqrt2` says little by itself, `x` nothing.
const TELLING_NODES: f32 = 5.0;

/// The most hits of a formula that are tried for containing it.
const MOST_TRIED: usize = 100;

/// The value of a formula that contains the asked one, relative to one that is the same.
const CONTAINED: f32 = 0.8;

/// The same where its variables have other names.
const CONTAINED_RENAMED: f32 = 0.6;

/// The value of a formula that is the asked one with bounds, relative to the same without: `\sum 1/n` is short for it.
const BOUNDED: f32 = 0.95;

/// The fewest symbols of a formula that is looked for with other names: `ab` is in every formula with a product.
const FEWEST_RENAMED: usize = 5;

/// The value of a formula in the course of a text, relative to one in its title.
const IN_PASSING: f32 = 0.7;

/// The value of the first formula of a text, relative to one in its title.
const FIRST: f32 = 0.9;

/// The most texts that are read to see where a formula is in them.
const MOST_READ: usize = 64;

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
    let telling = ((total - 1.0) / TELLING_NODES).clamp(0.0, 1.0);
    let mut scores = vec![0.0f32; units.count() as usize];
    for formula in asked {
        if question.budget.is_over() {
            break;
        }
        let mut best = vec![0.0f32; units.count() as usize];
        let mut room = MOST_READ;
        let closeness = Closeness::new(index, pipeline, &formula.query);
        for (place, hit) in searcher.search(&formula.query, settings.take).hits.iter().enumerate() {
            let value = closeness.of(hit, place < MOST_TRIED);
            hand_out(units, hit.record, value, &mut room, &mut best)?;
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

/// How near hits are to the formula that was asked for.
struct Closeness<'a> {
    index: &'a Index,
    query: &'a Query,
    pattern: Option<Pattern>,
    /// Whether the query has a sum, an integral or a limit with bounds.
    has_bounds: bool,
    /// The score of a formula that is equal to the query.
    full: f64,
}

impl<'a> Closeness<'a> {
    fn new(index: &'a Index, pipeline: &Pipeline, query: &'a Query) -> Closeness<'a> {
        let pattern = (!query.has_wildcards()).then(|| Pattern::new(&query.canonical));
        let has_bounds = unbounded(&query.canonical).is_some();
        Closeness { index, query, pattern, has_bounds, full: full_score(pipeline, query) }
    }

    /// 1 for the formula itself, whatever its letters, down to 0 for one that has nothing to do with it.
    fn of(&self, hit: &Hit, is_tried: bool) -> f32 {
        let share = (hit.score / self.full).clamp(0.0, 1.0) as f32;
        let contained = if is_tried { self.contained(hit.record).unwrap_or(0.0) } else { 0.0 };
        // Half the score of the formula itself is common among formulas that have nothing to do with it.
        (share * share).max(contained)
    }

    /// The value of a record that contains the formula.
    fn contained(&self, record: u32) -> Option<f32> {
        let pattern = self.pattern.as_ref().filter(|_| !self.query.budget.is_over())?;
        let tree = canonical(&self.index.formulas().record(record)?.opt);
        self.contained_in(&tree, pattern).or_else(|| {
            let tree = unbounded(&tree).filter(|_| !self.has_bounds)?;
            let is_whole = same(&tree, &self.query.canonical);
            let value = if is_whole { 1.0 } else { self.contained_in(&tree, pattern)? };
            Some(BOUNDED * value)
        })
    }

    /// The value of a tree that contains the formula.
    fn contained_in(&self, tree: &Opt, pattern: &Pattern) -> Option<f32> {
        let candidate = Candidate::new(tree);
        let fits = |names| {
            pattern.unify_prepared(&candidate, &mut Bindings::default(), Where::Within, names).is_some()
        };
        if fits(Names::Kept) {
            return Some(CONTAINED);
        }
        let is_telling = self.query.canonical.arena_len() >= FEWEST_RENAMED;
        (is_telling && fits(Names::Renamed)).then_some(CONTAINED_RENAMED)
    }
}

/// Gives its score to the units that hold a record, and to their answers. As long as there is room, the units are read
/// to see where the formula is in them.
fn hand_out(units: &Units, record: u32, value: f32, room: &mut usize, best: &mut [f32]) -> Result<()> {
    let mut holding = Vec::new();
    units.holding(record, |unit| holding.push(unit))?;
    for unit in holding {
        let place = match value >= CONTAINED_RENAMED && *room > 0 {
            true => {
                *room -= 1;
                prominence(&units.stored(unit)?, record)
            }
            false => IN_PASSING,
        };
        let mut raise = |unit: u32, value: f32| {
            if let Some(slot) = best.get_mut(unit as usize) {
                *slot = slot.max(value);
            }
        };
        raise(unit, place * value);
        units.answers(unit).iter().for_each(|&answer| raise(answer, IN_PARENT * place * value));
    }
    Ok(())
}

/// How prominent a formula is in a text.
fn prominence(unit: &StoredUnit, record: u32) -> f32 {
    let mut here = unit.formulas.iter().filter(|one| one.record == record);
    if here.clone().any(|one| one.field == Field::Title) {
        return 1.0;
    }
    let in_body = |one: &&index::units::StoredOccurrence| one.field == Field::Body;
    let first = unit.formulas.iter().filter(in_body).map(|one| one.start).min();
    if here.any(|one| one.field == Field::Body && Some(one.start) == first) { FIRST } else { IN_PASSING }
}

/// Whether a question with these terms and so many formulas has too few terms to be found by them alone.
pub(crate) fn is_short(terms: &[Term], formulas: usize) -> bool {
    word_count(terms) <= MOST_WORDS && formulas <= MOST_FORMULAS
}

/// The formulas to search for, the most informative first.
fn asked<'q>(question: &'q Question, settings: &Settings<'_>) -> Vec<&'q AskedFormula> {
    let is_short = question.body.is_empty() && is_short(&question.terms, question.formulas.len());
    if settings.only_short && !is_short {
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

//! How a query of a session was changed into the next one, for words, formulas and both together.
//!
//! A query with exactly one formula is compared as words and a formula: if one side stayed, the other names the change;
//! if both changed, it is several changes. All other queries are compared token by token, a formula being one token.

use rustc_hash::FxHashSet;

use super::formulas::{Asked, FormulaChange, change as change_of_formula};
use super::reformulation::{Parts, Reformulation, change, is_repair};
use super::words::{Typed, is_formula};

/// A query as the comparisons see it.
#[derive(Clone, Debug)]
pub struct Asking {
    /// What was typed.
    pub typed: Typed,
    /// Its formula, if there is exactly one.
    formula: Option<Asked>,
    search_type: String,
}

impl Asking {
    /// Reads a query of a type of search.
    pub fn read(source: &str, search_type: &str) -> Asking {
        let typed = Typed::read(source);
        let formula = match &typed.formulas[..] {
            [only] => Some(Asked::read(only)),
            _ => None,
        };
        Asking { typed, formula, search_type: search_type.to_owned() }
    }

    fn words(&self) -> Vec<&str> {
        self.typed.words().collect()
    }

    /// A text that is equal for queries that differ only in the order of operands that have none.
    fn key(&self) -> String {
        let Some(formula) = &self.formula else { return self.typed.text() };
        let of_formula = formula.key();
        let tokens =
            self.typed.tokens.iter().map(|token| if is_formula(token) { &of_formula } else { token });
        tokens.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// A change from one query of a session to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which of the seven types; none for formulas that mean the same.
    pub kind: Option<Reformulation>,
    /// What several changes are made of.
    pub parts: Parts,
    /// The change of the formula, if both queries have one or one of them is nothing else.
    pub formula: Option<FormulaChange>,
    /// Whether it looks like a repaired spelling.
    pub is_repair: bool,
}

impl Step {
    fn of(kind: Reformulation) -> Step {
        Step { kind: Some(kind), parts: Parts::default(), formula: None, is_repair: false }
    }

    fn of_formula(change: FormulaChange) -> Step {
        Step { kind: change.reformulation(), formula: Some(change), ..Step::of(Reformulation::New) }
    }
}

/// The queries that a session has had.
#[derive(Debug, Default)]
pub struct History {
    /// Keys of the queries before the last one.
    earlier: FxHashSet<String>,
    last: Option<Asking>,
}

impl History {
    /// Adds the next query and returns the step to it; none for the first query, and for one that repeats the last.
    pub fn step(&mut self, next: Asking) -> Option<Step> {
        let Some(last) = self.last.take() else {
            self.last = Some(next);
            return None;
        };
        let is_revisit = self.earlier.contains(&next.key());
        let step = step(&last, &next, is_revisit);
        self.earlier.insert(last.key());
        self.last = Some(next);
        step
    }
}

fn step(last: &Asking, next: &Asking, is_revisit: bool) -> Option<Step> {
    if last.typed.tokens == next.typed.tokens {
        let has_other_type = last.search_type != next.search_type;
        return has_other_type.then(|| Step::of(Reformulation::Revisiting));
    }
    let has_formula = last.formula.is_some() && next.formula.is_some();
    if is_revisit {
        let formula = has_formula.then_some(FormulaChange::Revisit);
        return Some(Step { formula, ..Step::of(Reformulation::Revisiting) });
    }
    Some(match (&last.formula, &next.formula) {
        (Some(before), Some(after)) => with_formulas(last, next, change_of_formula(before, after)),
        (Some(_), None) if last.words().is_empty() => Step::of_formula(FormulaChange::Switch),
        (None, Some(_)) if next.words().is_empty() => Step::of_formula(FormulaChange::Switch),
        _ => of_tokens(&last.typed.tokens, &next.typed.tokens),
    })
}

fn with_formulas(last: &Asking, next: &Asking, change: FormulaChange) -> Step {
    let (before, after) = (last.words(), next.words());
    if before == after {
        return Step::of_formula(change);
    }
    let words = of_tokens(&before, &after);
    if change.reformulation().is_none() {
        return Step { formula: Some(change), ..words };
    }
    Step { kind: Some(Reformulation::Multi), formula: Some(change), ..words }
}

fn of_tokens<T: AsRef<str>>(before: &[T], after: &[T]) -> Step {
    let (kind, parts) = change(before, after);
    let is_repair = kind == Reformulation::Substituting && is_repair(before, after);
    Step { kind: Some(kind), parts, formula: None, is_repair }
}

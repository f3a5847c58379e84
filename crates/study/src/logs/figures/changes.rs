//! How often queries were changed in which way, and how often that led to a click.

use super::add_each;
use super::tally::Tally;
use crate::logs::formulas::FormulaChange;
use crate::logs::reformulation::Reformulation;
use crate::logs::steps::Step;

const KINDS: usize = Reformulation::ALL.len();
const FORMULA_KINDS: usize = FormulaChange::ALL.len();

/// Places in a session with figures of their own: the second query, the third, and so on.
pub const PLACES: usize = 9;

/// The counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Changes by type.
    pub counts: [u64; KINDS],
    /// Those after which a result was clicked.
    pub clicked: [u64; KINDS],
    /// Milliseconds since the query before.
    pub waits: [Tally; KINDS],
    /// Changes by type and type of the change before.
    pub successions: [[u64; KINDS]; KINDS],
    /// Changes by place in the session and type; the last place has all later ones.
    pub by_place: [[u64; KINDS]; PLACES],
    /// What changes of several kinds are made of: substitute, add, remove, reorder.
    pub parts: [u64; 4],
    /// Substitutions that look like repaired spellings.
    pub repairs: u64,
    /// Formulas that mean the same as the one before.
    pub respellings: u64,
    /// Changes of formulas.
    pub formulas: [u64; FORMULA_KINDS],
    /// Those after which a result was clicked.
    pub formulas_clicked: [u64; FORMULA_KINDS],
    /// The type of the last change of this session.
    last: Option<usize>,
}

impl Changes {
    /// Counts the step to the query at a place in its session.
    pub fn add(&mut self, place: usize, step: Option<Step>, is_clicked: bool, waited: i64) {
        let Some(step) = step else { return };
        let success = u64::from(is_clicked);
        if let Some(at) = step.formula.and_then(|change| place_of(&FormulaChange::ALL, change)) {
            self.formulas[at] += 1;
            self.formulas_clicked[at] += success;
        }
        let Some(at) = step.kind.and_then(|kind| place_of(&Reformulation::ALL, kind)) else {
            self.respellings += 1;
            return;
        };
        self.counts[at] += 1;
        self.clicked[at] += success;
        self.waits[at].add(waited.max(0).cast_unsigned());
        if let Some(last) = self.last {
            self.successions[last][at] += 1;
        }
        self.last = Some(at);
        if let Some(counts) = self.by_place.get_mut(place.saturating_sub(1).min(PLACES - 1)) {
            counts[at] += 1;
        }
        for (count, (_, is_so)) in self.parts.iter_mut().zip(step.parts.named()) {
            *count += u64::from(is_so && step.kind == Some(Reformulation::Multi));
        }
        self.repairs += u64::from(step.is_repair);
    }

    /// Ends a session: the next change follows none.
    pub fn end_session(&mut self) {
        self.last = None;
    }

    /// All changes.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The count of a type.
    pub fn count(&self, kind: Reformulation) -> u64 {
        place_of(&Reformulation::ALL, kind).map_or(0, |at| self.counts[at])
    }

    /// Adds the counts of another part of the log.
    pub fn merge(&mut self, other: &Changes) {
        add_each(&mut self.counts, &other.counts);
        add_each(&mut self.clicked, &other.clicked);
        self.waits.iter_mut().zip(&other.waits).for_each(|(to, from)| to.merge(from));
        add_each(self.successions.as_flattened_mut(), other.successions.as_flattened());
        add_each(self.by_place.as_flattened_mut(), other.by_place.as_flattened());
        add_each(&mut self.parts, &other.parts);
        self.repairs += other.repairs;
        self.respellings += other.respellings;
        add_each(&mut self.formulas, &other.formulas);
        add_each(&mut self.formulas_clicked, &other.formulas_clicked);
    }
}

fn place_of<T: PartialEq>(all: &[T], one: T) -> Option<usize> {
    all.iter().position(|other| *other == one)
}

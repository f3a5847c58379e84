//! The search for a match: it solves goals one after the other, with backtracking.
//!
//! A goal pairs a query node with a value, which is a candidate node or its negative. A list holds the goals
//! that follow, so that the search can undo a choice that fails later and try the next one. The size of the
//! query bounds the depth of the recursion.

mod bound;
mod functions;
mod operands;

use std::cell::Cell;

use super::bindings::Bindings;
use super::pattern::{Facts, NO_SLOT, Pattern};
use super::term::{self, Form, Node, Term};
use super::{Binding, Match, Names};
use bound::Bound;
use operands::Choice;

/// The number of steps left, and whether something was not tried because there are too many ways.
pub(super) struct Steps {
    left: Cell<u32>,
    has_skipped: Cell<bool>,
}

impl Steps {
    pub(super) fn new(budget: u32) -> Steps {
        Steps { left: Cell::new(budget), has_skipped: Cell::new(false) }
    }

    /// Takes a step, if one is left.
    pub(super) fn take(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    pub(super) fn ran_out(&self) -> bool {
        self.left.get() == 0
    }

    /// Notes that something was not tried.
    fn skip(&self) {
        self.has_skipped.set(true);
    }

    /// Whether there may be a match that was not looked for.
    pub(super) fn is_incomplete(&self) -> bool {
        self.ran_out() || self.has_skipped.get()
    }
}

/// A candidate node or its negative.
#[derive(Clone, Copy)]
struct Value {
    node: usize,
    negated: bool,
}

/// A condition for a match.
#[derive(Clone, Copy)]
enum Goal {
    /// The query node stands for the value.
    Pair(usize, Value),
    /// Operands without an order, see [`Matcher::choose`].
    Operands(Choice),
    /// Operands in their order.
    Sequence(Sequence),
}

impl Goal {
    /// All operands of a candidate node in their order, those of the query from `query_from` on.
    fn sequence(query: usize, query_from: usize, candidate: usize) -> Goal {
        Goal::Sequence(Sequence { query, candidate, query_from, candidate_from: 0 })
    }
}

/// Operands of a query node and of a candidate node from certain places on.
#[derive(Clone, Copy)]
struct Sequence {
    query: usize,
    candidate: usize,
    query_from: usize,
    candidate_from: usize,
}

/// A list of goals.
struct Goals<'g> {
    goal: Goal,
    rest: Rest<'g>,
}

/// The goals that remain after the current one.
type Rest<'g> = Option<&'g Goals<'g>>;

/// The callback for a match; `true` ends the search.
pub(super) type Found<'f> = &'f mut dyn FnMut(&Matcher<'_>) -> bool;

/// The state of a search.
pub(super) struct Matcher<'a> {
    pattern: &'a Pattern,
    term: &'a Term,
    names: Names,
    steps: &'a Steps,
    slots: Vec<Option<Bound>>,
    parts: Vec<u64>,
    nodes: Vec<usize>,
    letters: Vec<(u32, u32)>,
    pairs: Vec<(usize, usize)>,
    /// Changed slots with their previous values.
    trail: Vec<(u16, Option<Bound>)>,
    /// Choices deferred until other goals have bound more wildcards.
    deferred: Vec<Choice>,
    /// Whether operands of the candidate's root were left over.
    is_part: bool,
}

/// The lengths of the lists of a [`Matcher`] at some time.
#[derive(Clone, Copy)]
struct Mark {
    parts: usize,
    nodes: usize,
    letters: usize,
    pairs: usize,
    trail: usize,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(
        pattern: &'a Pattern,
        term: &'a Term,
        names: Names,
        steps: &'a Steps,
        known: &Bindings,
    ) -> Matcher<'a> {
        let mut matcher = Matcher {
            pattern,
            term,
            names,
            steps,
            slots: vec![None; pattern.slots.len()],
            parts: Vec::new(),
            nodes: Vec::new(),
            letters: if names == Names::Renamed { known.letters.clone() } else { Vec::new() },
            pairs: Vec::with_capacity(pattern.len()),
            trail: Vec::new(),
            deferred: Vec::new(),
            is_part: false,
        };
        for (slot, name) in pattern.slots.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            matcher.slots[slot] = known.wildcard(name).map(|carried| matcher.known(carried));
        }
        matcher
    }

    /// Searches for matches of the query's root with a candidate node.
    pub(super) fn run(&mut self, root: usize, partial: bool, found: Found<'_>) -> bool {
        let query = self.pattern.term.nodes[0];
        let candidate = self.term.nodes[root];
        let value = Value { node: root, negated: false };
        if partial && query.unordered && query.label == candidate.label && query.count < candidate.count {
            self.pairs.push((0, root));
            let choice = Choice { partial: true, ..Choice::new(0, root) };
            return self.solve(Some(&Goals { goal: Goal::Operands(choice), rest: None }), found);
        }
        self.solve(Some(&Goals { goal: Goal::Pair(0, value), rest: None }), found)
    }

    fn solve(&mut self, goals: Rest<'_>, found: Found<'_>) -> bool {
        let Some(goals) = goals else { return self.solve_deferred(found) };
        if !self.steps.take() {
            return false;
        }
        let mark = self.mark();
        let is_solved = match goals.goal {
            Goal::Pair(query, value) => self.pair(query, value, goals.rest, found),
            Goal::Operands(choice) => self.choose(choice, goals.rest, found),
            Goal::Sequence(sequence) => self.sequence(sequence, goals.rest, found),
        };
        if !is_solved {
            self.undo(mark);
        }
        is_solved
    }

    /// Solves a goal before the others.
    fn first(&mut self, goal: Goal, rest: Rest<'_>, found: Found<'_>) -> bool {
        self.solve(Some(&Goals { goal, rest }), found)
    }

    fn pair(&mut self, query: usize, value: Value, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (node, facts) = (self.pattern.term.nodes[query], self.pattern.nodes[query]);
        if facts.slot != NO_SLOT {
            return self.bind(query, value) && self.solve(rest, found);
        }
        if self.is_fixed(facts) {
            if self.hash(value) != node.hash {
                return false;
            }
            self.pair_equal(query, value);
            return self.solve(rest, found);
        }
        if node.form == Form::Minus && node.count == 1 {
            if !value.negated && self.term.nodes[value.node].form == Form::Minus {
                self.pairs.push((query, value.node));
            }
            return self.first(Goal::Pair(node.first as usize, self.negative(value)), rest, found);
        }
        let unsigned = self.without_sign(value);
        if unsigned.negated && !facts.takes_sign {
            return false;
        }
        match node.form {
            Form::Divide => self.quotient(query, unsigned, rest, found),
            Form::Compound => self.compound(query, unsigned.node, rest, found),
            Form::Brackets => self.brackets(query, value, rest, found),
            _ => self.operator(query, unsigned, rest, found),
        }
    }

    /// Whether a query node matches only an equal sub-term.
    fn is_fixed(&self, facts: Facts) -> bool {
        !facts.has_wildcard && (self.names == Names::Kept || !facts.has_letter)
    }

    fn operator(&mut self, query: usize, value: Value, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (node, candidate) = (self.pattern.term.nodes[query], self.term.nodes[value.node]);
        let is_applied_letter = node.form == Form::Function && node.letter != 0 && node.count == 1;
        if is_applied_letter && candidate.form == Form::Times {
            return self.applied_as_product(query, value.node, rest, found);
        }
        if !self.heads(&node, &candidate) {
            return false;
        }
        self.pairs.push((query, value.node));
        if node.count == 0 || candidate.count == 0 {
            return node.count == candidate.count && self.solve(rest, found);
        }
        if node.unordered {
            let choice = Choice { odd: value.negated, ..Choice::new(query, value.node) };
            return self.first(Goal::Operands(choice), rest, found);
        }
        !value.negated && self.first(Goal::sequence(query, 0, value.node), rest, found)
    }

    /// Whether two nodes have the same label, or letters that may be renamed to each other.
    fn heads(&mut self, query: &Node, candidate: &Node) -> bool {
        if query.letter == 0 || self.names == Names::Kept {
            return query.label == candidate.label;
        }
        let (from, to) = (query.letter, candidate.letter);
        if to == 0 {
            return false;
        }
        match self.letters.iter().find(|pair| pair.0 == from || pair.1 == to) {
            Some(&known) => known == (from, to),
            None => {
                self.letters.push((from, to));
                true
            }
        }
    }

    /// A quotient, whose sign may come from the numerator or the denominator.
    fn quotient(&mut self, query: usize, value: Value, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (node, candidate) = (self.pattern.term.nodes[query], self.term.nodes[value.node]);
        if candidate.label != node.label || node.count != 2 || candidate.count != 2 {
            return false;
        }
        self.pairs.push((query, value.node));
        let (above, below) = (node.first as usize, candidate.first as usize);
        for is_denominator_negative in [false, true] {
            let denominator = Value { node: below + 1, negated: is_denominator_negative };
            let numerator = Value { node: below, negated: value.negated ^ is_denominator_negative };
            let last = Goals { goal: Goal::Pair(above + 1, denominator), rest };
            if self.first(Goal::Pair(above, numerator), Some(&last), found) {
                return true;
            }
        }
        false
    }

    /// Brackets, which the canonical form drops around sums, products and quotients.
    fn brackets(&mut self, query: usize, value: Value, rest: Rest<'_>, found: Found<'_>) -> bool {
        if !value.negated && self.term.nodes[value.node].form == Form::Brackets {
            return self.operator(query, value, rest, found);
        }
        let (node, candidate) = (self.pattern.term.nodes[query], self.term.nodes[value.node]);
        let is_arithmetic = candidate.associative || matches!(candidate.form, Form::Minus | Form::Divide);
        let is_open = node.count == 1 && self.pattern.nodes[node.first as usize].slot != NO_SLOT;
        is_open && is_arithmetic && self.first(Goal::Pair(node.first as usize, value), rest, found)
    }

    /// The value with the other sign.
    fn negative(&self, value: Value) -> Value {
        let node = self.term.nodes[value.node];
        if value.negated {
            return Value { negated: false, ..value };
        }
        if node.form == Form::Minus && node.count == 1 {
            return Value { node: node.first as usize, negated: false };
        }
        Value { negated: true, ..value }
    }

    /// The same value, its node without a minus sign.
    fn without_sign(&self, value: Value) -> Value {
        let node = self.term.nodes[value.node];
        if node.form == Form::Minus && node.count == 1 && !value.negated {
            return Value { node: node.first as usize, negated: true };
        }
        value
    }

    /// The hash of a value; see [`Matcher::negative`] for why a negated node is never itself a negation.
    fn hash(&self, value: Value) -> u64 {
        let hash = self.term.nodes[value.node].hash;
        if value.negated { term::negated(hash) } else { hash }
    }

    /// Pairs the nodes of two equal sub-terms; both are canonical, so the nodes have the same order.
    fn pair_equal(&mut self, query: usize, value: Value) {
        let pattern = &self.pattern.term;
        let query = if value.negated { pattern.nodes[query].first as usize } else { query };
        let mut at = self.pairs.len();
        self.pairs.push((query, value.node));
        while let Some(&(query, node)) = self.pairs.get(at) {
            self.pairs.extend(pattern.operands(query).zip(self.term.operands(node)));
            at += 1;
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            parts: self.parts.len(),
            nodes: self.nodes.len(),
            letters: self.letters.len(),
            pairs: self.pairs.len(),
            trail: self.trail.len(),
        }
    }

    fn undo(&mut self, mark: Mark) {
        for (slot, before) in self.trail.drain(mark.trail..).rev() {
            self.slots[usize::from(slot)] = before;
        }
        self.parts.truncate(mark.parts);
        self.nodes.truncate(mark.nodes);
        self.letters.truncate(mark.letters);
        self.pairs.truncate(mark.pairs);
    }

    /// The match in its public form.
    pub(super) fn to_match(&self, root: usize) -> Match {
        let id = |node: usize| self.term.nodes[node].id;
        let bindings = self.pattern.slots.iter().zip(&self.slots).filter_map(|(name, bound)| {
            let bound = (*bound)?;
            let nodes = self.nodes[bound.nodes.0..bound.nodes.1].iter().map(|&node| id(node)).collect();
            Some(Binding { name: name.clone(), nodes, negated: bound.negated, is_head: bound.is_head })
        });
        let letter = |letter| term::character(letter).to_string();
        Match {
            root: id(root),
            pairs: self
                .pairs
                .iter()
                .map(|&(query, node)| (self.pattern.term.nodes[query].id, id(node)))
                .collect(),
            bindings: bindings.collect(),
            renaming: self.letters.iter().map(|&(from, to)| (letter(from), letter(to))).collect(),
            whole: root == 0 && !self.is_part,
        }
    }
}

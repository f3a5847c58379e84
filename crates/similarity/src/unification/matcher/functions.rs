//! Functions, and formulas that can be read as a function, as a power of a function or as a product.

use super::super::pattern::NO_SLOT;
use super::super::term::Form;
use super::operands::{Choice, MAX_OPERANDS};
use super::{Found, Goal, Goals, Matcher, Rest, Value};

impl Matcher<'_> {
    /// Matches `f(?x)` with a product, because `f(a+b)` may have been read as one.
    pub(super) fn applied_as_product(
        &mut self,
        query: usize,
        at: usize,
        rest: Rest<'_>,
        found: Found<'_>,
    ) -> bool {
        let node = self.pattern.term.nodes[query];
        for (place, factor) in self.term.operands(at).enumerate().take(MAX_OPERANDS) {
            let mark = self.mark();
            let leaf = self.term.nodes[factor];
            if leaf.count == 0 && self.heads(&node, &leaf) {
                self.pairs.push((query, factor));
                let choice = Choice { used: 1 << place, is_product: true, ..Choice::new(query, at) };
                if self.first(Goal::Operands(choice), rest, found) {
                    return true;
                }
            }
            self.undo(mark);
        }
        false
    }

    /// An operator that is an expression. With a wildcard in it, it may stand for a named function, for the
    /// power of one, or for a product, because `?a(?b)` is read as a function.
    pub(super) fn compound(&mut self, query: usize, at: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (node, candidate) = (self.pattern.term.nodes[query], self.term.nodes[at]);
        let operator = node.first as usize;
        let is_open = self.pattern.nodes[operator].slot != NO_SLOT;
        match candidate.form {
            Form::Compound if candidate.count == node.count => {
                self.pairs.push((query, at));
                self.first(Goal::sequence(query, 0, at), rest, found)
            }
            Form::Function if is_open => self.function(query, at, rest, found),
            Form::Times if is_open && node.count == 2 => {
                self.pairs.push((query, at));
                let choice = Choice { is_product: true, ..Choice::new(query, at) };
                self.first(Goal::Operands(choice), rest, found)
            }
            Form::Power if self.pattern.term.nodes[operator].form == Form::Power => {
                self.power_of_function(query, at, rest, found)
            }
            _ => false,
        }
    }

    /// A named function in the place of the wildcard that is the operator of `query`.
    fn function(&mut self, query: usize, at: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (node, candidate) = (self.pattern.term.nodes[query], self.term.nodes[at]);
        let operator = node.first as usize;
        if candidate.form != Form::Function
            || candidate.count + 1 != node.count
            || !self.bind_head(operator, at)
        {
            return false;
        }
        self.pairs.push((query, at));
        if self.first(Goal::sequence(query, 1, at), rest, found) {
            return true;
        }
        if !candidate.unordered || candidate.count != 2 {
            return false;
        }
        let (left, right) = (candidate.first as usize, candidate.first as usize + 1);
        let last = Goals { goal: Goal::Pair(operator + 2, Value { node: left, negated: false }), rest };
        self.first(Goal::Pair(operator + 1, Value { node: right, negated: false }), Some(&last), found)
    }

    /// Matches `?f^2(?x)` with `(\sin x)^2`, which is the canonical form of `\sin^2 x`.
    fn power_of_function(&mut self, query: usize, at: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        let power = self.pattern.term.nodes[query].first as usize;
        let (node, candidate) = (self.pattern.term.nodes[power], self.term.nodes[at]);
        let (base, exponent) = (node.first as usize, node.first as usize + 1);
        if node.count != 2 || candidate.count != 2 || self.pattern.nodes[base].slot == NO_SLOT {
            return false;
        }
        let (value, power_value) = (candidate.first as usize, candidate.first as usize + 1);
        if self.hash(Value { node: power_value, negated: false }) != self.pattern.term.nodes[exponent].hash {
            return false;
        }
        self.pairs.extend([(power, at), (exponent, power_value)]);
        let named = self.term.nodes[value];
        let is_function =
            named.form == Form::Function && named.count + 1 == self.pattern.term.nodes[query].count;
        if !is_function || !self.bind_head(base, value) {
            return false;
        }
        self.pairs.push((query, value));
        self.first(Goal::sequence(query, 1, value), rest, found)
    }
}

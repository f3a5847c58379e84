//! The meaning of wildcards: a sub-term, several operands together, or the name of a function.

use super::super::Names;
use super::super::bindings::{Bindings, Carried};
use super::super::term::{self, Form};
use super::{Matcher, Value};

/// The meaning of a wildcard.
#[derive(Clone, Copy, Default)]
pub(super) struct Bound {
    /// Hash of the sub-term.
    pub(super) hash: u64,
    /// Hash of the sub-term without a minus sign in front.
    pub(super) unsigned: u64,
    /// Label of the unsigned sub-term if it is a sum, a product or a similar operator, and where the hashes
    /// of its operands are.
    pub(super) operator: Option<u64>,
    pub(super) parts: (usize, usize),
    /// Where its nodes are; none if it was bound in another formula.
    pub(super) nodes: (usize, usize),
    pub(super) negated: bool,
    pub(super) is_head: bool,
}

impl Matcher<'_> {
    pub(super) fn known(&mut self, carried: &Carried) -> Bound {
        let from = self.parts.len();
        self.parts.extend_from_slice(&carried.parts);
        Bound {
            hash: carried.hash,
            unsigned: carried.unsigned,
            operator: carried.operator,
            parts: (from, self.parts.len()),
            ..Bound::default()
        }
    }

    /// Lets a wildcard stand for a value, if possible.
    pub(super) fn bind(&mut self, query: usize, value: Value) -> bool {
        if self.term.nodes[value.node].form == Form::Absent {
            return false;
        }
        let unsigned = self.without_sign(value);
        let base = self.term.nodes[unsigned.node];
        let mut bound = Bound {
            hash: self.hash(value),
            unsigned: base.hash,
            negated: value.negated,
            nodes: self.keep_nodes(&[value.node]),
            ..Bound::default()
        };
        if base.associative {
            bound.operator = Some(base.label);
            let from = self.parts.len();
            let term = self.term;
            self.parts.extend(term.operands(unsigned.node).map(|operand| term.nodes[operand].hash));
            bound.parts = (from, self.parts.len());
        }
        self.bind_to(query, bound)
    }

    /// Lets a wildcard stand for several operands of a candidate node together.
    pub(super) fn bind_group(
        &mut self,
        query: usize,
        candidate: usize,
        operands: &[usize],
        negated: bool,
    ) -> bool {
        if let [only] = *operands {
            let value = Value { node: only, negated: false };
            return self.bind(query, if negated { self.negative(value) } else { value });
        }
        let operator = self.term.nodes[candidate];
        let is_sorted = operator.commutative && !operands.iter().any(|&at| self.term.nodes[at].fixes_places);
        let term = self.term;
        let from = self.parts.len();
        self.parts.extend(operands.iter().map(|&at| term.nodes[at].hash));
        let unsigned =
            term::joined(operator.label, is_sorted, operands.iter().map(|&at| term.nodes[at].hash));
        let bound = Bound {
            hash: if negated { term::negated(unsigned) } else { unsigned },
            unsigned,
            operator: Some(operator.label),
            parts: (from, self.parts.len()),
            nodes: self.keep_nodes(operands),
            negated,
            is_head: false,
        };
        self.bind_to(query, bound)
    }

    /// Lets a wildcard stand for the name of a function.
    pub(super) fn bind_head(&mut self, query: usize, function: usize) -> bool {
        let label = self.term.nodes[function].label;
        let nodes = self.keep_nodes(&[function]);
        self.bind_to(query, Bound { hash: label, unsigned: label, nodes, is_head: true, ..Bound::default() })
    }

    fn bind_to(&mut self, query: usize, bound: Bound) -> bool {
        let slot = self.pattern.nodes[query].slot;
        let Some(known) = self.slots.get(usize::from(slot)).copied() else { return false };
        if known.is_some_and(|known| known.hash != bound.hash) {
            return false;
        }
        let (from, to) = bound.nodes;
        self.pairs.extend(self.nodes[from..to].iter().map(|&node| (query, node)));
        // A meaning that comes from another formula has no nodes yet.
        if known.is_none_or(|known| known.nodes.0 == known.nodes.1) {
            self.trail.push((slot, known));
            self.slots[usize::from(slot)] = Some(bound);
        }
        true
    }

    fn keep_nodes(&mut self, nodes: &[usize]) -> (usize, usize) {
        let from = self.nodes.len();
        self.nodes.extend_from_slice(nodes);
        (from, self.nodes.len())
    }

    /// The meaning of the wildcard at a query node.
    pub(super) fn bound(&self, query: usize) -> Option<Bound> {
        self.slots.get(usize::from(self.pattern.nodes[query].slot)).copied().flatten()
    }

    /// Adds the bindings of this match to those that other formulas of the topic must agree with.
    pub(in crate::unification) fn export(&self, bindings: &mut Bindings) {
        for (name, bound) in self.pattern.slots.iter().zip(&self.slots) {
            let Some(bound) = bound else { continue };
            if name.is_empty() || bindings.wildcard(name).is_some() {
                continue;
            }
            bindings.wildcards.push(Carried {
                name: name.clone(),
                hash: bound.hash,
                unsigned: bound.unsigned,
                operator: bound.operator,
                parts: self.parts[bound.parts.0..bound.parts.1].to_vec(),
            });
        }
        if self.names == Names::Renamed {
            bindings.letters.clone_from(&self.letters);
        }
    }
}

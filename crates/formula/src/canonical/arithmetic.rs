//! Sums, signs, products and quotients.
//!
//! A difference is a sum with a negative term, `a-b` = `a+(-b)`, so that the terms can be sorted. The sign of
//! a product or quotient moves in front of the whole, and two signs cancel. A bracket with a sign before
//! it stays: `a-(b+c)` equals `a-b-c` by calculation, not by convention.

use super::{Rebuild, Sign};
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

impl Rebuild<'_> {
    /// A sum of the operands finished since `operands_from`.
    pub(super) fn sum(&mut self, origin: NodeId, operands_from: usize) -> NodeId {
        self.operands.clear();
        for i in operands_from..self.done.len() {
            let operand = self.done[i];
            match operand.sign {
                Sign::Plus => self.add_term(operand.node),
                Sign::Minus => {
                    let term = self.negated(operand.node);
                    self.add_term(term);
                }
                Sign::PlusMinus => self.add_signed(names::PLUS_MINUS, operand.node),
                Sign::MinusPlus => self.add_signed(names::MINUS_PLUS, operand.node),
            }
        }
        self.n_ary(names::PLUS, origin)
    }

    /// A product of the operands finished since `operands_from`, with its sign in front.
    pub(super) fn product(&mut self, origin: NodeId, operands_from: usize) -> NodeId {
        self.operands.clear();
        let mut negative = false;
        for i in operands_from..self.done.len() {
            let operand = self.done[i];
            let (factor, negative_factor) = self.unsigned(operand.node);
            negative ^= negative_factor ^ (operand.sign == Sign::Minus);
            self.add_dissolved(names::TIMES, factor);
        }
        let product = self.n_ary(names::TIMES, origin);
        if negative { self.negated(product) } else { product }
    }

    /// A quotient over [`Rebuild::operands`], with its sign in front.
    pub(super) fn quotient(&mut self, origin: NodeId) -> NodeId {
        let mut negative = false;
        for i in 0..self.operands.len() {
            let (operand, negative_operand) = self.unsigned(self.operands[i]);
            self.operands[i] = operand;
            negative ^= negative_operand;
        }
        let quotient = self.inner(Kind::Ordered, names::DIVIDE, origin);
        if negative { self.negated(quotient) } else { quotient }
    }

    /// The node with the other sign.
    pub(super) fn negated(&mut self, node: NodeId) -> NodeId {
        match self.only_child(node, names::MINUS) {
            Some(positive) => positive,
            None => self.signed(names::MINUS, node),
        }
    }

    fn unsigned(&self, node: NodeId) -> (NodeId, bool) {
        match self.only_child(node, names::MINUS) {
            Some(positive) => (positive, true),
            None => (node, false),
        }
    }

    fn signed(&mut self, sign: Symbol, node: NodeId) -> NodeId {
        let inside = *self.tree.node(node);
        let id = self.tree.inner(Kind::Ordered, sign, inside.span, &[node]);
        self.tree.nodes[id.index()].flags = inside.flags;
        id
    }

    fn add_signed(&mut self, sign: Symbol, node: NodeId) {
        let term = self.signed(sign, node);
        self.operands.push(term);
    }

    fn add_term(&mut self, term: NodeId) {
        self.add_dissolved(names::PLUS, term);
    }

    /// Adds an operand, or the operands of an operand that is the same operator.
    pub(super) fn add_dissolved(&mut self, name: Symbol, node: NodeId) {
        if self.tree.symbol(node) == name && !self.tree.is_leaf(node) {
            self.operands.extend(self.tree.children(node));
        } else {
            self.operands.push(node);
        }
    }

    /// A sum or product over [`Rebuild::operands`]; a single operand is returned as it is.
    fn n_ary(&mut self, name: Symbol, origin: NodeId) -> NodeId {
        if let [only] = self.operands[..] {
            return only;
        }
        if name == names::TIMES && self.keep_order_of_factors() {
            return self.inner(Kind::Ordered, name, origin);
        }
        self.sort_operands();
        self.inner(Kind::Unordered, name, origin)
    }
}

//! Chains of relations, bars between operands, and moduli.

use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::slt::{self, Edge};
use crate::symbol::Symbol;

use super::Parser;
use super::state::{MODULUS, PRODUCT, Pending, RELATION, Row, Shape};

impl Parser<'_> {
    /// Starts a relation, or adds a link to the chain it continues.
    pub(super) fn relation(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        self.link(at, row, item.symbol, item.priority, item.unordered)
    }

    /// A bar between two operands divides; a bar with scripts evaluates; any other bar is a lone fence.
    pub(super) fn bar(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        if self.has_scripts(item.node) {
            return self.evaluated_at(at, row);
        }
        if !self.operand_follows(at, row) {
            self.sequence(row, names::FRAGMENTS);
            return at;
        }
        let symbol = if item.symbol == names::CONDITIONAL { names::DIVIDES } else { item.symbol };
        self.link(at, row, symbol, RELATION, item.unordered)
    }

    fn link(&mut self, at: usize, row: &mut Row, symbol: Symbol, priority: u16, unordered: bool) -> usize {
        let item = self.items[at];
        let operator = self.scripted_operator(item);
        while self.top(row).is_some_and(|top| top.priority > priority) {
            self.reduce();
        }
        let is_relation = |top: Pending| matches!(top.shape, Shape::Relation | Shape::Link);
        while self.top(row).is_some_and(|top| top.priority == priority && !is_relation(top)) {
            self.reduce();
        }
        let goes_on = self.top(row).is_some_and(|top| top.priority == priority);
        row.related = true;
        let awaiting = self.builder.len();
        self.pending.push(Pending {
            shape: if goes_on { Shape::Link } else { Shape::Relation },
            kind: if unordered { Kind::Unordered } else { Kind::Ordered },
            priority,
            symbol,
            operator,
            start: awaiting.saturating_sub(1),
            awaiting,
            span: self.slt.node(item.node).span,
        });
        row.expecting = true;
        at + 1
    }

    /// Ends a chain: one node if all links are the same relation, otherwise a conjunction of the links, each
    /// with a copy of the operand that it shares with the link before.
    pub(super) fn reduce_chain(&mut self, last: Pending) {
        let mut first = self.pending.len();
        let mut head = last;
        let mut uniform = last.operator == NodeId::NONE;
        while head.shape == Shape::Link && first > 0 {
            first -= 1;
            head = self.pending[first];
            uniform &= head.symbol == last.symbol && head.operator == NodeId::NONE;
        }
        if uniform || first == self.pending.len() {
            self.pending.truncate(first);
            return self.fold_infix(last, head.start);
        }
        self.conjunction(first, head.start, last);
    }

    fn conjunction(&mut self, first: usize, start: usize, last: Pending) {
        self.pending.push(last);
        let mut left = self.builder.node_at(start);
        for place in first..self.pending.len() {
            let link = self.pending[place];
            let offset = start + place - first;
            let right = self.builder.node_at(offset + 1);
            let top = self.builder.len();
            match place == first {
                true => self.builder.insert(top, left),
                false => self.builder.push_copy(left),
            }
            self.builder.insert(top + 1, right);
            self.fold_infix(link, top);
            let relation = self.builder.pop();
            self.builder.replace(offset, relation);
            left = right;
        }
        self.builder.truncate(start + self.pending.len() - first);
        self.pending.truncate(first);
        self.builder.fold(start, Kind::Unordered, names::AND, Span::default());
    }

    /// `f(x)|_{x=0}`, `F|_a^b`: evaluates the operand before the bar at the values in the scripts.
    fn evaluated_at(&mut self, at: usize, row: &mut Row) -> usize {
        while self.top(row).is_some_and(|top| top.priority >= PRODUCT) {
            self.reduce();
        }
        let start = self.builder.len().saturating_sub(1);
        self.places(self.items[at].node, start);
        at + 1
    }

    /// Folds the operand at `start` and the scripts of `bar` into an evaluation.
    pub(super) fn places(&mut self, bar: NodeId, start: usize) {
        for edge in [Edge::Below, Edge::Under, Edge::Above, Edge::Over] {
            if let Some(head) = self.slt.child(bar, edge) {
                self.baseline(head);
            }
        }
        self.builder.fold(start, Kind::Ordered, names::EVALUATED_AT, self.slt.node(bar).span);
    }

    /// Whether a group is a modulus: `(mod n)`, with the word as one symbol or as letters.
    pub(super) fn is_modulus(&self, node: NodeId) -> bool {
        self.modulus_word(node) > 0
    }

    /// The number of symbols in the word `mod` at the beginning of a group; 0 without that word.
    fn modulus_word(&self, node: NodeId) -> usize {
        let slt::Kind::Group = self.slt.node(node).kind else { return 0 };
        let Some(head) = self.slt.child(node, Edge::Within).filter(|&head| !self.stands_alone(head)) else {
            return 0;
        };
        if self.slt.texts.long(self.slt.node(head).symbol).trim() == "mod" {
            return 1;
        }
        let mut word = self.slt.row(Some(head)).map(|letter| self.slt.character(letter));
        let spelt = [Some('m'), Some('o'), Some('d')].into_iter().all(|letter| word.next() == Some(letter));
        if spelt && word.next().is_some() { 3 } else { 0 }
    }

    /// `a≡b (mod n)`: the modulus belongs to the whole relation.
    pub(super) fn modulus(&mut self, at: usize, row: &mut Row) -> usize {
        while self.top(row).is_some_and(|top| top.priority >= MODULUS) {
            self.reduce();
        }
        let start = self.builder.len().saturating_sub(1);
        let node = self.items[at].node;
        let first = self.items.len();
        self.gather_elements(node);
        let word = self.modulus_word(node).min(self.items.len() - first);
        self.items.drain(first..first + word);
        self.row(first, super::Context::Baseline);
        self.builder.fold(start, Kind::Ordered, names::MODULO, self.slt.node(node).span);
        self.scripts(node, start);
        at + 1
    }
}

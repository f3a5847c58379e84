//! Operators other than sums and products: relations, roots, functions, collections.

use super::{Rebuild, notation};
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

const COLON: Symbol = Symbol::character(':');

impl Rebuild<'_> {
    /// The operator `name` of the source node `origin` over [`Rebuild::operands`].
    pub(super) fn operator(&mut self, origin: NodeId, name: Symbol) -> NodeId {
        let kind = self.source.node(origin).kind;
        match name {
            names::DIVIDE if self.operands.len() == 2 => self.quotient(origin),
            names::ROOT => self.root(origin),
            names::ABS => self.absolute(origin),
            names::DELIMITED if self.is_grouping() => self.operands[0],
            names::DELIMITED => self.copied_operator(origin),
            COLON if self.maps() => self.inner(Kind::Ordered, names::MAP, origin),
            names::LIST | names::FORMULAE | names::FRAGMENTS => self.sequence(origin, name),
            names::SET if self.operands.iter().all(|&node| self.is_absent(node)) => {
                self.copy_leaf(origin, Kind::Constant, names::EMPTY_SET)
            }
            _ if kind == Kind::Compound => self.compound(origin),
            Symbol::NONE => self.copied_operator(origin),
            _ => self.named(origin, name, kind),
        }
    }

    /// The operator of the source as it is.
    fn copied_operator(&mut self, origin: NodeId) -> NodeId {
        let symbol = self.copied(self.source.node(origin).symbol);
        self.inner(self.source.node(origin).kind, symbol, origin)
    }

    /// Whether brackets only group a term. Brackets around a single symbol mean something else: the class
    /// `[x]` is not `x`, and the derivative `f^{(n)}` is not a power.
    fn is_grouping(&self) -> bool {
        use names::{DIVIDE, MINUS, MINUS_PLUS, PLUS, PLUS_MINUS, TIMES};
        let arithmetic = [PLUS, MINUS, PLUS_MINUS, MINUS_PLUS, TIMES, DIVIDE];
        matches!(self.operands[..], [only] if arithmetic.contains(&self.tree.symbol(only)))
    }

    /// A named operator: relations point one way, operands without an order are sorted.
    fn named(&mut self, origin: NodeId, name: Symbol, kind: Kind) -> NodeId {
        let name = match notation::converse(name) {
            Some(converse) => {
                self.operands.reverse();
                converse
            }
            None => name,
        };
        if notation::is_associative(name) {
            self.dissolve_operands(name);
        }
        let commutative = notation::is_commutative(name);
        if commutative {
            self.sort_operands();
        }
        let kind = match kind {
            Kind::Ordered | Kind::Unordered if commutative => Kind::Unordered,
            Kind::Ordered | Kind::Unordered => Kind::Ordered,
            other => other,
        };
        self.inner(kind, name, origin)
    }

    /// Dissolves operands that turned out to be the same operator when they were built.
    fn dissolve_operands(&mut self, name: Symbol) {
        if self.operands.iter().any(|&node| self.tree.symbol(node) == name) {
            let operands = std::mem::take(&mut self.operands);
            for operand in operands {
                self.add_dissolved(name, operand);
            }
        }
    }

    /// A root with its degree; a square root has the degree 2.
    fn root(&mut self, origin: NodeId) -> NodeId {
        let is_square = match self.operands[..] {
            [_] => true,
            [_, degree] => self.is_absent(degree),
            _ => false,
        };
        if is_square {
            self.operands.truncate(1);
            let degree = self.copy_leaf(origin, Kind::Number, Symbol::character('2'));
            self.operands.push(degree);
        }
        self.inner(Kind::Ordered, names::ROOT, origin)
    }

    /// Whether a colon stands between a name and an arrow.
    fn maps(&self) -> bool {
        matches!(self.operands[..], [_, arrow] if self.tree.label_is(arrow, "to"))
    }

    /// Bars: two pairs of bars, one directly inside the other, are a norm.
    fn absolute(&mut self, origin: NodeId) -> NodeId {
        let kind = self.source.node(origin).kind;
        let inside = match self.operands[..] {
            [only] => self.only_child(only, names::ABS),
            _ => None,
        };
        let Some(inside) = inside else { return self.inner(kind, names::ABS, origin) };
        self.operands[0] = inside;
        self.inner(kind, names::NORM, origin)
    }

    /// A row of formulas: a stop after the last formula is dropped, and a single formula is not a row.
    fn sequence(&mut self, origin: NodeId, name: Symbol) -> NodeId {
        while self.operands.len() > 1 && self.operands.last().is_some_and(|&last| self.is_stop(last)) {
            self.operands.pop();
        }
        if let [only] = self.operands[..] {
            return only;
        }
        let kind = self.source.node(origin).kind;
        self.inner(kind, name, origin)
    }

    /// An operator that is an expression. A plain name is a function; a power of a function is a power of its
    /// value.
    fn compound(&mut self, origin: NodeId) -> NodeId {
        let Some(&operator) = self.operands.first() else {
            return self.inner(Kind::Compound, Symbol::NONE, origin);
        };
        if self.is_name(operator) && self.operands.len() > 1 {
            return self.apply(origin, operator);
        }
        if let Some((function, exponent)) = self.power_of_function(operator) {
            let value = self.apply(origin, function);
            self.operands.clear();
            self.operands.extend([value, exponent]);
            return self.inner(Kind::Ordered, names::SUP, origin);
        }
        self.inner(Kind::Compound, Symbol::NONE, origin)
    }

    /// The function named by the leaf `function`, over all operands but the first.
    fn apply(&mut self, origin: NodeId, function: NodeId) -> NodeId {
        let name = *self.tree.node(function);
        self.operands.remove(0);
        let id = self.named(origin, name.symbol, Kind::Function);
        self.tree.nodes[id.index()].font = name.font;
        id
    }

    /// Function and exponent of `\sin^2`, if the exponent is a number of 2 or more and the function takes
    /// powers.
    fn power_of_function(&self, operator: NodeId) -> Option<(NodeId, NodeId)> {
        if self.tree.symbol(operator) != names::SUP || self.operands.len() < 2 {
            return None;
        }
        let mut parts = self.tree.children(operator);
        let (function, exponent) = (parts.next()?, parts.next()?);
        let is_power = self.tree.node(exponent).kind == Kind::Number && !self.tree.label_is(exponent, "1");
        (is_power && self.tree.is_leaf(function) && notation::takes_powers(self.tree.symbol(function)))
            .then_some((function, exponent))
    }

    fn is_name(&self, node: NodeId) -> bool {
        self.tree.is_leaf(node) && matches!(self.tree.node(node).kind, Kind::Variable | Kind::Function)
    }

    /// Whether a node is absent or a punctuation mark written as text.
    fn is_stop(&self, node: NodeId) -> bool {
        let node = self.tree.node(node);
        match node.kind {
            Kind::Absent => true,
            Kind::Text => node.symbol.is_none() || matches!(node.symbol.as_char(), Some('.' | ',' | ';')),
            _ => false,
        }
    }

    fn is_absent(&self, node: NodeId) -> bool {
        self.tree.node(node).kind == Kind::Absent
    }
}

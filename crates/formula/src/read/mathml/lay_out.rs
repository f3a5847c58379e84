//! Operator trees to layout trees, for formulas that come without a presentation.
//!
//! The layout uses the usual notation, with brackets where the precedences of the operator dictionary require
//! them. It may differ from what the author would have written, but it means the same.

mod shapes;
mod symbols;

use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Kind, NodeId, Opt};
use crate::read::layout::{Builder, Look};
use crate::slt::{self, Slt};
use crate::symbol::Symbol;
use crate::tables::operators::{self, Role};

/// Binds tighter than every operator.
const ATOM: u16 = u16::MAX;

/// Lays out an operator tree.
pub(super) fn lay_out(opt: &Opt) -> Slt {
    let mut layout = Layout { opt, builder: Builder::new(opt.arena_len()) };
    let mark = layout.builder.mark();
    if let Some(root) = opt.root() {
        layout.expression(root);
    }
    layout.builder.finish(mark)
}

struct Layout<'a> {
    opt: &'a Opt,
    builder: Builder,
}

impl<'a> Layout<'a> {
    /// Pushes the symbols of a node onto the current row.
    fn expression(&mut self, id: NodeId) {
        let node = self.opt.node(id);
        match node.kind {
            Kind::Absent => {}
            Kind::Compound => self.compound(id),
            Kind::Collection => self.collection(id),
            Kind::Error => self.sequence(id),
            Kind::Ordered | Kind::Unordered | Kind::Function if !self.opt.is_leaf(id) => self.application(id),
            _ if self.opt.is_leaf(id) => self.leaf(id),
            _ => {
                self.leaf(id);
                self.arguments(id);
            }
        }
    }

    /// An expression in brackets if it binds looser than `priority`.
    fn operand(&mut self, id: NodeId, priority: u16) {
        if self.priority(id) >= priority || self.builder.is_too_deep() {
            return self.expression(id);
        }
        let mark = self.builder.mark();
        self.expression(id);
        let span = self.opt.node(id).span;
        let group = self.builder.fenced(mark, Symbol::character('('), Symbol::character(')'), span);
        self.builder.push(group);
    }

    fn sequence(&mut self, id: NodeId) {
        for child in self.opt.children(id) {
            self.expression(child);
        }
    }

    fn application(&mut self, id: NodeId) {
        let symbol = self.opt.symbol(id);
        match symbol {
            names::SUP | names::SUB => self.scripts(id),
            names::DIVIDE | names::CONTINUED_FRACTION => self.fraction(id, false),
            names::BINOMIAL => self.fraction(id, true),
            names::ROOT => self.root(id),
            names::TIMES => self.product(id),
            names::PLUS => self.sum(id),
            names::AND => self.conjunction(id),
            names::ABS => self.between(id, '|', '|'),
            names::NORM => self.between(id, '∥', '∥'),
            names::FLOOR => self.between(id, '⌊', '⌋'),
            names::CEILING => self.between(id, '⌈', '⌉'),
            names::SET => self.between(id, '{', '}'),
            names::CONDITIONAL_SET => self.conditional_set(id),
            names::FORMULAE => self.separated(id, ','),
            names::FRAGMENTS => self.sequence(id),
            names::MATRIX | names::EVALUATED_AT => self.sequence(id),
            names::DERIVATIVE => self.derivative(id, 'd'),
            names::PARTIAL_DERIVATIVE => self.derivative(id, '∂'),
            names::DIFFERENTIAL => self.prefixed(id),
            _ => self.by_the_dictionary(id),
        }
    }

    fn by_the_dictionary(&mut self, id: NodeId) {
        let count = self.opt.children(id).count();
        match symbols::operator(self.opt, id) {
            Some(operator) if count == 1 && matches!(operator.role, Role::Postfix) => self.postfixed(id),
            Some(operator) if count == 1 || is_prefix(operator.role) => self.prefixed(id),
            Some(_) => self.infix(id),
            None if self.is_named_function(id) => self.prefixed(id),
            None => {
                self.leaf(id);
                self.arguments(id);
            }
        }
    }

    fn infix(&mut self, id: NodeId) {
        let priority = self.priority(id);
        for (i, child) in self.opt.children(id).enumerate() {
            if i > 0 {
                self.leaf(id);
            }
            self.operand(child, priority.saturating_add(1));
        }
    }

    /// `-x`, `∑ x`, `sin x`, `∀ x, p`.
    fn prefixed(&mut self, id: NodeId) {
        self.leaf(id);
        let priority = self.priority(id).saturating_add(1);
        for (i, child) in self.opt.children(id).enumerate() {
            if self.opt.node(child).kind == Kind::Absent {
                continue;
            }
            if i > 0 {
                self.symbol(',', self.opt.node(child).span);
            }
            self.operand(child, priority);
        }
    }

    fn postfixed(&mut self, id: NodeId) {
        for child in self.opt.children(id) {
            self.operand(child, ATOM);
        }
        self.leaf(id);
    }

    /// Factors side by side; a dot keeps numbers apart.
    fn product(&mut self, id: NodeId) {
        let priority = self.priority(id);
        for (i, child) in self.opt.children(id).enumerate() {
            if i > 0 && self.opt.node(self.leftmost(child)).kind == Kind::Number {
                self.symbol('⋅', self.opt.node(child).span);
            }
            self.operand(child, priority + u16::from(i > 0));
        }
    }

    /// Summands; a negative one is subtracted.
    fn sum(&mut self, id: NodeId) {
        let priority = self.priority(id);
        for (i, child) in self.opt.children(id).enumerate() {
            let is_negative = self.opt.symbol(child) == names::MINUS && self.opt.children(child).count() == 1;
            if i > 0 && !is_negative {
                self.leaf(id);
            }
            let is_first_difference = i == 0 && self.opt.symbol(child) == names::MINUS;
            self.operand(child, priority + u16::from(!is_negative && !is_first_difference));
        }
    }

    /// `a < b ≤ c` where relations share an operand; otherwise `∧` between them.
    fn conjunction(&mut self, id: NodeId) {
        let relations: Vec<NodeId> = self.opt.children(id).collect();
        let is_chain = relations.windows(2).all(|pair| {
            match (self.opt.children(pair[0]).last(), self.opt.children(pair[1]).next()) {
                (Some(end), Some(start)) => self.are_equal(end, start),
                _ => false,
            }
        });
        if !is_chain {
            return self.infix(id);
        }
        for (i, &relation) in relations.iter().enumerate() {
            let priority = self.priority(relation).saturating_add(1);
            for (j, operand) in self.opt.children(relation).enumerate() {
                if j > 0 {
                    self.leaf(relation);
                }
                if i == 0 || j > 0 {
                    self.operand(operand, priority);
                }
            }
        }
    }

    fn are_equal(&self, left: NodeId, right: NodeId) -> bool {
        let (one, other) = (self.opt.node(left), self.opt.node(right));
        one.kind == other.kind
            && self.opt.label(left) == self.opt.label(right)
            && self.opt.children(left).count() == self.opt.children(right).count()
            && self
                .opt
                .children(left)
                .zip(self.opt.children(right))
                .all(|(one, other)| self.are_equal(one, other))
    }

    /// An operator that is an expression: `f^{-1}(x)`, `∑_{i=1}^n x`, `log_2 x`, `a ↑^n b`.
    fn compound(&mut self, id: NodeId) {
        let parts: Vec<NodeId> = self.opt.children(id).collect();
        let Some((&operator, operands)) = parts.split_first() else { return };
        let base = self.leftmost(operator);
        let role = symbols::operator(self.opt, base).map(|operator| operator.role);
        if let (Some(role), &[left, right]) = (role, operands)
            && !is_prefix(role)
        {
            self.operand(left, ATOM);
            self.expression(operator);
            return self.operand(right, ATOM);
        }
        self.expression(operator);
        let priority = match role {
            Some(_) => self.priority(id),
            None if self.is_named_function(base) => ATOM,
            None => return self.list(operands.iter().copied(), Some(('(', ')'))),
        };
        for &operand in operands {
            self.operand(operand, priority);
        }
    }

    /// The first leaf of a script's base, which decides how the whole is written.
    fn leftmost(&self, mut id: NodeId) -> NodeId {
        while let Some(first) = self.opt.children(id).next() {
            let goes_on = matches!(self.opt.symbol(id), names::SUP | names::SUB | names::TIMES);
            if !goes_on {
                return id;
            }
            id = first;
        }
        id
    }

    fn priority(&self, id: NodeId) -> u16 {
        let node = self.opt.node(id);
        if self.opt.is_leaf(id) {
            return ATOM;
        }
        match node.kind {
            Kind::Compound => {
                let base = self.opt.children(id).next().map(|operator| self.leftmost(operator));
                let operator = base.and_then(|base| symbols::operator(self.opt, base));
                operator.map_or(ATOM, |operator| operator.priority)
            }
            Kind::Collection if node.symbol == names::LIST => 0,
            Kind::Collection | Kind::Wildcard | Kind::Unknown | Kind::Error => ATOM,
            _ => self.operator_priority(id),
        }
    }

    fn operator_priority(&self, id: NodeId) -> u16 {
        match self.opt.symbol(id) {
            names::SUP
            | names::SUB
            | names::DIVIDE
            | names::BINOMIAL
            | names::ROOT
            | names::ABS
            | names::NORM
            | names::FLOOR
            | names::CEILING
            | names::SET
            | names::CONDITIONAL_SET
            | names::MATRIX => ATOM,
            names::FORMULAE => 0,
            names::TIMES | names::DIFFERENTIAL | names::DERIVATIVE | names::PARTIAL_DERIVATIVE => {
                operators::find('×').map_or(ATOM, |operator| operator.priority)
            }
            _ if self.is_named_function(id) => {
                operators::find('×').map_or(ATOM, |operator| operator.priority)
            }
            _ => symbols::operator(self.opt, id).map_or(ATOM, |operator| operator.priority),
        }
    }

    /// Whether the argument of a function may follow it without brackets.
    fn is_named_function(&self, id: NodeId) -> bool {
        let is_word = self.opt.label(id).len() > 1;
        is_word && self.opt.node(id).kind == Kind::Function
    }

    fn leaf(&mut self, id: NodeId) {
        let node = self.opt.node(id);
        let look = Look { span: node.span, font: node.font, ..Look::default() };
        let (kind, text) = symbols::written(self.opt, id);
        let leaf = self.builder.text_node(kind, &text, look);
        self.builder.push(leaf);
    }

    fn symbol(&mut self, c: char, span: Span) {
        let look = Look { span: Span { start: span.start, end: span.start }, ..Look::default() };
        let node = self.builder.node(slt::Kind::Operator, Symbol::character(c), look);
        self.builder.push(node);
    }
}

fn is_prefix(role: Role) -> bool {
    matches!(role, Role::Prefix | Role::Quantifier | Role::BigOperator | Role::Integral)
}

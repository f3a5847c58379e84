//! Derivatives: `dy/dx`, `∂/∂x f` as fractions or on one line, divergence and curl.
//!
//! A quotient is a derivative if numerator and denominator both begin with `d` or both with `∂`, the
//! denominator names variables, and the order above fits the powers below. The tree then holds the order
//! once, as the power of the variable. Any other quotient stays a quotient.

use crate::diagnostic::Span;
use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Edge, Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::state::{BIG, Pending, Row, Shape};

impl Parser<'_> {
    /// Whether a fraction is an operator such as `d/dx`, without an expression to differentiate.
    pub(super) fn is_derivative_operator(&self, id: NodeId) -> bool {
        let structural =
            |child: NodeId| matches!(self.slt.node(child).edge, Edge::Over | Edge::Under | Edge::Element);
        self.derivative_sign(id).is_some()
            && self.slt.child(id, Edge::Over).is_some_and(|head| self.stands_alone(head))
            && self.slt.children(id).all(structural)
    }

    /// The letter, `d` or `∂`, of a fraction that is a derivative.
    fn derivative_sign(&self, id: NodeId) -> Option<char> {
        let (over, under) = (self.slt.child(id, Edge::Over)?, self.slt.child(id, Edge::Under)?);
        let sign = self.slt.character(over).filter(|sign| matches!(sign, 'd' | '∂'))?;
        let fits = self.names_variables(under, sign) && self.order_fits(over, self.variables(under));
        let index = self.slt.child(over, Edge::Below).or(self.slt.child(over, Edge::Under));
        (fits && index.is_none()).then_some(sign)
    }

    /// Whether a denominator is `dx`, `dx^2`, `∂x∂y`.
    fn names_variables(&self, head: NodeId, sign: char) -> bool {
        let mut next = Some(head);
        while let Some(id) = next {
            let Some(variable) = self.slt.next(id) else { return false };
            let kind = self.slt.node(variable).kind;
            if self.slt.character(id) != Some(sign)
                || self.has_scripts(id)
                || !matches!(kind, Kind::Identifier | Kind::Command | Kind::Wildcard)
            {
                return false;
            }
            next = self.slt.next(variable);
        }
        true
    }

    /// Every second symbol of a denominator.
    fn variables(&self, head: NodeId) -> impl Iterator<Item = NodeId> + Clone + use<'_> {
        let slt = self.slt;
        std::iter::successors(slt.next(head), |&variable| slt.next(slt.next(variable)?))
    }

    /// Whether the order on the sign above (`∂` is an operator, its power a limit) agrees with the variables
    /// below.
    fn order_fits(&self, sign: NodeId, variables: impl Iterator<Item = NodeId> + Clone) -> bool {
        let order = self.slt.child(sign, Edge::Above).or(self.slt.child(sign, Edge::Over));
        let Some(order) = order else { return true };
        if !self.stands_alone(order) || self.has_scripts(order) {
            return false;
        }
        let power =
            |variable| self.slt.child(variable, Edge::Above).filter(|&power| self.stands_alone(power));
        let digit = |node| self.slt.character(node).and_then(|c| c.to_digit(10));
        let (count, mut first) = (variables.clone().count(), variables.clone());
        match digit(order) {
            Some(order) => {
                let total: u32 = variables.map(|variable| power(variable).and_then(digit).unwrap_or(1)).sum();
                order == total || order as usize == count
            }
            None => {
                let power = first.next().and_then(power);
                count == 1 && power.is_some_and(|power| self.slt.label(power) == self.slt.label(order))
            }
        }
    }

    /// Pushes the variables of a derivative, each with its power.
    fn push_variables(&mut self, fraction: NodeId) {
        let Some(head) = self.slt.child(fraction, Edge::Under) else { return };
        let mut next = self.slt.next(head);
        while let Some(variable) = next {
            self.atom(variable);
            next = self.slt.next(variable).and_then(|sign| self.slt.next(sign));
        }
    }

    /// `dy/dx`, with the differentiated expression in the numerator; false if the fraction is something else.
    pub(super) fn derivative(&mut self, id: NodeId) -> bool {
        let Some(sign) = self.derivative_sign(id) else { return false };
        let Some(head) = self.slt.child(id, Edge::Over) else { return false };
        let start = self.builder.len();
        match self.slt.next(head) {
            Some(rest) => self.baseline(rest),
            None => self.builder.absent(),
        }
        self.push_variables(id);
        self.builder.fold(start, Meaning::Ordered, label(sign), self.slt.node(id).span);
        true
    }

    /// `d/dx` before the expression that it differentiates: brackets, or a product.
    pub(super) fn derivative_operator(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        let Some(&next) = self.items[..row.end].get(at + 1).filter(|next| next.role.starts_operand()) else {
            self.atom(item.node);
            row.expecting = false;
            return at + 1;
        };
        let label = label(self.derivative_sign(item.node).unwrap_or('d'));
        let span = self.slt.node(item.node).span;
        if self.is_round_group(next.node) {
            self.atom(next.node);
            self.push_variables(item.node);
            self.builder.fold(start, Meaning::Ordered, label, span);
            row.expecting = false;
            return at + 2;
        }
        self.push_variables(item.node);
        self.await_differentiated(row, start, label, span);
        at + 1
    }

    /// Makes the variables from `start` on wait for the differentiated expression.
    fn await_differentiated(&mut self, row: &mut Row, start: usize, label: Symbol, span: Span) {
        self.await_operand(row, start, BIG, Shape::Derivative);
        if let Some(top) = self.pending.last_mut() {
            (top.symbol, top.span) = (label, span);
        }
    }

    pub(super) fn close_derivative(&mut self, top: Pending) {
        self.builder.rotate(top.start);
        self.builder.fold(top.start, Meaning::Ordered, top.symbol, top.span);
    }

    /// `dy/dx` and `d/dx` on one line; none if the symbols at `at` are something else.
    pub(super) fn inline_derivative(&mut self, at: usize, row: &mut Row) -> Option<usize> {
        let node = |place: usize| self.items[..row.end].get(place).map(|item| item.node);
        let character = |place: usize| self.slt.character(node(place)?);
        let sign = character(at).filter(|sign| matches!(sign, 'd' | '∂'))?;
        if self
            .slt
            .children(node(at)?)
            .any(|child| matches!(self.slt.node(child).edge, Edge::Below | Edge::Under))
        {
            return None;
        }
        let slash = if character(at + 1) == Some('/') { at + 1 } else { at + 2 };
        let names_variable = |place: usize| {
            character(place) == Some(sign)
                && node(place).is_some_and(|sign| !self.has_scripts(sign))
                && character(place + 1).is_some_and(char::is_alphabetic)
        };
        let has_operand = slash == at + 2 && character(at + 1).is_some_and(char::is_alphabetic);
        if character(slash) != Some('/') || !(slash == at + 1 || has_operand) || !names_variable(slash + 1) {
            return None;
        }
        let count = (0..).take_while(|pair| names_variable(slash + 1 + 2 * pair)).count();
        let variables = (0..count).filter_map(|pair| node(slash + 2 + 2 * pair));
        if !self.order_fits(node(at)?, variables) {
            return None;
        }
        let (start, next) = (self.builder.len(), slash + 1 + 2 * count);
        let span = self.slt.node(self.items[at].node).span;
        if has_operand {
            self.atom(self.items[at + 1].node);
        }
        for pair in 0..count {
            self.atom(self.items[slash + 2 + 2 * pair].node);
        }
        if has_operand {
            self.builder.fold(start, Meaning::Ordered, label(sign), span);
            row.expecting = false;
        } else {
            self.await_differentiated(row, start, label(sign), span);
        }
        Some(next)
    }

    /// Whether `∇·` or `∇×` stands before a field.
    pub(super) fn is_vector_derivative(&self, at: usize, row: &Row) -> bool {
        let product = self.items[..row.end].get(at + 1).and_then(|item| self.slt.character(item.node));
        self.slt.character(self.items[at].node) == Some('∇')
            && !self.has_scripts(self.items[at].node)
            && matches!(product, Some('⋅' | '·' | '∙' | '×'))
            && self.operand_follows(at + 1, row)
    }

    /// `∇·F`, `∇×F`.
    pub(super) fn vector_derivative(&mut self, at: usize, row: &mut Row) -> usize {
        let product = self.slt.character(self.items[at + 1].node);
        let label = self.builder.text(if product == Some('×') { "curl" } else { "divergence" });
        let start = self.builder.len();
        self.builder.leaf_of(Meaning::Ordered, label, self.slt.node(self.items[at].node));
        self.builder.widen(self.slt.node(self.items[at + 1].node).span);
        self.await_operand(row, start, self.items[at].priority, Shape::Prefix);
        at + 2
    }
}

fn label(sign: char) -> Symbol {
    if sign == 'd' { names::DERIVATIVE } else { names::PARTIAL_DERIVATIVE }
}

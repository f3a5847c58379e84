//! Integrals and their differentials, derivatives written as fractions.
//!
//! An integral takes everything up to its differential, sums included; without a differential it takes a
//! product, as `∑` does. `dx` is a differential only where an integral waits for one or in a numerator under
//! an integral sign; elsewhere `d` is a letter. A fraction is a derivative if numerator and denominator both
//! begin with `d` or both with `∂` and the denominator names variables.

use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Edge, Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::items::{Item, Role};
use super::state::{BIG, Context, INTEGRAL, PRODUCT, Pending, Row, Shape};

impl Parser<'_> {
    pub(super) fn integral(&mut self, at: usize, row: &mut Row) -> usize {
        if !self.differential_ahead(at, row) {
            return self.prefix(at, row, BIG, Shape::Prefix);
        }
        row.integrals += 1;
        self.prefix(at, row, INTEGRAL, Shape::Integral)
    }

    /// Whether a numerator being read stands under an integral sign.
    pub(super) fn under_integral(&self) -> bool {
        self.pending.iter().rev().take(8).any(|pending| {
            pending.shape == Shape::Integral
                || (pending.shape == Shape::Prefix && is_integral(self.builder.base_symbol(pending.start)))
        })
    }

    /// Whether `d` and a variable follow before the next relation or separator.
    fn differential_ahead(&self, at: usize, row: &mut Row) -> bool {
        let (scanned, found) = row.scanned;
        if scanned > at {
            return found;
        }
        let mut place = at + 1;
        while place < row.end {
            if self.looks_like_differential(place, row) {
                row.scanned = (place, true);
                return true;
            }
            let role = self.items[place].role;
            if matches!(role, Role::Relation | Role::Comma | Role::Stop | Role::Text) {
                break;
            }
            place += 1;
        }
        row.scanned = (place, false);
        false
    }

    pub(super) fn looks_like_differential(&self, at: usize, row: &Row) -> bool {
        let Some(next) = self.items[..row.end].get(at + 1) else { return false };
        let kind = self.slt.node(next.node).kind;
        self.is_letter_d(self.items[at])
            && next.role == Role::Operand
            && matches!(kind, Kind::Identifier | Kind::Command | Kind::Wildcard)
    }

    fn is_letter_d(&self, item: Item) -> bool {
        let node = self.slt.node(item.node);
        node.kind == Kind::Identifier
            && node.symbol == Symbol::character('d')
            && self
                .slt
                .children(item.node)
                .all(|child| matches!(self.slt.node(child).edge, Edge::Above | Edge::Element))
    }

    /// Whether a differential starts here.
    pub(super) fn is_differential(&self, at: usize, row: &Row) -> bool {
        (row.integrals > 0 || self.differentials) && self.looks_like_differential(at, row)
    }

    pub(super) fn closes_integral(&self, at: usize, row: &Row) -> bool {
        row.integrals > 0 && self.looks_like_differential(at, row)
    }

    fn push_differential(&mut self, at: usize) {
        let start = self.builder.len();
        let node = self.items[at].node;
        self.builder.leaf_of(Meaning::Function, names::DIFFERENTIAL, self.slt.node(node));
        self.scripts(node, start);
        self.atom(self.items[at + 1].node);
        self.builder.apply(start);
    }

    /// A differential where an operand is expected: `∫dx f(x)`, `dx/x`.
    pub(super) fn differential(&mut self, at: usize, row: &mut Row) -> usize {
        let opens =
            self.top(row).filter(|top| top.shape == Shape::Integral && top.awaiting == self.builder.len());
        self.push_differential(at);
        row.expecting = false;
        if row.integrals == 0 {
            return at + 2;
        }
        let factor_follows = self.items[..row.end].get(at + 2).is_some_and(|item| item.role.starts_operand());
        match opens {
            Some(_) if factor_follows && !self.looks_like_differential(at + 2, row) => {
                // The integrand follows its differential.
                row.integrals -= 1;
                if let Some(top) = self.pending.last_mut() {
                    top.shape = Shape::Prefix;
                    top.priority = BIG;
                }
            }
            _ => self.close_integral(row),
        }
        at + 2
    }

    /// A differential after an integrand: it is the last factor of the whole integrand.
    pub(super) fn closing_differential(&mut self, at: usize, row: &mut Row) -> usize {
        while self.top(row).is_some_and(|top| top.priority > PRODUCT) {
            self.reduce();
        }
        let below = self.pending.len().checked_sub(2).map(|place| self.pending[place].shape);
        let plain_product =
            self.top(row).is_some_and(|top| top.symbol == names::TIMES && top.operator == NodeId::NONE);
        if !(plain_product && below == Some(Shape::Integral)) {
            while self.top(row).is_some_and(|top| top.shape != Shape::Integral) {
                self.reduce();
            }
            self.invisible_product(row);
        }
        let mut next = at;
        let several = self.is_multiple_integral(row);
        loop {
            self.push_differential(next);
            next += 2;
            let again = next < row.end && self.looks_like_differential(next, row);
            if !again || (row.integrals > 1 && !several) {
                break;
            }
        }
        row.expecting = false;
        self.close_integral(row);
        next
    }

    /// Whether the innermost integral has several signs, and so several differentials.
    fn is_multiple_integral(&self, row: &Row) -> bool {
        let waiting = &self.pending[row.pending..];
        let innermost = waiting.iter().rev().find(|pending| pending.shape == Shape::Integral);
        innermost.is_some_and(|integral| self.builder.base_symbol(integral.start) != names::INT)
    }

    fn close_integral(&mut self, row: &mut Row) {
        row.integrals = row.integrals.saturating_sub(1);
        while let Some(top) = self.top(row) {
            self.reduce();
            if top.shape == Shape::Integral {
                break;
            }
        }
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

    /// Whether a fraction is `d/dx` or the like, with nothing yet to differentiate.
    pub(super) fn is_derivative_operator(&self, id: NodeId) -> bool {
        let Some(sign) = self.derivative_sign(id) else { return false };
        let numerator = self.slt.child(id, Edge::Over);
        sign.is_some() && numerator.is_some_and(|head| self.stands_alone(head)) && self.only_structure(id)
    }

    fn only_structure(&self, fraction: NodeId) -> bool {
        self.slt
            .children(fraction)
            .all(|child| matches!(self.slt.node(child).edge, Edge::Over | Edge::Under | Edge::Element))
    }

    /// The letter, `d` or `∂`, of a fraction that is a derivative.
    fn derivative_sign(&self, id: NodeId) -> Option<Option<char>> {
        let (over, under) = (self.slt.child(id, Edge::Over)?, self.slt.child(id, Edge::Under)?);
        let sign = self.slt.character(over).filter(|sign| matches!(sign, 'd' | '∂'))?;
        let below = self.slt.child(over, Edge::Below).is_some();
        (!below && self.names_variables(under, sign)).then_some(Some(sign))
    }

    /// Whether a denominator is `dx`, `dx^2`, `∂x∂y`.
    fn names_variables(&self, head: NodeId, sign: char) -> bool {
        let mut next = Some(head);
        while let Some(id) = next {
            let variable = self.slt.next(id);
            let plain = !self.has_scripts(id);
            if self.slt.character(id) != Some(sign) || !plain {
                return false;
            }
            let Some(variable) = variable else { return false };
            if !matches!(self.slt.node(variable).kind, Kind::Identifier | Kind::Command | Kind::Wildcard) {
                return false;
            }
            next = self.slt.next(variable);
        }
        true
    }

    /// Pushes the variables of a derivative, each with its power.
    fn variables(&mut self, fraction: NodeId) {
        let mut next = self.slt.child(fraction, Edge::Under);
        while let Some(variable) = next.and_then(|sign| self.slt.next(sign)) {
            self.atom(variable);
            next = self.slt.next(variable);
        }
    }

    /// `dy/dx` with what is differentiated in the numerator; false if the fraction is something else.
    pub(super) fn derivative(&mut self, id: NodeId) -> bool {
        let Some(Some(sign)) = self.derivative_sign(id) else { return false };
        let Some(head) = self.slt.child(id, Edge::Over) else { return false };
        let start = self.builder.len();
        match self.slt.next(head) {
            Some(rest) => self.baseline(rest),
            None => self.builder.absent(),
        }
        self.variables(id);
        self.fold_derivative(start, sign, id);
        true
    }

    fn fold_derivative(&mut self, start: usize, sign: char, id: NodeId) {
        let label = if sign == 'd' { names::DERIVATIVE } else { names::PARTIAL_DERIVATIVE };
        self.builder.fold(start, Meaning::Ordered, label, self.slt.node(id).span);
    }

    /// `d/dx` before what it differentiates: brackets, or a product.
    pub(super) fn derivative_operator(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        let Some(&next) = self.items[..row.end].get(at + 1).filter(|next| next.role.starts_operand()) else {
            self.atom(item.node);
            row.expecting = false;
            return at + 1;
        };
        let sign = self.slt.child(item.node, Edge::Over).and_then(|head| self.slt.character(head));
        if self.is_round_group(next.node) {
            self.atom(next.node);
            self.variables(item.node);
            self.fold_derivative(start, sign.unwrap_or('d'), item.node);
            row.expecting = false;
            return at + 2;
        }
        self.variables(item.node);
        self.await_operand(row, start, BIG, Shape::Derivative);
        if let Some(top) = self.pending.last_mut() {
            top.symbol = if sign == Some('∂') { names::PARTIAL_DERIVATIVE } else { names::DERIVATIVE };
            top.span = self.slt.node(item.node).span;
        }
        at + 1
    }

    /// `dy/dx` and `d/dx` on one line; none if the symbols at `at` are something else.
    pub(super) fn inline_derivative(&mut self, at: usize, row: &mut Row) -> Option<usize> {
        let character = |place: usize| {
            let item = self.items[..row.end].get(place)?;
            self.slt.character(item.node)
        };
        let sign = character(at).filter(|sign| matches!(sign, 'd' | '∂'))?;
        let slash = if character(at + 1) == Some('/') { at + 1 } else { at + 2 };
        let (numerator, variable) = (slash - 1, slash + 2);
        let is_variable = |place: usize| character(place).is_some_and(char::is_alphabetic);
        let shape = character(slash) == Some('/') && character(slash + 1) == Some(sign);
        let operand_ends = slash == at + 1 || is_variable(numerator);
        if !shape || !operand_ends || !is_variable(variable) || self.has_scripts(self.items[slash + 1].node) {
            return None;
        }
        let start = self.builder.len();
        let label = if sign == 'd' { names::DERIVATIVE } else { names::PARTIAL_DERIVATIVE };
        let span = self.slt.node(self.items[at].node).span;
        if slash == at + 1 {
            self.atom(self.items[variable].node);
            self.await_operand(row, start, BIG, Shape::Derivative);
            if let Some(top) = self.pending.last_mut() {
                (top.symbol, top.span) = (label, span);
            }
            return Some(variable + 1);
        }
        self.atom(self.items[numerator].node);
        self.atom(self.items[variable].node);
        self.builder.fold(start, Meaning::Ordered, label, span);
        row.expecting = false;
        Some(variable + 1)
    }

    pub(super) fn close_derivative(&mut self, top: Pending) {
        self.builder.rotate(top.start);
        self.builder.fold(top.start, Meaning::Ordered, top.symbol, top.span);
    }

    /// Reads a range of the current symbols as a baseline of its own.
    pub(super) fn range(&mut self, from: usize, to: usize) {
        let first = self.items.len();
        self.items.extend_from_within(from..to);
        self.row(first, Context::Baseline);
    }
}

fn is_integral(symbol: Symbol) -> bool {
    symbol.as_name().is_some_and(|name| name == "int" || name.ends_with("integral"))
}

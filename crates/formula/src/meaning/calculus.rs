//! Integrals and their differentials.
//!
//! An integral takes everything up to its differential, including sums; without a differential it takes a
//! product, as `∑` does. `dx` is a differential only where an integral waits for one or in a numerator under
//! an integral sign; elsewhere `d` is a letter.

use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Edge, Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::items::{Item, Role};
use super::state::{BIG, INTEGRAL, PRODUCT, Row, Shape};

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
        let next = self.items[..row.end].get(at + 2);
        let factor_follows = next.is_some_and(|item| item.role.starts_operand());
        let is_numerator = next.is_some_and(|item| item.symbol == names::DIVIDE);
        match opens {
            Some(_) if is_numerator || factor_follows && !self.looks_like_differential(at + 2, row) => {
                // The integrand follows its differential, or divides it.
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
}

fn is_integral(symbol: Symbol) -> bool {
    symbol.as_name().is_some_and(|name| name == "int" || name.ends_with("integral"))
}

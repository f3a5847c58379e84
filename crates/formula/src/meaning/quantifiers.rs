//! `∀` and `∃`: the variables that they bind, and the statement after them.
//!
//! A quantifier binds one variable or a list of variables, with a relation that gives their range (`∀x∈A`,
//! `∃0<y<1`). A comma, colon, full stop or bar may end the binding. The body follows.

use crate::names;
use crate::opt::Kind as Meaning;

use super::Parser;
use super::items::Role;
use super::state::{Context, LIST, RELATION, Row, Shape};

impl Parser<'_> {
    /// A quantifier before its statement.
    pub(super) fn quantifier(&mut self, at: usize, row: &mut Row) -> usize {
        let priority = self.items[at].priority;
        let (start, next) = self.bind(at, row);
        let mut body = next;
        if self.items[..row.end].get(next).is_some_and(|item| ends_binding(item.role)) && next + 1 < row.end {
            body += 1;
        }
        let body_follows = self.items[..row.end].get(body).is_some_and(|item| {
            item.role.wants_operand() || matches!(item.role, Role::Text | Role::Bar | Role::Fence)
        });
        if !body_follows {
            self.builder.apply(start);
            row.expecting = false;
            return next;
        }
        self.await_operand(row, start, LIST.max(priority.min(LIST + 1)), Shape::Prefix);
        body
    }

    /// A quantifier after its statement: `x²≥0 ∀x∈ℝ`.
    pub(super) fn trailing_quantifier(&mut self, at: usize, row: &mut Row) -> usize {
        while self.top(row).is_some_and(|top| top.priority > LIST) {
            self.reduce();
        }
        let statement = self.builder.len().saturating_sub(1);
        let (_, next) = self.bind(at, row);
        self.builder.rotate(statement);
        self.builder.rotate(statement);
        self.builder.apply(statement);
        row.expecting = false;
        next
    }

    /// Pushes the quantifier and its variables; returns its place on the stack and the place after the
    /// binding.
    fn bind(&mut self, at: usize, row: &Row) -> (usize, usize) {
        let item = self.items[at];
        let start = self.builder.len();
        self.builder.leaf_of(Meaning::Ordered, item.symbol, self.slt.node(item.node));
        self.scripts(item.node, start);
        // `∃!` is one quantifier.
        let mut from = at + 1;
        if self.items[..row.end].get(from).is_some_and(|item| item.symbol == names::FACTORIAL) {
            let bang = self.slt.node(self.items[from].node);
            self.builder.leaf_of(Meaning::Ordered, bang.symbol, bang);
            self.builder.fold(start, Meaning::Ordered, names::SUP, bang.span);
            from += 1;
        }
        let to = self.binding_end(from, row);
        if to > from {
            self.range(from, to);
        }
        (start, to)
    }

    /// The end of `x`, `x,y`, `x∈A`, `0<x<1`, `n>n_0+1`.
    fn binding_end(&self, from: usize, row: &Row) -> usize {
        let role =
            |place: usize| if place < row.end { self.items.get(place).map(|item| item.role) } else { None };
        let relates =
            |place: usize| role(place) == Some(Role::Relation) && self.items[place].priority == RELATION;
        let mut place = from;
        let mut related = false;
        loop {
            if role(place) == Some(Role::Sign) {
                place += 1;
            }
            if !matches!(role(place), Some(Role::Operand | Role::Name)) {
                return place;
            }
            place += 1;
            if place < row.end
                && related
                && self.is_round_group(self.items[place].node)
                && self.applied(place)
            {
                place += 1;
            }
            let listed = role(place) == Some(Role::Comma)
                && !related
                && role(place + 1) == Some(Role::Operand)
                && (role(place + 2) == Some(Role::Comma) || relates(place + 2));
            let extended = related && matches!(role(place), Some(Role::Sign | Role::Infix));
            if relates(place) {
                related = true;
            } else if !listed && !extended {
                return place;
            }
            place += 1;
        }
    }

    /// Reads a range of the current symbols as a separate baseline.
    fn range(&mut self, from: usize, to: usize) {
        let first = self.items.len();
        self.items.extend_from_within(from..to);
        self.row(first, Context::Baseline);
    }

    fn applied(&self, group: usize) -> bool {
        self.takes_arguments(group - 1, group, usize::MAX)
    }
}

fn ends_binding(role: Role) -> bool {
    matches!(role, Role::Comma | Role::Colon | Role::Stop | Role::Bar)
}

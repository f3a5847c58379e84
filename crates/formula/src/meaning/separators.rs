//! Separators between formulas or between the elements of a list: commas, colons, wide spaces, conditions.
//!
//! A bare element beside a statement belongs to that statement: `x,y∈A` is one membership of a list,
//! `i=1,…,n` one equation, and `x=1, y=2` two equations.

use crate::names;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::items::{Item, Role};
use super::state::{
    COLON, CONDITION, Context, LIST, MODULUS, Pending, RATIO, REMAINDER, Row, SEQUENCE, Shape, TIGHT_LIST,
};

impl Parser<'_> {
    /// Separates the formula so far from the formula that follows.
    pub(super) fn sequence(&mut self, row: &mut Row, label: Symbol) {
        while self.top(row).is_some_and(|top| top.priority > SEQUENCE) {
            self.reduce();
        }
        row.related = false;
        let goes_on = self.top(row).is_some_and(|top| top.priority == SEQUENCE);
        match self.pending.last_mut() {
            Some(top) if goes_on => {
                top.symbol = if label == names::FRAGMENTS { label } else { top.symbol };
                top.awaiting = self.builder.len();
                row.expecting = true;
            }
            _ => self.invisible(row, Shape::Sequence, Kind::Ordered, label, SEQUENCE),
        }
    }

    /// A comma between elements, between statements, or between the members of a list inside a statement.
    pub(super) fn comma(&mut self, at: usize, row: &mut Row) -> usize {
        let splits = row.context != Context::Baseline && row.survey.condition.is_none();
        if !splits && self.is_within_statement(at, row) {
            self.invisible(row, Shape::List, Kind::Collection, names::LIST, TIGHT_LIST);
            return at + 1;
        }
        row.related = false;
        let statements = !splits && row.survey.has_relation;
        let (kind, label) =
            if statements { (Kind::Ordered, names::FORMULAE) } else { (Kind::Collection, names::LIST) };
        self.invisible(row, Shape::List, kind, label, LIST);
        at + 1
    }

    /// Whether a comma belongs to the right side of the relation before it (`i=1,2`) or to the left side of
    /// the first one after it (`x,y∈A`).
    fn is_within_statement(&self, at: usize, row: &mut Row) -> bool {
        let spaced = self.items[..row.end].get(at + 1).is_some_and(|item| self.after_space(item));
        if spaced {
            return false;
        }
        if !row.related {
            return self.are_alike(at, row) && self.relation_ahead(at, row);
        }
        let segment = self.items[at + 1..row.end].iter().take_while(|item| !ends_segment(item.role));
        segment.clone().all(|item| !is_statement(item.role)) && segment.count() > 0
    }

    /// Whether the elements on both sides of a comma look like members of one list: `x,y∈A`, `f(x),g(x)∈A`
    /// and `n,n+1∈A`, but not `f(x), x∈A`, where the statement names the range of a variable.
    fn are_alike(&self, at: usize, row: &Row) -> bool {
        let ends =
            |item: &&Item| !ends_segment(item.role) && !matches!(item.role, Role::Relation | Role::Colon);
        let before = self.items[row.first..at].iter().rev().take(3).take_while(ends).count();
        let after = self.items[at + 1..row.end].iter().take(3).take_while(ends).count();
        let dots = |place: usize| matches!(self.slt.character(self.items[place].node), Some('…' | '⋯'));
        before <= after || dots(at - 1) || (after > 0 && dots(at + 1))
    }

    /// Whether a relation follows before words, a full stop or the condition.
    fn relation_ahead(&self, at: usize, row: &mut Row) -> bool {
        let (scanned, found) = row.relation;
        if scanned > at {
            return found;
        }
        let end = row.survey.condition.filter(|&condition| condition > at).unwrap_or(row.end);
        let stop = |item: &Item| is_statement(item.role) || matches!(item.role, Role::Stop);
        let place = self.items[at + 1..end].iter().position(stop).map_or(end, |offset| at + 1 + offset);
        let found = place < end && self.items[place].role == Role::Relation;
        row.relation = (place, found);
        found
    }

    /// A condition: "given" among arguments, "such that" in a set.
    pub(super) fn condition(&mut self, at: usize, row: &mut Row) -> usize {
        let (kind, symbol) = match row.context {
            Context::Set => (Kind::Collection, names::CONDITIONAL_SET),
            _ => (Kind::Ordered, names::CONDITIONAL),
        };
        row.related = false;
        let span = self.slt.node(self.items[at].node).span;
        let (shape, operator) = (Shape::Infix, NodeId::NONE);
        self.push_infix(
            row,
            Pending { shape, kind, priority: CONDITION, symbol, operator, start: 0, awaiting: 0, span },
        );
        at + 1
    }

    /// A colon before an arrow declares a map, one before the only relation a condition, any other a ratio.
    pub(super) fn colon(&mut self, at: usize, row: &mut Row) -> usize {
        let survey = row.survey;
        let (symbol, priority) = if survey.last_arrow.is_some_and(|arrow| arrow > at) {
            (names::MAP, COLON)
        } else if survey.colons == 1 && survey.last_relation.is_some_and(|relation| relation > at) {
            (names::CONDITIONAL, COLON)
        } else {
            (Symbol::character(':'), RATIO)
        };
        self.items[at].symbol = symbol;
        self.infix(at, row, priority)
    }

    pub(super) fn remainder(&mut self, at: usize, row: &mut Row) -> usize {
        while self.top(row).is_some_and(|top| top.priority >= REMAINDER) {
            self.reduce();
        }
        let congruence = self.top(row).is_some_and(|top| top.symbol == names::EQUIVALENT);
        if congruence {
            self.items[at].symbol = names::MODULO;
        }
        self.infix(at, row, if congruence { MODULUS } else { REMAINDER })
    }
}

fn ends_segment(role: Role) -> bool {
    matches!(role, Role::Comma | Role::Stop)
}

/// Whether a symbol with this role makes a statement of the row, not an element.
fn is_statement(role: Role) -> bool {
    matches!(role, Role::Relation | Role::Quantifier | Role::Text)
}

//! The operator-precedence parser over one baseline.
//!
//! The parser alternates between two states: it expects an operand, or it expects an operator. Operators wait
//! on a stack until one that binds looser arrives; operands wait on the stack of the
//! [`Builder`](super::builder::Builder). Two operands side by side are a product, or two formulas where a
//! wide space or words stand between them.

use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::slt;
use crate::symbol::Symbol;

use super::Parser;
use super::items::{Item, Role};
use super::state::{
    BIG, Context, FACTORS, FUNCTION, HEIGHT, NEGATION, PRODUCT, Pending, Row, Shape, TIGHT_LOGIC,
};

impl Parser<'_> {
    /// Reads the symbols from `first` on, removes them, and pushes their tree: one operand, or one for each
    /// element in a context of elements. Returns the number of operands.
    pub(super) fn row(&mut self, first: usize, context: Context) -> usize {
        let mut end = self.items.len();
        while end > first + 1 && self.is_punctuation(end - 1) {
            end -= 1;
        }
        self.items.truncate(end);
        let mut row = Row {
            context,
            survey: self.survey(first, context),
            first,
            end,
            pending: self.pending.len(),
            operands: self.builder.len(),
            expecting: true,
            apart: None,
            related: false,
            relation: (first, false),
            integrals: 0,
            scanned: (first, false),
        };
        let mut at = first;
        while at < end {
            at = if row.expecting { self.operand(at, &mut row) } else { self.operator(at, &mut row) };
        }
        self.finish_row(&mut row);
        self.items.truncate(first);
        self.builder.len() - row.operands
    }

    /// Whether the symbol at `last`, the end of a baseline, belongs to the sentence around it. A question
    /// mark does so after an operand; after an operator (`x=?`) it is an operand itself.
    fn is_punctuation(&self, last: usize) -> bool {
        let item = self.items[last];
        let asks = self.slt.character(item.node) == Some('?')
            && self.slt.node(item.node).kind != slt::Kind::Wildcard
            && self.items[last - 1].role == Role::Operand
            && !self.has_scripts(item.node);
        asks || matches!(item.role, Role::Comma | Role::Stop)
    }

    fn finish_row(&mut self, row: &mut Row) {
        if row.expecting && !(self.builder.len() > row.operands && self.after_separator(row)) {
            self.complete(row);
        }
        while let Some(top) = self.top(row) {
            let last = self.pending.len() == row.pending + 1;
            if last && top.shape == Shape::List && row.context != Context::Baseline {
                self.pending.pop();
                return;
            }
            self.reduce();
        }
    }

    /// The innermost waiting operator of this row.
    pub(super) fn top(&self, row: &Row) -> Option<Pending> {
        if self.pending.len() > row.pending { self.pending.last().copied() } else { None }
    }

    fn after_separator(&self, row: &Row) -> bool {
        self.top(row).is_some_and(|top| matches!(top.shape, Shape::List | Shape::Sequence))
    }

    /// Reads a symbol where an operand is expected; returns the place after it.
    fn operand(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        row.apart = None;
        if let Some(next) = self.inline_derivative(at, row) {
            return next;
        }
        match item.role {
            Role::Operand if self.is_differential(at, row) => self.differential(at, row),
            Role::Operand => self.term(at, row),
            Role::Name => self.name(at, row),
            Role::Big => self.prefix(at, row, BIG, Shape::Prefix),
            Role::Integral => self.integral(at, row),
            Role::Derivative => self.derivative_operator(at, row),
            Role::Quantifier => self.quantifier(at, row),
            Role::Prefix if self.is_vector_derivative(at, row) => self.vector_derivative(at, row),
            Role::Prefix if self.operand_follows(at, row) => {
                self.prefix(at, row, self.prefix_priority(item, row), Shape::Prefix)
            }
            Role::Sign if self.operand_follows(at, row) => self.prefix(at, row, NEGATION, Shape::Prefix),
            Role::Text => self.words(at, row),
            Role::Fence | Role::Bar => self.lone_fence(at, row),
            Role::Comma | Role::Stop if row.end > at + 1 || self.builder.len() > row.operands => {
                if self.top(row).is_some() && !self.after_separator(row) {
                    self.complete(row);
                    return at;
                }
                at + 1
            }
            Role::Relation | Role::Infix | Role::Logical | Role::Colon | Role::Remainder
                if self.operand_follows(at, row) =>
            {
                self.complete(row);
                at
            }
            _ => self.operator_leaf(at, row),
        }
    }

    /// Reads a symbol where an operator is expected; returns the place after it.
    fn operator(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        match item.role {
            Role::Operand if self.closes_integral(at, row) => self.closing_differential(at, row),
            Role::Operand if self.is_modulus(item.node) => self.modulus(at, row),
            Role::Quantifier if row.apart.is_none() => self.trailing_quantifier(at, row),
            role if role.starts_operand() => {
                self.juxtapose(at, row);
                at
            }
            Role::Sign | Role::Infix => self.infix(at, row, self.infix_priority(at, row)),
            Role::Remainder => self.remainder(at, row),
            Role::Relation => self.relation(at, row),
            Role::Logical => {
                let priority = if row.survey.logic_is_tight { TIGHT_LOGIC } else { item.priority };
                self.infix(at, row, priority)
            }
            Role::Postfix => self.postfix(at, row),
            Role::Comma => self.comma(at, row),
            Role::Stop if row.context != Context::Baseline => self.comma(at, row),
            Role::Stop => {
                self.sequence(row, names::FORMULAE);
                at + 1
            }
            Role::Colon | Role::Bar if row.survey.condition == Some(at) => self.condition(at, row),
            Role::Colon => self.colon(at, row),
            Role::Bar => self.bar(at, row),
            Role::Text => self.words_between(at, row),
            _ => {
                self.sequence(row, names::FRAGMENTS);
                at
            }
        }
    }

    /// Whether the symbol after `at` can be part of an operand.
    pub(super) fn operand_follows(&self, at: usize, row: &Row) -> bool {
        let Some(next) = self.items[..row.end].get(at + 1) else { return false };
        next.role.wants_operand() || matches!(next.role, Role::Text | Role::Fence | Role::Bar)
    }

    /// Pushes a missing operand where one is expected.
    pub(super) fn complete(&mut self, row: &mut Row) {
        row.expecting = false;
        match self.top(row) {
            Some(top) if self.builder.len() == top.awaiting => match top.shape {
                // The operator is the operand.
                Shape::Prefix | Shape::Integral => {
                    self.pending.pop();
                    self.close_prefix(top);
                }
                _ => self.builder.absent(),
            },
            _ => self.builder.absent(),
        }
    }

    /// Pushes an operator without operands as a leaf.
    fn operator_leaf(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        // `A^*` and `f(·)` are not products.
        let symbol = if item.priority == PRODUCT { self.slt.node(item.node).symbol } else { item.symbol };
        self.push_operator(Item { symbol, ..item });
        self.scripts(item.node, start);
        row.expecting = false;
        at + 1
    }

    /// Pushes the leaf of an operator, without its scripts.
    pub(super) fn push_operator(&mut self, item: Item) {
        let kind = if item.unordered { Kind::Unordered } else { Kind::Ordered };
        self.builder.leaf_of(kind, item.symbol, self.slt.node(item.node));
    }

    /// Starts an operator that takes the operand to its right.
    pub(super) fn prefix(&mut self, at: usize, row: &mut Row, priority: u16, shape: Shape) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        self.push_operator(item);
        self.scripts(item.node, start);
        self.await_operand(row, start, priority, shape);
        at + 1
    }

    /// Makes the operator at `start` of the operand stack wait for its operand.
    pub(super) fn await_operand(&mut self, row: &mut Row, start: usize, priority: u16, shape: Shape) {
        self.pending.push(Pending {
            shape,
            kind: Kind::Ordered,
            priority,
            symbol: Symbol::NONE,
            operator: NodeId::NONE,
            start,
            awaiting: self.builder.len(),
            span: Span::default(),
        });
        row.expecting = true;
    }

    /// `¬` binds looser than relations, but tighter than the `∧` of this row, whatever its priority is.
    fn prefix_priority(&self, item: Item, row: &Row) -> u16 {
        if item.symbol == names::NOT && row.survey.logic_is_tight { NEGATION } else { item.priority }
    }

    /// `a↑↑b`: adjacent arrows are one operator. Returns its label and the place after it.
    fn repeated_arrow(&mut self, at: usize, row: &Row) -> (Symbol, usize) {
        let item = self.items[at];
        let same = |other: &&Item| {
            other.symbol == item.symbol && other.priority == HEIGHT && !self.has_scripts(other.node)
        };
        let count = self.items[at..row.end].iter().take_while(same).count();
        match item.symbol.as_char() {
            Some(arrow) if count > 1 => {
                let label: String = std::iter::repeat_n(arrow, count).collect();
                (self.builder.text(&label), at + count)
            }
            _ => (item.symbol, at + 1),
        }
    }

    /// Starts an operator between two operands.
    pub(super) fn infix(&mut self, at: usize, row: &mut Row, priority: u16) -> usize {
        let item = self.items[at];
        let (symbol, next) = self.repeated_arrow(at, row);
        let operator = self.scripted_operator(item);
        let kind = if item.unordered { Kind::Unordered } else { Kind::Ordered };
        let shape = if item.unordered && operator == NodeId::NONE { Shape::Nary } else { Shape::Infix };
        let span = self.slt.node(item.node).span;
        self.push_infix(
            row,
            Pending { shape, kind, priority, symbol, operator, start: 0, awaiting: 0, span },
        );
        next
    }

    /// The operator with its scripts as a tree, none if it has no scripts.
    pub(super) fn scripted_operator(&mut self, item: Item) -> NodeId {
        if !self.has_scripts(item.node) {
            return NodeId::NONE;
        }
        let start = self.builder.len();
        self.push_operator(item);
        self.scripts(item.node, start);
        self.builder.pop()
    }

    /// Reduces operators that bind tighter, then makes `operator` wait or continues the same n-ary operator.
    pub(super) fn push_infix(&mut self, row: &mut Row, mut operator: Pending) {
        while let Some(top) = self.top(row) {
            let same = top.priority == operator.priority
                && top.shape == operator.shape
                && top.symbol == operator.symbol
                && matches!(top.shape, Shape::Nary | Shape::List | Shape::Sequence);
            if same {
                row.expecting = true;
                if let Some(top) = self.pending.last_mut() {
                    top.awaiting = self.builder.len();
                }
                return;
            }
            if top.priority < operator.priority {
                break;
            }
            self.reduce();
        }
        operator.awaiting = self.builder.len();
        operator.start = operator.awaiting.saturating_sub(1);
        self.pending.push(operator);
        row.expecting = true;
    }

    /// Starts an operator that is not written.
    pub(super) fn invisible(
        &mut self,
        row: &mut Row,
        shape: Shape,
        kind: Kind,
        symbol: Symbol,
        priority: u16,
    ) {
        let (operator, span) = (NodeId::NONE, Span::default());
        self.push_infix(
            row,
            Pending { shape, kind, priority, symbol, operator, start: 0, awaiting: 0, span },
        );
    }

    /// Two operands side by side: a product, or two formulas.
    fn juxtapose(&mut self, at: usize, row: &mut Row) {
        let item = self.items[at];
        if row.apart.is_some() || self.after_space(&item) {
            return self.sequence(row, row.apart.unwrap_or(names::FORMULAE));
        }
        while self.top(row).is_some_and(|top| top.priority > FACTORS) {
            self.reduce();
        }
        let within_argument = self.top(row).is_some_and(|top| top.priority >= FUNCTION);
        let argument = within_argument && self.continues_argument(at, row);
        let priority = if argument || self.is_quotient_of_structure(row) { FACTORS } else { PRODUCT };
        self.invisible(row, Shape::Nary, Kind::Unordered, names::TIMES, priority);
    }

    /// Whether the factor before is the divisor of a number set: `n\mathbb Z` as a whole in
    /// `\mathbb Z/n\mathbb Z`.
    fn is_quotient_of_structure(&self, row: &Row) -> bool {
        self.top(row)
            .is_some_and(|top| top.symbol == names::DIVIDE && self.builder.double_struck(top.start).is_some())
    }

    /// `\mathbb Z/2\times\mathbb Z/3` is a product of quotients.
    fn infix_priority(&self, at: usize, row: &Row) -> u16 {
        let item = self.items[at];
        let after_operator = at >= row.first + 2 && self.items[at - 2].role == Role::Infix;
        let number_set = || self.builder.double_struck(self.builder.len().saturating_sub(1)).is_some();
        if item.symbol == names::DIVIDE && after_operator && number_set() { HEIGHT } else { item.priority }
    }

    /// Makes the next operand a factor of the one before.
    pub(super) fn invisible_product(&mut self, row: &mut Row) {
        self.invisible(row, Shape::Nary, Kind::Unordered, names::TIMES, PRODUCT);
    }

    /// Operators after their operand. `!` binds tighter than anything before it.
    fn postfix(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        while self.top(row).is_some_and(|top| top.priority > item.priority) {
            self.reduce();
        }
        let mut next = at + 1;
        let mut symbol = item.symbol;
        let again = self.items[..row.end].get(next).is_some_and(|after| after.symbol == names::FACTORIAL);
        if symbol == names::FACTORIAL && again && !self.has_scripts(item.node) {
            symbol = self.builder.text("double-factorial");
            next += 1;
        }
        let operand = self.builder.len().saturating_sub(1);
        let operator = self.scripted_operator(item);
        let span = self.slt.node(item.node).span;
        if operator == NodeId::NONE {
            self.builder.fold(operand, Kind::Ordered, symbol, span);
        } else {
            self.builder.insert(operand, operator);
            self.builder.apply(operand);
        }
        if next == at + 2 {
            self.scripts(self.items[at + 1].node, operand);
        }
        next
    }

    /// A symbol that is an operand by itself, with its arguments if it is a function.
    fn term(&mut self, at: usize, row: &mut Row) -> usize {
        if let Some(next) = self.spelt_name(at, row) {
            return next;
        }
        let start = self.builder.len();
        self.atom(self.items[at].node);
        let mut next = at + 1;
        if next < row.end && self.takes_arguments(at, next, start) {
            self.arguments(self.items[next].node, start);
            next += 1;
            // `\mathcal L\{f\}(s)`
            let transforms = self.slt.grid(self.items[next - 1].node).open.as_char() != Some('(');
            if transforms && next < row.end && self.is_round_group(self.items[next].node) {
                self.arguments(self.items[next].node, start);
                next += 1;
            }
        }
        row.expecting = false;
        next
    }

    /// Ends the innermost waiting operator.
    pub(super) fn reduce(&mut self) {
        let Some(top) = self.pending.pop() else { return };
        match top.shape {
            Shape::Relation | Shape::Link => self.reduce_chain(top),
            Shape::Prefix | Shape::Integral => self.close_prefix(top),
            Shape::Derivative => self.close_derivative(top),
            Shape::Infix | Shape::Nary | Shape::List | Shape::Sequence => {
                self.fold_infix(top, top.start);
            }
        }
    }

    pub(super) fn fold_infix(&mut self, top: Pending, start: usize) {
        if top.operator == NodeId::NONE {
            return self.builder.fold(start, top.kind, top.symbol, top.span);
        }
        self.builder.insert(start, top.operator);
        self.builder.fold(start, Kind::Compound, Symbol::NONE, top.span);
    }

    fn close_prefix(&mut self, top: Pending) {
        if self.builder.len() > top.start + 1 {
            self.builder.apply(top.start);
        }
    }

    /// Whether a layout node is one symbol on its baseline.
    pub(super) fn stands_alone(&self, head: NodeId) -> bool {
        self.slt.next(head).is_none()
    }
}

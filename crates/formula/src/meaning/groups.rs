//! Brackets: the meaning of a pair of fences.
//!
//! Round brackets around one expression get no node; around a list they are a tuple. An open interval is also
//! a tuple, because it looks the same. Braces are sets, bars absolute values, and so on.

use crate::diagnostic::Span;
use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Edge, Flags, Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::state::Context;

impl Parser<'_> {
    /// Appends the symbols of all elements of a group, with the separators between them.
    pub(super) fn gather_elements(&mut self, group: NodeId) {
        let slt = self.slt;
        for head in slt.elements(group) {
            self.gather(head);
        }
    }

    /// Pushes the tree of a group and of its scripts.
    pub(super) fn group(&mut self, id: NodeId) {
        let start = self.builder.len();
        let grid = self.slt.grid(id);
        let (open, close) = (grid.open.as_char(), grid.close.as_char());
        if let (None | Some('.'), Some('|' | '∣' | '‖' | '∥')) = (open, close)
            && self.has_scripts(id)
        {
            self.content(id, Context::Baseline);
            return self.places(id, start);
        }
        if (open, close) == (Some('['), Some(']')) && self.is_evaluation(id) {
            self.content(id, Context::Baseline);
            return self.places(id, start);
        }
        if self.is_binomial(id) {
            self.binomial(id);
        } else {
            self.fenced(id, start, open, close);
        }
        self.builder.widen(self.slt.node(id).span);
        self.scripts(id, start);
    }

    fn fenced(&mut self, id: NodeId, start: usize, open: Option<char>, close: Option<char>) {
        let span = self.slt.node(id).span;
        match (open, close) {
            (None | Some('.'), None | Some('.')) => {
                self.content(id, Context::Baseline);
            }
            (Some('('), Some(')')) => {
                if self.content(id, Context::Elements) != 1 {
                    self.builder.fold(start, Meaning::Collection, names::TUPLE, span);
                }
            }
            (Some('{'), Some('}')) => self.set(id, start),
            (Some('{'), None | Some('.')) => {
                // `\left\{x\left|x>0\right\}\right.`
                self.content(id, Context::Set);
                if self.builder.symbol(start) != names::CONDITIONAL_SET {
                    self.fold_delimited(start, open, None, span);
                }
            }
            (Some('|' | '∣'), Some('|' | '∣')) => self.wrapped(id, start, names::ABS),
            (Some('‖' | '∥'), Some('‖' | '∥')) => self.wrapped(id, start, names::NORM),
            (Some('⌊'), Some('⌋')) => self.wrapped(id, start, names::FLOOR),
            (Some('⌈'), Some('⌉')) => self.wrapped(id, start, names::CEILING),
            (Some('⟨' | '<' | '〈'), Some('⟩' | '>' | '〉')) => self.angles(id, start),
            (Some(open @ ('[' | ']' | '(')), Some(close @ ('[' | ']' | ')'))) => {
                self.square(id, start, open, close);
            }
            _ => self.delimited(id, start, open, close),
        }
    }

    /// Reads the content of a group; returns the number of elements on the stack.
    fn content(&mut self, id: NodeId, context: Context) -> usize {
        let first = self.items.len();
        self.gather_elements(id);
        if self.items.len() > first {
            return self.row(first, context);
        }
        if context == Context::Baseline {
            self.builder.absent();
            return 1;
        }
        0
    }

    fn set(&mut self, id: NodeId, start: usize) {
        let elements = self.content(id, Context::Set);
        let conditional = elements == 1 && self.builder.symbol(start) == names::CONDITIONAL_SET;
        if !conditional {
            self.builder.fold(start, Meaning::Collection, names::SET, self.slt.node(id).span);
        }
    }

    /// An operator written as a pair of fences around its operand.
    fn wrapped(&mut self, id: NodeId, start: usize, label: Symbol) {
        self.content(id, Context::Elements);
        self.builder.fold(start, Meaning::Function, label, self.slt.node(id).span);
    }

    /// The content of brackets as one operand.
    pub(super) fn group_content(&mut self, id: NodeId) {
        self.content(id, Context::Baseline);
    }

    /// Whether a group is `⟨ψ|H|ψ⟩`, whose bars look like a pair.
    fn is_matrix_element(&self, id: NodeId) -> bool {
        let Some(head) = self.slt.child(id, Edge::Within) else { return false };
        let row = || self.slt.row(Some(head)).take(4);
        let is_bars = |node: NodeId| {
            let grid = self.slt.grid(node);
            matches!((grid.open.as_char(), grid.close.as_char()), (Some('|' | '∣'), Some('|' | '∣')))
        };
        self.slt.grid(id).columns == 1
            && row().count() == 3
            && row().nth(1).is_some_and(|middle| is_bars(middle) && !self.has_scripts(middle))
    }

    fn angles(&mut self, id: NodeId, start: usize) {
        let span = self.slt.node(id).span;
        if self.is_matrix_element(id) {
            let slt = self.slt;
            for (place, node) in slt.row(slt.child(id, Edge::Within)).enumerate() {
                match place {
                    1 => self.group_content(node),
                    _ => self.atom(node),
                }
            }
            return self.builder.fold(start, Meaning::Ordered, names::INNER_PRODUCT, span);
        }
        match self.content(id, Context::Arguments) {
            2 => self.builder.fold(start, Meaning::Ordered, names::INNER_PRODUCT, span),
            1 if self.builder.symbol(start) == names::CONDITIONAL => {
                // ⟨x|y⟩
                self.builder.relabel(names::INNER_PRODUCT);
            }
            _ => self.fold_delimited(start, Some('⟨'), Some('⟩'), span),
        }
    }

    /// Square brackets, or one square and one round: an interval around two elements, otherwise brackets.
    fn square(&mut self, id: NodeId, start: usize, open: char, close: char) {
        let span = self.slt.node(id).span;
        match self.content(id, Context::Elements) {
            2 => self.builder.fold(start, Meaning::Collection, interval(open, close), span),
            // In `[a+b]c` they are ordinary brackets; `[x]` alone may be a class or an integer part.
            1 if open == '[' && close == ']' && !self.is_single_symbol(id) => {}
            _ => self.fold_delimited(start, Some(open), Some(close), span),
        }
    }

    fn delimited(&mut self, id: NodeId, start: usize, open: Option<char>, close: Option<char>) {
        self.content(id, Context::Elements);
        self.fold_delimited(start, open, close, self.slt.node(id).span);
    }

    /// Folds the operands from `start` under the name of their fences; a full stop stands for a missing one.
    pub(super) fn fold_delimited(
        &mut self,
        start: usize,
        open: Option<char>,
        close: Option<char>,
        span: Span,
    ) {
        let mut label = String::from("delimited");
        label.extend([open.unwrap_or('.'), close.unwrap_or('.')]);
        let label = self.builder.text(&label);
        self.builder.fold(start, Meaning::Collection, label, span);
    }

    fn is_single_symbol(&self, group: NodeId) -> bool {
        self.slt.child(group, Edge::Within).is_some_and(|head| self.stands_alone(head))
    }

    /// `[F(x)]_a^b` around one expression.
    fn is_evaluation(&self, id: NodeId) -> bool {
        let both = self.slt.child(id, Edge::Below).is_some() && self.slt.child(id, Edge::Above).is_some();
        both && self.slt.grid(id).columns <= 1
    }

    /// Whether a group is `(`, a fraction without a bar, `)`.
    pub(super) fn is_binomial(&self, group: NodeId) -> bool {
        let grid = self.slt.grid(group);
        let Some(head) = self.slt.child(group, Edge::Within) else { return false };
        let node = self.slt.node(head);
        (grid.open.as_char(), grid.close.as_char()) == (Some('('), Some(')'))
            && node.kind == Kind::Fraction
            && node.flags.has(Flags::NO_BAR)
            && self.stands_alone(head)
            && self.slt.children(head).count() == 2
    }

    fn binomial(&mut self, group: NodeId) {
        let start = self.builder.len();
        let Some(head) = self.slt.child(group, Edge::Within) else { return };
        self.child_baseline(head, Edge::Over);
        self.child_baseline(head, Edge::Under);
        self.builder.fold(start, Meaning::Ordered, names::BINOMIAL, self.slt.node(group).span);
    }

    /// Whether brackets may hold the arguments of a function.
    pub(super) fn is_round_group(&self, node: NodeId) -> bool {
        self.slt.node(node).kind == Kind::Group
            && self.slt.grid(node).open.as_char() == Some('(')
            && !self.is_binomial(node)
            && !self.is_modulus(node)
    }
}

/// The interval of a pair of brackets; a reversed bracket is an open end, as in French notation.
fn interval(open: char, close: char) -> Symbol {
    match (open == '[', close == ']') {
        (true, true) => names::INTERVAL_CLOSED,
        (true, false) => names::INTERVAL_CLOSED_OPEN,
        (false, true) => names::INTERVAL_OPEN_CLOSED,
        (false, false) => names::INTERVAL_OPEN,
    }
}

//! Pairs the brackets of a row.
//!
//! Brackets pair by kind and nesting; half-open intervals `[a,b)` and the French `]a,b[` pair too. One pass
//! is enough, linear in the row. Bars have no direction; `bars` pairs them afterwards.

use std::ops::Range;

use super::bars::bar;
use super::{Builder, Look};
use crate::diagnostic::Span;
use crate::slt::{Edge, Flags, Grid, Kind, NodeId, Slt};
use crate::symbol::Symbol;
use crate::tables::operators::{self, Role};

/// How many open brackets a closing one tries as its partner; if none fits, the input is broken.
const SEARCH_DEPTH: usize = 4;
/// The longest half-open interval, in symbols.
const MAX_INTERVAL_LENGTH: usize = 64;
/// The direction of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Open,
    Close,
}

/// Scratch space of the matching, kept between rows.
#[derive(Default)]
pub(super) struct OpenBrackets {
    brackets: Vec<usize>,
    pub(super) bars: Vec<usize>,
    /// The places of bars that are one sign with the bar after them.
    pub(super) pairs: Vec<usize>,
}

/// Whether a symbol opens or closes, by its command or character. Bars have no direction.
pub(super) fn direction(slt: &Slt, id: NodeId) -> Option<Direction> {
    let node = slt.node(id);
    if node.kind != Kind::Operator || node.flags.has(Flags::MIDDLE) {
        return None;
    }
    if node.flags.has(Flags::OPENS) {
        return Some(Direction::Open);
    }
    if node.flags.has(Flags::CLOSES) {
        return Some(Direction::Close);
    }
    match node.symbol.as_char()? {
        '(' | '[' | '{' | '⟨' | '⌊' | '⌈' | '⟦' | '⟮' | '⎰' | '⌜' | '⌞' => {
            Some(Direction::Open)
        }
        ')' | ']' | '}' | '⟩' | '⌋' | '⌉' | '⟧' | '⟯' | '⎱' | '⌝' | '⌟' => {
            Some(Direction::Close)
        }
        _ => None,
    }
}

fn partner(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '⟨' => '⟩',
        '⌊' => '⌋',
        '⌈' => '⌉',
        '⟦' => '⟧',
        '⟮' => '⟯',
        '⎰' => '⎱',
        '⌜' => '⌝',
        '⌞' => '⌟',
        bar => bar,
    }
}

impl Builder {
    /// Replaces each matched pair of brackets in the row from `from` on with a group.
    pub(super) fn match_fences(&mut self, from: usize) {
        if !self.row[from..].iter().any(|&id| is_fence_like(&self.slt, id)) {
            return;
        }
        let outer = self.open_brackets.brackets.len();
        let mut write = from;
        for read in from..self.row.len() {
            let id = self.row[read];
            let followed = self.row.get(read + 1).copied();
            self.row[write] = id;
            match self.bracket_role(from, write, followed, outer) {
                Some(Direction::Open) => self.open_brackets.brackets.push(write),
                Some(Direction::Close) => {
                    if let Some(open_at) = self.find_partner(write, outer) {
                        self.close_group(open_at, write);
                        write = open_at;
                    }
                }
                None => {}
            }
            write += 1;
        }
        self.open_brackets.brackets.truncate(outer);
        let end = self.match_bars(from, write);
        self.row.truncate(end);
    }

    /// The role of the symbol at `at`, given the symbols before it and `followed` after it. Reversed square
    /// brackets are French open intervals.
    fn bracket_role(
        &self,
        from: usize,
        at: usize,
        followed: Option<NodeId>,
        outer: usize,
    ) -> Option<Direction> {
        let id = self.row[at];
        let by_itself = direction(&self.slt, id)?;
        let node = self.slt.node(id);
        if by_itself == Direction::Open && node.first_child != NodeId::NONE {
            return None;
        }
        if node.flags.0 & (Flags::OPENS.0 | Flags::CLOSES.0) != 0 {
            return Some(by_itself);
        }
        let has_open = self.open_brackets.brackets.len() > outer;
        match node.symbol.as_char() {
            Some(']') if !has_open && !self.ends_operand(from, at) => Some(Direction::Open),
            Some('[') if has_open && self.closes_reversed(outer, at, followed) => Some(Direction::Close),
            _ => Some(by_itself),
        }
    }

    /// Whether `[` at `at` ends an interval that is open to the right: `[a,b[`, `]a,b[`.
    fn closes_reversed(&self, outer: usize, at: usize, followed: Option<NodeId>) -> bool {
        let Some(&open_at) = self.open_brackets.brackets.get(outer..).and_then(<[usize]>::last) else {
            return false;
        };
        let opened_by = self.slt.character(self.row[open_at]);
        if !matches!(opened_by, Some('[' | ']')) || self.separators(open_at + 1, at) != 1 {
            return false;
        }
        followed.is_none_or(|next| {
            self.slt.node(next).kind == Kind::Operator
                && direction(&self.slt, next) != Some(Direction::Open)
                && !is_sign(&self.slt, next)
        })
    }

    /// The open bracket that pairs with the closing one at `at`; open brackets above it stay single.
    fn find_partner(&mut self, at: usize, outer: usize) -> Option<usize> {
        let close = self.slt.node(self.row[at]);
        let close_char = close.symbol.as_char();
        let open = &self.open_brackets.brackets[outer..];
        let steps = open.iter().rev().take(SEARCH_DEPTH).position(|&open_at| {
            let open_node = self.slt.node(self.row[open_at]);
            match (open_node.symbol.as_char(), close_char) {
                (Some('(' | '['), Some(')' | ']'))
                    if open_node.symbol.as_char().map(partner) != close_char =>
                {
                    self.separators(open_at + 1, at) == 1
                }
                (Some(']'), Some('[' | ']')) | (Some('['), Some('[')) => true,
                (Some(open), Some(close)) => partner(open) == close,
                _ => false,
            }
        })?;
        let kept = self.open_brackets.brackets.len() - steps;
        self.open_brackets.brackets.truncate(kept);
        self.open_brackets.brackets.pop()
    }

    fn separators(&self, from: usize, to: usize) -> usize {
        // Intervals are short. The limit keeps the time linear.
        if to - from > MAX_INTERVAL_LENGTH {
            return 0;
        }
        self.row[from..to].iter().filter(|&&id| is_separator(&self.slt, id)).count()
    }

    /// Makes a group of the symbols between the brackets at `open_at` and `close_at` and puts it in the
    /// place of the first; the places between are free afterwards.
    fn close_group(&mut self, open_at: usize, close_at: usize) {
        let end = self.match_bars(open_at + 1, close_at);
        self.group_between(open_at, end, self.row[close_at]);
    }

    /// Makes a group of the symbols between the bracket at `open_at` and the place `end`, closed by `close`.
    pub(super) fn group_between(&mut self, open_at: usize, end: usize, close: NodeId) {
        let (open_node, close_node) = (*self.slt.node(self.row[open_at]), *self.slt.node(close));
        let span = open_node.span.join(close_node.span);
        let group = self.group(open_at + 1..end, open_node.symbol, close_node.symbol, span);
        let flags = &mut self.slt.nodes[group.index()].flags;
        *flags = flags.with(open_node.flags.without(Flags::OPENS));
        if let Some(typesetting) = &mut self.slt.typesetting {
            typesetting.enclose(self.row[open_at], close, group);
        }
        self.move_scripts(close, group);
        self.row[open_at] = group;
    }

    /// Scripts written on a closing bracket belong to the whole group.
    fn move_scripts(&mut self, close: NodeId, group: NodeId) {
        let mut at = self.slt.node(close).first_child;
        self.slt.nodes[close.index()].first_child = NodeId::NONE;
        while let Some(script) = at.get() {
            at = self.slt.node(script).next_sibling;
            let edge = match self.slt.node(script).edge {
                Edge::Over => Edge::Above,
                Edge::Under => Edge::Below,
                other => other,
            };
            self.attach(group, edge, script);
        }
    }

    /// A group of the symbols in a range of the stack, split into elements by separators.
    pub(super) fn group(&mut self, range: Range<usize>, open: Symbol, close: Symbol, span: Span) -> NodeId {
        let group = self.grid_node(Kind::Group, Grid { open, close, rows: 1, columns: 1 }, span);
        if range.is_empty() {
            return group;
        }
        if range.len() == 1 && self.take_fences(range.start, open, close) {
            return self.row[range.start];
        }
        let mut columns = 1;
        let mut head: Option<NodeId> = None;
        let mut tail: Option<NodeId> = None;
        let mut before: Option<NodeId> = None;
        for at in range {
            let id = self.row[at];
            let separates = is_separator(&self.slt, id);
            let last = match tail {
                Some(last) => last,
                None if separates => {
                    let place = Look { span: self.slt.node(id).span, ..Look::default() };
                    let empty = self.node(Kind::Empty, Symbol::NONE, place);
                    head = Some(self.element(group, before, empty));
                    empty
                }
                None => {
                    head = Some(self.element(group, before, id));
                    tail = Some(id);
                    continue;
                }
            };
            self.slt.nodes[last.index()].next = id;
            tail = Some(id);
            if separates {
                columns += 1;
                (before, head, tail) = (head, None, None);
            }
        }
        if tail.is_none() {
            let empty = self.node(Kind::Empty, Symbol::NONE, Look { span, ..Look::default() });
            self.element(group, before, empty);
        }
        let index = self.slt.node(group).symbol.as_index();
        self.slt.grids[index].columns = columns;
        group
    }

    fn element(&mut self, group: NodeId, before: Option<NodeId>, head: NodeId) -> NodeId {
        match before {
            None => self.attach(group, Edge::Within, head),
            Some(before) => self.attach(before, Edge::Element, head),
        }
        head
    }

    /// A table alone between brackets becomes a bracketed table.
    fn take_fences(&mut self, at: usize, open: Symbol, close: Symbol) -> bool {
        let node = *self.slt.node(self.row[at]);
        let is_bare_table = node.kind == Kind::Table
            && self.slt.grid(self.row[at]).open.is_none()
            && self.slt.grid(self.row[at]).close.is_none()
            && self.slt.children(self.row[at]).all(|child| self.slt.node(child).edge == Edge::Within);
        if is_bare_table {
            self.set_fences(self.row[at], open, close);
        }
        is_bare_table
    }

    /// Whether the symbol before `at` ends an operand, so that what follows is not its beginning.
    pub(super) fn ends_operand(&self, from: usize, at: usize) -> bool {
        if at == from {
            return false;
        }
        let id = self.row[at - 1];
        let node = self.slt.node(id);
        if node.kind != Kind::Operator {
            return true;
        }
        if self.open_brackets.brackets.last() == Some(&(at - 1))
            || self.open_brackets.bars.last() == Some(&(at - 1))
        {
            return false;
        }
        if direction(&self.slt, id) == Some(Direction::Close) {
            return true;
        }
        node.symbol.as_char().and_then(operators::find).is_some_and(|operator| operator.role == Role::Postfix)
    }
}

fn is_fence_like(slt: &Slt, id: NodeId) -> bool {
    direction(slt, id).is_some() || bar(slt, id).is_some()
}

fn is_separator(slt: &Slt, id: NodeId) -> bool {
    let node = slt.node(id);
    node.kind == Kind::Operator && node.symbol == Symbol::character(',')
}

fn is_sign(slt: &Slt, id: NodeId) -> bool {
    matches!(slt.character(id), Some('+' | '-' | '−' | '±' | '∓'))
}

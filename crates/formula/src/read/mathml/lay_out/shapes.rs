//! Two-dimensional shapes: scripts, fractions, roots, brackets, grids.

use super::{ATOM, Layout};
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::read::layout::Look;
use crate::slt::{self, Edge, Flags};
use crate::symbol::Symbol;

impl Layout<'_> {
    fn look(&self, id: NodeId) -> Look {
        Look { span: self.opt.node(id).span, ..Look::default() }
    }

    /// The row of one expression, linked.
    fn row(&mut self, id: NodeId) -> Option<NodeId> {
        let mark = self.builder.mark();
        self.expression(id);
        self.builder.finish_row(mark)
    }

    pub(super) fn scripts(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        let (&[base, script], false) = (&children[..], self.builder.is_too_deep()) else {
            return self.sequence(id);
        };
        let edge = if self.opt.symbol(id) == names::SUP { Edge::Above } else { Edge::Below };
        let mark = self.builder.mark();
        // A power of a power needs brackets; an index and a power share one base.
        let is_taken =
            self.opt.symbol(base) == self.opt.symbol(id) && self.opt.node(base).kind == Kind::Ordered;
        let is_bare = matches!(self.opt.symbol(base), names::SUP | names::SUB) && !is_taken;
        if self.opt.is_leaf(base) || is_bare {
            self.expression(base);
        } else {
            self.bracketed(base);
        }
        let span = self.opt.node(base).span;
        let node = self.builder.wrap(mark, span);
        let node = match self.row(script) {
            Some(script) => self.builder.script(node, edge, script),
            None => node,
        };
        self.builder.push(node);
    }

    /// An expression in brackets, unless it already has brackets.
    fn bracketed(&mut self, id: NodeId) {
        let has_fences = match self.opt.symbol(id) {
            names::ABS | names::NORM | names::FLOOR | names::CEILING | names::SET => true,
            symbol => self.opt.node(id).kind == Kind::Collection && symbol != names::LIST,
        };
        match has_fences {
            true => self.expression(id),
            false => self.list(std::iter::once(id), Some(('(', ')'))),
        }
    }

    pub(super) fn fraction(&mut self, id: NodeId, is_binomial: bool) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        let (&[over, under], false) = (&children[..], self.builder.is_too_deep()) else {
            return self.infix(id);
        };
        let mark = self.builder.mark();
        let (over, under) = (self.row(over), self.row(under));
        let mut look = self.look(id);
        if is_binomial {
            look.flags = Flags::NO_BAR;
        }
        let fraction = self.builder.fraction(over, under, look);
        if !is_binomial {
            self.builder.finish_row(mark);
            return self.builder.push(fraction);
        }
        self.builder.push(fraction);
        let group = self.builder.fenced(mark, Symbol::character('('), Symbol::character(')'), look.span);
        self.builder.push(group);
    }

    pub(super) fn root(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        if self.builder.is_too_deep() {
            return self.sequence(id);
        }
        let radicand = children.first().and_then(|&radicand| self.row(radicand));
        let degree = children.get(1).copied().filter(|&degree| !self.opt.label_is(degree, "2"));
        let degree = degree.and_then(|degree| self.row(degree));
        let look = self.look(id);
        let root = self.builder.root(degree, radicand, look);
        self.builder.push(root);
    }

    /// `d f / d x` before the differentiated expression.
    pub(super) fn derivative(&mut self, id: NodeId, letter: char) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        let (Some((&function, variables)), false) = (children.split_first(), self.builder.is_too_deep())
        else {
            return self.sequence(id);
        };
        let span = self.opt.node(id).span;
        let kind = if letter == 'd' { slt::Kind::Identifier } else { slt::Kind::Operator };
        let look = Look { span, ..Look::default() };
        let over = self.builder.node(kind, Symbol::character(letter), look);
        let mark = self.builder.mark();
        for &variable in variables {
            let sign = self.builder.node(kind, Symbol::character(letter), look);
            self.builder.push(sign);
            self.operand(variable, ATOM);
        }
        let under = self.builder.finish_row(mark);
        let fraction = self.builder.fraction(Some(over), under, look);
        self.builder.push(fraction);
        self.operand(function, self.operator_priority(id));
    }

    pub(super) fn between(&mut self, id: NodeId, open: char, close: char) {
        self.list(self.opt.children(id), Some((open, close)));
    }

    /// The arguments of a function.
    pub(super) fn arguments(&mut self, id: NodeId) {
        self.between(id, '(', ')');
    }

    pub(super) fn separated(&mut self, id: NodeId, separator: char) {
        for (i, child) in self.opt.children(id).enumerate() {
            if i > 0 {
                self.symbol(separator, self.opt.node(child).span);
            }
            self.expression(child);
        }
    }

    /// Expressions with commas between them, in brackets if they are given.
    pub(super) fn list(&mut self, parts: impl Iterator<Item = NodeId>, fences: Option<(char, char)>) {
        let fences = fences.filter(|_| !self.builder.is_too_deep());
        let mark = fences.map(|_| self.builder.mark());
        for (i, part) in parts.enumerate() {
            if i > 0 {
                self.symbol(',', self.opt.node(part).span);
            }
            self.operand(part, 1);
        }
        if let (Some(mark), Some((open, close))) = (mark, fences) {
            let fence = |c| if c == '.' { Symbol::NONE } else { Symbol::character(c) };
            let group = self.builder.fenced(mark, fence(open), fence(close), Default::default());
            self.builder.push(group);
        }
    }

    pub(super) fn conditional_set(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        let ([element, condition], false) = (&children[..], self.builder.is_too_deep()) else {
            return self.between(id, '{', '}');
        };
        let mark = self.builder.mark();
        self.expression(*element);
        self.symbol('∣', self.opt.node(*condition).span);
        self.expression(*condition);
        let span = self.opt.node(id).span;
        let group = self.builder.fenced(mark, Symbol::character('{'), Symbol::character('}'), span);
        self.builder.push(group);
    }

    pub(super) fn collection(&mut self, id: NodeId) {
        match self.opt.symbol(id) {
            names::LIST => self.list(self.opt.children(id), None),
            names::SET => self.between(id, '{', '}'),
            names::TUPLE | names::VECTOR => self.between(id, '(', ')'),
            names::MATRIX => self.grid(id, Some(('(', ')'))),
            names::CASES => self.grid(id, Some(('{', '.'))),
            names::ROW => self.separated(id, ','),
            _ => {
                let label = self.opt.label(id);
                let fences = label.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let mut fences = fences.trim_start_matches('-').chars();
                let open = fences.next().unwrap_or('(');
                self.between(id, open, fences.next_back().unwrap_or(')'));
            }
        }
    }

    fn grid(&mut self, id: NodeId, fences: Option<(char, char)>) {
        if self.builder.is_too_deep() {
            return self.sequence(id);
        }
        let rows: Vec<NodeId> = self.opt.children(id).collect();
        let mut cells = Vec::new();
        let mut columns = 0;
        for (i, &row) in rows.iter().enumerate() {
            let is_row = self.opt.symbol(row) == names::ROW;
            let parts: Vec<NodeId> = if is_row { self.opt.children(row).collect() } else { vec![row] };
            columns = if i == 0 { parts.len() } else { columns };
            for part in parts {
                cells.push(self.row(part));
            }
        }
        let span = self.opt.node(id).span;
        let table = self.builder.table(&cells, rows.len() as u32, columns as u32, span);
        if let Some((open, close)) = fences {
            let fence = |c| if c == '.' { Symbol::NONE } else { Symbol::character(c) };
            self.builder.set_fences(table, fence(open), fence(close));
        }
        self.builder.push(table);
    }
}

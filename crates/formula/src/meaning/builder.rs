//! The operand stack and the tree it is folded into.
//!
//! Operands wait on one stack; folding replaces the topmost operands with a node over them. No node is
//! allocated twice, and only the middle operands of mixed relation chains are copied.
//!
//! A row such as `a-b+c-d…` nests one level for each operator. Beyond [`MAX_DEPTH`] a fold no longer nests:
//! its operands and its operator join one flat `fragments` node, which later folds extend.

use rustc_hash::FxHashMap;

use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Kind, NodeId, Opt};
use crate::slt::{self, Flags, Font, Slt};
use crate::symbol::Symbol;

/// No operator tree built from a layout is deeper than this.
pub const MAX_DEPTH: usize = 256;

/// A relation chain copies its middle operands up to this size; larger ones are left absent.
const MAX_COPY: usize = 64;

const MARKS: Flags = Flags(Flags::EXACT.0 | Flags::SIMILAR.0);

pub(super) struct Builder {
    opt: Opt,
    operands: Vec<NodeId>,
    /// The depth of each node of the tree.
    depths: Vec<u16>,
    /// The last child of each node that was made flat because the tree is too deep.
    tails: FxHashMap<NodeId, NodeId>,
}

impl Builder {
    pub(super) fn new(slt: &Slt, size: usize) -> Builder {
        // The labels keep their symbols, so the tree needs a copy of the table of long labels.
        let mut opt = Opt { texts: slt.texts.clone(), ..Opt::default() };
        opt.nodes.reserve(size * 3 / 2 + 4);
        Builder {
            opt,
            operands: Vec::with_capacity(size.min(64)),
            depths: Vec::with_capacity(size * 3 / 2 + 4),
            tails: FxHashMap::default(),
        }
    }

    /// The finished tree, made of the operands on the stack.
    pub(super) fn finish(mut self) -> Opt {
        if self.operands.len() > 1 {
            self.fold(0, Kind::Ordered, names::FRAGMENTS, Span::default());
        }
        self.opt.root = self.operands.first().copied().unwrap_or(NodeId::NONE);
        self.opt
    }

    /// Operands on the stack.
    pub(super) fn len(&self) -> usize {
        self.operands.len()
    }

    /// The kind of the operand at a place of the stack.
    pub(super) fn kind(&self, place: usize) -> Kind {
        self.operands.get(place).map_or(Kind::Absent, |&id| self.opt.node(id).kind)
    }

    /// The label of the operand at a place of the stack.
    pub(super) fn symbol(&self, place: usize) -> Symbol {
        self.operands.get(place).map_or(Symbol::NONE, |&id| self.opt.symbol(id))
    }

    /// The operand at a place of the stack without its scripts, if it is a double-struck letter.
    pub(super) fn double_struck(&self, place: usize) -> Option<char> {
        let mut node = self.opt.node(*self.operands.get(place)?);
        while matches!(node.symbol, names::SUB | names::SUP) {
            node = self.opt.node(node.first_child.get()?);
        }
        node.symbol.as_char().filter(|_| node.font == Font::DoubleStruck)
    }

    /// The labels of the children of the operand at a place of the stack.
    pub(super) fn child_symbols(&self, place: usize) -> impl Iterator<Item = (Symbol, bool)> + '_ {
        let parent = self.operands.get(place).copied();
        parent
            .into_iter()
            .flat_map(|id| self.opt.children(id))
            .map(|child| (self.opt.symbol(child), self.opt.is_leaf(child)))
    }

    /// Pushes a leaf with the label, font and span of a layout node.
    pub(super) fn leaf_of(&mut self, kind: Kind, symbol: Symbol, node: &slt::Node) {
        let id = self.opt.leaf(kind, symbol, node.span);
        let leaf = &mut self.opt.nodes[id.index()];
        leaf.font = node.font;
        leaf.flags = Flags(node.flags.0 & MARKS.0);
        self.depths.push(1);
        self.operands.push(id);
    }

    /// Pushes a leaf whose label is not in the layout.
    pub(super) fn leaf(&mut self, kind: Kind, symbol: Symbol) {
        let id = self.opt.leaf(kind, symbol, Span::default());
        self.depths.push(1);
        self.operands.push(id);
    }

    /// Pushes a missing operand.
    pub(super) fn absent(&mut self) {
        self.leaf(Kind::Absent, Symbol::NONE);
    }

    /// The symbol of a text in the table of the tree.
    pub(super) fn text(&mut self, text: &str) -> Symbol {
        names::find(text).unwrap_or_else(|| self.opt.texts.intern(text))
    }

    /// Takes the topmost operand from the stack.
    pub(super) fn pop(&mut self) -> NodeId {
        self.operands.pop().unwrap_or(NodeId::NONE)
    }

    /// Puts a node back at a place of the stack.
    pub(super) fn insert(&mut self, place: usize, node: NodeId) {
        if node != NodeId::NONE {
            self.operands.insert(place.min(self.operands.len()), node);
        }
    }

    /// Exchanges two operands.
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.operands.len() {
            self.operands.swap(one, other);
        }
    }

    /// Moves the topmost operand to `place`.
    pub(super) fn rotate(&mut self, place: usize) {
        if let Some(waiting) = self.operands.get_mut(place..) {
            waiting.rotate_right(1);
        }
    }

    /// Gives the topmost operand another label.
    pub(super) fn relabel(&mut self, symbol: Symbol) {
        if let Some(&top) = self.operands.last() {
            self.opt.nodes[top.index()].symbol = symbol;
        }
    }

    /// The label under the scripts of the operand at a place of the stack.
    pub(super) fn base_symbol(&self, place: usize) -> Symbol {
        let Some(&operand) = self.operands.get(place) else { return Symbol::NONE };
        let mut id = operand;
        while matches!(self.opt.symbol(id), names::SUB | names::SUP) {
            let Some(base) = self.opt.node(id).first_child.get() else { break };
            id = base;
        }
        self.opt.symbol(id)
    }

    /// Widens the topmost operand to the bytes of its brackets.
    pub(super) fn widen(&mut self, span: Span) {
        if let Some(&top) = self.operands.last() {
            let node = &mut self.opt.nodes[top.index()];
            node.span = if node.span == Span::default() { span } else { node.span.join(span) };
        }
    }

    /// Replaces the operands from `start` by one node over them.
    pub(super) fn fold(&mut self, start: usize, kind: Kind, symbol: Symbol, span: Span) {
        let start = start.min(self.operands.len());
        let depth = self.depth_over(start);
        if depth >= MAX_DEPTH {
            return self.fold_flat(start, kind, symbol, span);
        }
        let id = self.opt.inner(kind, symbol, span, &self.operands[start..]);
        self.mark(id, start);
        self.depths.push(depth as u16);
        self.operands.truncate(start);
        self.operands.push(id);
    }

    /// Makes the operand at `start` the operator of those after it: a plain name takes them as children, an
    /// expression becomes the first child of a compound node.
    pub(super) fn apply(&mut self, start: usize) {
        let Some(&operator) = self.operands.get(start) else { return };
        let node = self.opt.node(operator);
        let plain = self.opt.is_leaf(operator)
            && matches!(node.kind, Kind::Variable | Kind::Function | Kind::Ordered | Kind::Unordered);
        let depth = self.depth_over(start + 1);
        if !plain || depth >= MAX_DEPTH {
            return self.fold(start, Kind::Compound, Symbol::NONE, Span::default());
        }
        if node.kind == Kind::Variable {
            self.opt.nodes[operator.index()].kind = Kind::Function;
        }
        self.opt.set_children(operator, &self.operands[start + 1..]);
        self.depths[operator.index()] = depth as u16;
        self.operands.truncate(start + 1);
    }

    /// Pushes a copy of a node and all below it, unless it is too large to copy.
    pub(super) fn push_copy(&mut self, node: NodeId) {
        let first = self.opt.arena_len();
        match self.copy(node, first) {
            Some(copy) => self.operands.push(copy),
            None => {
                self.opt.nodes.truncate(first);
                self.depths.truncate(first);
                self.absent();
            }
        }
    }

    /// The node at a place of the stack.
    pub(super) fn node_at(&self, place: usize) -> NodeId {
        self.operands.get(place).copied().unwrap_or(NodeId::NONE)
    }

    /// Puts another node at a place of the stack.
    pub(super) fn replace(&mut self, place: usize, node: NodeId) {
        if let Some(operand) = self.operands.get_mut(place) {
            *operand = node;
        }
    }

    /// Forgets the operands from `start`.
    pub(super) fn truncate(&mut self, start: usize) {
        self.operands.truncate(start);
    }

    fn copy(&mut self, node: NodeId, first: usize) -> Option<NodeId> {
        if self.opt.arena_len() - first >= MAX_COPY {
            return None;
        }
        let mut copied = *self.opt.node(node);
        let original_child = copied.first_child;
        copied.first_child = NodeId::NONE;
        copied.next_sibling = NodeId::NONE;
        let id = NodeId(self.opt.nodes.len() as u32);
        self.opt.nodes.push(copied);
        self.depths.push(self.depths[node.index()]);
        let (mut child, mut last) = (original_child, NodeId::NONE);
        while let Some(original) = child.get() {
            let copy = self.copy(original, first)?;
            match last.get() {
                None => self.opt.nodes[id.index()].first_child = copy,
                Some(last) => self.opt.nodes[last.index()].next_sibling = copy,
            }
            last = copy;
            child = self.opt.node(original).next_sibling;
        }
        Some(id)
    }

    fn depth_over(&self, start: usize) -> usize {
        let operands = self.operands.get(start..).unwrap_or(&[]);
        1 + operands.iter().map(|&id| self.depths[id.index()] as usize).max().unwrap_or(0)
    }

    /// Marks a node exact or similar if everything below it is.
    fn mark(&mut self, id: NodeId, start: usize) {
        let marks =
            self.operands[start..].iter().fold(MARKS.0, |marks, &id| marks & self.opt.node(id).flags.0);
        if marks != 0 && start < self.operands.len() {
            self.opt.nodes[id.index()].flags = Flags(marks);
        }
    }

    /// Does what [`Builder::fold`] does when the tree is too deep: puts operator and operands side by side.
    fn fold_flat(&mut self, start: usize, kind: Kind, symbol: Symbol, span: Span) {
        let flat = self.opt.leaf(Kind::Ordered, names::FRAGMENTS, span);
        self.depths.push(MAX_DEPTH as u16);
        let mut tail = NodeId::NONE;
        if kind != Kind::Compound {
            let operator = self.opt.leaf(kind, symbol, span);
            self.depths.push(1);
            tail = self.link(flat, tail, operator, operator);
        }
        for place in start..self.operands.len() {
            let operand = self.operands[place];
            let (head, end) = match self.tails.remove(&operand) {
                Some(end) => (self.opt.node(operand).first_child, end),
                None => (operand, operand),
            };
            tail = self.link(flat, tail, head, end);
            let inner = self.opt.node(operand).span;
            let node = &mut self.opt.nodes[flat.index()];
            node.span = if node.span == Span::default() { inner } else { node.span.join(inner) };
        }
        self.tails.insert(flat, tail);
        self.operands.truncate(start);
        self.operands.push(flat);
    }

    fn link(&mut self, parent: NodeId, tail: NodeId, head: NodeId, end: NodeId) -> NodeId {
        match tail.get() {
            None => self.opt.nodes[parent.index()].first_child = head,
            Some(tail) => self.opt.nodes[tail.index()].next_sibling = head,
        }
        end
    }
}

//! The builder with which every reader lays out its symbols.
//!
//! A reader pushes symbols onto rows; the builder attaches scripts, pairs brackets and links the baseline.
//! LaTeX, MathML and plain text all use it, so the same formula gets the same tree in every notation.
//!
//! Rows under construction share one stack: [`Builder::mark`] begins a row and [`Builder::finish_row`] takes
//! it off. The builder allocates nothing per row.

mod bars;
mod fences;

use crate::diagnostic::Span;
use crate::slt::{Edge, Flags, Font, Grid, Kind, MAX_NESTING, Node, NodeId, Slt};
use crate::symbol::Symbol;
use crate::tables::operators;
use crate::typesetting::Details;

/// Builds one layout tree.
pub(crate) struct Builder {
    pub(crate) slt: Slt,
    row: Vec<NodeId>,
    /// The number of rows around the next symbol, plus the brackets open in the outer ones.
    depth: usize,
    /// Brackets open in the current row.
    brackets: usize,
    /// Groups made because a script's place was taken; see [`MOST_REGROUPINGS`].
    regroupings: usize,
    open_brackets: fences::OpenBrackets,
    /// The first bracket that nested too deeply and was laid out flat.
    pub(crate) too_deep: Option<Span>,
}

/// A second script in the same place (`x^a^b`) puts its base into a group. Those groups nest without a row
/// around them, so every formula reserves this many levels for them.
const MOST_REGROUPINGS: usize = 16;

/// How deep rows and brackets may nest. Each may hold a few levels of bars, which only the finished row
/// shows.
pub(crate) const MOST_LEVELS: usize = (MAX_NESTING - MOST_REGROUPINGS) / (1 + bars::MAX_OPEN_BARS);

/// The beginning of a row, and the nesting there.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    at: usize,
    depth: usize,
    brackets: usize,
}

/// Everything in a leaf except its label.
#[derive(Clone, Copy, Default)]
pub(crate) struct Look {
    pub(crate) span: Span,
    pub(crate) font: Font,
    pub(crate) flags: Flags,
}

impl Builder {
    /// A builder for a source of about `length` bytes.
    pub(crate) fn new(length: usize) -> Builder {
        let mut slt = Slt::default();
        slt.nodes.reserve(length.min(1 << 20) / 2 + 4);
        Builder {
            slt,
            row: Vec::with_capacity(16),
            depth: 0,
            brackets: 0,
            regroupings: 0,
            open_brackets: Default::default(),
            too_deep: None,
        }
    }

    /// Begins a row inside the current one.
    pub(crate) fn mark(&mut self) -> Mark {
        let mark = self.here();
        self.depth += 1 + self.brackets;
        self.brackets = 0;
        mark
    }

    /// The place where the next symbol goes, without beginning a row; for [`Builder::wrap`].
    pub(crate) fn here(&self) -> Mark {
        Mark { at: self.row.len(), depth: self.depth, brackets: self.brackets }
    }

    fn return_to(&mut self, mark: Mark) {
        (self.depth, self.brackets) = (mark.depth, mark.brackets);
    }

    /// Whether a further row would nest too deeply.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.depth + self.brackets >= MOST_LEVELS
    }

    /// The number of symbols pushed since `mark`.
    pub(crate) fn len_since(&self, mark: Mark) -> usize {
        self.row.len() - mark.at
    }

    /// The symbols pushed since `mark`.
    pub(crate) fn since(&self, mark: Mark) -> &[NodeId] {
        self.row.get(mark.at..).unwrap_or(&[])
    }

    /// The last symbol of the current row, if it comes after `mark`.
    pub(crate) fn last(&self, mark: Mark) -> Option<NodeId> {
        self.since(mark).last().copied()
    }

    /// The last symbol of the current row, or of the row around it if nothing is in it yet.
    pub(crate) fn last_symbol(&self) -> Option<NodeId> {
        self.row.last().copied()
    }

    /// Adds a symbol to the current row. An empty place without scripts shows nothing and is skipped.
    pub(crate) fn push(&mut self, id: NodeId) {
        let node = self.slt.node(id);
        if node.kind == Kind::Empty && node.first_child == NodeId::NONE {
            return;
        }
        match fences::direction(&self.slt, id) {
            Some(fences::Direction::Open) if self.is_too_deep() => {
                let node = &mut self.slt.nodes[id.index()];
                node.flags = node.flags.without(Flags::OPENS).with(Flags::MIDDLE);
                self.too_deep.get_or_insert(node.span);
            }
            Some(fences::Direction::Open) => self.brackets += 1,
            Some(fences::Direction::Close) => self.brackets = self.brackets.saturating_sub(1),
            None => {}
        }
        self.row.push(id);
    }

    /// Adds a node without a parent.
    pub(crate) fn node(&mut self, kind: Kind, symbol: Symbol, look: Look) -> NodeId {
        let id = NodeId(self.slt.nodes.len() as u32);
        self.slt.nodes.push(Node {
            symbol,
            next: NodeId::NONE,
            first_child: NodeId::NONE,
            next_sibling: NodeId::NONE,
            span: look.span,
            kind,
            edge: Edge::Next,
            font: look.font,
            flags: look.flags,
        });
        id
    }

    /// Adds a node labelled with `text`.
    pub(crate) fn text_node(&mut self, kind: Kind, text: &str, look: Look) -> NodeId {
        let symbol = self.slt.texts.intern(text);
        self.node(kind, symbol, look)
    }

    /// Ends the row begun at `mark`: matches its brackets, links its baseline and returns its head.
    pub(crate) fn finish_row(&mut self, mark: Mark) -> Option<NodeId> {
        self.return_to(mark);
        self.match_fences(mark.at);
        let head = self.link(mark.at);
        self.row.truncate(mark.at);
        head
    }

    /// Ends the row begun at `mark` and makes it one node: the symbol if there is one, a group without fences
    /// for several symbols, an empty place for none.
    pub(crate) fn wrap(&mut self, mark: Mark, span: Span) -> NodeId {
        let Some(head) = self.finish_row(mark) else {
            return self.node(Kind::Empty, Symbol::NONE, Look { span, ..Look::default() });
        };
        if self.slt.node(head).next == NodeId::NONE { head } else { self.bare_group(head) }
    }

    /// Makes one node of the symbols pushed since `start`, like [`Builder::wrap`], and takes them off the
    /// row; [`Builder::push_again`] puts the node back.
    pub(crate) fn wrap_pushed(&mut self, start: Mark, span: Span) -> NodeId {
        if self.len_since(start) == 1 {
            return self.row.pop().unwrap_or(NodeId::NONE);
        }
        self.wrap(Mark { at: start.at, ..self.here() }, span)
    }

    /// Puts back a node that was on the row before, without counting its brackets twice.
    pub(crate) fn push_again(&mut self, id: NodeId) {
        self.row.push(id);
    }

    /// Puts the symbols of a finished row on the current one.
    pub(crate) fn push_row(&mut self, head: NodeId) {
        let mut at = head;
        while let Some(id) = at.get() {
            at = std::mem::replace(&mut self.slt.nodes[id.index()].next, NodeId::NONE);
            self.row.push(id);
        }
    }

    /// Moves scripts on an empty base to the left of the operand after it, which ends the row, as in
    /// `{}_nC_r`. Scripts for a place that is taken stay where they are. `row` is where the row begins.
    pub(crate) fn adopt_scripts(&mut self, row: Mark) {
        while let [.., floating, operand] = *self.since(row) {
            if !self.adopt(floating, operand) {
                return;
            }
            let at = self.row.len() - 2;
            self.row.remove(at);
        }
    }

    /// Attaches the scripts of an empty place to the left of an operand, if they all fit.
    fn adopt(&mut self, floating: NodeId, operand: NodeId) -> bool {
        let slt = &self.slt;
        let takes =
            matches!(slt.node(operand).kind, Kind::Identifier | Kind::Number | Kind::Text | Kind::Command);
        if !takes || slt.node(floating).kind != Kind::Empty || slt.node(floating).first_child == NodeId::NONE
        {
            return false;
        }
        let mut moved = Vec::with_capacity(2);
        for script in slt.children(floating) {
            let corner = match slt.node(script).edge {
                Edge::Above => Edge::PreAbove,
                Edge::Below => Edge::PreBelow,
                _ => return false,
            };
            if slt.child(operand, corner).is_some() {
                return false;
            }
            moved.push((corner, script));
        }
        for (corner, script) in moved {
            self.attach(operand, corner, script);
        }
        true
    }

    /// Goes one level deeper without beginning a row.
    pub(crate) fn enter(&mut self) {
        self.depth += 1;
    }

    /// Comes back from [`Builder::enter`].
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Ends the row begun at `mark` as the content of brackets that are known to be a pair.
    pub(crate) fn fenced(&mut self, mark: Mark, open: Symbol, close: Symbol, span: Span) -> NodeId {
        self.return_to(mark);
        self.match_fences(mark.at);
        let group = self.group(mark.at..self.row.len(), open, close, span);
        self.row.truncate(mark.at);
        group
    }

    /// A fraction; missing parts become empty places.
    pub(crate) fn fraction(&mut self, over: Option<NodeId>, under: Option<NodeId>, look: Look) -> NodeId {
        let fraction = self.node(Kind::Fraction, Symbol::NONE, look);
        for (edge, part) in [(Edge::Over, over), (Edge::Under, under)] {
            let part = self.or_empty(part, look.span);
            self.attach(fraction, edge, part);
        }
        fraction
    }

    /// A root.
    pub(crate) fn root(&mut self, degree: Option<NodeId>, radicand: Option<NodeId>, look: Look) -> NodeId {
        let root = self.node(Kind::Root, Symbol::NONE, look);
        if let Some(degree) = degree {
            self.attach(root, Edge::PreAbove, degree);
        }
        let radicand = self.or_empty(radicand, look.span);
        self.attach(root, Edge::Within, radicand);
        root
    }

    /// A grid of cells, row by row; each cell is the head of a finished row.
    pub(crate) fn table(&mut self, cells: &[Option<NodeId>], rows: u32, columns: u32, span: Span) -> NodeId {
        let grid = Grid { open: Symbol::NONE, close: Symbol::NONE, rows, columns };
        let table = self.grid_node(Kind::Table, grid, span);
        let mut previous = None;
        for &cell in cells {
            let cell = self.or_empty(cell, span);
            match previous {
                None => self.attach(table, Edge::Within, cell),
                Some(before) => self.attach(before, Edge::Element, cell),
            }
            previous = Some(cell);
        }
        table
    }

    /// A box or strike around the row that begins at `content`.
    pub(crate) fn enclosure(&mut self, notation: &str, content: Option<NodeId>, look: Look) -> NodeId {
        let enclosure = self.text_node(Kind::Enclosure, notation, look);
        if let Some(content) = content {
            self.attach(enclosure, Edge::Within, content);
        }
        enclosure
    }

    /// Attaches a script to `base` and returns the base, which is a new group if the edge was taken.
    ///
    /// On an operator, sub- and superscripts are limits: they go under and over (Tangent's rule, so that
    /// `\sum_i` is one thing whether it was typeset inline or displayed).
    pub(crate) fn script(&mut self, base: NodeId, edge: Edge, script: NodeId) -> NodeId {
        if self.has_mark(base)
            && matches!(edge, Edge::Above | Edge::Below)
            && self.regroupings < MOST_REGROUPINGS
        {
            self.regroupings += 1;
            let group = self.bare_group(base);
            self.attach(group, edge, script);
            return group;
        }
        let is_stacked = matches!(edge, Edge::Over | Edge::Under)
            && self.slt.node(base).kind == Kind::Operator
            && !operators::takes_limits(&self.slt, base);
        let edge = match (self.slt.node(base).kind, edge) {
            (Kind::Operator, Edge::Above) => Edge::Over,
            (Kind::Operator, Edge::Below) => Edge::Under,
            (_, edge) => edge,
        };
        if is_stacked {
            self.stack(base);
        }
        let Some(taken) = self.slt.child(base, edge) else {
            self.attach(base, edge, script);
            return base;
        };
        if self.regroupings == MOST_REGROUPINGS {
            self.put_before(taken, script);
            return base;
        }
        self.regroupings += 1;
        let group = self.bare_group(base);
        self.attach(group, edge, script);
        group
    }

    /// Whether a node is an operator with something over or under it by command, as in `\bar{\partial}`. Its scripts
    /// are beside the whole.
    fn has_mark(&self, id: NodeId) -> bool {
        let node = self.slt.node(id);
        node.kind == Kind::Operator && node.flags.has(Flags::STACKED)
    }

    /// Notes that the scripts of an operator stand over and under it by command.
    pub(crate) fn stack(&mut self, base: NodeId) {
        let node = &mut self.slt.nodes[base.index()];
        if node.kind == Kind::Operator {
            node.flags = node.flags.with(Flags::STACKED);
        }
    }

    /// What the author says about a node.
    pub(crate) fn details(&mut self, id: NodeId) -> &mut Details {
        self.slt.typesetting.get_or_insert_default().change(id)
    }

    /// Puts the row that begins at `script` before the row `taken`. It goes before and not after, because
    /// `taken` grows with every script.
    fn put_before(&mut self, taken: NodeId, script: NodeId) {
        let end = self.slt.row(Some(script)).last().unwrap_or(script);
        let old_head = *self.slt.node(taken);
        self.slt.nodes[end.index()].next = NodeId(self.slt.nodes.len() as u32);
        // The old head moves to a new place in the arena, so that links to it now lead to the new head.
        self.slt.nodes.push(Node { edge: Edge::Next, next_sibling: NodeId::NONE, ..old_head });
        let head = *self.slt.node(script);
        self.slt.nodes[taken.index()] =
            Node { edge: old_head.edge, next_sibling: old_head.next_sibling, ..head };
    }

    /// Makes `child` (the head of a finished row) a child of `parent`.
    pub(crate) fn attach(&mut self, parent: NodeId, edge: Edge, child: NodeId) {
        self.slt.nodes[child.index()].edge = edge;
        let mut before = NodeId::NONE;
        let mut at = self.slt.node(parent).first_child;
        while let Some(sibling) = at.get() {
            if self.slt.node(sibling).edge > edge {
                break;
            }
            before = sibling;
            at = self.slt.node(sibling).next_sibling;
        }
        self.slt.nodes[child.index()].next_sibling = at;
        match before.get() {
            Some(before) => self.slt.nodes[before.index()].next_sibling = child,
            None => self.slt.nodes[parent.index()].first_child = child,
        }
    }

    /// Ends the main row and returns the tree.
    pub(crate) fn finish(mut self, mark: Mark) -> Slt {
        let head = self.finish_row(mark);
        self.slt.root = head.unwrap_or(NodeId::NONE);
        self.slt
    }

    /// A group without fences around the row that begins at `head`.
    pub(crate) fn bare_group(&mut self, head: NodeId) -> NodeId {
        let end = self.slt.row(Some(head)).last().unwrap_or(head);
        let span = self.slt.node(head).span.join(self.slt.node(end).span);
        let grid = Grid { open: Symbol::NONE, close: Symbol::NONE, rows: 1, columns: 1 };
        let group = self.grid_node(Kind::Group, grid, span);
        self.attach(group, Edge::Within, head);
        group
    }

    /// Whether a node is a group without fences and without scripts.
    pub(crate) fn is_idle_group(&self, id: NodeId) -> bool {
        let grid = self.slt.grid(id);
        let has_scripts = self.slt.children(id).any(|child| self.slt.node(child).edge < Edge::Within);
        self.slt.node(id).kind == Kind::Group && grid.open.is_none() && grid.close.is_none() && !has_scripts
    }

    /// Sets the fences of a table, as `pmatrix` and `\left( \begin{array}` do.
    pub(crate) fn set_fences(&mut self, table: NodeId, open: Symbol, close: Symbol) {
        let index = self.slt.node(table).symbol.as_index();
        if let Some(grid) = self.slt.grids.get_mut(index) {
            (grid.open, grid.close) = (open, close);
        }
    }

    fn or_empty(&mut self, head: Option<NodeId>, span: Span) -> NodeId {
        match head {
            Some(head) => head,
            None => {
                let place = Span { start: span.end, end: span.end };
                self.node(Kind::Empty, Symbol::NONE, Look { span: place, ..Look::default() })
            }
        }
    }

    fn grid_node(&mut self, kind: Kind, grid: Grid, span: Span) -> NodeId {
        let index = Symbol::index(self.slt.grids.len() as u32);
        self.slt.grids.push(grid);
        self.node(kind, index, Look { span, ..Look::default() })
    }

    /// Links the symbols from `from` to the end of the stack along the baseline.
    fn link(&mut self, from: usize) -> Option<NodeId> {
        for pair in self.row[from..].windows(2) {
            self.slt.nodes[pair[0].index()].next = pair[1];
        }
        self.row.get(from).copied()
    }
}

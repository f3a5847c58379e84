//! The symbol layout tree (SLT): what a formula looks like.
//!
//! After Zanibbi and others (Tangent): a node is a symbol on the page, and an edge says where the next symbol
//! is: to its right, above, below, within. A baseline is a chain of `next` edges. Fonts, bracket
//! kinds and the source span of each symbol are kept beside the label, so that the tree can be written back
//! as MathML or LaTeX.
//!
//! Architecture invariant: every edge but [`Edge::Next`] and [`Edge::Element`] raises the nesting, and the
//! readers keep nesting below [`MAX_NESTING`]. Code that walks a tree loops along those two edges and may
//! recurse along the others.
//!
//! What it is not: a typesetting tree. Spaces, sizes and styles are kept beside it, as long as the source is at hand
//! ([`Slt::typesetting`]).

use crate::diagnostic::Span;
use crate::symbol::{Symbol, Texts};
use crate::typesetting::Typesetting;

/// Nesting (scripts in scripts, fractions in fractions, brackets in brackets) never exceeds this.
pub const MAX_NESTING: usize = 256;

/// A node of one tree, by its place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl Default for NodeId {
    fn default() -> Self {
        NodeId::NONE
    }
}

impl NodeId {
    /// No node.
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// The node, unless it is [`NodeId::NONE`].
    pub fn get(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }

    /// Place in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a node of a layout tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A letter or a name: `x`, `sin`, `∞`.
    Identifier,
    /// A number: `12`, `3.14`.
    Number,
    /// An operator, relation, fence or punctuation mark: `+`, `=`, `∑`, `,`.
    Operator,
    /// Words: `\text{if }`.
    Text,
    /// A fraction: numerator [`Edge::Over`], denominator [`Edge::Under`].
    Fraction,
    /// A root: radicand [`Edge::Within`], degree [`Edge::PreAbove`].
    Root,
    /// A bracketed group: its elements are on [`Edge::Within`] and [`Edge::Element`]; see [`Grid`].
    Group,
    /// A matrix or any other grid of cells, row by row; see [`Grid`].
    Table,
    /// A box or strike around its content; the label is the MathML `notation`.
    Enclosure,
    /// An empty place: the base of a script without a base, an empty cell.
    Empty,
    /// An undefined command; the label is its name without the backslash.
    Command,
    /// A query variable; the label is its name, empty for the anonymous `?`.
    Wildcard,
}

/// Where a node is written, seen from its parent. The order is the order of the Tangent strings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Edge {
    /// To the right on the baseline (`n`).
    Next,
    /// Superscript (`a`).
    Above,
    /// Subscript (`b`).
    Below,
    /// Over: upper limit, accent, numerator (`o`).
    Over,
    /// Under: lower limit, denominator (`u`).
    Under,
    /// Left superscript, degree of a root (`c`).
    PreAbove,
    /// Left subscript (`d`).
    PreBelow,
    /// Inside: radicand, first element of a group or table (`w`).
    Within,
    /// The next element of a group or table, from the head of the one before (`e`).
    Element,
}

impl Edge {
    /// The letter used in Tangent strings, tuples and paths.
    pub fn letter(self) -> char {
        match self {
            Edge::Next => 'n',
            Edge::Above => 'a',
            Edge::Below => 'b',
            Edge::Over => 'o',
            Edge::Under => 'u',
            Edge::PreAbove => 'c',
            Edge::PreBelow => 'd',
            Edge::Within => 'w',
            Edge::Element => 'e',
        }
    }

    /// The word used in written trees.
    pub fn name(self) -> &'static str {
        match self {
            Edge::Next => "next",
            Edge::Above => "above",
            Edge::Below => "below",
            Edge::Over => "over",
            Edge::Under => "under",
            Edge::PreAbove => "pre-above",
            Edge::PreBelow => "pre-below",
            Edge::Within => "within",
            Edge::Element => "element",
        }
    }
}

/// The font a symbol was written in. The visual identity of formulas ignores it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
#[repr(u8)]
pub enum Font {
    /// The default font of a symbol, without a font command.
    #[default]
    Plain,
    /// `\mathrm`, `\operatorname`.
    Roman,
    /// `\mathbf`, `\boldsymbol`.
    Bold,
    /// `\mathit` (whole words).
    Italic,
    /// `\mathbb`.
    DoubleStruck,
    /// `\mathcal`, `\mathscr`.
    Script,
    /// `\mathfrak`.
    Fraktur,
    /// `\mathsf`.
    SansSerif,
    /// `\mathtt`.
    Monospace,
}

impl Font {
    /// Every font with its name in written trees and data files.
    const NAMES: [(Font, &'static str); 9] = [
        (Font::Plain, "plain"),
        (Font::Roman, "roman"),
        (Font::Bold, "bold"),
        (Font::Italic, "italic"),
        (Font::DoubleStruck, "double-struck"),
        (Font::Script, "script"),
        (Font::Fraktur, "fraktur"),
        (Font::SansSerif, "sans-serif"),
        (Font::Monospace, "monospace"),
    ];

    /// The name of the font.
    pub fn name(self) -> &'static str {
        Font::NAMES[self as usize].1
    }

    /// The font with a number, the inverse of `font as u8`.
    pub(crate) fn from_number(number: u8) -> Option<Font> {
        Font::NAMES.get(usize::from(number)).map(|(font, _)| *font)
    }

    /// The font with a name.
    pub(crate) fn from_name(name: &str) -> Option<Font> {
        Font::NAMES.iter().find(|(_, word)| *word == name).map(|(font, _)| *font)
    }
}

/// Details of a node that are neither label nor position, as a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// An opening fence by its command (`\left(`, `\lvert`, `\bigl|`).
    pub const OPENS: Flags = Flags(1);
    /// A closing fence by its command.
    pub const CLOSES: Flags = Flags(1 << 1);
    /// Not a fence, whatever its character (`\mid`, `\middle|`, `\bigm|`).
    pub const MIDDLE: Flags = Flags(1 << 2);
    /// A fraction without a bar (`\binom`, `\atop`).
    pub const NO_BAR: Flags = Flags(1 << 3);
    /// A wide space (`\quad`) stands before the node.
    pub const AFTER_SPACE: Flags = Flags(1 << 4);
    /// Inside `\exact{…}`: this part must match exactly.
    pub const EXACT: Flags = Flags(1 << 5);
    /// Inside `\simto{…}`: this part may be similar, the rest must match exactly.
    pub const SIMILAR: Flags = Flags(1 << 6);
    /// An operator whose scripts stand over and under it by command (`\overset`, `\limits`), although TeX would set them
    /// otherwise.
    pub const STACKED: Flags = Flags(1 << 7);

    /// Whether every bit of `other` is set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// This set without the bits of `other`.
    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// The fences and the shape of a group or table. A missing fence is [`Symbol::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Opening fence.
    pub open: Symbol,
    /// Closing fence.
    pub close: Symbol,
    /// Rows; 1 for a group.
    pub rows: u32,
    /// Columns of the first row; for a group its elements (separators + 1).
    pub columns: u32,
}

/// One symbol on the page.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its label; for groups and tables the number of its [`Grid`] (see [`Slt::grid`]).
    pub(crate) symbol: Symbol,
    /// Right neighbour on the baseline.
    pub(crate) next: NodeId,
    /// First of the children on other edges, in the order of [`Edge`].
    pub(crate) first_child: NodeId,
    /// Next child of the same parent.
    pub(crate) next_sibling: NodeId,
    /// Bytes of the source.
    pub span: Span,
    /// Its kind.
    pub kind: Kind,
    /// The edge from the parent to this node; `Next` for the root.
    pub edge: Edge,
    /// Font.
    pub font: Font,
    /// Further details.
    pub flags: Flags,
}

/// A symbol layout tree. The default is the tree of an empty formula.
#[derive(Clone, Debug, Default)]
pub struct Slt {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
    pub(crate) texts: Texts,
    pub(crate) grids: Vec<Grid>,
    /// How its author set it; none for a tree that was stored, or read from another notation than LaTeX.
    pub(crate) typesetting: Option<Typesetting>,
}

impl Slt {
    /// Forgets how its author set it.
    pub fn forget_typesetting(&mut self) {
        self.typesetting = None;
    }

    /// How its author set it; none if that is not known.
    pub fn typesetting(&self) -> Option<&Typesetting> {
        self.typesetting.as_ref()
    }

    /// The first symbol of the main baseline; none for an empty formula.
    pub fn root(&self) -> Option<NodeId> {
        self.root.get()
    }

    /// The node with an id of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Size of the arena. A few of its nodes may have been merged away and are not part of the tree.
    pub fn arena_len(&self) -> usize {
        self.nodes.len()
    }

    /// Right neighbour on the baseline.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next.get()
    }

    /// The children on all edges but `Next`, in the order of [`Edge`].
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child.get(), |&child| self.node(child).next_sibling.get())
    }

    /// The child on one edge.
    pub fn child(&self, id: NodeId, edge: Edge) -> Option<NodeId> {
        if edge == Edge::Next {
            return self.next(id);
        }
        self.children(id).find(|&child| self.node(child).edge == edge)
    }

    /// The nodes of a baseline, from `head` to its end.
    pub fn row(&self, head: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(head, |&node| self.next(node))
    }

    /// The heads of the elements of a group or the cells of a table.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.child(id, Edge::Within), |&head| self.child(head, Edge::Element))
    }

    /// The shape and fences of a group or table; an empty grid for any other node.
    pub fn grid(&self, id: NodeId) -> Grid {
        let node = self.node(id);
        let nothing = Grid { open: Symbol::NONE, close: Symbol::NONE, rows: 0, columns: 0 };
        if !matches!(node.kind, Kind::Group | Kind::Table) {
            return nothing;
        }
        self.grids.get(node.symbol.as_index()).copied().unwrap_or(nothing)
    }

    /// The label of a node as an owned string (empty for structural nodes).
    pub fn label(&self, id: NodeId) -> String {
        let node = self.node(id);
        if self.has_label(node.kind) { self.texts.get(node.symbol) } else { String::new() }
    }

    /// Appends the label of a node to `out`.
    pub fn push_label(&self, id: NodeId, out: &mut String) {
        let node = self.node(id);
        if self.has_label(node.kind) {
            self.texts.push_to(node.symbol, out);
        }
    }

    /// The label as a character, if it is one.
    pub fn character(&self, id: NodeId) -> Option<char> {
        let node = self.node(id);
        if self.has_label(node.kind) { node.symbol.as_char() } else { None }
    }

    /// Whether the label of a node is `text`.
    pub fn label_is(&self, id: NodeId, text: &str) -> bool {
        let node = self.node(id);
        self.has_label(node.kind) && self.texts.is(node.symbol, text)
    }

    /// Appends a symbol of this tree, such as a fence of a [`Grid`], to `out`.
    pub fn push_symbol(&self, symbol: Symbol, out: &mut String) {
        self.texts.push_to(symbol, out);
    }

    /// The same formula without the punctuation of the sentence around it: commas, semicolons, colons and full stops at
    /// the end of the main baseline.
    ///
    /// ```
    /// use formula::{Notation, Options, read, write::tex};
    ///
    /// let slt = read("x+f(a,b).,", Notation::Latex, &Options::default()).slt;
    /// assert_eq!(tex::write(&slt.without_closing_punctuation()), "x+f(a,b)");
    /// ```
    pub fn without_closing_punctuation(&self) -> Slt {
        let row: Vec<NodeId> = self.row(self.root()).collect();
        let is_mark = |id: &NodeId| {
            self.node(*id).kind == Kind::Operator
                && self.children(*id).next().is_none()
                && self.character(*id).is_some_and(|c| ".,;:".contains(c))
        };
        let marks = row.iter().rev().take_while(|id| is_mark(id)).count();
        let mut tree = self.clone();
        if let Some(last) = row[..row.len() - marks].last() {
            tree.nodes[last.index()].next = NodeId::NONE;
        }
        tree
    }

    /// The nodes that are undefined commands.
    pub fn commands(&self) -> impl Iterator<Item = NodeId> + '_ {
        let is_command = |(_, node): &(u32, &Node)| node.kind == Kind::Command;
        (0..).zip(&self.nodes).filter(is_command).map(|(number, _)| NodeId(number))
    }

    /// Bytes the tree holds on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.grids.len() * size_of::<Grid>() + self.texts.heap_bytes()
    }

    fn has_label(&self, kind: Kind) -> bool {
        !matches!(kind, Kind::Group | Kind::Table | Kind::Fraction | Kind::Root | Kind::Empty)
    }
}

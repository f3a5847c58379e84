//! The operator tree (OPT): what a formula means.
//!
//! An inner node is an operator applied to its children; a leaf is a variable, a number, a constant or a
//! text. The vocabulary is that of Content MathML and of LaTeXML's symbols (see [`crate::names`]), so that
//! trees read from Content MathML and trees built from a layout have the same vocabulary. An operator that
//! is itself an expression (`f^{-1}` in `f^{-1}(x)`, `\sum_{i=1}^n`) is a [`Kind::Compound`] node whose
//! first child is that expression.
//!
//! What it is not: a normal form. `a+b` and `b+a` are different trees; [`crate::canonical`] makes them equal.

use crate::diagnostic::Span;
use crate::slt::Flags;
use crate::symbol::{Symbol, Texts};

pub use crate::slt::{Font, NodeId};

/// The kind of a node of an operator tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// An identifier.
    Variable,
    /// A number.
    Number,
    /// Words.
    Text,
    /// A constant: infinity, the empty set.
    Constant,
    /// An operator whose operands have an order: `minus`, `divide`, `sup`.
    Ordered,
    /// An operator whose operands have no order: `plus`, `times`, `eq`.
    Unordered,
    /// A function applied to arguments; the label is its name.
    Function,
    /// An operator that is an expression: child 0 is the operator, the others its operands.
    Compound,
    /// A collection: label `set`, `list`, `tuple`, `vector`, `matrix`, `row`, `interval…`, `delimited…`.
    Collection,
    /// A missing operand.
    Absent,
    /// Something the source marks as an error; it keeps its children.
    Error,
    /// A symbol whose meaning is unknown: an undefined command, an unknown `csymbol`.
    Unknown,
    /// A query variable.
    Wildcard,
}

/// One node of an operator tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub(crate) symbol: Symbol,
    pub(crate) first_child: NodeId,
    pub(crate) next_sibling: NodeId,
    /// Bytes of the source this node covers.
    pub span: Span,
    /// Its kind.
    pub kind: Kind,
    /// Font of a leaf.
    pub font: Font,
    /// `EXACT` and `SIMILAR`, from the layout.
    pub flags: Flags,
}

/// An operator tree. The default is the tree of an empty formula.
#[derive(Clone, Debug, Default)]
pub struct Opt {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
    pub(crate) texts: Texts,
}

impl Opt {
    /// The outermost operator; none for an empty formula.
    pub fn root(&self) -> Option<NodeId> {
        self.root.get()
    }

    /// The node with an id of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Size of the arena. A few of its nodes may not be part of the tree.
    pub fn arena_len(&self) -> usize {
        self.nodes.len()
    }

    /// The children, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child.get(), |&child| self.node(child).next_sibling.get())
    }

    /// Whether a node has no children.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).first_child == NodeId::NONE
    }

    /// The label of a node as an owned string (empty for compound and absent nodes).
    pub fn label(&self, id: NodeId) -> String {
        self.texts.get(self.node(id).symbol)
    }

    /// Appends the label of a node to `out`.
    pub fn push_label(&self, id: NodeId, out: &mut String) {
        self.texts.push_to(self.node(id).symbol, out);
    }

    /// The symbol of a node, for comparison with the constants of [`crate::names`].
    pub fn symbol(&self, id: NodeId) -> Symbol {
        self.node(id).symbol
    }

    /// Whether the label of a node is `text`.
    pub fn label_is(&self, id: NodeId, text: &str) -> bool {
        self.texts.is(self.node(id).symbol, text)
    }

    /// Bytes the tree holds on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.texts.heap_bytes()
    }

    /// Adds a leaf.
    pub(crate) fn leaf(&mut self, kind: Kind, symbol: Symbol, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            symbol,
            first_child: NodeId::NONE,
            next_sibling: NodeId::NONE,
            span,
            kind,
            font: Font::Plain,
            flags: Flags::default(),
        });
        id
    }

    /// Adds an inner node over `children`, which must not have a parent yet.
    pub(crate) fn inner(&mut self, kind: Kind, symbol: Symbol, span: Span, children: &[NodeId]) -> NodeId {
        let id = self.leaf(kind, symbol, span);
        self.set_children(id, children);
        id
    }

    /// Makes `children` the children of `parent`, in this order.
    pub(crate) fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        self.nodes[parent.index()].first_child = children.first().copied().unwrap_or(NodeId::NONE);
        for (i, &child) in children.iter().enumerate() {
            let sibling = children.get(i + 1).copied().unwrap_or(NodeId::NONE);
            self.nodes[child.index()].next_sibling = sibling;
            let span = self.nodes[child.index()].span;
            // Nodes that are not written, such as the degree of a square root, have no span.
            if span == Span::default() {
                continue;
            }
            let parent = &mut self.nodes[parent.index()];
            parent.span = if parent.span == Span::default() { span } else { parent.span.join(span) };
        }
    }
}

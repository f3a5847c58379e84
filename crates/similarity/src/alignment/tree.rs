//! Trees in the form for alignment: flat, in pre-order, labels as numbers.

use std::ops::Range;

use formula::opt::{self, Opt};
use formula::slt::{Font, NodeId, Slt};
use formula::{names, slt};
use xxhash_rust::xxh3::xxh3_64;

/// Larger trees are cut after this many nodes in pre-order; an alignment ignores the rest.
pub const MOST_NODES: usize = 160;

/// The class of a node, which decides what it may correspond to if the labels differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A letter that may be renamed.
    Variable,
    Number,
    /// A name of several letters: `sin`, `gcd`.
    Function,
    /// `=`, `<`, `∈` …
    Relation,
    /// Any other operator or structure.
    Operator,
    /// A query variable.
    Wildcard,
    /// Words, constants, unknown commands.
    Other,
}

/// How the children of a node are matched with those of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Children {
    /// By their edge.
    ByEdge,
    /// In their order.
    Ordered,
    /// In any order.
    Unordered,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub label: u64,
    pub class: Class,
    pub arrangement: Children,
    pub edge: u8,
    pub children: Range<u16>,
    /// The node it was made from.
    pub origin: NodeId,
    /// Nodes in the subtree; for layouts that includes the rest of the baseline.
    pub size: u16,
}

/// A layout or operator tree prepared for [`Aligner`](super::Aligner).
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u16>,
}

impl Tree {
    /// An operator tree. Canonical trees make formulas equal that are equal by convention.
    pub fn of_operators(opt: &Opt) -> Tree {
        Tree::grow(opt.root(), |id| operator_node(opt, id), |id, below| below.extend(opt.children(id)))
    }

    /// A layout tree.
    pub fn of_layout(layout: &Slt) -> Tree {
        let below = |id, below: &mut Vec<NodeId>| below.extend(layout.children(id).chain(layout.next(id)));
        Tree::grow(layout.root(), |id| layout_node(layout, id), below)
    }

    fn grow(
        root: Option<NodeId>,
        node: impl Fn(NodeId) -> Node,
        children: impl Fn(NodeId, &mut Vec<NodeId>),
    ) -> Tree {
        let mut tree = Tree::default();
        let mut open: Vec<(NodeId, Option<u16>)> = root.map(|root| (root, None)).into_iter().collect();
        let mut below = Vec::new();
        let mut parents = Vec::new();
        while let Some((id, parent)) = open.pop() {
            if tree.nodes.len() == MOST_NODES {
                break;
            }
            let number = tree.nodes.len() as u16;
            tree.nodes.push(node(id));
            parents.push(parent);
            below.clear();
            children(id, &mut below);
            open.extend(below.iter().rev().map(|&child| (child, Some(number))));
        }
        tree.link(&parents);
        tree
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of the formula's tree for a number in an alignment.
    pub fn origin(&self, number: u16) -> NodeId {
        self.nodes.get(usize::from(number)).map_or(NodeId::NONE, |node| node.origin)
    }

    pub(super) fn children(&self, number: u16) -> &[u16] {
        let range = &self.nodes[usize::from(number)].children;
        &self.children[usize::from(range.start)..usize::from(range.end)]
    }

    /// Gathers the children of every node from the parents of all.
    fn link(&mut self, parents: &[Option<u16>]) {
        let mut counts = vec![0u16; self.nodes.len()];
        for parent in parents.iter().flatten() {
            counts[usize::from(*parent)] += 1;
        }
        let mut start = 0;
        for (node, count) in self.nodes.iter_mut().zip(&counts) {
            node.children = start..start;
            start += count;
        }
        self.children = vec![0; usize::from(start)];
        for (number, parent) in parents.iter().enumerate() {
            let Some(parent) = parent else { continue };
            let range = &mut self.nodes[usize::from(*parent)].children;
            self.children[usize::from(range.end)] = number as u16;
            range.end += 1;
        }
        for (number, parent) in parents.iter().enumerate().rev() {
            let size = self.nodes[number].size;
            if let Some(parent) = parent {
                self.nodes[usize::from(*parent)].size += size;
            }
        }
    }
}

fn operator_node(opt: &Opt, id: NodeId) -> Node {
    let node = opt.node(id);
    let class = match node.kind {
        opt::Kind::Variable => Class::Variable,
        opt::Kind::Number => Class::Number,
        opt::Kind::Function => match opt.symbol(id).as_char() {
            Some(_) => Class::Variable,
            None => Class::Function,
        },
        opt::Kind::Wildcard => Class::Wildcard,
        opt::Kind::Ordered | opt::Kind::Unordered if is_relation(opt, id) => Class::Relation,
        opt::Kind::Ordered | opt::Kind::Unordered | opt::Kind::Compound | opt::Kind::Collection => {
            Class::Operator
        }
        _ => Class::Other,
    };
    let class = match class {
        Class::Variable if opt.symbol(id).as_char().is_none() => Class::Function,
        class => class,
    };
    let arrangement = match node.kind {
        opt::Kind::Unordered => Children::Unordered,
        opt::Kind::Collection if opt.symbol(id) == names::SET => Children::Unordered,
        _ => Children::Ordered,
    };
    let label = match opt.symbol(id).as_char() {
        Some(character) => character as u64,
        None => xxh3_64(opt.label(id).as_bytes()) | 1 << 63,
    };
    // `f` as a letter and `f` before arguments are the same letter.
    let label = match class {
        Class::Variable | Class::Number => label ^ letters_of(node.font),
        class => label ^ letters_of(node.font) ^ ((class as u64 + 1) << 40),
    };
    Node { label, class, arrangement, edge: 0, children: 0..0, origin: id, size: 1 }
}

fn layout_node(layout: &Slt, id: NodeId) -> Node {
    let node = layout.node(id);
    let class = match node.kind {
        slt::Kind::Identifier => match layout.character(id) {
            Some(_) => Class::Variable,
            None => Class::Function,
        },
        slt::Kind::Number => Class::Number,
        slt::Kind::Operator if layout.character(id).is_some_and(is_relation_sign) => Class::Relation,
        slt::Kind::Wildcard => Class::Wildcard,
        slt::Kind::Text | slt::Kind::Command => Class::Other,
        _ => Class::Operator,
    };
    let label = match (node.kind, layout.character(id)) {
        (slt::Kind::Group | slt::Kind::Table, _) => {
            let grid = layout.grid(id);
            let mut text = String::new();
            layout.push_symbol(grid.open, &mut text);
            layout.push_symbol(grid.close, &mut text);
            xxh3_64(text.as_bytes()) ^ (u64::from(grid.rows) << 20) ^ u64::from(grid.columns)
        }
        (_, Some(character)) => character as u64,
        (_, None) => xxh3_64(layout.label(id).as_bytes()) | 1 << 63,
    };
    let label = label ^ letters_of(node.font) ^ ((node.kind as u64 + 1) << 40);
    Node {
        label,
        class,
        arrangement: Children::ByEdge,
        edge: node.edge as u8,
        children: 0..0,
        origin: id,
        size: 1,
    }
}

/// The number of an alphabet whose letters are distinct; other fonts do not count.
fn letters_of(font: Font) -> u64 {
    match font {
        Font::DoubleStruck | Font::Script | Font::Fraktur => (font as u64) << 32,
        _ => 0,
    }
}

fn is_relation(opt: &Opt, id: NodeId) -> bool {
    matches!(
        opt.symbol(id),
        names::EQ
            | names::NEQ
            | names::LT
            | names::LEQ
            | names::GT
            | names::GEQ
            | names::IN
            | names::EQUIVALENT
    )
}

fn is_relation_sign(character: char) -> bool {
    matches!(character, '=' | '≠' | '<' | '>' | '≤' | '≥' | '≡' | '≈' | '∼' | '∈' | '⊂' | '⊆')
}

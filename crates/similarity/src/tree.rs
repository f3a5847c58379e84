//! A tree of tags, the form that Tangent uses for both layout and operator trees.
//!
//! It is built from the tree string, so that tags and structure are exactly those of the published systems:
//! fences in the tags of groups, unknown brackets as operators, the labels of operands.

use formula::opt::Opt;
use formula::slt::Slt;
use formula::write::tangent;

/// The kind of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A symbol layout tree: at most one child per edge label.
    Layout,
    /// An operator tree: children in order.
    Operators,
}

/// The order of the children of a layout node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Next, above, below, over, under, pre-above, pre-below, within, element: the order of tree strings.
    Strings,
    /// Above, over, pre-above, next, below, under, pre-below, element, within: the order of Tangent's tuples.
    Tuples,
}

/// A node, by its place in the tree; 0 is the root.
pub type NodeId = u32;

const NONE: NodeId = NodeId::MAX;

#[derive(Clone, Debug)]
struct Node {
    tag: std::ops::Range<u32>,
    /// Letter of the edge from the parent; `n` for the root.
    label: u8,
    first_child: NodeId,
    next_sibling: NodeId,
}

/// A tree of tags.
#[derive(Clone, Debug)]
pub struct SymbolTree {
    text: String,
    nodes: Vec<Node>,
    kind: Kind,
}

impl SymbolTree {
    /// The tree of a layout.
    pub fn of_layout(slt: &Slt, order: Order) -> SymbolTree {
        let tree = SymbolTree::read(tangent::slt_string(slt), Kind::Layout);
        match order {
            Order::Strings => tree,
            Order::Tuples => tree.in_tuple_order(),
        }
    }

    /// The same layout in the order of [`Order::Tuples`].
    pub fn in_tuple_order(&self) -> SymbolTree {
        let mut tree = self.clone();
        tree.put_in_tuple_order();
        tree
    }

    /// The tree of an operator tree.
    pub fn of_operators(opt: &Opt) -> SymbolTree {
        SymbolTree::read(tangent::opt_string(opt), Kind::Operators)
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The kind of the tree.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The tag of a node.
    pub fn tag(&self, id: NodeId) -> &str {
        let range = &self.nodes[id as usize].tag;
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    /// The label of the edge to a node from its parent.
    pub fn label(&self, id: NodeId) -> u8 {
        self.nodes[id as usize].label
    }

    /// The first child of a node.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        Some(self.nodes[id as usize].first_child).filter(|&id| id != NONE)
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        Some(self.nodes[id as usize].next_sibling).filter(|&id| id != NONE)
    }

    /// The children of a node.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Reads a string of the writer, which is well formed.
    fn read(text: String, kind: Kind) -> SymbolTree {
        let mut tree = SymbolTree { nodes: Vec::with_capacity(text.len() / 8), text: String::new(), kind };
        let bytes = text.as_bytes();
        let mut open: Vec<(NodeId, NodeId)> = Vec::new();
        let mut label = b'n';
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'[' => {
                    let length = text[at + 1..].find(['[', ']', ',']).unwrap_or(0);
                    let tag = (at + 1) as u32..(at + 1 + length) as u32;
                    let id = tree.nodes.len() as NodeId;
                    tree.nodes.push(Node { tag, label, first_child: NONE, next_sibling: NONE });
                    if let Some((parent, last)) = open.last_mut() {
                        match *last {
                            NONE => tree.nodes[*parent as usize].first_child = id,
                            last => tree.nodes[last as usize].next_sibling = id,
                        }
                        *last = id;
                    }
                    open.push((id, NONE));
                    label = b'n';
                    at += 1 + length;
                }
                b',' => {
                    label = bytes.get(at + 1).copied().unwrap_or(b'n');
                    at += 2;
                }
                _ => {
                    open.pop();
                    at += 1;
                }
            }
        }
        tree.text = text;
        tree
    }

    fn put_in_tuple_order(&mut self) {
        const ORDER: &[u8; 9] = b"aocnbudew";
        for parent in 0..self.nodes.len() {
            let mut by_label = [NONE; 9];
            let mut at = self.nodes[parent].first_child;
            while at != NONE {
                if let Some(place) = ORDER.iter().position(|&label| label == self.nodes[at as usize].label) {
                    by_label[place] = at;
                }
                at = self.nodes[at as usize].next_sibling;
            }
            let mut next = NONE;
            for child in by_label.into_iter().rev().filter(|&child| child != NONE) {
                self.nodes[child as usize].next_sibling = next;
                next = child;
            }
            self.nodes[parent].first_child = next;
        }
    }
}

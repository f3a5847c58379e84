//! One of the two trees of an alignment, with the facts about each node computed once.

use rustc_hash::FxHashMap;

use crate::tree::{Kind, SymbolTree};

/// A node of a [`Side`].
pub(super) type Id = u8;

/// No node.
pub(super) const NONE: Id = Id::MAX;

/// An alignment ignores nodes beyond this number, in the order of the tree string; they count as unmatched. A
/// typical formula has twenty nodes; the limit bounds the work for very large ones.
pub(super) const MAX_NODES: usize = 200;

/// The class of a node, which decides what it can be unified with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A query variable.
    Wildcard,
    /// A variable with a name of this many characters.
    Variable { characters: usize },
    /// A number, decimal or not.
    Number { is_decimal: bool },
    /// An operator, which matches only the same operator.
    Operator,
    /// An operator whose operands have no order.
    Commutative,
    /// A group or a matrix of a layout tree.
    Grid { rows: usize, columns: usize },
    /// A collection of an operator tree: set, list, matrix, brackets.
    Collection { letter: u8 },
    /// Any other type of the tags.
    Typed { letter: char },
}

/// A node with its links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Number of the tag; equal tags of both trees have equal numbers.
    pub(super) tag: u32,
    pub(super) class: Class,
    /// Letter of the edge from the parent.
    pub(super) label: u8,
    pub(super) parent: Id,
    pub(super) first_child: Id,
    pub(super) next_sibling: Id,
    /// Nodes at and below it.
    pub(super) size: u32,
}

/// The numbers of the tags of a query.
pub(super) type Tags = FxHashMap<Box<str>, u32>;

/// The nodes of one tree, in pre-order.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) nodes: Vec<Node>,
}

impl Side {
    /// The side of a query, and the numbers of its tags.
    pub(super) fn of_query(tree: &SymbolTree) -> (Side, Tags) {
        let mut tags = Tags::default();
        let mut side = Side::read(tree, |tag| {
            let number = tags.len() as u32;
            *tags.entry(tag.into()).or_insert(number)
        });
        for node in 0..side.nodes.len() {
            if tree.tag(node as u32).starts_with('?') {
                side.nodes[node].class = Class::Wildcard;
            }
        }
        (side, tags)
    }

    /// The side of a candidate. Tags that the query does not have get the numbers after those of the query.
    pub(super) fn of_candidate(tree: &SymbolTree, tags: &Tags) -> Side {
        let mut new: FxHashMap<&str, u32> = FxHashMap::default();
        Side::read(tree, |tag| {
            if let Some(&known) = tags.get(tag) {
                return known;
            }
            let number = (tags.len() + new.len()) as u32;
            *new.entry(tag).or_insert(number)
        })
    }

    fn read<'a>(tree: &'a SymbolTree, mut number: impl FnMut(&'a str) -> u32) -> Side {
        let count = tree.len().min(MAX_NODES);
        let mut nodes: Vec<Node> = Vec::with_capacity(count);
        for id in 0..count as u32 {
            let tag = tree.tag(id);
            nodes.push(Node {
                tag: number(tag),
                class: class(tag, tree.kind()),
                label: tree.label(id),
                parent: NONE,
                first_child: within_limit(tree.first_child(id)),
                next_sibling: within_limit(tree.next_sibling(id)),
                size: 1,
            });
        }
        let mut side = Side { nodes };
        side.link();
        side
    }

    /// Sets parents and sizes; children come after their parents.
    fn link(&mut self) {
        for parent in 0..self.nodes.len() {
            let mut child = self.nodes[parent].first_child;
            while child != NONE {
                self.nodes[usize::from(child)].parent = parent as Id;
                child = self.nodes[usize::from(child)].next_sibling;
            }
        }
        for node in (1..self.nodes.len()).rev() {
            let Node { parent, size, .. } = self.nodes[node];
            if let Some(parent) = self.nodes.get_mut(usize::from(parent)) {
                parent.size += size;
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[usize::from(id)]
    }

    /// The child on an edge.
    pub(super) fn child(&self, id: Id, label: u8) -> Option<Id> {
        self.children(id).find(|&child| self.node(child).label == label)
    }

    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let known = |id: Id| (id != NONE).then_some(id);
        std::iter::successors(known(self.node(id).first_child), move |&child| {
            known(self.node(child).next_sibling)
        })
    }

    /// Whether a node of a layout tree has scripts.
    pub(super) fn has_scripts(&self, id: Id) -> bool {
        self.children(id).any(|child| is_script(self.node(child).label))
    }

    /// The cells of a grid or the elements of a group, in order.
    pub(super) fn cells(&self, grid: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.child(grid, b'w'), |&cell| self.child(cell, b'e'))
    }

    /// The query variable that is the only content of a group or collection with one cell: it stands for any
    /// content.
    pub(super) fn lone_wildcard(&self, id: Id) -> Option<Id> {
        let content = match self.node(id).class {
            Class::Grid { rows: 1, columns: 1 } => self.child(id, b'w')?,
            Class::Collection { .. } => Some(self.node(id).first_child).filter(|&child| child != NONE)?,
            _ => return None,
        };
        let node = self.node(content);
        let is_alone = node.first_child == NONE
            && (node.label == b'w' || node.next_sibling == NONE)
            && node.class == Class::Wildcard;
        is_alone.then_some(content)
    }
}

/// Whether an edge leads to a script.
pub(super) fn is_script(label: u8) -> bool {
    matches!(label, b'a' | b'b' | b'o' | b'u' | b'c' | b'd')
}

fn within_limit(id: Option<u32>) -> Id {
    id.filter(|&id| (id as usize) < MAX_NODES).map_or(NONE, |id| id as Id)
}

fn class(tag: &str, kind: Kind) -> Class {
    let Some((letter, value)) = typed(tag) else { return Class::Operator };
    match letter {
        'V' => Class::Variable { characters: value.chars().count() },
        'N' => Class::Number { is_decimal: value.parse::<f64>().is_ok() },
        'O' => Class::Operator,
        'U' => Class::Commutative,
        'M' if kind == Kind::Operators => {
            Class::Collection { letter: value.bytes().next().unwrap_or_default() }
        }
        'M' => {
            let (rows, columns) = shape(value);
            Class::Grid { rows, columns }
        }
        letter => Class::Typed { letter },
    }
}

/// The type and the value of a tag that has a type.
fn typed(tag: &str) -> Option<(char, &str)> {
    let mut chars = tag.chars();
    let letter = chars.next().filter(|&letter| letter != '!' && letter != '?')?;
    (chars.next() == Some('!')).then_some((letter, chars.as_str()))
}

/// Rows and columns at the end of the tag of a grid, `()2x3`.
fn shape(value: &str) -> (usize, usize) {
    let (rows, columns) = value.rsplit_once('x').unwrap_or((value, ""));
    let digits = rows.len() - rows.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let rows = rows.get(rows.len() - digits..).unwrap_or("");
    (rows.parse().unwrap_or(1), columns.parse().unwrap_or(1))
}

/// Whether a node of the query may stand for a node of the candidate.
pub(super) fn is_unifiable(query: &Node, candidate: &Node) -> bool {
    if query.tag == candidate.tag {
        return true;
    }
    match (query.class, candidate.class) {
        (Class::Wildcard, _) => true,
        // A single letter does not match a name of several letters: `x` is never `sin`.
        (Class::Variable { characters: a }, Class::Variable { characters: b }) => {
            a == b || (a != 1 && b != 1)
        }
        (Class::Number { .. }, Class::Number { is_decimal }) => is_decimal,
        (Class::Grid { .. }, Class::Grid { .. }) => true,
        (Class::Collection { .. }, Class::Collection { .. }) => true,
        (Class::Typed { letter: a }, Class::Typed { letter: b }) => a == b,
        _ => false,
    }
}

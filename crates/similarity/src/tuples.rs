//! Symbol pairs, after Tangent: an ancestor, a descendant, the path between them and the place of the
//! ancestor.
//!
//! In a layout tree the symbols of a baseline are ancestors of those to their right, so neighbours make
//! pairs. The end of a baseline (a leaf of an operator tree) makes a pair with the mark [`END`], which says
//! that nothing follows. See Zanibbi and others, *Multi-stage math formula search* (SIGIR 2016), and
//! Mansouri and others, *Tangent-CFT* (ICTIR 2019): the latter has a window of 2, ends and no locations.

use std::fmt;

use crate::label_path::LabelPath;
use crate::tree::{Kind, NodeId, SymbolTree};

/// The partner of a symbol at an end. The first character is the digit zero.
pub const END: &str = "0!";

/// Tuples longer than this many characters, tabs included, are left out.
const LONGEST_TUPLE: usize = 200;

/// Which pairs to produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The longest path between two symbols, in edges; none for no limit.
    pub window: Option<usize>,
    /// Whether to mark the ends of baselines.
    pub ends: bool,
}

impl Default for Settings {
    /// The settings of Tangent-CFT.
    fn default() -> Self {
        Settings { window: Some(2), ends: true }
    }
}

/// A pair of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tuple<'a> {
    /// Tag of the ancestor.
    pub ancestor: &'a str,
    /// Tag of the descendant, or [`END`].
    pub descendant: &'a str,
    /// Edge labels from the ancestor to the descendant.
    pub path: &'a str,
    /// Edge labels from the root to the ancestor, `-` at the root.
    pub location: &'a str,
}

impl fmt::Display for Tuple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.ancestor, self.descendant, self.path, self.location)
    }
}

/// The tuples of a tree as lines of four fields between tabs, in the order of the reference program.
///
/// ```
/// use formula::{Options, latex};
/// use similarity::tree::{Order, SymbolTree};
/// use similarity::tuples::{Settings, tuples};
///
/// let (slt, _) = latex::read("x-y^2=0", &Options::default());
/// let tree = SymbolTree::of_layout(&slt, Order::Tuples);
/// let tuples = tuples(&tree, Settings { window: Some(1), ends: true });
/// assert_eq!(tuples[0], "V!x\t-\tn\t-");
/// assert_eq!(tuples[3], "N!2\t0!\tn\tnna");
/// ```
pub fn tuples(tree: &SymbolTree, settings: Settings) -> Vec<String> {
    let mut lines = Vec::new();
    for_each(tree, settings, |tuple| lines.push(tuple.to_string()));
    lines
}

/// Calls `visit` with each tuple of a tree. Layout trees must have been made with
/// [`Order::Tuples`](crate::tree::Order::Tuples) for the order of the reference program.
///
/// With a window the time is linear in the size of the tree; without one, the number of pairs is not.
pub fn for_each(tree: &SymbolTree, settings: Settings, visit: impl FnMut(Tuple<'_>)) {
    if tree.is_empty() {
        return;
    }
    let mut walk = Walk {
        tree,
        window: settings.window.unwrap_or(usize::MAX),
        location: LabelPath::default(),
        location_text: String::new(),
        path_text: String::new(),
        visit,
    };
    // For each open node the child that comes next.
    let mut open: Vec<(NodeId, Option<NodeId>)> = vec![(0, tree.first_child(0))];
    while let Some((node, next)) = open.last_mut() {
        let node = *node;
        if let Some(child) = *next {
            *next = tree.next_sibling(child);
            walk.pairs(node, child);
            walk.location.push(label(tree, node, child));
            open.push((child, tree.first_child(child)));
            continue;
        }
        if settings.ends {
            walk.end(node);
        }
        walk.location.pop();
        open.pop();
    }
}

/// The label of an edge; operands without an order share one.
fn label(tree: &SymbolTree, parent: NodeId, child: NodeId) -> u8 {
    if tree.kind() == Kind::Operators && tree.tag(parent).starts_with("U!") {
        b'0'
    } else {
        tree.label(child)
    }
}

struct Walk<'a, V> {
    tree: &'a SymbolTree,
    window: usize,
    location: LabelPath,
    location_text: String,
    path_text: String,
    visit: V,
}

impl<V: FnMut(Tuple<'_>)> Walk<'_, V> {
    /// The pairs of `ancestor` with `child` and the nodes below it, within the window.
    fn pairs(&mut self, ancestor: NodeId, child: NodeId) {
        let mut path = LabelPath::default();
        path.push(label(self.tree, ancestor, child));
        self.pair(ancestor, self.tree.tag(child), &path);
        if self.window <= 1 {
            return;
        }
        let mut open = vec![(child, self.tree.first_child(child))];
        while let Some((node, next)) = open.last_mut() {
            let node = *node;
            match *next {
                Some(below) if path.len() < self.window => {
                    *next = self.tree.next_sibling(below);
                    path.push(label(self.tree, node, below));
                    self.pair(ancestor, self.tree.tag(below), &path);
                    open.push((below, self.tree.first_child(below)));
                }
                _ => {
                    path.pop();
                    open.pop();
                }
            }
        }
    }

    fn end(&mut self, node: NodeId) {
        let (label, ends) = match self.tree.kind() {
            Kind::Layout => (b'n', !self.tree.children(node).any(|child| self.tree.label(child) == b'n')),
            Kind::Operators => (b'0', self.tree.first_child(node).is_none()),
        };
        if ends {
            let mut path = LabelPath::default();
            path.push(label);
            self.pair(node, END, &path);
        }
    }

    fn pair(&mut self, ancestor: NodeId, descendant: &str, path: &LabelPath) {
        self.path_text.clear();
        self.location_text.clear();
        let fits = path.push_to(&mut self.path_text, LONGEST_TUPLE)
            && self.location.push_to(&mut self.location_text, LONGEST_TUPLE);
        let ancestor = self.tree.tag(ancestor);
        let parts = [ancestor, descendant, &self.path_text, &self.location_text];
        let characters: usize = parts.iter().map(|part| part.chars().count()).sum();
        if fits && characters + 3 <= LONGEST_TUPLE {
            let (path, location) = (self.path_text.as_str(), self.location_text.as_str());
            (self.visit)(Tuple { ancestor, descendant, path, location });
        }
    }
}

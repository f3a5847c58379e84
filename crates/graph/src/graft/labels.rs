//! From labels to graph nodes.

use rustc_hash::FxHashMap;

use crate::operator::OperatorTree;
use crate::{Graph, NodeId, Target};

const LABELS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// An operator tree whose edges have labels, which need not be the places of the children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Labelled {
    /// Type, exclamation mark, value.
    pub(super) label: String,
    /// The operands with the labels of their edges.
    pub(super) children: Vec<(char, Labelled)>,
}

impl Labelled {
    /// A tree with the labels of its places, all 0 under a commutative operator.
    pub(super) fn of(tree: &OperatorTree) -> Self {
        let children = tree.children.iter().enumerate();
        let children =
            children.map(|(index, child)| (edge_label(tree, index), Labelled::of(child))).collect();
        Labelled { label: tree.label.clone(), children }
    }
}

/// The label of the edge to a child.
pub(super) fn edge_label(tree: &OperatorTree, index: usize) -> char {
    if tree.is_unordered() {
        return '0';
    }
    LABELS.get(index).copied().map_or('z', char::from)
}

/// How many variables of each letter there are.
#[derive(Default)]
pub(super) struct Counters(FxHashMap<char, usize>);

impl Counters {
    fn next(&mut self, letter: char) -> String {
        let count = self.0.entry(letter).or_default();
        *count += 1;
        format!("{letter}{count}")
    }
}

/// Adds a tree to a graph, in the order of its nodes. None if a node has no label: the counters stay where they are, as in
/// the published program.
pub(super) fn add(graph: &mut Graph, tree: &Labelled, counters: &mut Counters) -> Option<NodeId> {
    // Unknown symbols are written as variables, and a compound operator under the label of its base.
    let label = tree.label.replace("-!", "V!").replace("+!", "");
    let mut parts = label.split('!');
    let letter = parts.next()?.chars().next()?;
    let concept = escaped(parts.next()?);
    let node = graph.add(counters.next(letter), (!concept.is_empty()).then_some(concept));
    for (label, child) in &tree.children {
        let target = graph.nodes.len();
        graph.connect(node, &format!("op{label}"), Target::Node(target));
        add(graph, child, counters)?;
    }
    Some(node)
}

/// A value without the characters that PENMAN keeps for itself.
fn escaped(value: &str) -> String {
    value.replace('(', "$").replace(')', "$$").replace(':', "$##$")
}

//! A tree rebuilt from its list of symbol pairs, with the mistakes of the published program.
//!
//! The list has a pair for each edge and one for the end of each leaf, in the order of the text. The program keeps a stack of
//! labels. After the end of a leaf it drops labels until the top *equals* the first label of the next pair, so a child may land
//! on an inner node with the same label.

use super::labels::{Labelled, edge_label};
use crate::operator::OperatorTree;

/// Pairs with more characters are left out of the list.
const LONGEST_PAIR: usize = 200;

/// Paths with more steps are shortened.
const LONGEST_PATH: usize = 5;

/// A pair of the list.
enum Pair<'a> {
    Edge { parent: &'a str, child: &'a str, label: char },
    End,
}

/// The tree as the program rebuilds it; none if it cannot.
pub(super) fn rebuilt(tree: &OperatorTree) -> Option<Labelled> {
    let mut pairs = Vec::new();
    push_pairs(tree, &mut String::new(), &mut pairs);
    // The nodes with their parents and edge labels; the stack has the open ones.
    let mut nodes: Vec<(&str, Option<(usize, char)>)> = vec![(tree.label.as_str(), None)];
    let mut open = vec![0];
    for pair in pairs {
        let Pair::Edge { parent, child, label } = pair else {
            open.pop();
            continue;
        };
        while open.last().is_some_and(|&top: &usize| nodes[top].0 != parent) {
            open.pop();
        }
        let parent = *open.last()?;
        open.push(nodes.len());
        nodes.push((child, Some((parent, label))));
    }
    assembled(&nodes)
}

/// Puts the nodes together. A parent stands before its children.
fn assembled(nodes: &[(&str, Option<(usize, char)>)]) -> Option<Labelled> {
    let leaf = |label: &&str| Labelled { label: (*label).to_owned(), children: Vec::new() };
    let mut built: Vec<Option<Labelled>> = nodes.iter().map(|(label, _)| Some(leaf(label))).collect();
    for index in (1..nodes.len()).rev() {
        let (parent, label) = nodes[index].1?;
        let mut child = built[index].take()?;
        child.children.reverse();
        built[parent].as_mut()?.children.push((label, child));
    }
    let mut root = built.into_iter().next()??;
    root.children.reverse();
    Some(root)
}

fn push_pairs<'a>(tree: &'a OperatorTree, location: &mut String, pairs: &mut Vec<Pair<'a>>) {
    if tree.children.is_empty() {
        if is_short(&tree.label, "0!", '0', location) {
            pairs.push(Pair::End);
        }
        return;
    }
    for (index, child) in tree.children.iter().enumerate() {
        let label = edge_label(tree, index);
        if is_short(&tree.label, &child.label, label, location) {
            pairs.push(Pair::Edge { parent: &tree.label, child: &child.label, label });
        }
        location.push(label);
        push_pairs(child, location, pairs);
        location.pop();
    }
}

fn is_short(parent: &str, child: &str, label: char, location: &str) -> bool {
    let length = |text: &str| text.chars().count();
    length(parent) + length(child) + label.len_utf8() + path_length(location) + 3 <= LONGEST_PAIR
}

/// The characters of a path as it is written: `-` for none, runs as a number and a letter if it is long.
fn path_length(path: &str) -> usize {
    if path.chars().count() <= LONGEST_PATH {
        return path.len().max(1);
    }
    let (mut length, mut run, mut last) = (0, 0usize, None);
    for c in path.chars().map(Some).chain([None]) {
        if c == last {
            run += 1;
            continue;
        }
        if last.is_some() {
            length += 1 + run.to_string().len();
        }
        (last, run) = (c, 1);
    }
    length
}

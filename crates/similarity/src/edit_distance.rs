//! Weighted tree edit distance: the cheapest way to turn one formula's tree into another's by deleting,
//! inserting and renaming nodes.
//!
//! The algorithm is that of Zhang and Shasha (1989), "Simple fast algorithms for the editing distance between
//! trees and related problems". The trees are those of Tangent-CFT2TED and of Mansouri's learning to rank:
//! the tags of a layout or operator tree without edge labels; on a layout's baseline each symbol is the first
//! child of the one before. Costs are whole thousandths, so that sums are exact on every machine.
//!
//! Only the first [`MAX_NODES`] nodes of a tree in pre-order count.
//!
//! What it is not: a measure that knows operands without an order or renamed variables. See
//! [`crate::alignment`] for that.

use xxhash_rust::xxh3::xxh3_64;

use crate::terms::{as_strict_type, as_type};
use crate::tree::{NodeId, SymbolTree};

/// The largest number of nodes of a tree that count.
pub const MAX_NODES: usize = 128;

/// The costs of edits, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Deleting a node of the query.
    pub delete: u32,
    /// Inserting a node of the candidate.
    pub insert: u32,
    /// Changing a label.
    pub rename: u32,
}

impl Costs {
    /// Every edit costs 1.
    pub const UNWEIGHTED: Costs = Costs::new(1000, 1000, 1000);
    /// CFT2TED on layout trees, the published numbers read as deletion, insertion, renaming, the order in
    /// which the program passes its costs.
    pub const CFT2TED_LAYOUT: Costs = Costs::new(850, 150, 540);
    /// CFT2TED on operator trees, in the same order.
    pub const CFT2TED_OPERATORS: Costs = Costs::new(280, 185, 225);
    /// CFT2TED on layout trees, in the order of the dissertation: deletion, renaming, insertion.
    pub const CFT2TED_LAYOUT_AS_PRINTED: Costs = Costs::new(850, 540, 150);
    /// Learning to rank, layout trees.
    pub const LTR_LAYOUT: Costs = Costs::new(430, 200, 410);
    /// Learning to rank, operator trees.
    pub const LTR_OPERATORS: Costs = Costs::new(310, 210, 290);
    /// Learning to rank, layout trees of types.
    pub const LTR_LAYOUT_TYPES: Costs = Costs::new(370, 290, 330);
    /// Learning to rank, operator trees of types.
    pub const LTR_OPERATOR_TYPES: Costs = Costs::new(340, 250, 320);

    /// Costs in thousandths.
    pub const fn new(delete: u32, insert: u32, rename: u32) -> Costs {
        Costs { delete, insert, rename }
    }

    /// Costs of deletion, insertion and renaming as decimal numbers, rounded to thousandths; none if one of them is
    /// negative or above 1000.
    pub fn from_decimals(costs: [f64; 3]) -> Option<Costs> {
        let are_costs = costs.iter().all(|cost| (0.0..=1000.0).contains(cost));
        let [delete, insert, rename] = costs.map(|cost| (cost * 1000.0).round() as u32);
        are_costs.then_some(Costs { delete, insert, rename })
    }

    /// The lowest cost of `deletable` and `insertable` nodes without an equal partner.
    fn at_least(self, deletable: u32, insertable: u32) -> u32 {
        let apart = deletable * self.delete + insertable * self.insert;
        let paired = deletable.min(insertable);
        let together =
            paired * self.rename + (deletable - paired) * self.delete + (insertable - paired) * self.insert;
        apart.min(together)
    }
}

/// The label of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// Its tag.
    Full,
    /// Its tag, or only the type of a variable, number or text.
    Types,
    /// Only the type of every tag that has one, as published.
    StrictTypes,
}

/// An ordered, labelled tree prepared for the distance, cut after [`MAX_NODES`] nodes.
#[derive(Clone, Debug, Default)]
pub struct OrderedTree {
    /// The labels, sorted.
    sorted: Vec<u64>,
    /// The tree as it is.
    plain: PostOrder,
    /// Its mirror image. Two mirrored trees have the same distance, and if the large operands come last, as
    /// in canonical trees, it takes less work.
    mirrored: PostOrder,
}

/// The nodes of a tree in post-order.
#[derive(Clone, Debug, Default)]
struct PostOrder {
    /// Hashes of the labels.
    labels: Vec<u64>,
    /// The leftmost leaf below each node, by its number.
    leftmost: Vec<u16>,
    /// Nodes that are the root or have a sibling to the left.
    keyroots: Vec<u16>,
    /// The sum of the sizes of the keyroots' subtrees.
    work: u32,
}

impl PostOrder {
    /// Adds a node whose subtree, including the node itself, has `size` nodes.
    fn add(&mut self, label: u64, size: usize) {
        self.leftmost.push((self.labels.len() + 1 - size) as u16);
        self.labels.push(label);
    }

    /// The last node for each leftmost leaf.
    fn find_keyroots(&mut self) {
        let mut seen = [false; MAX_NODES];
        for (node, &leaf) in self.leftmost.iter().enumerate().rev() {
            if !std::mem::replace(&mut seen[usize::from(leaf)], true) {
                self.keyroots.push(node as u16);
                self.work += node as u32 + 1 - u32::from(leaf);
            }
        }
        self.keyroots.reverse();
    }
}

impl OrderedTree {
    /// The tree of a layout (in the order of tree strings) or of operators.
    pub fn new(tree: &SymbolTree, labels: Labels) -> OrderedTree {
        let label = |node: NodeId| {
            let tag = tree.tag(node);
            let label = match labels {
                Labels::Full => tag,
                Labels::Types => as_type(tag),
                Labels::StrictTypes => as_strict_type(tag),
            };
            xxh3_64(label.as_bytes())
        };
        let mut built = OrderedTree::default();
        if !tree.is_empty() {
            built.add_nodes(tree, &label);
        }
        built.plain.find_keyroots();
        built.mirrored.find_keyroots();
        built.sorted = built.plain.labels.clone();
        built.sorted.sort_unstable();
        built
    }

    /// The number of nodes that count.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    fn add_nodes(&mut self, tree: &SymbolTree, label: &dyn Fn(NodeId) -> u64) {
        // Label and size of each node, in pre-order.
        let mut nodes: Vec<(u64, usize)> = vec![(label(0), 1)];
        // Place in that list, and the child to visit next.
        let mut open: Vec<(usize, Option<NodeId>)> = vec![(0, tree.first_child(0))];
        while let Some(top) = open.last_mut() {
            if let Some(child) = top.1.filter(|_| nodes.len() < MAX_NODES) {
                top.1 = tree.next_sibling(child);
                open.push((nodes.len(), tree.first_child(child)));
                nodes.push((label(child), 1));
                continue;
            }
            let place = top.0;
            nodes[place].1 = nodes.len() - place;
            self.plain.add(nodes[place].0, nodes[place].1);
            open.pop();
        }
        // Pre-order backwards is the post-order of the mirror image.
        nodes.iter().rev().for_each(|&(label, size)| self.mirrored.add(label, size));
    }

    /// The number of labels that two trees share.
    fn common_labels(&self, other: &OrderedTree) -> u32 {
        let (mut left, mut right) = (self.sorted.iter().peekable(), other.sorted.iter().peekable());
        let mut common = 0;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let order = a.cmp(b);
            common += u32::from(order.is_eq());
            if order.is_le() {
                left.next();
            }
            if order.is_ge() {
                right.next();
            }
        }
        common
    }
}

/// Memory for the tables, reused for the next pair.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Distances of subtrees, by the nodes they end with.
    trees: Vec<u32>,
    /// Distances of the forests before certain nodes.
    forests: Vec<u32>,
}

impl Workspace {
    /// The distance from a query to a candidate; none if it is more than `limit`.
    ///
    /// The trees of figure 4 of Zhang and Shasha, in which two nodes swap their levels:
    ///
    /// ```
    /// use formula::tangent_strings::parse_opt;
    /// use similarity::edit_distance::{Costs, Labels, OrderedTree, Workspace};
    /// use similarity::tree::SymbolTree;
    ///
    /// let tree = |text| OrderedTree::new(&SymbolTree::of_operators(&parse_opt(text).unwrap()), Labels::Full);
    /// let one = tree("[O!f,0[O!d,0[V!a],1[O!c,0[V!b]]],1[V!e]]");
    /// let other = tree("[O!f,0[O!c,0[O!d,0[V!a],1[V!b]]],1[V!e]]");
    /// let mut workspace = Workspace::default();
    /// assert_eq!(workspace.distance(&one, &other, Costs::UNWEIGHTED, None), Some(2.0));
    /// assert_eq!(workspace.distance(&one, &other, Costs::UNWEIGHTED, Some(1.5)), None);
    /// // `c` is deleted in one place and inserted in the other.
    /// assert_eq!(workspace.distance(&one, &other, Costs::CFT2TED_LAYOUT, None), Some(1.0));
    /// ```
    pub fn distance(
        &mut self,
        query: &OrderedTree,
        candidate: &OrderedTree,
        costs: Costs,
        limit: Option<f64>,
    ) -> Option<f64> {
        let limit = limit.map_or(u32::MAX, |limit| (limit.max(0.0) * 1000.0).round() as u32);
        let (rows, columns) = (query.len() as u32, candidate.len() as u32);
        let common = query.common_labels(candidate);
        if costs.at_least(rows - common, columns - common) > limit {
            return None;
        }
        let distance = match (rows, columns) {
            (0, _) => columns * costs.insert,
            (_, 0) => rows * costs.delete,
            _ if query.mirrored.work * candidate.mirrored.work < query.plain.work * candidate.plain.work => {
                self.zhang_shasha(&query.mirrored, &candidate.mirrored, costs, limit)?
            }
            _ => self.zhang_shasha(&query.plain, &candidate.plain, costs, limit)?,
        };
        (distance <= limit).then_some(f64::from(distance) / 1000.0)
    }

    fn zhang_shasha(
        &mut self,
        query: &PostOrder,
        candidate: &PostOrder,
        costs: Costs,
        limit: u32,
    ) -> Option<u32> {
        let (rows, columns) = (query.labels.len(), candidate.labels.len());
        self.trees.clear();
        self.trees.resize(rows * columns, 0);
        self.forests.clear();
        self.forests.resize((rows + 1) * (columns + 1), 0);
        for &row in &query.keyroots {
            for &column in &candidate.keyroots {
                let is_last = usize::from(row) + 1 == rows && usize::from(column) + 1 == columns;
                let limit = if is_last { limit } else { u32::MAX };
                if !self.forest_distances(query, candidate, (row.into(), column.into()), costs, limit) {
                    return None;
                }
            }
        }
        self.trees.last().copied()
    }

    /// Fills in the distances of all subtrees on the leftmost paths of two keyroots. Returns `false` as soon
    /// as the distance of the keyroots is certain to exceed `limit`.
    fn forest_distances(
        &mut self,
        query: &PostOrder,
        candidate: &PostOrder,
        (last_row, last_column): (usize, usize),
        costs: Costs,
        limit: u32,
    ) -> bool {
        let columns = candidate.labels.len();
        let width = columns + 1;
        let first_row = usize::from(query.leftmost[last_row]);
        let first_column = usize::from(candidate.leftmost[last_column]);
        let (height, breadth) = (last_row - first_row + 1, last_column - first_column + 1);
        for column in 0..=breadth {
            self.forests[column] = column as u32 * costs.insert;
        }
        for row in 1..=height {
            let node = first_row + row - 1;
            let (label, row_leftmost) = (query.labels[node], usize::from(query.leftmost[node]));
            let (above, here) = self.forests.split_at_mut(row * width);
            let previous = &above[(row - 1) * width..][..=breadth];
            let here = &mut here[..=breadth];
            // The forest that is left of this node's subtree ends in this row.
            let before = &above[(row_leftmost - first_row) * width..][..=breadth];
            let mut left = row as u32 * costs.delete;
            here[0] = left;
            let trees = &mut self.trees[node * columns + first_column..][..breadth];
            let labels = &candidate.labels[first_column..=last_column];
            let leaves = &candidate.leftmost[first_column..=last_column];
            for column in 0..breadth {
                let leaf = usize::from(leaves[column]) - first_column;
                let edited = (previous[column + 1] + costs.delete).min(left + costs.insert);
                if row_leftmost == first_row && leaf == 0 {
                    let renamed = if label == labels[column] { 0 } else { costs.rename };
                    left = edited.min(previous[column] + renamed);
                    trees[column] = left;
                } else {
                    left = edited.min(before[leaf] + trees[column]);
                }
                here[column + 1] = left;
            }
            let total = |(column, &distance): (usize, &u32)| {
                distance + size_difference(costs, height - row, breadth - column)
            };
            if limit != u32::MAX && here.iter().enumerate().map(total).min().is_none_or(|least| least > limit)
            {
                return false;
            }
        }
        true
    }
}

/// The lowest cost of the difference between two numbers of nodes.
fn size_difference(costs: Costs, from: usize, to: usize) -> u32 {
    match from.checked_sub(to) {
        Some(more) => more as u32 * costs.delete,
        None => (to - from) as u32 * costs.insert,
    }
}

/// A similarity between 0 and 1 that ignores the sizes, as in CFT2TED: 1 / (1 + distance).
pub fn inverse_similarity(distance: f64) -> f64 {
    1.0 / (1.0 + distance)
}

/// A similarity relative to the sizes, as in learning to rank: 1 − distance / (nodes of both); 1 for two
/// empty trees.
pub fn relative_similarity(distance: f64, query: &OrderedTree, candidate: &OrderedTree) -> f64 {
    let nodes = query.len() + candidate.len();
    if nodes == 0 { 1.0 } else { 1.0 - distance / nodes as f64 }
}

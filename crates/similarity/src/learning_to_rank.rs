//! The features of *Learning to rank for mathematical formula retrieval* (Mansouri and others, SIGIR 2021) as the
//! published program computes them, where these differ from their definition.
//!
//! The paper has 29 features. Six are scores of Tangent-S ([`crate::maximum_subtree`]) and four are cosines of vectors; the
//! other 19 are here. What the program does is not always what the paper says:
//!
//! - A symbol pair of the query counts as found if the candidate has it at all, however often both have it.
//! - By type, every symbol with a type loses its value, operators too.
//! - Edit distances are divided by ten, and edits cost the same by type.
//! - An inner node that is no operator hides everything below it.
//!
//! What it is not: a better definition. [`crate::overlap`] and [`crate::edit_distance`] have those.

use crate::edit_distance::{Costs, Labels, OrderedTree, Workspace};
use crate::terms::as_strict_type;
use crate::tree::{NodeId, SymbolTree};
use crate::tuples::{Settings, for_each};

/// The costs of edits, deletion, insertion and renaming, on layout trees.
const LAYOUT_COSTS: Costs = Costs::new(4000, 2000, 4000);
/// The same on operator trees.
const OPERATOR_COSTS: Costs = Costs::new(3000, 2000, 2000);

/// By what edit distances are divided.
const EDIT_SCALE: f64 = 10.0;

/// A formula in the forms that are compared. Where there are four values, they are those of the layout tree, of the
/// operator tree, and of both by type.
#[derive(Clone, Debug)]
pub struct Prepared {
    tuples: [Vec<String>; 4],
    trees: [OrderedTree; 4],
    operators: Vec<String>,
    numbers: Vec<String>,
    variables: Vec<String>,
    /// Nodes of the operator tree, of the layout tree, depth of the operator tree, variation of the baseline.
    sizes: [usize; 4],
}

/// The 19 values of a query and a candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Values {
    /// Common symbol pairs.
    pub tuples: [f64; 4],
    /// From edit distances where each edit costs 1.
    pub plain_edits: [f64; 4],
    /// From weighted edit distances.
    pub weighted_edits: [f64; 4],
    /// Shares of common operators, numbers and variables.
    pub common: [f64; 3],
    /// Differences of the nodes of the operator tree and of the layout tree, of the depth, and of the baseline.
    pub differences: [f64; 4],
}

impl Prepared {
    /// Prepares a formula. Its layout tree has the order of tree strings.
    pub fn new(layout: &SymbolTree, operators: &SymbolTree) -> Prepared {
        let tree = |tree, labels| OrderedTree::new(tree, labels);
        let mut prepared = Prepared {
            tuples: [layout, operators, layout, operators].map(|_| Vec::new()),
            trees: [
                tree(layout, Labels::Full),
                tree(operators, Labels::Full),
                tree(layout, Labels::StrictTypes),
                tree(operators, Labels::StrictTypes),
            ],
            operators: Vec::new(),
            numbers: Vec::new(),
            variables: Vec::new(),
            sizes: [operators.len(), layout.len(), depth(operators), baseline_variation(layout)],
        };
        for (place, tree) in [layout, operators].into_iter().enumerate() {
            prepared.tuples[place] = tuples(tree, |tag| tag);
            prepared.tuples[place + 2] = tuples(tree, as_strict_type);
        }
        prepared.count_symbols(operators);
        prepared
    }

    /// Counts operators, numbers and variables that no other inner node hides.
    fn count_symbols(&mut self, tree: &SymbolTree) {
        let mut open: Vec<NodeId> = if tree.is_empty() { Vec::new() } else { vec![0] };
        while let Some(node) = open.pop() {
            let tag = tree.tag(node);
            let children: Vec<NodeId> = tree.children(node).collect();
            match tag.split_once('!').map(|(kind, _)| kind) {
                Some("U" | "O") => {
                    self.operators.push(tag.to_owned());
                    open.extend(children);
                }
                Some("N") if children.is_empty() => self.numbers.push(tag.to_owned()),
                Some("V") if children.is_empty() => self.variables.push(tag.to_owned()),
                _ => {}
            }
        }
        for bag in [&mut self.operators, &mut self.numbers, &mut self.variables] {
            bag.sort_unstable();
        }
    }
}

/// The values of a query and a candidate.
///
/// ```
/// use formula::{Notation, Options, read};
/// use similarity::edit_distance::Workspace;
/// use similarity::learning_to_rank::{Prepared, values};
/// use similarity::tree::{Order, SymbolTree};
///
/// let prepared = |source| {
///     let formula = read(source, Notation::Latex, &Options::default());
///     let layout = SymbolTree::of_layout(&formula.slt, Order::Strings);
///     Prepared::new(&layout, &SymbolTree::of_operators(&formula.opt))
/// };
/// let values = values(&prepared("x-y^2=0"), &prepared("x-y^2"), &mut Workspace::default());
/// assert!((values.tuples[0] - 0.389189).abs() < 1e-6);
/// assert_eq!(values.differences, [0.25, 2.0 / 7.0, 0.2, 0.0]);
/// ```
pub fn values(query: &Prepared, candidate: &Prepared, workspace: &mut Workspace) -> Values {
    let costs = [LAYOUT_COSTS, OPERATOR_COSTS, LAYOUT_COSTS, OPERATOR_COSTS];
    let mut edits = |place: usize, costs: Costs| {
        let (one, two) = (&query.trees[place], &candidate.trees[place]);
        // Without a limit there is always a distance.
        let distance = workspace.distance(one, two, costs, None).unwrap_or(f64::INFINITY);
        1.0 - distance / EDIT_SCALE / (one.len() + two.len()).max(1) as f64
    };
    Values {
        tuples: std::array::from_fn(|place| likeness(&query.tuples[place], &candidate.tuples[place])),
        plain_edits: std::array::from_fn(|place| edits(place, Costs::UNWEIGHTED)),
        weighted_edits: std::array::from_fn(|place| edits(place, costs[place])),
        common: [
            share(&query.operators, &candidate.operators),
            share(&query.numbers, &candidate.numbers),
            share(&query.variables, &candidate.variables),
        ],
        differences: std::array::from_fn(|place| {
            let (one, two) = (query.sizes[place], candidate.sizes[place]);
            one.abs_diff(two) as f64 / (one + 1) as f64
        }),
    }
}

/// The symbol pairs of a tree with their places, sorted.
fn tuples(tree: &SymbolTree, tag: fn(&str) -> &str) -> Vec<String> {
    let mut tuples = Vec::new();
    for_each(tree, Settings::default(), |tuple| {
        let (ancestor, descendant) = (tag(tuple.ancestor), tag(tuple.descendant));
        tuples.push(format!("{ancestor}\t{descendant}\t{}\t{}", tuple.path, tuple.location));
    });
    tuples.sort_unstable();
    tuples
}

/// `2PR / (P + R + 1)`, where every pair of the query that the candidate has at all counts as found.
fn likeness(query: &[String], candidate: &[String]) -> f64 {
    if query.is_empty() || candidate.is_empty() {
        return 0.0;
    }
    let found = query.iter().filter(|tuple| candidate.binary_search(tuple).is_ok()).count() as f64;
    let (precision, recall) = (found / candidate.len() as f64, found / query.len() as f64);
    2.0 * precision * recall / (precision + recall + 1.0)
}

/// Common elements divided by the size of the larger bag; 0 for two empty bags.
fn share(query: &[String], candidate: &[String]) -> f64 {
    let mut rest = candidate.iter().peekable();
    let mut common = 0;
    for one in query {
        while rest.next_if(|other| *other < one).is_some() {}
        common += usize::from(rest.next_if(|other| *other == one).is_some());
    }
    f64::from(common as u32) / query.len().max(candidate.len()).max(1) as f64
}

/// The nodes on the longest path from the root.
fn depth(tree: &SymbolTree) -> usize {
    // Children come after their parents.
    let mut depths = vec![1; tree.len()];
    for node in 0..tree.len() as NodeId {
        for child in tree.children(node) {
            depths[child as usize] = depths[node as usize] + 1;
        }
    }
    depths.into_iter().max().unwrap_or(0)
}

/// The most labels of a pair's place that leave a baseline. The mark of the root counts as one.
fn baseline_variation(layout: &SymbolTree) -> usize {
    let mut most = 0;
    for_each(layout, Settings::default(), |tuple| {
        most = most.max(tuple.location.bytes().filter(|label| *label != b'n').count());
    });
    most.max(usize::from(!layout.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Order;
    use formula::{Notation, Options, read};

    fn of(query: &str, candidate: &str) -> Values {
        let prepared = |source| {
            let formula = read(source, Notation::Latex, &Options::default());
            let layout = SymbolTree::of_layout(&formula.slt, Order::Strings);
            Prepared::new(&layout, &SymbolTree::of_operators(&formula.opt))
        };
        values(&prepared(query), &prepared(candidate), &mut Workspace::default())
    }

    fn near(values: &[f64], expected: &[f64]) {
        let pairs = values.iter().zip(expected);
        assert!(pairs.clone().all(|(one, two)| (one - two).abs() < 1e-6), "{values:?}, not {expected:?}");
    }

    #[test]
    fn values_are_those_of_the_program() {
        let renamed = of("x-y^2=0", "a-b^2=0");
        near(&renamed.tuples[..1], &[0.216_450]);
        near(&renamed.tuples[2..], &[2.0 / 3.0, 2.0 / 3.0]);
        near(&renamed.plain_edits, &[0.983_333, 0.985_714, 1.0, 1.0]);
        near(&renamed.weighted_edits, &[0.933_333, 0.971_429, 1.0, 1.0]);
        near(&of("x-y^2=0", "x-y^2").differences, &[0.25, 0.285_714, 0.2, 0.0]);
    }

    #[test]
    fn a_pair_is_found_however_often_both_have_it() {
        // Precision may exceed 1: both pairs of the query with the same names and places count.
        assert_eq!(likeness(&["a".into(), "a".into()], &["a".into()]), 2.0 * 2.0 / (2.0 + 1.0 + 1.0));
        assert_eq!(likeness(&[], &["a".into()]), 0.0);
        assert_eq!(share(&["a".into(), "a".into()], &["a".into(), "b".into()]), 0.5);
        assert_eq!(share(&[], &[]), 0.0);
    }

    #[test]
    fn inner_nodes_of_other_types_hide_what_is_below() {
        assert_eq!(of("x+y", "x+z").common, [1.0, 0.0, 0.5]);
        assert_eq!(of("x+1", "x+1").common, [1.0, 1.0, 1.0]);
    }
}

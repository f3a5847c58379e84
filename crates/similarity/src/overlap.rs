//! How much two formulas have in common when their structure is left aside: symbols, sizes, shapes.
//!
//! Cheap evidence for learned rankings, after Mansouri and others, *Learning to rank for mathematical formula
//! retrieval* (SIGIR 2021): shares of common operators, numbers and variables, of common nodes with and
//! without their names, and relative differences of size, depth and baselines. Everything is counted on the
//! trees of Tangent, so that an inventory is made from the same trees as an alignment.
//!
//! What it is not: a score. Which of these count, and how much, is for a ranker to learn.

use std::hash::{Hash, Hasher};

use formula::opt::Opt;
use formula::slt::Slt;
use rustc_hash::FxHasher;

use crate::terms::as_type;
use crate::tree::{NodeId, Order, SymbolTree};

/// What there is in a formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    layout: Bags,
    operators: Bags,
    /// Names of operators and functions of the operator tree.
    operator_names: Bag,
    numbers: Bag,
    variables: Bag,
    depth: usize,
    baseline_changes: usize,
}

/// The nodes of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Bags {
    tags: Bag,
    types: Bag,
}

/// Hashes of tags, sorted.
type Bag = Vec<u64>;

/// What two formulas have in common: shares are 1 for equal bags, differences are 0 for equal numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Overlap {
    /// Share of common operators and functions.
    pub operators: f64,
    /// Share of common numbers.
    pub numbers: f64,
    /// Share of common variables.
    pub variables: f64,
    /// Harmonic mean of precision and recall of the nodes of the layout trees.
    pub layout_nodes: f64,
    /// The same without the names of variables, numbers and texts.
    pub layout_types: f64,
    /// Harmonic mean of precision and recall of the nodes of the operator trees.
    pub operator_nodes: f64,
    /// The same without the names of variables, numbers and texts.
    pub operator_types: f64,
    /// Relative difference of the numbers of nodes of the layout trees.
    pub layout_size_difference: f64,
    /// Relative difference of the numbers of nodes of the operator trees.
    pub operator_size_difference: f64,
    /// Relative difference of the depths of the operator trees.
    pub depth_difference: f64,
    /// Relative difference of the numbers of baselines a symbol is away from the main one, at most.
    pub baseline_difference: f64,
}

impl Inventory {
    /// What there is in a formula.
    pub fn new(slt: &Slt, opt: &Opt) -> Inventory {
        Inventory::of_trees(&SymbolTree::of_layout(slt, Order::Strings), &SymbolTree::of_operators(opt))
    }

    /// The same from trees that are there already.
    pub fn of_trees(layout: &SymbolTree, operators: &SymbolTree) -> Inventory {
        Inventory {
            layout: Bags::of(layout),
            operators: Bags::of(operators),
            operator_names: bag_where(operators, |letter| matches!(letter, b'O' | b'U' | b'F')),
            numbers: bag_where(operators, |letter| letter == b'N'),
            variables: bag_where(operators, |letter| letter == b'V'),
            depth: longest(operators, |_| true),
            baseline_changes: longest(layout, |label| label != b'n'),
        }
    }
}

impl Bags {
    fn of(tree: &SymbolTree) -> Bags {
        let bag = |tag: fn(&str) -> &str| sorted(nodes(tree).map(|node| hash(tag(tree.tag(node)))));
        Bags { tags: bag(|tag| tag), types: bag(as_type) }
    }
}

/// What two formulas have in common.
///
/// ```
/// use formula::{Notation, Options, read};
/// use similarity::overlap::{Inventory, overlap};
///
/// let inventory = |source| {
///     let formula = read(source, Notation::Latex, &Options::default());
///     Inventory::new(&formula.slt, &formula.opt)
/// };
/// let overlap = overlap(&inventory("x+y+1"), &inventory("x-z+1"));
/// assert_eq!((overlap.variables, overlap.numbers), (0.5, 1.0));
/// ```
pub fn overlap(a: &Inventory, b: &Inventory) -> Overlap {
    Overlap {
        operators: share(&a.operator_names, &b.operator_names),
        numbers: share(&a.numbers, &b.numbers),
        variables: share(&a.variables, &b.variables),
        layout_nodes: harmonic(&a.layout.tags, &b.layout.tags),
        layout_types: harmonic(&a.layout.types, &b.layout.types),
        operator_nodes: harmonic(&a.operators.tags, &b.operators.tags),
        operator_types: harmonic(&a.operators.types, &b.operators.types),
        layout_size_difference: difference(a.layout.tags.len(), b.layout.tags.len()),
        operator_size_difference: difference(a.operators.tags.len(), b.operators.tags.len()),
        depth_difference: difference(a.depth, b.depth),
        baseline_difference: difference(a.baseline_changes, b.baseline_changes),
    }
}

/// Common elements by the size of the larger bag. Two empty bags are equal.
fn share(a: &Bag, b: &Bag) -> f64 {
    match a.len().max(b.len()) {
        0 => 1.0,
        larger => common(a, b) as f64 / larger as f64,
    }
}

/// Twice the common elements by the sizes of both bags. Two empty bags are equal.
fn harmonic(a: &Bag, b: &Bag) -> f64 {
    match a.len() + b.len() {
        0 => 1.0,
        sizes => 2.0 * common(a, b) as f64 / sizes as f64,
    }
}

fn difference(a: usize, b: usize) -> f64 {
    match a.max(b) {
        0 => 0.0,
        larger => a.abs_diff(b) as f64 / larger as f64,
    }
}

/// The size of the intersection of two sorted bags.
pub fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        common += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    common
}

fn nodes(tree: &SymbolTree) -> std::ops::Range<NodeId> {
    0..tree.len() as NodeId
}

/// The tags of some types.
fn bag_where(tree: &SymbolTree, is_wanted: fn(u8) -> bool) -> Bag {
    let tags = nodes(tree).map(|node| tree.tag(node));
    let wanted = tags.filter(|tag| matches!(tag.as_bytes(), [letter, b'!', ..] if is_wanted(*letter)));
    sorted(wanted.map(hash))
}

fn sorted(hashes: impl Iterator<Item = u64>) -> Bag {
    let mut bag: Bag = hashes.collect();
    bag.sort_unstable();
    bag
}

fn hash(tag: &str) -> u64 {
    let mut hasher = FxHasher::default();
    tag.hash(&mut hasher);
    hasher.finish()
}

/// The largest number of edges that count on the way from the root to a node.
fn longest(tree: &SymbolTree, counts: fn(u8) -> bool) -> usize {
    // Children stand behind their parents.
    let mut edges = vec![0; tree.len()];
    for node in nodes(tree) {
        for child in tree.children(node) {
            edges[child as usize] = edges[node as usize] + usize::from(counts(tree.label(child)));
        }
    }
    edges.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn inventory(source: &str) -> Inventory {
        let formula = read(source, Notation::Latex, &Options::default());
        Inventory::new(&formula.slt, &formula.opt)
    }

    fn of(a: &str, b: &str) -> Overlap {
        overlap(&inventory(a), &inventory(b))
    }

    #[test]
    fn a_formula_has_everything_in_common_with_itself() {
        for source in [r"\frac{x^2}{\sin y_1}+3x", "x", ""] {
            let same = of(source, source);
            let shares = [same.operators, same.numbers, same.variables, same.layout_nodes, same.layout_types];
            assert!(
                shares.iter().chain([&same.operator_nodes, &same.operator_types]).all(|&share| share == 1.0)
            );
            let sizes = [same.layout_size_difference, same.operator_size_difference];
            assert!(
                sizes.iter().chain([&same.depth_difference, &same.baseline_difference]).all(|&d| d == 0.0)
            );
        }
    }

    #[test]
    fn names_count_as_often_as_they_occur() {
        // x, x, y against x, y, y, z: two of four; 2, 3 against 2: one of two.
        let overlap = of("x^2+x^3y", "xyyz+2");
        assert_eq!((overlap.variables, overlap.numbers), (0.5, 0.5));
        // plus, sup, sup, times against plus, times.
        assert_eq!(overlap.operators, 0.5);
        assert_eq!(of("x", "2").numbers, 0.0);
    }

    #[test]
    fn types_forget_names() {
        let overlap = of("x^2+y", "a^3+b");
        assert_eq!((overlap.layout_types, overlap.operator_types), (1.0, 1.0));
        // Only the sign of four symbols, and two operators of five nodes.
        assert_eq!((overlap.layout_nodes, overlap.operator_nodes), (0.25, 0.4));
    }

    #[test]
    fn sizes_and_shapes_are_compared() {
        // Layouts of 3 and 4 symbols, operator trees of 3 and 5 nodes, depths 1 and 2, baselines 0 and 2 away.
        let overlap = of("x+y", "x^{y^z_w}");
        assert_eq!(overlap.layout_size_difference, 0.25);
        assert_eq!(overlap.baseline_difference, 1.0);
        assert_eq!(of("x+y", "x+y^2").operator_size_difference, 0.4);
        assert_eq!(of("x+y", "x+y^2").depth_difference, 0.5);
    }
}

//! Tree edit distance against its recursive definition, and on formulas.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use formula::tangent_strings::parse_opt;
use formula::{Notation, Options, read};
use proptest::prelude::*;
use similarity::edit_distance::{
    Costs, Labels, MAX_NODES, OrderedTree, Workspace, inverse_similarity, relative_similarity,
};
use similarity::tree::{Order, SymbolTree};

/// A tree in the form of the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Simple {
    label: char,
    children: Vec<Simple>,
}

impl Simple {
    /// As a Tangent string.
    fn write(&self) -> String {
        let children: Vec<String> = self
            .children
            .iter()
            .enumerate()
            .map(|(place, child)| format!(",{place}{}", child.write()))
            .collect();
        format!("[O!{}{}]", self.label, children.concat())
    }

    fn prepared(&self) -> OrderedTree {
        let tree = parse_opt(&self.write()).unwrap();
        OrderedTree::new(&SymbolTree::of_operators(&tree), Labels::Full)
    }

    fn size(&self) -> usize {
        1 + self.children.iter().map(Simple::size).sum::<usize>()
    }
}

/// The distance of two forests by its definition: delete or insert the last root, or match the last two.
fn naive(one: &[Simple], other: &[Simple], costs: Costs) -> u32 {
    match (one.split_last(), other.split_last()) {
        (None, None) => 0,
        (Some((last, rest)), None) => naive(&opened(last, rest), &[], costs) + costs.delete,
        (None, Some((last, rest))) => naive(&[], &opened(last, rest), costs) + costs.insert,
        (Some((a, left)), Some((b, right))) => {
            let renamed = if a.label == b.label { 0 } else { costs.rename };
            let deleted = naive(&opened(a, left), other, costs) + costs.delete;
            let inserted = naive(one, &opened(b, right), costs) + costs.insert;
            let matched = naive(left, right, costs) + naive(&a.children, &b.children, costs) + renamed;
            deleted.min(inserted).min(matched)
        }
    }
}

/// A forest without the root of its last tree.
fn opened(last: &Simple, rest: &[Simple]) -> Vec<Simple> {
    [rest, &last.children].concat()
}

fn simple() -> impl Strategy<Value = Simple> {
    let leaf =
        prop::sample::select(vec!['a', 'b', 'c']).prop_map(|label| Simple { label, children: Vec::new() });
    leaf.prop_recursive(3, 6, 3, |inner| {
        (prop::sample::select(vec!['a', 'b', 'c']), prop::collection::vec(inner, 1..3))
            .prop_map(|(label, children)| Simple { label, children })
    })
    .prop_filter("small", |tree| tree.size() <= 7)
}

const ALL_COSTS: [Costs; 5] = [
    Costs::UNWEIGHTED,
    Costs::CFT2TED_LAYOUT,
    Costs::CFT2TED_OPERATORS,
    Costs::CFT2TED_LAYOUT_AS_PRINTED,
    Costs::LTR_OPERATOR_TYPES,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_distance_is_what_the_definition_says(one in simple(), other in simple(), which in 0..ALL_COSTS.len()) {
        let costs = ALL_COSTS[which];
        let expected = f64::from(naive(std::slice::from_ref(&one), std::slice::from_ref(&other), costs)) / 1000.0;
        let (one, other) = (one.prepared(), other.prepared());
        let mut workspace = Workspace::default();
        prop_assert_eq!(workspace.distance(&one, &other, costs, None), Some(expected));
        prop_assert_eq!(workspace.distance(&one, &other, costs, Some(expected)), Some(expected));
        if expected > 0.0 {
            prop_assert_eq!(workspace.distance(&one, &other, costs, Some(expected - 0.001)), None);
        }
        prop_assert_eq!(workspace.distance(&one, &one, costs, Some(0.0)), Some(0.0));
    }
}

fn layout(latex: &str, labels: Labels) -> OrderedTree {
    let formula = read(latex, Notation::Latex, &Options::default());
    OrderedTree::new(&SymbolTree::of_layout(&formula.slt, Order::Strings), labels)
}

#[test]
fn formulas_differ_by_what_was_edited() {
    let mut workspace = Workspace::default();
    for (one, other, labels, expected) in [
        ("x^2+1", "x^2+1", Labels::Full, 0.0),
        ("x^2+1", "y^2+1", Labels::Full, 1.0),
        ("x^2+1", "y^3+2", Labels::Types, 0.0),
        ("x^2+1", "y^3-2", Labels::Types, 1.0),
        ("x+1", "x^2+1", Labels::Full, 1.0),
        ("x", "x+y", Labels::Full, 2.0),
        (r"\frac{a}{b}", r"\frac{a}{c}", Labels::Full, 1.0),
    ] {
        let (one_tree, other_tree) = (layout(one, labels), layout(other, labels));
        let distance = workspace.distance(&one_tree, &other_tree, Costs::UNWEIGHTED, None);
        assert_eq!(distance, Some(expected), "{one} {other}");
    }
}

#[test]
fn costs_have_a_direction() {
    let mut workspace = Workspace::default();
    let (short, long) = (layout("x", Labels::Full), layout("x+y", Labels::Full));
    let mut distance = |one, other| workspace.distance(one, other, Costs::CFT2TED_LAYOUT, None);
    assert_eq!(distance(&short, &long), Some(0.3));
    assert_eq!(distance(&long, &short), Some(1.7));
}

#[test]
fn similarities_are_those_of_the_papers() {
    let (one, other) = (layout("x+y", Labels::Full), layout("x+z", Labels::Full));
    let distance = Workspace::default().distance(&one, &other, Costs::UNWEIGHTED, None).unwrap();
    assert!((inverse_similarity(distance) - 0.5).abs() < 1e-12);
    assert!((relative_similarity(distance, &one, &other) - 5.0 / 6.0).abs() < 1e-12);
    let empty = layout("", Labels::Full);
    assert!((relative_similarity(0.0, &empty, &empty) - 1.0).abs() < 1e-12);
}

#[test]
fn empty_and_huge_trees_have_distances() {
    let mut workspace = Workspace::default();
    let (empty, one) = (layout("", Labels::Full), layout("x+y", Labels::Full));
    assert_eq!(workspace.distance(&empty, &empty, Costs::UNWEIGHTED, None), Some(0.0));
    assert_eq!(workspace.distance(&empty, &one, Costs::CFT2TED_LAYOUT, None), Some(0.45));
    assert_eq!(workspace.distance(&one, &empty, Costs::CFT2TED_LAYOUT, None), Some(2.55));
    let long = layout(&"x+".repeat(5000), Labels::Full);
    assert_eq!(long.len(), MAX_NODES);
    assert_eq!(workspace.distance(&long, &long, Costs::UNWEIGHTED, None), Some(0.0));
    assert_eq!(workspace.distance(&one, &long, Costs::UNWEIGHTED, Some(20.0)), None);
}

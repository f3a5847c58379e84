//! Features of *Learning to rank for mathematical formula retrieval* (Mansouri and others, SIGIR 2021): common symbol
//! pairs, common nodes, and how much formulas differ in symbols, size and shape.
//!
//! Pairs have a window of 2, ends and places, and are compared in full and by type. Their score is that of the
//! published program, `2PR / (P + R + 1)`, which is not a harmonic mean: equal formulas get 2/3.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use similarity::overlap::{Inventory, common, overlap};
use similarity::terms::as_type;
use similarity::tree::{Order, SymbolTree};
use similarity::tuples::{Settings, Tuple, for_each};

use super::{CandidateTrees, Feature, PreparedQuery};

/// Hashes of the symbol pairs of a formula, sorted: of its layout and its operators, in full and by type.
pub(super) struct TupleBags([Vec<u64>; 4]);

impl TupleBags {
    pub(super) fn new(layout: &SymbolTree, operators: &SymbolTree) -> TupleBags {
        let (layout, layout_types) = bags(layout);
        let (operators, operator_types) = bags(operators);
        TupleBags([layout, operators, layout_types, operator_types])
    }
}

fn bags(tree: &SymbolTree) -> (Vec<u64>, Vec<u64>) {
    let (mut full, mut types) = (Vec::new(), Vec::new());
    for_each(tree, Settings::default(), |tuple| {
        full.push(hash(&tuple, |tag| tag));
        types.push(hash(&tuple, as_type));
    });
    full.sort_unstable();
    types.sort_unstable();
    (full, types)
}

fn hash(tuple: &Tuple<'_>, tag: fn(&str) -> &str) -> u64 {
    let mut hasher = FxHasher::default();
    (tag(tuple.ancestor), tag(tuple.descendant), tuple.path, tuple.location).hash(&mut hasher);
    hasher.finish()
}

/// Common symbol pairs.
pub(super) fn tuples(prepared: &PreparedQuery, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
    let (layout, operators) = trees(candidate);
    let bags = TupleBags::new(&layout, &operators);
    let features = [
        Feature::TuplesLayout,
        Feature::TuplesOperators,
        Feature::TuplesLayoutTypes,
        Feature::TuplesOperatorTypes,
    ];
    let pairs = prepared.tuples().0.iter().zip(&bags.0);
    features.into_iter().zip(pairs.map(|(query, candidate)| likeness(query, candidate))).collect()
}

/// Common nodes, and differences of symbols, size and shape.
pub(super) fn inventory(prepared: &PreparedQuery, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
    let (layout, operators) = trees(candidate);
    let overlap = overlap(prepared.inventory(), &Inventory::of_trees(&layout, &operators));
    vec![
        (Feature::NodesLayout, overlap.layout_nodes),
        (Feature::NodesOperators, overlap.operator_nodes),
        (Feature::NodesLayoutTypes, overlap.layout_types),
        (Feature::NodesOperatorTypes, overlap.operator_types),
        (Feature::CommonOperators, overlap.operators),
        (Feature::CommonNumbers, overlap.numbers),
        (Feature::CommonVariables, overlap.variables),
        (Feature::SizeDifferenceLayout, overlap.layout_size_difference),
        (Feature::SizeDifferenceOperators, overlap.operator_size_difference),
        (Feature::DepthDifference, overlap.depth_difference),
        (Feature::BaselineDifference, overlap.baseline_difference),
    ]
}

fn trees(candidate: &CandidateTrees) -> (SymbolTree, SymbolTree) {
    let layout = SymbolTree::of_layout(&candidate.record.slt, Order::Strings);
    (layout, SymbolTree::of_operators(&candidate.record.opt))
}

fn likeness(query: &[u64], candidate: &[u64]) -> f64 {
    if query.is_empty() || candidate.is_empty() {
        return 0.0;
    }
    let common = common(query, candidate) as f64;
    let (precision, recall) = (common / candidate.len() as f64, common / query.len() as f64);
    2.0 * precision * recall / (precision + recall + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn bags(source: &str) -> TupleBags {
        let formula = read(source, Notation::Latex, &Options::default());
        let layout = SymbolTree::of_layout(&formula.slt, Order::Strings);
        TupleBags::new(&layout, &SymbolTree::of_operators(&formula.opt))
    }

    fn of(a: &str, b: &str) -> [f64; 4] {
        let (a, b) = (bags(a), bags(b));
        std::array::from_fn(|number| likeness(&a.0[number], &b.0[number]))
    }

    #[test]
    fn equal_formulas_get_two_thirds() {
        assert_eq!(of("x^2+1", "x^2+1"), [2.0 / 3.0; 4]);
        assert_eq!(of("x", ""), [0.0; 4]);
    }

    #[test]
    fn types_forget_names_and_places_count() {
        let [layout, operators, layout_types, operator_types] = of("x+1", "y+2");
        assert!(layout < layout_types && operators < operator_types);
        assert_eq!((layout_types, operator_types), (2.0 / 3.0, 2.0 / 3.0));
        // x+1 is in both, but not at the same place of the baseline.
        let [layout, ..] = of("x+1", "y-x+1");
        assert_eq!(layout, 0.0);
    }
}

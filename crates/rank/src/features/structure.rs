//! Features of aligned trees.

use similarity::alignment::{Aligner, Alignment, Tree, Weights};
use similarity::maximum_subtree;
use similarity::tree::{Order, SymbolTree};

use super::{CandidateTrees, Feature};
use crate::query::Query;

/// A query's trees in the forms that alignments read.
pub struct Prepared {
    operators: Tree,
    layout: Tree,
    tangent_layout: maximum_subtree::Query,
    tangent_operators: maximum_subtree::Query,
}

impl Prepared {
    /// Of a query.
    pub fn new(query: &Query) -> Prepared {
        Prepared {
            operators: Tree::of_operators(&query.canonical),
            layout: Tree::of_layout(&query.formula.slt),
            tangent_layout: maximum_subtree::Query::new(SymbolTree::of_layout(
                &query.formula.slt,
                Order::Strings,
            )),
            tangent_operators: maximum_subtree::Query::new(SymbolTree::of_operators(&query.formula.opt)),
        }
    }
}

/// Aligns candidates with a query.
pub(super) struct Structure<'q> {
    prepared: &'q Prepared,
    operators: Aligner<'q>,
    layout: Aligner<'q>,
}

impl<'q> Structure<'q> {
    pub(super) fn new(prepared: &'q Prepared) -> Structure<'q> {
        Structure {
            prepared,
            operators: Aligner::new(&prepared.operators, Weights::default()),
            layout: Aligner::new(&prepared.layout, Weights::default()),
        }
    }

    pub(super) fn align_operators(&mut self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let tree = Tree::of_operators(&candidate.canonical);
        let alignment = self.operators.align(&tree);
        let (one, two) = (self.prepared.operators.len() as f64, tree.len() as f64);
        let mut values =
            values(&alignment, [Feature::Alignment, Feature::AlignmentRecall, Feature::AlignmentExact]);
        values.push((Feature::SizeRatio, one.min(two) / one.max(two).max(1.0)));
        values
    }

    pub(super) fn align_layout(&mut self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let alignment = self.layout.align(&Tree::of_layout(&candidate.record.slt));
        values(
            &alignment,
            [Feature::LayoutAlignment, Feature::LayoutAlignmentRecall, Feature::LayoutAlignmentExact],
        )
    }

    pub(super) fn maximum_subtree_layout(&self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let tree = SymbolTree::of_layout(&candidate.record.slt, Order::Strings);
        let scores = self.prepared.tangent_layout.scores(&tree);
        vec![
            (Feature::MssLayout, scores.maximum_subtree),
            (Feature::MssLayoutPrecision, scores.precision),
            (Feature::MssLayoutRecall, scores.recall),
        ]
    }

    pub(super) fn maximum_subtree_operators(&self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let scores = self.prepared.tangent_operators.scores(&SymbolTree::of_operators(&candidate.record.opt));
        vec![
            (Feature::MssOperators, scores.maximum_subtree),
            (Feature::MssOperatorsPrecision, scores.precision),
            (Feature::MssOperatorsRecall, scores.recall),
        ]
    }
}

fn values(alignment: &Alignment, [dice, recall, exact]: [Feature; 3]) -> Vec<(Feature, f64)> {
    vec![(dice, alignment.dice()), (recall, alignment.recall()), (exact, alignment.exact())]
}

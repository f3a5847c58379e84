//! Features of aligned trees.

use similarity::alignment::{Aligner, Alignment, Tree, Weights};
use similarity::tree::{Order, SymbolTree};

use super::{CandidateTrees, Feature, PreparedQuery};

/// Aligns candidates with a query.
pub(super) struct Structure<'q> {
    prepared: &'q PreparedQuery<'q>,
    operators: Option<Aligner<'q>>,
    layout: Option<Aligner<'q>>,
}

impl<'q> Structure<'q> {
    pub(super) fn new(prepared: &'q PreparedQuery<'q>) -> Structure<'q> {
        Structure { prepared, operators: None, layout: None }
    }

    pub(super) fn align_operators(&mut self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let tree = Tree::of_operators(&candidate.canonical);
        let query = self.prepared.operators();
        let aligner = self.operators.get_or_insert_with(|| Aligner::new(query, Weights::default()));
        let alignment = aligner.align(&tree);
        let (one, two) = (query.len() as f64, tree.len() as f64);
        let mut values =
            values(&alignment, [Feature::Alignment, Feature::AlignmentRecall, Feature::AlignmentExact]);
        values.push((Feature::SizeRatio, one.min(two) / one.max(two).max(1.0)));
        values
    }

    pub(super) fn align_layout(&mut self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let query = self.prepared.layout();
        let aligner = self.layout.get_or_insert_with(|| Aligner::new(query, Weights::default()));
        let alignment = aligner.align(&Tree::of_layout(&candidate.record.slt));
        values(
            &alignment,
            [Feature::LayoutAlignment, Feature::LayoutAlignmentRecall, Feature::LayoutAlignmentExact],
        )
    }

    pub(super) fn maximum_subtree_layout(&self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let tree = SymbolTree::of_layout(&candidate.record.slt, Order::Strings);
        let scores = self.prepared.tangent_layout().scores(&tree);
        vec![
            (Feature::MssLayout, scores.maximum_subtree),
            (Feature::MssLayoutPrecision, scores.precision),
            (Feature::MssLayoutRecall, scores.recall),
        ]
    }

    pub(super) fn maximum_subtree_operators(&self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let scores =
            self.prepared.tangent_operators().scores(&SymbolTree::of_operators(&candidate.record.opt));
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

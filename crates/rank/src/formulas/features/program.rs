//! The features of *Learning to rank for mathematical formula retrieval* as the published program computes them.

use similarity::edit_distance::Workspace;
use similarity::learning_to_rank::{Prepared, Values, values};
use similarity::tree::{Order, SymbolTree};

use super::{CandidateTrees, Feature, PreparedQuery};

/// Compares candidates with one query.
#[derive(Default)]
pub(super) struct Program {
    query: Option<Prepared>,
    workspace: Workspace,
}

impl Program {
    /// All of its features.
    pub(super) fn measure(
        &mut self,
        prepared: &PreparedQuery,
        candidate: &CandidateTrees,
    ) -> Vec<(Feature, f64)> {
        let formula = &prepared.query().formula;
        let query = self.query.get_or_insert_with(|| trees(&formula.slt, &formula.opt));
        let candidate = trees(&candidate.record.slt, &candidate.record.opt);
        named(&values(query, &candidate, &mut self.workspace))
    }
}

fn trees(slt: &formula::slt::Slt, opt: &formula::opt::Opt) -> Prepared {
    Prepared::new(&SymbolTree::of_layout(slt, Order::Strings), &SymbolTree::of_operators(opt))
}

/// The values with their features, in the order of [`Values`].
fn named(values: &Values) -> Vec<(Feature, f64)> {
    const FEATURES: [Feature; 19] = [
        Feature::ProgramTuplesLayout,
        Feature::ProgramTuplesOperators,
        Feature::ProgramTuplesLayoutTypes,
        Feature::ProgramTuplesOperatorTypes,
        Feature::ProgramEditsLayout,
        Feature::ProgramEditsOperators,
        Feature::ProgramEditsLayoutTypes,
        Feature::ProgramEditsOperatorTypes,
        Feature::ProgramWeightedEditsLayout,
        Feature::ProgramWeightedEditsOperators,
        Feature::ProgramWeightedEditsLayoutTypes,
        Feature::ProgramWeightedEditsOperatorTypes,
        Feature::ProgramOperators,
        Feature::ProgramNumbers,
        Feature::ProgramVariables,
        Feature::ProgramSizeOperators,
        Feature::ProgramSizeLayout,
        Feature::ProgramDepth,
        Feature::ProgramBaseline,
    ];
    let Values { tuples, plain_edits, weighted_edits, common, differences } = values;
    let in_order = tuples.iter().chain(plain_edits).chain(weighted_edits).chain(common).chain(differences);
    FEATURES.into_iter().zip(in_order.copied()).collect()
}

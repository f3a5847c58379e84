//! Similarities from tree edit distances, in the forms of CFT2TED and of learning to rank (Mansouri and others).

use similarity::edit_distance::{
    Costs, Labels, OrderedTree, Workspace, inverse_similarity, relative_similarity,
};
use similarity::tree::{Order, SymbolTree};

use super::{CandidateTrees, Feature};
use crate::formulas::{EditCosts, Query};

/// The trees that are compared: both trees of a formula, in full and by type.
#[derive(Clone, Copy)]
enum Side {
    Layout,
    Operators,
    LayoutTypes,
    OperatorTypes,
}

/// How a distance becomes a similarity.
#[derive(Clone, Copy)]
enum Form {
    /// `1 / (1 + distance)`
    Inverse,
    /// `1 − distance / nodes of both`
    Relative,
}

/// The features with the trees, costs and forms that make them.
const FEATURES: [(Feature, Side, Costs, Form); 10] = [
    (Feature::EditLayout, Side::Layout, Costs::CFT2TED_LAYOUT, Form::Inverse),
    (Feature::EditOperators, Side::Operators, Costs::CFT2TED_OPERATORS, Form::Inverse),
    (Feature::EditLayoutWeighted, Side::Layout, Costs::LTR_LAYOUT, Form::Relative),
    (Feature::EditOperatorsWeighted, Side::Operators, Costs::LTR_OPERATORS, Form::Relative),
    (Feature::EditLayoutTypesWeighted, Side::LayoutTypes, Costs::LTR_LAYOUT_TYPES, Form::Relative),
    (Feature::EditOperatorTypesWeighted, Side::OperatorTypes, Costs::LTR_OPERATOR_TYPES, Form::Relative),
    (Feature::EditLayoutPlain, Side::Layout, Costs::UNWEIGHTED, Form::Relative),
    (Feature::EditOperatorsPlain, Side::Operators, Costs::UNWEIGHTED, Form::Relative),
    (Feature::EditLayoutTypesPlain, Side::LayoutTypes, Costs::UNWEIGHTED, Form::Relative),
    (Feature::EditOperatorTypesPlain, Side::OperatorTypes, Costs::UNWEIGHTED, Form::Relative),
];

/// The four trees of a formula in the form that distances are made from, each made on first use.
#[derive(Default)]
struct Ordered([Option<OrderedTree>; 4]);

impl Ordered {
    fn tree(&mut self, side: Side, make: impl FnOnce() -> SymbolTree) -> &OrderedTree {
        let labels = match side {
            Side::Layout | Side::Operators => Labels::Full,
            Side::LayoutTypes | Side::OperatorTypes => Labels::Types,
        };
        self.0[side as usize].get_or_insert_with(|| OrderedTree::new(&make(), labels))
    }
}

/// Compares candidates with one query.
pub(super) struct EditDistances {
    /// The costs of CFT2TED, if not those that were published.
    costs: Option<EditCosts>,
    query: Ordered,
    workspace: Workspace,
}

impl EditDistances {
    pub(super) fn new(costs: Option<EditCosts>) -> EditDistances {
        EditDistances { costs, query: Ordered::default(), workspace: Workspace::default() }
    }

    /// The costs of a feature, which a pipeline may set for those of CFT2TED.
    fn costs(&self, feature: Feature, published: Costs) -> Costs {
        let set = self.costs.and_then(|costs| match feature {
            Feature::EditLayout => Costs::from_decimals(costs.slt),
            Feature::EditOperators => Costs::from_decimals(costs.opt),
            _ => None,
        });
        set.unwrap_or(published)
    }

    /// The wanted similarities.
    pub(super) fn measure(
        &mut self,
        query: &Query,
        candidate: &CandidateTrees,
        wanted: &[Feature],
    ) -> Vec<(Feature, f64)> {
        let mut candidate_trees = Ordered::default();
        let mut values = Vec::new();
        for (feature, side, costs, form) in FEATURES {
            if !wanted.contains(&feature) {
                continue;
            }
            let costs = self.costs(feature, costs);
            let (slt, opt) = (&query.formula.slt, &query.formula.opt);
            let one = self.query.tree(side, || symbols(side, slt, opt));
            let (slt, opt) = (&candidate.record.slt, &candidate.record.opt);
            let two = candidate_trees.tree(side, || symbols(side, slt, opt));
            // Without a limit there is always a distance.
            let distance = self.workspace.distance(one, two, costs, None).unwrap_or(f64::INFINITY);
            let value = match form {
                Form::Inverse => inverse_similarity(distance),
                Form::Relative => relative_similarity(distance, one, two),
            };
            values.push((feature, value));
        }
        values
    }
}

fn symbols(side: Side, slt: &formula::slt::Slt, opt: &formula::opt::Opt) -> SymbolTree {
    match side {
        Side::Layout | Side::LayoutTypes => SymbolTree::of_layout(slt, Order::Strings),
        Side::Operators | Side::OperatorTypes => SymbolTree::of_operators(opt),
    }
}

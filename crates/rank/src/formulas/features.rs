//! Features: named measurements on a query and one candidate.
//!
//! Features come in groups that are computed together (one alignment gives three). Only the groups that a
//! pipeline asks for are computed: an edit distance costs more than everything else.

mod approach_zero;
mod edit_distance;
mod prepared;
mod program;
mod published;
mod structure;

use formula::canonical::canonical;
use formula::signatures::Signatures;
use index::formulas::Record;
use similarity::identity;
use vectors::formulas::{Embeddings, Representation, Vector};

use crate::formulas::{EditCosts, Query};
use edit_distance::EditDistances;
pub use prepared::PreparedQuery;
use program::Program;
use structure::Structure;

macro_rules! features {
    ($($variant:ident = $name:literal, $group:ident, $meaning:literal;)*) => {
        /// One number about a query and a candidate.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Feature { $(#[doc = $meaning] $variant),* }

        impl Feature {
            /// Every feature with its name in files and its meaning.
            pub const ALL: &'static [(Feature, &'static str, &'static str)] =
                &[$((Feature::$variant, $name, $meaning)),*];

            fn group(self) -> Group {
                match self { $(Feature::$variant => Group::$group),* }
            }
        }
    };
}

features! {
    Alignment = "alignment", OperatorAlignment, "Dice's coefficient of the operator trees under Perga's alignment";
    AlignmentRecall = "alignment-recall", OperatorAlignment, "share of the query's operator tree that Perga's alignment finds";
    AlignmentExact = "alignment-exact", OperatorAlignment, "share of the query's operator tree found without any change";
    LayoutAlignment = "layout-alignment", LayoutAlignment, "Dice's coefficient of the layout trees under Perga's alignment";
    LayoutAlignmentRecall = "layout-alignment-recall", LayoutAlignment, "share of the query's layout tree that Perga's alignment finds";
    LayoutAlignmentExact = "layout-alignment-exact", LayoutAlignment, "share of the query's layout tree found without any change";
    MssLayout = "mss-slt", MaximumSubtreeLayout, "maximum subtree similarity of the layout trees (Tangent-S)";
    MssLayoutPrecision = "mss-slt-precision", MaximumSubtreeLayout, "share of the candidate's layout that is matched (Tangent-S)";
    MssLayoutRecall = "mss-slt-recall", MaximumSubtreeLayout, "share of the query's layout that is matched exactly (Tangent-S)";
    MssOperators = "mss-opt", MaximumSubtreeOperators, "maximum subtree similarity of the operator trees (Tangent-S)";
    MssOperatorsPrecision = "mss-opt-precision", MaximumSubtreeOperators, "share of the candidate's operator tree that is matched (Tangent-S)";
    MssOperatorsRecall = "mss-opt-recall", MaximumSubtreeOperators, "share of the query's operator tree that is matched exactly (Tangent-S)";
    SameVisual = "same-visual", Equality, "1 if both look the same";
    SameAlpha = "same-alpha", Equality, "1 if both are equal by convention, after renaming variables";
    SameStructure = "same-structure", Equality, "1 if both are equal apart from variables and numbers";
    SameIdentity = "same-identity", Equality, "1 if both have the same value at every tested point, after renaming variables";
    EditLayout = "ted-slt", EditDistance, "1 / (1 + edit distance) of the layout trees, costs of CFT2TED";
    EditOperators = "ted-opt", EditDistance, "1 / (1 + edit distance) of the operator trees, costs of CFT2TED";
    EditLayoutWeighted = "ted-slt-ltr", EditDistance, "1 − edit distance of the layout trees / nodes of both, costs of learning to rank";
    EditOperatorsWeighted = "ted-opt-ltr", EditDistance, "1 − edit distance of the operator trees / nodes of both, costs of learning to rank";
    EditLayoutTypesWeighted = "ted-slt-type-ltr", EditDistance, "the same of the layout trees by type";
    EditOperatorTypesWeighted = "ted-opt-type-ltr", EditDistance, "the same of the operator trees by type";
    EditLayoutPlain = "ted-slt-plain", EditDistance, "1 − edit distance of the layout trees / nodes of both, every edit 1";
    EditOperatorsPlain = "ted-opt-plain", EditDistance, "1 − edit distance of the operator trees / nodes of both, every edit 1";
    EditLayoutTypesPlain = "ted-slt-type-plain", EditDistance, "the same of the layout trees by type";
    EditOperatorTypesPlain = "ted-opt-type-plain", EditDistance, "the same of the operator trees by type";
    CosineLayout = "cosine-slt", Cosine, "cosine of the vectors of the layout trees";
    CosineOperators = "cosine-opt", Cosine, "cosine of the vectors of the operator trees";
    CosineLayoutTypes = "cosine-slt-type", Cosine, "cosine of the vectors of the layout trees by type";
    CosineOperatorTypes = "cosine-opt-type", Cosine, "cosine of the vectors of the operator trees by type";
    SizeRatio = "size-ratio", OperatorAlignment, "the smaller operator tree's share of the larger";
    ApproachZero = "approach-zero", Paths, "structure and symbols at common leaf-root paths (Approach Zero)";
    TuplesLayout = "tuples-slt", Tuples, "common symbol pairs of the layout trees, places included (LtR)";
    TuplesOperators = "tuples-opt", Tuples, "common symbol pairs of the operator trees, places included (LtR)";
    TuplesLayoutTypes = "tuples-slt-type", Tuples, "common symbol pairs of the layout trees by type (LtR)";
    TuplesOperatorTypes = "tuples-opt-type", Tuples, "common symbol pairs of the operator trees by type (LtR)";
    NodesLayout = "nodes-slt", Inventory, "common nodes of the layout trees (LtR)";
    NodesOperators = "nodes-opt", Inventory, "common nodes of the operator trees (LtR)";
    NodesLayoutTypes = "nodes-slt-type", Inventory, "common nodes of the layout trees by type (LtR)";
    NodesOperatorTypes = "nodes-opt-type", Inventory, "common nodes of the operator trees by type (LtR)";
    CommonOperators = "common-operators", Inventory, "share of common operators and functions (LtR)";
    CommonNumbers = "common-numbers", Inventory, "share of common numbers (LtR)";
    CommonVariables = "common-variables", Inventory, "share of common variables (LtR)";
    SizeDifferenceLayout = "size-difference-slt", Inventory, "relative difference of the sizes of the layout trees (LtR)";
    SizeDifferenceOperators = "size-difference-opt", Inventory, "relative difference of the sizes of the operator trees (LtR)";
    DepthDifference = "depth-difference", Inventory, "relative difference of the depths of the operator trees (LtR)";
    BaselineDifference = "baseline-difference", Inventory, "relative difference of how far symbols are from the main baseline (LtR)";
    ProgramTuplesLayout = "ltr-tuples-slt", Program, "common symbol pairs of the layout trees, as the program of LtR has them";
    ProgramTuplesOperators = "ltr-tuples-opt", Program, "common symbol pairs of the operator trees, as the program of LtR has them";
    ProgramTuplesLayoutTypes = "ltr-tuples-slt-type", Program, "common symbol pairs of the layout trees by type, as the program of LtR has them";
    ProgramTuplesOperatorTypes = "ltr-tuples-opt-type", Program, "common symbol pairs of the operator trees by type, as the program of LtR has them";
    ProgramEditsLayout = "ltr-ted-slt", Program, "1 − a tenth of the edit distance of the layout trees / nodes of both (LtR)";
    ProgramEditsOperators = "ltr-ted-opt", Program, "1 − a tenth of the edit distance of the operator trees / nodes of both (LtR)";
    ProgramEditsLayoutTypes = "ltr-ted-slt-type", Program, "1 − a tenth of the edit distance of the layout trees by type / nodes of both (LtR)";
    ProgramEditsOperatorTypes = "ltr-ted-opt-type", Program, "1 − a tenth of the edit distance of the operator trees by type / nodes of both (LtR)";
    ProgramWeightedEditsLayout = "ltr-wted-slt", Program, "the same with the weights of the program, of the layout trees";
    ProgramWeightedEditsOperators = "ltr-wted-opt", Program, "the same with the weights of the program, of the operator trees";
    ProgramWeightedEditsLayoutTypes = "ltr-wted-slt-type", Program, "the same with the weights of the program, of the layout trees by type";
    ProgramWeightedEditsOperatorTypes = "ltr-wted-opt-type", Program, "the same with the weights of the program, of the operator trees by type";
    ProgramOperators = "ltr-operators", Program, "share of common operators that no other inner node hides (LtR)";
    ProgramNumbers = "ltr-numbers", Program, "share of common numbers that no other inner node hides (LtR)";
    ProgramVariables = "ltr-variables", Program, "share of common variables that no other inner node hides (LtR)";
    ProgramSizeOperators = "ltr-size-opt", Program, "difference of the nodes of the operator trees / nodes of the query + 1 (LtR)";
    ProgramSizeLayout = "ltr-size-slt", Program, "difference of the nodes of the layout trees / nodes of the query + 1 (LtR)";
    ProgramDepth = "ltr-depth", Program, "difference of the depths of the operator trees / depth of the query + 1 (LtR)";
    ProgramBaseline = "ltr-baseline", Program, "difference of the variations of the baselines / that of the query + 1 (LtR)";
}

/// Features that are computed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    OperatorAlignment,
    LayoutAlignment,
    MaximumSubtreeLayout,
    MaximumSubtreeOperators,
    EditDistance,
    Cosine,
    Equality,
    Paths,
    Tuples,
    Inventory,
    Program,
}

impl Feature {
    /// Whether it is made from vectors, which an index may not have.
    pub fn needs_vectors(self) -> bool {
        self.group() == Group::Cosine
    }

    fn representation(self) -> Option<Representation> {
        match self {
            Feature::CosineLayout => Some(Representation::Slt),
            Feature::CosineOperators => Some(Representation::Opt),
            Feature::CosineLayoutTypes => Some(Representation::SltType),
            Feature::CosineOperatorTypes => Some(Representation::OptType),
            _ => None,
        }
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Feature::ALL[self as usize].1
    }

    /// The feature of a name.
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.iter().find(|(_, known, _)| *known == name).map(|(feature, _, _)| *feature)
    }
}

/// Measures candidates against one query.
pub struct Measurer<'q> {
    wanted: Vec<Feature>,
    prepared: &'q PreparedQuery<'q>,
    structure: Structure<'q>,
    edit_distances: EditDistances,
    program: Program,
    embeddings: Option<&'q Embeddings>,
    /// The query's vectors, only the wanted ones.
    vectors: Vec<(Feature, Representation, Vector)>,
}

impl<'q> Measurer<'q> {
    /// For a query and the wanted features; those of vectors are 0 without embeddings.
    pub fn new(
        prepared: &'q PreparedQuery<'q>,
        wanted: &[Feature],
        embeddings: Option<&'q Embeddings>,
    ) -> Measurer<'q> {
        let formula = &prepared.query().formula;
        let vector = |&feature: &Feature| {
            let representation = feature.representation()?;
            let model = embeddings?.model(representation);
            Some((feature, representation, model.vector(&formula.slt, &formula.opt)))
        };
        Measurer {
            wanted: wanted.to_vec(),
            prepared,
            structure: Structure::new(prepared),
            edit_distances: EditDistances::new(None),
            program: Program::default(),
            embeddings,
            vectors: wanted.iter().filter_map(vector).collect(),
        }
    }

    /// The same with other costs of edits for CFT2TED.
    pub fn with_edit_costs(mut self, costs: Option<EditCosts>) -> Measurer<'q> {
        self.edit_distances = EditDistances::new(costs);
        self
    }

    /// The wanted features of a candidate, in their order.
    pub fn measure(&mut self, number: u32, record: &Record) -> Vec<f64> {
        let candidate = CandidateTrees { number, record, canonical: canonical(&record.opt) };
        let mut groups: Vec<(Group, Vec<(Feature, f64)>)> = Vec::new();
        let mut values = Vec::with_capacity(self.wanted.len());
        for &feature in &self.wanted.clone() {
            let group = feature.group();
            if !groups.iter().any(|(known, _)| *known == group) {
                groups.push((group, self.group(group, &candidate)));
            }
            let measured = groups.iter().flat_map(|(_, values)| values).find(|(known, _)| *known == feature);
            values.push(measured.map_or(0.0, |(_, value)| *value));
        }
        values
    }

    fn group(&mut self, group: Group, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        match group {
            Group::OperatorAlignment => self.structure.align_operators(candidate),
            Group::LayoutAlignment => self.structure.align_layout(candidate),
            Group::MaximumSubtreeLayout => self.structure.maximum_subtree_layout(candidate),
            Group::MaximumSubtreeOperators => self.structure.maximum_subtree_operators(candidate),
            Group::EditDistance => {
                self.edit_distances.measure(self.prepared.query(), candidate, &self.wanted)
            }
            Group::Cosine => self.cosines(candidate),
            Group::Equality => equality(self.prepared.query(), candidate),
            Group::Paths => approach_zero::score(self.prepared, candidate),
            Group::Tuples => published::tuples(self.prepared, candidate),
            Group::Inventory => published::inventory(self.prepared, candidate),
            Group::Program => self.program.measure(self.prepared, candidate),
        }
    }

    /// Cosines with the stored vectors; that of a record added later is made from its trees.
    fn cosines(&self, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
        let Some(embeddings) = self.embeddings else { return Vec::new() };
        let cosine = |(feature, representation, vector): &(Feature, Representation, Vector)| {
            let stored = embeddings.cosine(*representation, vector, candidate.number);
            let made = || {
                let model = embeddings.model(*representation);
                vector.cosine(&model.vector(&candidate.record.slt, &candidate.record.opt))
            };
            (*feature, stored.unwrap_or_else(made))
        };
        self.vectors.iter().map(cosine).collect()
    }
}

/// A candidate's trees.
pub(crate) struct CandidateTrees<'c> {
    pub number: u32,
    pub record: &'c Record,
    pub canonical: formula::opt::Opt,
}

fn equality(query: &Query, candidate: &CandidateTrees) -> Vec<(Feature, f64)> {
    let signatures = Signatures::new(&candidate.record.slt, &candidate.canonical);
    let is_identical =
        query.identity.is_some() && identity::fingerprint(&candidate.canonical) == query.identity;
    let same = |one: u64, two: u64| f64::from(u8::from(one == two && one != 0));
    vec![
        (Feature::SameVisual, same(query.signatures.visual, signatures.visual)),
        (Feature::SameAlpha, same(query.signatures.alpha, signatures.alpha)),
        (Feature::SameStructure, same(query.signatures.structure, signatures.structure)),
        (Feature::SameIdentity, f64::from(u8::from(is_identical))),
    ]
}

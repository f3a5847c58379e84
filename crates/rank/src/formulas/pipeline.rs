//! Pipelines: named systems as data.
//!
//! A pipeline says which generators find candidates, how their lists become one, and which stages score what
//! was found again. The published systems and Perga's own are files of one form (`pipelines/formulas/*.toml`); a user's
//! file works the same way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use similarity::edit_distance::Costs;

use crate::Result;
use crate::formulas::candidates::Generator;
use crate::formulas::features::Feature;
use crate::fusion::Fusion;
use crate::pipelines::{Bundled, Normalise, bad_with_hint, bundled, from_toml, to_toml};

/// A named system.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// Its name.
    pub name: String,
    /// What it does, and which publication it follows.
    pub purpose: String,
    /// The generators that find candidates.
    pub candidates: Vec<Generator>,
    /// How their lists become one.
    #[serde(default)]
    pub fusion: Fusion,
    /// Whether it also runs over an index without vectors. Cosines are 0 there.
    #[serde(default, rename = "vectors-optional", skip_serializing_if = "std::ops::Not::not")]
    pub vectors_optional: bool,
    /// The costs of edits for the features `ted-slt` and `ted-opt`, if not those of the published program.
    #[serde(default, rename = "edit-costs", skip_serializing_if = "Option::is_none")]
    pub edit_costs: Option<EditCosts>,
    /// The stages that the fused list passes, in order.
    #[serde(default)]
    pub stages: Vec<Stage>,
}

/// The costs of deletion, insertion and renaming.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct EditCosts {
    /// On layout trees.
    pub slt: [f64; 3],
    /// On operator trees.
    pub opt: [f64; 3],
}

/// Scores the first candidates of a list again; the others stay behind them in their order.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The number of best candidates that are scored again.
    pub take: usize,
    /// How values become comparable.
    #[serde(default)]
    pub normalise: Normalise,
    /// How values become a score.
    #[serde(default)]
    pub combine: Combine,
    /// Added to every score.
    #[serde(default)]
    pub constant: f64,
    /// The weight of each value: features and generators by name, `fused` for the score so far.
    pub weights: BTreeMap<String, f64>,
}

/// How the values of a stage become a score.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// `Σ weight · value`
    #[default]
    Sum,
    /// Each value ranks the candidates: `Σ weight · value / (60 + rank)` (Mansouri and others, 2021).
    WeightedReciprocalRank,
}

/// What a weight of a stage applies to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// A feature of query and candidate.
    Feature(Feature),
    /// The score in the list of a generator, by its number in the pipeline.
    Generator(usize),
    /// The score before the stage.
    Fused,
}

/// The pipelines that come with the program.
const BUNDLED: Bundled = Bundled(&[
    ("best", include_str!("../../pipelines/formulas/best.toml")),
    ("tangent-s", include_str!("../../pipelines/formulas/tangent-s.toml")),
    ("tangent-l", include_str!("../../pipelines/formulas/tangent-l.toml")),
    ("mathwebsearch", include_str!("../../pipelines/formulas/mathwebsearch.toml")),
    ("ltr", include_str!("../../pipelines/formulas/ltr.toml")),
    ("ltr-published", include_str!("../../pipelines/formulas/ltr-published.toml")),
    ("tangent-s-absolute", include_str!("../../pipelines/formulas/tangent-s-absolute.toml")),
    ("approach0", include_str!("../../pipelines/formulas/approach0.toml")),
    ("latex-bm25", include_str!("../../pipelines/formulas/latex-bm25.toml")),
    ("random", include_str!("../../pipelines/formulas/random.toml")),
    ("cft", include_str!("../../pipelines/formulas/cft.toml")),
    ("cfted", include_str!("../../pipelines/formulas/cfted.toml")),
    ("cft2", include_str!("../../pipelines/formulas/cft2.toml")),
    ("cft2ted", include_str!("../../pipelines/formulas/cft2ted.toml")),
    ("cft2ted-as-printed", include_str!("../../pipelines/formulas/cft2ted-as-printed.toml")),
]);

bundled!(Pipeline, BUNDLED);

impl Pipeline {
    /// Reads a pipeline; `file` is named in errors.
    pub fn parse(file: &str, text: &str) -> Result<Pipeline> {
        let pipeline: Pipeline = from_toml(file, text)?;
        let costs = pipeline.edit_costs.into_iter().flat_map(|costs| [costs.slt, costs.opt]);
        if costs.into_iter().any(|costs| Costs::from_decimals(costs).is_none()) {
            let hint = "the costs of deletion, insertion and renaming are numbers from 0 to 1000";
            return Err(bad_with_hint(file, "these edit costs cannot be used", hint));
        }
        if pipeline.fusion == Fusion::MedianRank {
            let hint = "fuse whole runs by it, or choose another `fusion`";
            return Err(bad_with_hint(file, "`median-rank` gives no score to a generator's list", hint));
        }
        for stage in &pipeline.stages {
            stage.normalise.check(file, &[Normalise::None, Normalise::MinMax, Normalise::Share])?;
        }
        for (name, _) in pipeline.stages.iter().flat_map(|stage| &stage.weights) {
            if pipeline.input(name).is_none() {
                let hint = format!(
                    "generators here are {}; features are {}",
                    pipeline.candidates.iter().map(Generator::name).collect::<Vec<_>>().join(", "),
                    Feature::ALL.iter().map(|(_, name, _)| *name).collect::<Vec<_>>().join(", "),
                );
                return Err(bad_with_hint(file, format!("there is no feature or generator `{name}`"), hint));
            }
        }
        Ok(pipeline)
    }

    /// The pipeline as a file.
    pub fn to_toml(&self) -> Result<String> {
        to_toml(&self.name, self)
    }

    /// The pipeline without limits, for an index of so many records: its generators find all that they can, and its
    /// stages score all candidates. For ranking candidates that something else found.
    pub fn widened(mut self, records: usize) -> Pipeline {
        self.candidates.iter_mut().for_each(|generator| *generator.take_mut() = records);
        self.stages.iter_mut().for_each(|stage| stage.take = usize::MAX);
        self
    }

    /// Whether it needs an index with vectors.
    pub fn needs_vectors(&self) -> bool {
        let is_of_vectors = |generator: &Generator| {
            matches!(generator, Generator::Vectors { .. } | Generator::SummedVectors { .. })
        };
        let generates = self.candidates.iter().any(is_of_vectors);
        let mut inputs = self.stages.iter().flat_map(|stage| stage.weights.keys());
        generates
            || inputs.any(
                |name| matches!(self.input(name), Some(Input::Feature(feature)) if feature.needs_vectors()),
            )
    }

    /// What a name in the weights of a stage means.
    pub fn input(&self, name: &str) -> Option<Input> {
        if name == "fused" {
            return Some(Input::Fused);
        }
        let generator = self.candidates.iter().position(|generator| generator.name() == name);
        generator.map(Input::Generator).or_else(|| Feature::from_name(name).map(Input::Feature))
    }
}

impl Default for Pipeline {
    fn default() -> Self {
        let (name, text) = BUNDLED.0[0];
        Pipeline::parse(name, text).unwrap_or_else(|_| Pipeline {
            name: name.to_owned(),
            purpose: String::new(),
            candidates: Vec::new(),
            fusion: Fusion::default(),
            vectors_optional: false,
            edit_costs: None,
            stages: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_pipeline_is_well_formed_and_has_its_own_name() {
        for name in Pipeline::names() {
            let pipeline = Pipeline::load(name).unwrap();
            assert_eq!(pipeline.name, name);
            assert!(!pipeline.candidates.is_empty(), "{name}");
            assert_eq!(Pipeline::parse(name, &pipeline.to_toml().unwrap()).unwrap(), pipeline);
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_those_there_are() {
        let said = |error: crate::Error| format!("{error}; {}", error.hint().unwrap_or_default());
        let error = said(Pipeline::load("bets").unwrap_err());
        assert!(error.contains("`bets`") && error.contains("best"), "{error}");
        let text = "name='x'\npurpose=''\ncandidates=[]\n[[stages]]\ntake=1\nweights={ algnment=1.0 }";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("`algnment`") && error.contains("alignment"), "{error}");
        let text = "name='x'\npurpose=''\ncandidates=[]\nedit-costs={ slt=[1, 1, 1], opt=[1, -1, 1] }";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("edit costs") && error.contains("from 0"), "{error}");
        let text =
            "name='x'\npurpose=''\ncandidates=[]\n[[stages]]\ntake=1\nnormalise='greatest'\nweights={}";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("`normalise = \"greatest\"`") && error.contains("share"), "{error}");
    }
}

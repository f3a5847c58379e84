//! Pipelines for questions: named systems as data.
//!
//! A pipeline names its evidence and gives each piece a weight. Evidence is gathered for every unit that any
//! bag of the pipeline finds; a score is the sum of its weighted parts, so an explanation is the list of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::baselines::chosen::Choice;
use super::baselines::documents::LabText;
use super::candidates::bag::Bag;
use crate::Result;
use crate::pipelines::{Bundled, Normalise, bad_with_hint, bundled, from_toml, to_toml};

/// A named system.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// Its name.
    pub name: String,
    /// What it does, and which publication it follows.
    pub purpose: String,
    /// The pieces of evidence, by name.
    pub evidence: BTreeMap<String, Evidence>,
    /// The number of units of each bag that are measured.
    #[serde(default = "default_take")]
    pub take: usize,
    /// How the values of evidence become comparable.
    #[serde(default)]
    pub normalise: Normalise,
    /// The weight of each piece of evidence. `a*b` is the product of two.
    pub weights: BTreeMap<String, f64>,
}

/// One piece of evidence about a question and a unit.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Evidence {
    /// Words and tokens in common. Bags find candidates; all other evidence is measured on these.
    Bag(Bag),
    /// The hits of formula search for the formulas of the question. It finds candidates, too.
    FormulaSearch {
        /// How many formulas are found for each.
        take: usize,
        /// The most formulas of the question that are searched for, the most informative ones.
        formulas: usize,
        /// The pipeline of formula search.
        pipeline: String,
        /// Whether it runs for short queries only.
        #[serde(default, rename = "only-short")]
        only_short: bool,
    },
    /// How near the vectors of unit and question are; needs a model, and an index with vectors of it. It finds
    /// candidates, too.
    Dense {
        /// The weight of the unit itself.
        own: f32,
        /// The weight of the unit it answers.
        parent: f32,
    },
    /// The common terms of the first units of a bag, scored like the bag.
    Feedback {
        /// The bag.
        of: String,
        /// How many units are read.
        units: usize,
        /// How many words, and how many tokens, are taken from them.
        terms: usize,
    },
    /// Whether the question that the unit answers is linked with the asked question, or with the most similar one.
    Linked,
    /// Whether the formulas with wildcards of the question fit, with the same meaning in all of them.
    Wildcards {
        /// The number of best candidates that are tried.
        take: usize,
    },
    /// Whether a typed query, or its subject, is a name of the unit. It finds candidates, too.
    Name,
    /// How much of a typed query the title of the unit says, and how little else.
    Title {
        /// The number of best candidates that are measured.
        take: usize,
    },
    /// Whether the unit contains a pasted passage, word for word.
    Passage,
    /// Whether the unit is the kind of content that was asked for.
    Wanted {
        /// The number of best candidates that are measured.
        take: usize,
    },
    /// How well the most informative formulas of the question are found in the unit, by alignment.
    Structure {
        /// The most formulas of the question that are compared.
        formulas: usize,
        /// The number of best candidates that they are compared with.
        take: usize,
    },
    /// The share of the question's tags that the unit or the one it answers has.
    Tags,
    /// Votes, from 0 for the least among the answers to one question to 1 for the most.
    Votes,
    /// How much less readers think of it than of the best answer to the same question, from −2 to 0; of what is no
    /// answer, only votes against it count. 0 where a collection has no votes.
    Esteem,
    /// Whether the asker accepted it.
    Accepted,
    /// The number of comments.
    Comments,
    /// A random number.
    Random,
    /// The text search of a baseline of the ARQMath labs, over documents and terms of its own. It finds candidates, too.
    LabText(LabText),
    /// What formula search finds for the formula that the labs chose. It finds candidates, too.
    LabFormula {
        /// The formulas of the question that are searched for.
        #[serde(default)]
        choice: Choice,
        /// The pipeline of formula search.
        pipeline: String,
        /// How many formulas are found.
        take: usize,
    },
    /// How similar the question that the unit answers is to the asked one, from three similarities (DPRL's QQSim). It
    /// finds candidates, too.
    SimilarQuestions,
    /// How similar the unit is to the question (DPRL's QASim).
    SimilarAnswer,
    /// Whether the unit answers a question that people marked as a duplicate of the asked one. It finds candidates, too.
    Duplicates,
    /// Votes as they are.
    RawVotes,
}

impl Evidence {
    /// Whether it finds candidates, and is not only measured on those that others found.
    fn finds_candidates(&self) -> bool {
        matches!(
            self,
            Evidence::Bag(_)
                | Evidence::FormulaSearch { .. }
                | Evidence::Dense { .. }
                | Evidence::Name
                | Evidence::LabText(_)
                | Evidence::LabFormula { .. }
                | Evidence::SimilarQuestions
                | Evidence::Duplicates
        )
    }

    /// Whether its values have no upper bound.
    pub(super) fn is_unbounded(&self) -> bool {
        matches!(
            self,
            Evidence::Bag(_)
                | Evidence::Dense { .. }
                | Evidence::Feedback { .. }
                | Evidence::Comments
                | Evidence::LabText(_)
                | Evidence::LabFormula { .. }
                | Evidence::SimilarQuestions
                | Evidence::RawVotes
        )
    }
}

fn default_take() -> usize {
    1000
}

/// The pipelines that come with the program.
const BUNDLED: Bundled = Bundled(&[
    ("best", include_str!("../../pipelines/questions/best.toml")),
    ("bm25", include_str!("../../pipelines/questions/bm25.toml")),
    ("mathdowsers", include_str!("../../pipelines/questions/mathdowsers.toml")),
    ("two-step-votes", include_str!("../../pipelines/questions/two-step-votes.toml")),
    ("two-step-answers", include_str!("../../pipelines/questions/two-step-answers.toml")),
    ("svm-rank", include_str!("../../pipelines/questions/svm-rank.toml")),
    ("two-step", include_str!("../../pipelines/questions/two-step.toml")),
    ("svm-rank-scaled", include_str!("../../pipelines/questions/svm-rank-scaled.toml")),
    ("dense", include_str!("../../pipelines/questions/dense.toml")),
    ("duplicates", include_str!("../../pipelines/questions/duplicates.toml")),
    ("tf-idf-terrier", include_str!("../../pipelines/questions/tf-idf-terrier.toml")),
    ("tf-idf-pyterrier", include_str!("../../pipelines/questions/tf-idf-pyterrier.toml")),
    ("tangent-s", include_str!("../../pipelines/questions/tangent-s.toml")),
    ("tf-idf+tangent-s", include_str!("../../pipelines/questions/tf-idf+tangent-s.toml")),
    ("linked-posts", include_str!("../../pipelines/questions/linked-posts.toml")),
    ("approach0", include_str!("../../pipelines/questions/approach0.toml")),
    ("anserini", include_str!("../../pipelines/questions/anserini.toml")),
    ("tf-idf", include_str!("../../pipelines/questions/tf-idf.toml")),
    ("words+tangent-s", include_str!("../../pipelines/questions/words+tangent-s.toml")),
    ("linked-questions", include_str!("../../pipelines/questions/linked-questions.toml")),
    ("random", include_str!("../../pipelines/questions/random.toml")),
]);

bundled!(Pipeline, BUNDLED);

impl Pipeline {
    /// Reads a pipeline; `file` is named in errors.
    pub fn parse(file: &str, text: &str) -> Result<Pipeline> {
        let pipeline: Pipeline = from_toml(file, text)?;
        let known = [Normalise::None, Normalise::Greatest, Normalise::MinMax, Normalise::Lists];
        pipeline.normalise.check(file, &known)?;
        for name in pipeline.weights.keys().flat_map(|name| name.split('*')) {
            if !pipeline.evidence.contains_key(name) {
                let known = pipeline.evidence.keys().cloned().collect::<Vec<_>>().join(", ");
                return Err(bad_with_hint(
                    file,
                    format!("there is no evidence `{name}`"),
                    format!("this file names {known}"),
                ));
            }
        }
        for (name, evidence) in &pipeline.evidence {
            let Evidence::Feedback { of, .. } = evidence else { continue };
            if !matches!(pipeline.evidence.get(of), Some(Evidence::Bag(_))) {
                return Err(bad_with_hint(
                    file,
                    format!("`{name}` is of `{of}`, and there is no such bag"),
                    "name evidence with `kind = \"bag\"`",
                ));
            }
        }
        if !pipeline.evidence.values().any(Evidence::finds_candidates) {
            return Err(bad_with_hint(file, "no evidence finds candidates", "add one with `kind = \"bag\"`"));
        }
        Ok(pipeline)
    }

    /// The pipeline as a file.
    pub fn to_toml(&self) -> Result<String> {
        to_toml(&self.name, self)
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
            assert_eq!(Pipeline::parse(name, &pipeline.to_toml().unwrap()).unwrap(), pipeline);
        }
    }

    #[test]
    fn a_weight_without_evidence_is_answered_with_the_evidence_there_is() {
        let said = |error: crate::Error| format!("{error}; {}", error.hint().unwrap_or_default());
        let text = "name='x'\npurpose=''\nweights={ votse=1.0 }\n[evidence.votes]\nkind='votes'";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("`votse`") && error.contains("votes"), "{error}");
        let text = "name='x'\npurpose=''\nweights={ votes=1.0 }\n[evidence.votes]\nkind='votes'";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("finds candidates"), "{error}");
        let text =
            "name='x'\npurpose=''\nweights={}\n[evidence.more]\nkind='feedback'\nof='bag'\nunits=3\nterms=9";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("`more` is of `bag`"), "{error}");
        let text = "name='x'\npurpose=''\nnormalise='share'\nweights={}\nevidence={ bag={ kind='bag' } }";
        let error = said(Pipeline::parse("x.toml", text).unwrap_err());
        assert!(error.contains("`normalise = \"share\"`") && error.contains("greatest"), "{error}");
    }
}

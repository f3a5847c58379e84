//! A linear ranker of candidates whose values stand in a file.
//!
//! Values of other systems have names that no pipeline of this crate knows, so a ranker for them is a file of its
//! own: a name, how values are brought to one range, and a weight for each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Example, Examples, Topic, rounded, score};
use crate::Result;
use crate::pipelines::{Normalise, bad_with_hint, from_toml, to_toml};

/// A ranker: the score of a candidate is the weighted sum of its values.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// Its name.
    pub name: String,
    /// What it is for, and what it was learned from.
    pub purpose: String,
    /// How values are brought to one range.
    #[serde(default)]
    pub normalise: Normalise,
    /// The weight of each value by name.
    pub weights: BTreeMap<String, f64>,
}

impl Linear {
    /// A ranker with weights in the order of `names`.
    pub fn new(name: &str, purpose: &str, normalise: Normalise, names: &[String], weights: &[f64]) -> Linear {
        let weights = names.iter().cloned().zip(weights.iter().map(|weight| rounded(*weight))).collect();
        Linear { name: name.to_owned(), purpose: purpose.to_owned(), normalise, weights }
    }

    /// The mean of all values, each scaled to the range from 0 to 1 over the candidates of a topic.
    pub fn mean(names: &[String]) -> Linear {
        let share = 1.0 / names.len().max(1) as f64;
        let weights = names.iter().map(|name| (name.clone(), share)).collect();
        let purpose = "the unweighted mean of all values".to_owned();
        Linear { name: "mean".to_owned(), purpose, normalise: Normalise::MinMax, weights }
    }

    /// Reads a ranker; `file` is named in errors.
    ///
    /// # Errors
    /// The text is no ranker.
    pub fn parse(file: &str, text: &str) -> Result<Linear> {
        let linear: Linear = from_toml(file, text)?;
        linear.normalise.check(file, &[Normalise::None, Normalise::MinMax])?;
        Ok(linear)
    }

    /// The ranker as a file.
    ///
    /// # Errors
    /// It cannot be written as TOML.
    pub fn to_toml(&self) -> Result<String> {
        to_toml(&self.name, self)
    }

    /// Every topic with its candidates, best first; equal scores by larger name, as trec_eval orders them.
    ///
    /// # Errors
    /// A weight is for a value that the examples do not have.
    pub fn rank<'e>(&self, examples: &'e Examples) -> Result<Vec<Ranked<'e>>> {
        if let Some(unknown) = self.weights.keys().find(|name| !examples.names.contains(name)) {
            let message = format!("there is no value `{unknown}` to weigh");
            let hint = format!("values here are {}", examples.names.join(", "));
            return Err(bad_with_hint(&self.name, message, hint));
        }
        let weights: Vec<f64> =
            examples.names.iter().map(|name| self.weights.get(name).copied().unwrap_or(0.0)).collect();
        let ranked = |topic: &'e Topic| (topic.id.as_str(), ranked(topic, &weights, self.normalise));
        Ok(examples.topics.iter().map(ranked).collect())
    }
}

/// The id of a topic, and its candidates with their scores, best first.
pub type Ranked<'e> = (&'e str, Vec<(&'e str, f64)>);

fn ranked<'e>(topic: &'e Topic, weights: &[f64], normalise: Normalise) -> Vec<(&'e str, f64)> {
    let values = values(topic, normalise);
    let scores = values.iter().map(|values| values.as_deref().map_or(0.0, |values| score(weights, values)));
    let docnos = topic.candidates.iter().map(|candidate| candidate.docno.as_str());
    let mut ranked: Vec<(&str, f64)> = docnos.zip(scores).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.0.cmp(a.0)));
    ranked
}

/// The examples with their values brought to one range.
pub fn normalised(examples: &Examples, normalise: Normalise) -> Examples {
    let topic = |topic: &Topic| {
        let with =
            |(candidate, values): (&Example, Option<Vec<f64>>)| Example { values, ..candidate.clone() };
        let candidates = topic.candidates.iter().zip(values(topic, normalise)).map(with).collect();
        Topic { id: topic.id.clone(), candidates }
    };
    Examples { names: examples.names.clone(), topics: examples.topics.iter().map(topic).collect() }
}

/// The values of the candidates of a topic, brought to one range.
fn values(topic: &Topic, normalise: Normalise) -> Vec<Option<Vec<f64>>> {
    let given = || topic.candidates.iter().map(|candidate| candidate.values.as_ref());
    if normalise != Normalise::MinMax {
        return given().map(Option::<&Vec<f64>>::cloned).collect();
    }
    let columns = given().flatten().map(Vec::len).max().unwrap_or(0);
    let range = |column: usize| {
        let values = given().flatten().filter_map(|values| values.get(column));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), &value| {
            (least.min(value), greatest.max(value))
        })
    };
    let ranges: Vec<(f64, f64)> = (0..columns).map(range).collect();
    let scaled = |(value, (least, greatest)): (&f64, &(f64, f64))| match greatest > least {
        true => (value - least) / (greatest - least),
        false => 0.0,
    };
    given().map(|values| values.map(|values| values.iter().zip(&ranges).map(scaled).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Examples {
        let example = |(docno, values): (&str, [f64; 2])| Example {
            docno: docno.to_owned(),
            grade: None,
            values: Some(values.to_vec()),
        };
        let candidates = [("a", [10.0, 0.0]), ("b", [0.0, 0.2]), ("c", [5.0, 0.1])].map(example).to_vec();
        let topics = vec![Topic { id: "1".to_owned(), candidates }];
        Examples { names: vec!["large".to_owned(), "small".to_owned()], topics }
    }

    #[test]
    fn a_mean_scales_every_value_first() {
        let examples = examples();
        let ranked = Linear::mean(&examples.names).rank(&examples).unwrap();
        // All have the mean 1/2: the order is that of trec_eval.
        assert_eq!(ranked, [("1", vec![("c", 0.5), ("b", 0.5), ("a", 0.5)])]);
        let scaled = normalised(&examples, Normalise::MinMax);
        assert_eq!(scaled.topics[0].candidates[2].values, Some(vec![0.5, 0.5]));
        assert_eq!(normalised(&examples, Normalise::None), examples);
    }

    #[test]
    fn a_ranker_is_a_file() {
        let examples = examples();
        let linear = Linear::new("mine", "a test", Normalise::None, &examples.names, &[0.1, 0.000_04]);
        assert_eq!(Linear::parse("mine.toml", &linear.to_toml().unwrap()).unwrap(), linear);
        assert_eq!(linear.rank(&examples).unwrap()[0].1[0], ("a", 1.0));
        let other = Examples { names: vec!["large".to_owned()], ..examples };
        let error = linear.rank(&other).unwrap_err();
        assert!(error.to_string().contains("`small`") && error.hint().is_some(), "{error}");
        let error =
            Linear::parse("x.toml", "name='x'\npurpose=''\nnormalise='share'\nweights={}").unwrap_err();
        assert!(error.to_string().contains("share"), "{error}");
    }
}

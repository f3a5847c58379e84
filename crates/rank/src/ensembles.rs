//! Ensembles: pipelines whose lists become one list.
//!
//! The published ensembles of the ARQMath labs are fusions of complete systems. So an ensemble is a file that names
//! pipelines, a method of [`fusion`](crate::fusion) and a weight for each.
//!
//! What it is not: a pipeline of its own kind. Its members are pipelines for formulas or for questions, whatever the task
//! at hand searches for, and an ensemble has no index.

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::fusion::{Fuser, Fusion, PERSISTENCE, RANK_CONSTANT, Scale};
use crate::pipelines::{Bundled, bad_with_hint, from_toml, to_toml};

/// Several systems and how their lists become one.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Ensemble {
    /// Its name.
    pub name: String,
    /// What it does, and which publication it follows.
    pub purpose: String,
    /// The method.
    #[serde(default)]
    pub fusion: Fusion,
    /// How scores are brought to one range, if not as the method does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalise: Option<Scale>,
    /// The constant of reciprocal ranks.
    #[serde(default = "constant")]
    pub constant: f64,
    /// φ of rank-biased fusion.
    #[serde(default = "persistence")]
    pub persistence: f64,
    /// The systems.
    pub members: Vec<Member>,
}

/// A system of an ensemble.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// A pipeline by its name or its file.
    pub pipeline: String,
    /// The weight of its list.
    #[serde(default = "one")]
    pub weight: f64,
    /// Results per topic at most.
    #[serde(default = "most")]
    pub take: usize,
}

fn constant() -> f64 {
    RANK_CONSTANT
}

fn persistence() -> f64 {
    PERSISTENCE
}

fn one() -> f64 {
    1.0
}

fn most() -> usize {
    1000
}

/// The ensembles that come with the program.
const BUNDLED: Bundled = Bundled(&[
    ("psu", include_str!("../pipelines/ensembles/psu.toml")),
    ("msm", include_str!("../pipelines/ensembles/msm.toml")),
    ("mirmu", include_str!("../pipelines/ensembles/mirmu.toml")),
    ("approach0+anserini", include_str!("../pipelines/ensembles/approach0+anserini.toml")),
    ("approach0+dense", include_str!("../pipelines/ensembles/approach0+dense.toml")),
]);

impl Ensemble {
    /// The names of the ensembles that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUNDLED.names()
    }

    /// The ensemble of a name, or of a file that has members; `None` for anything else, which may be a pipeline.
    pub fn find(name: &str) -> Result<Option<Ensemble>> {
        let Ok(text) = BUNDLED.source(name) else { return Ok(None) };
        let has_members =
            toml::from_str::<toml::Table>(&text).is_ok_and(|table| table.contains_key("members"));
        has_members.then(|| Ensemble::parse(name, &text)).transpose()
    }

    /// Reads an ensemble; `file` is named in errors.
    pub fn parse(file: &str, text: &str) -> Result<Ensemble> {
        let ensemble: Ensemble = from_toml(file, text)?;
        let refuse = |message: &str, hint: &str| Err(bad_with_hint(file, message, hint));
        if ensemble.members.len() < 2 {
            return refuse("an ensemble has two members or more", "name another pipeline with `[[members]]`");
        }
        if ensemble.members.iter().any(|member| !member.weight.is_finite() || member.take == 0) {
            return refuse(
                "a member has no weight, or takes nothing",
                "weights are numbers; `take` is 1 or more",
            );
        }
        if ensemble.fusion == Fusion::MedianRank && ensemble.members.iter().any(|member| member.weight != 1.0)
        {
            return refuse("`median-rank` has no weights", "leave out `weight`, or choose another `fusion`");
        }
        if ensemble.normalise.is_some() && !ensemble.fusion.uses_scores() {
            return refuse("this `fusion` does not look at scores", "leave out `normalise`");
        }
        Ok(ensemble)
    }

    /// Its method with its settings and the weights of its members.
    pub fn fuser(&self) -> Fuser {
        Fuser {
            method: self.fusion,
            weights: self.members.iter().map(|member| member.weight).collect(),
            scale: self.normalise,
            constant: self.constant,
            persistence: self.persistence,
        }
    }

    /// The ensemble as a file.
    pub fn to_toml(&self) -> Result<String> {
        to_toml(&self.name, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_ensemble_is_well_formed_and_its_members_are_known() {
        for name in Ensemble::names() {
            let ensemble = Ensemble::find(name).unwrap().unwrap();
            assert_eq!(ensemble.name, name);
            assert_eq!(Ensemble::parse(name, &ensemble.to_toml().unwrap()).unwrap(), ensemble);
            for member in &ensemble.members {
                crate::questions::Pipeline::load(&member.pipeline).unwrap();
            }
        }
        assert!(Ensemble::find("best").unwrap().is_none());
    }

    #[test]
    fn every_ensemble_states_its_differences() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/research/fusion.md");
        let page = std::fs::read_to_string(page).unwrap();
        for name in Ensemble::names() {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).unwrap();
            assert_eq!(row.matches(" | ").count(), 2, "{row}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_ensemble_is_said() {
        let said = |text: &str| Ensemble::parse("x.toml", text).unwrap_err().to_string();
        let head = "name='x'\npurpose=''\n";
        let members = "[[members]]\npipeline='bm25'\n[[members]]\npipeline='dense'\n";
        assert!(said(&format!("{head}members=[]")).contains("two members"));
        assert!(said(&format!("{head}fusion='median-rank'\n{members}weight=2.0")).contains("no weights"));
        assert!(said(&format!("{head}normalise='min-max'\n{members}")).contains("does not look at scores"));
        assert!(said(&format!("{head}{members}wieght=2.0")).contains("wieght"));
    }
}

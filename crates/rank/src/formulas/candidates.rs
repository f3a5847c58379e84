//! Candidate generators: cheap ways of finding records that may match the query.
//!
//! Each is a function from a query to a list of records with scores, and can be run alone. No one of them finds
//! everything: symbol pairs miss renamed formulas, types drown short ones, signatures find only what is equal.
//! Together they miss little; [`fusion`](crate::fusion) weighs their lists.

mod bags;
mod nearest;
mod paths;
mod random;
mod signatures;
mod unification;

use index::Index;
use index::postings::Scored;
use serde::{Deserialize, Serialize};
use similarity::terms::Family;
use vectors::formulas::{Embeddings, Representation};

use crate::formulas::Query;
pub(crate) use paths::Rarity;

pub use bags::bm25_query;

pub(crate) use unification::gathered;

/// The result of a generator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidates {
    /// Best first.
    pub scored: Vec<Scored>,
    /// The score that the query itself would get as a record: as shares of it, scores of different generators become
    /// comparable.
    pub ceiling: f64,
}

/// One generator with its settings, as a pipeline names it.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Generator {
    /// Dice's coefficient of two bags of features (Tangent's symbol pairs).
    Dice {
        /// The features.
        #[serde(with = "family_name")]
        family: Family,
        /// The most records.
        take: usize,
    },
    /// BM25 over the tokens of a family, the weight of repeated query tokens saturated (mtextsearch).
    Bm25 {
        /// The features.
        #[serde(with = "family_name")]
        family: Family,
        /// The most records.
        take: usize,
        /// How quickly further occurrences stop counting.
        #[serde(default = "default_k1")]
        k1: f64,
        /// How much longer formulas are penalised.
        #[serde(default = "default_b")]
        b: f64,
    },
    /// The structure score over leaf–root paths (Approach Zero).
    Paths {
        /// The most records.
        take: usize,
    },
    /// The cosine of vectors (Tangent-CFT2); needs an index with vectors.
    Vectors {
        /// The representation.
        representation: Representation,
        /// The most records.
        take: usize,
    },
    /// The cosine of the sum of several vectors of a formula (Tangent-CFT); needs an index with vectors.
    SummedVectors {
        /// The representations; a formula must have a vector in the first of them.
        representations: Vec<Representation>,
        /// The most records.
        take: usize,
    },
    /// Records of the same signature.
    Signature {
        /// The signature.
        #[serde(with = "family_name")]
        family: Family,
        /// The most records.
        take: usize,
    },
    /// Records that the query fits into with something for each wildcard (MathWebSearch).
    Unification {
        /// The most records.
        take: usize,
        /// Whether all matches count the same, and sub-terms match only with all of their operands.
        #[serde(default)]
        constant: bool,
        /// Whether it runs for queries with wildcards only.
        #[serde(default, rename = "only-wildcards")]
        only_wildcards: bool,
    },
    /// Random records.
    Random {
        /// The most records.
        take: usize,
    },
}

fn default_k1() -> f64 {
    1.2
}

fn default_b() -> f64 {
    0.75
}

impl Generator {
    /// Its name in reports: what it does and over which family.
    pub fn name(&self) -> String {
        match self {
            Generator::Dice { family, .. } => format!("dice:{}", family.name()),
            Generator::Bm25 { family, .. } => format!("bm25:{}", family.name()),
            Generator::Paths { .. } => "paths".to_owned(),
            Generator::Vectors { representation, .. } => format!("vectors:{}", representation.name()),
            Generator::SummedVectors { .. } => "summed-vectors".to_owned(),
            Generator::Signature { family, .. } => format!("same:{}", family.name()),
            Generator::Unification { .. } => "unification".to_owned(),
            Generator::Random { .. } => "random".to_owned(),
        }
    }

    /// The candidates for a query, best first, at most `most` of them.
    pub fn candidates(
        &self,
        index: &Index,
        embeddings: Option<&Embeddings>,
        query: &Query,
        most: usize,
    ) -> Candidates {
        match *self {
            Generator::Dice { family, take } => bags::dice(index, query, family, take.min(most)),
            Generator::Bm25 { family, take, k1, b } => {
                bags::bm25(index, query, family, take.min(most), k1, b)
            }
            Generator::Paths { take } => paths::paths(index, query, take.min(most)),
            Generator::Vectors { representation, take } => {
                nearest::nearest(embeddings, query, representation, take.min(most))
            }
            Generator::SummedVectors { ref representations, take } => {
                nearest::to_sum(embeddings, query, representations, take.min(most))
            }
            Generator::Signature { family, take } => signatures::same(index, query, family, take.min(most)),
            Generator::Unification { only_wildcards: true, .. } if !query.has_wildcards() => {
                Candidates::default()
            }
            Generator::Unification { take, constant, .. } => {
                unification::unification(index, query, take.min(most), constant)
            }
            Generator::Random { take } => random::random(index, query, take.min(most)),
        }
    }

    /// The most records that it finds where `most` are wanted.
    pub(crate) fn limit(&self, most: usize) -> usize {
        let mut limited = self.clone();
        (*limited.take_mut()).min(most)
    }

    /// The most records that it finds.
    pub(crate) fn take_mut(&mut self) -> &mut usize {
        match self {
            Generator::Dice { take, .. }
            | Generator::Bm25 { take, .. }
            | Generator::Paths { take }
            | Generator::Vectors { take, .. }
            | Generator::SummedVectors { take, .. }
            | Generator::Signature { take, .. }
            | Generator::Unification { take, .. }
            | Generator::Random { take } => take,
        }
    }

    /// The family whose postings it reads.
    pub fn family(&self) -> Option<Family> {
        match *self {
            Generator::Dice { family, .. }
            | Generator::Bm25 { family, .. }
            | Generator::Signature { family, .. } => Some(family),
            Generator::Paths { .. } => Some(Family::Paths),
            // Other families would only add to the records it finds.
            Generator::Unification { .. } => Some(Family::OperatorTuples),
            Generator::Random { .. } | Generator::Vectors { .. } | Generator::SummedVectors { .. } => None,
        }
    }
}

/// Families by their names in files.
mod family_name {
    use serde::{Deserialize, Deserializer, Serializer};
    use similarity::terms::Family;

    pub(super) fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(family.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Family, D::Error> {
        let name = String::deserialize(deserializer)?;
        Family::from_name(&name).ok_or_else(|| {
            let known: Vec<&str> = Family::NAMES.iter().map(|(_, name)| *name).collect();
            serde::de::Error::custom(format!("unknown family `{name}`; known are {}", known.join(", ")))
        })
    }
}

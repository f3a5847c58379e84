//! Evidence of meaning: how near the vectors of a question and of units are.
//!
//! Needs a model on this machine and an index whose units have vectors of it. Without either, a pipeline that has
//! other evidence works without this; one that has nothing else reports what is missing.

use index::Index;
use index::units::Units;
use vectors::sentences::{self, Encoder, UnitVectors, without_delimiters};

use crate::Result;
use crate::questions::{Question, Targets};

/// A model and the vectors of an index.
pub(crate) struct Dense {
    encoder: Encoder,
    vectors: UnitVectors,
}

impl Dense {
    /// Opens both; an error says which is missing.
    pub(crate) fn open(index: &Index) -> Result<Dense> {
        let (encoder, vectors) = sentences::open(index)?;
        Ok(Dense { encoder, vectors })
    }

    /// The scores of all units by number.
    pub(crate) fn scores(
        &self,
        question: &Question,
        units: &Units,
        targets: &Targets,
        (own, parent): (f32, f32),
    ) -> Result<Vec<f32>> {
        let text = without_delimiters(&question.running_text());
        let query = self.encoder.encode(&[text.as_str()])?.pop().unwrap_or_default();
        let near = self.vectors.similarities(&query);
        let of = |unit: u32| near.get(unit as usize).copied().unwrap_or(0.0);
        let mut scores = vec![0.0; units.count() as usize];
        for unit in targets.iter() {
            // An answer whose question is not in the index counts by itself.
            let asked = units.parent(unit).unwrap_or(unit);
            if let Some(score) = scores.get_mut(unit as usize) {
                *score = (own * of(unit) + parent * of(asked)).max(0.0);
            }
        }
        Ok(scores)
    }
}

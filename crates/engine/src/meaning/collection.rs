//! The meanings of one formula across the collection: "standard deviation in 214 texts, permutation in 96".

use std::collections::BTreeMap;

use index::{Budget, Index};
use serde::Serialize;
use utoipa::ToSchema;

use super::of_unit;
use crate::error::Result;

/// Units that are read.
const MOST_UNITS: usize = 300;
/// Meanings that are listed.
const MOST_SHOWN: usize = 8;

/// The meanings of a formula across the collection.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct CollectionMeanings {
    /// The meanings, the most frequent first.
    pub meanings: Vec<CollectionMeaning>,
    /// Units that were read for it.
    pub units: usize,
}

/// A meaning with the units that have it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionMeaning {
    /// The noun with what stands before it.
    pub meaning: String,
    /// Units that say so.
    pub units: usize,
    /// One of them.
    pub example: String,
}

/// The meanings that units give a formula.
pub(crate) fn meanings(
    index: &Index,
    units: &[u32],
    latex: &str,
    budget: &Budget,
) -> Result<CollectionMeanings> {
    let stored = index.units()?;
    let mut counted: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut read = 0;
    for &unit in units.iter().take(MOST_UNITS) {
        rank::within(budget)?;
        let unit = stored.stored(unit)?;
        read += 1;
        let mut said: Vec<String> = Vec::new();
        for meaning in of_unit(index, &unit).meanings {
            let words = meaning.short.or(meaning.description).map(|words| words.to_lowercase());
            if let Some(words) = words.filter(|words| meaning.symbol == latex && !said.contains(words)) {
                said.push(words);
            }
        }
        for words in said {
            counted.entry(words).or_insert_with(|| (0, unit.id.clone())).0 += 1;
        }
    }
    let mut meanings: Vec<CollectionMeaning> = counted
        .into_iter()
        .map(|(meaning, (units, example))| CollectionMeaning { meaning, units, example })
        .collect();
    meanings.sort_by(|a, b| b.units.cmp(&a.units).then_with(|| a.meaning.cmp(&b.meaning)));
    meanings.truncate(MOST_SHOWN);
    Ok(CollectionMeanings { meanings, units: read })
}

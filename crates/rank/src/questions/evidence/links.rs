//! Links: whether the question that a unit answers is linked with the asked question.
//!
//! People mark questions as duplicates of each other. If the question is a unit of the index, its own links count;
//! otherwise those of the most similar question.

use index::units::Units;

use crate::Result;
use crate::questions::Question;

/// 1 for answers to the asked question itself and to those that are linked with it, in either direction.
pub(super) fn values(
    units: &Units,
    question: &Question,
    candidates: &[u32],
    so_far: &[f64],
) -> Result<Vec<f64>> {
    let own = question.unit.as_deref().map(|id| units.number(id)).transpose()?.flatten();
    let asked_of = |unit: u32| units.parent(unit).unwrap_or(unit);
    let best =
        candidates.iter().zip(so_far).max_by(|a, b| a.1.total_cmp(b.1)).map(|(&unit, _)| asked_of(unit));
    let Some(source) = own.or(best) else { return Ok(vec![0.0; candidates.len()]) };
    let source_id = units.id(source);
    let links = |unit: u32| units.links(unit).into_iter().map(|(_, target)| target);
    let linked: Vec<String> = links(source).collect();
    let value = |&unit: &u32| {
        let asked = asked_of(unit);
        let is_linked = asked == source
            || linked.contains(&units.id(asked))
            || links(asked).any(|target| target == source_id);
        f64::from(u8::from(is_linked))
    };
    Ok(candidates.iter().map(value).collect())
}

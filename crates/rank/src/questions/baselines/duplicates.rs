//! The answers to questions that people marked as duplicates of the asked one, by votes: the labs' baseline *Linked MSE
//! posts*.
//!
//! The links of a question that is not in the collection, such as a topic, come with the question. Those of a unit are
//! its own.

use index::units::Units;

use crate::Result;
use crate::questions::{Question, Targets};

/// The kind of the links that count; others are only related.
const DUPLICATE: &str = "duplicate";

/// 1 for the answers to duplicates of the asked question, 0 for all others.
pub fn scores(question: &Question, units: &Units, targets: &Targets) -> Result<Vec<f32>> {
    let mut scores = vec![0.0f32; units.count() as usize];
    for id in of(question, units)? {
        let Some(duplicate) = units.number(&id)? else { continue };
        for &answer in units.answers(duplicate) {
            if let Some(slot) = scores.get_mut(answer as usize).filter(|_| targets.contains(answer)) {
                *slot = 1.0;
            }
        }
    }
    Ok(scores)
}

/// The ids of the duplicates.
fn of(question: &Question, units: &Units) -> Result<Vec<String>> {
    let mut ids = question.duplicates.clone();
    let own = question.unit.as_deref().map(|id| units.number(id)).transpose()?.flatten();
    let links = own.map(|unit| units.links(unit)).unwrap_or_default();
    ids.extend(links.into_iter().filter(|(kind, _)| kind == DUPLICATE).map(|(_, target)| target));
    Ok(ids)
}

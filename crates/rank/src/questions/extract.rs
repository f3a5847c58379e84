//! Short extracted answers: an answer to a question in at most 1,200 characters (ARQMath Task 3).
//!
//! The best answer is taken whole if it is short enough. From a longer one the run of sentences is taken that
//! matches the question best; sentences and formulas stay whole, and nothing is added to the words of the answer.

use index::Index;

use super::excerpt::Excerpter;
use super::query::Question;
use super::search::Hit;
use crate::Result;

/// The most characters of an answer, as the task demands.
pub const MOST_CHARACTERS: usize = 1200;

/// The number of first answers that are considered.
pub const CONSIDERED: usize = 5;

/// The weight of an answer that fits as a whole, relative to a part of a longer one: it has a beginning and an end.
const WHOLE: f64 = 1.1;

/// An answer in a few sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Extract {
    /// The text, formulas with their delimiters.
    pub text: String,
    /// The unit it was taken from, by id.
    pub source: String,
    /// Its score.
    pub score: f64,
}

/// The best extract for a question from the best hits; none if no hit has any text.
pub fn extract(index: &Index, question: &Question, hits: &[Hit]) -> Result<Option<Extract>> {
    let units = index.units()?;
    let excerpter = Excerpter::new(index, question)?;
    let mut best: Option<Extract> = None;
    for hit in hits.iter().take(CONSIDERED) {
        let unit = units.stored(hit.unit)?;
        let body = unit.body.trim();
        let (text, score) = match body.chars().count() <= MOST_CHARACTERS {
            true => (body.to_owned(), WHOLE * hit.score),
            false => {
                let place = excerpter.excerpt(&unit, MOST_CHARACTERS).place;
                (unit.body.get(place).unwrap_or("").trim().to_owned(), hit.score)
            }
        };
        if !text.is_empty() && best.as_ref().is_none_or(|best| score > best.score) {
            best = Some(Extract { text, source: unit.id, score });
        }
    }
    Ok(best)
}

//! Words of a query that no unit has: they were left out of the search, whether or not anybody meant to.

use index::units::{Units, Zone};

use super::candidates::bag::Sort;
use super::query::Question;

/// The most words that are named.
const MOST: usize = 8;

/// The words of the subject of a typed query that no unit has, under any name.
pub fn words(units: &Units, question: &Question) -> Vec<String> {
    let mut absent: Vec<String> = Vec::new();
    for stem in &question.subject {
        let term = question.terms.iter().find(|term| term.sort == Sort::Word && term.text == *stem);
        let Some(term) = term.filter(|term| term.synonyms.is_empty() && !absent.contains(&term.shown)) else {
            continue;
        };
        let zones = [Zone::Title, Zone::Body, Zone::Comments, Zone::Spoken];
        if absent.len() < MOST && zones.iter().all(|&zone| units.document_frequency(zone, stem) == 0) {
            absent.push(term.shown.clone());
        }
    }
    absent
}

//! Formulas in the sense of a place: hits ordered by what is said around them as well.
//!
//! The place is a formula of a unit, with its sentence and the ones around it, the title and the tags, or the words that
//! were typed around a formula. `rank::context` compares; what it adds to a score is a part of the score like others.
//!
//! What it is not: on by default. On judged formulas context did not help significantly (`docs/research/context.md`).

use std::collections::HashMap;

use document::{Field, Occurrence, Text};
use formula::Notation;
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use rank::Normalise;
use rank::context::{Asked, Reranker, Scores, Settings, Window};
use rank::formulas::{Hit, Pipeline, Query};

use crate::error::Result;
use crate::query::asked::numbered_formula;

/// Hits whose context is read: the others stay behind them.
const MOST_HITS: usize = 100;

/// The id that the formula asked for gets in its text.
const MEANT: &str = "meant";

/// The context that is asked for.
pub(super) struct Wanted {
    pub asked: Asked,
    pub window: Window,
}

/// The context of a formula that is named (`ID#3`), or of the formula in a query. What a query says has no more than one
/// sentence in most cases, so all of it counts.
pub(super) fn wanted(index: &Index, like: Option<&str>, query: &str, window: Window) -> Result<Wanted> {
    let asked = match like {
        Some(id) => match numbered_formula(index, id)? {
            Some((unit, occurrence)) => of_occurrence(index, &unit, &occurrence)?,
            None => Asked::default(),
        },
        None => Asked { body: document::markup::delimited(query), ..Asked::default() },
    };
    Ok(Wanted { asked, window })
}

fn of_occurrence(index: &Index, unit: &StoredUnit, occurrence: &StoredOccurrence) -> Result<Asked> {
    let question = match &unit.parent {
        Some(parent) => index.unit(parent)?,
        None => None,
    };
    let titled = question.as_ref().unwrap_or(unit);
    let is_in_title = occurrence.field == Field::Title;
    Ok(Asked {
        title: text_of(titled, Field::Title, occurrence),
        body: if is_in_title { Text::default() } else { text_of(unit, occurrence.field, occurrence) },
        tags: titled.tags.clone(),
        formula: Some(MEANT.to_owned()),
    })
}

/// A text of a unit; the formula asked for has its id.
fn text_of(unit: &StoredUnit, field: Field, meant: &StoredOccurrence) -> Text {
    let formulas = unit.formulas.iter().filter(|one| one.field == field).map(|one| Occurrence {
        place: one.start as usize..one.end as usize,
        source: unit.formula(one).to_owned(),
        notation: Notation::Auto,
        id: (one == meant).then(|| MEANT.to_owned()),
        visual_id: None,
    });
    Text { text: unit.text(field).to_owned(), formulas: formulas.collect() }
}

/// The hits in the order that context gives them, and for each the unit whose context speaks for it most.
pub(super) fn ordered(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    hits: Vec<Hit>,
    wanted: &Wanted,
) -> Result<(Vec<Hit>, HashMap<u32, u32>)> {
    let has_shares = pipeline.stages.last().is_some_and(|stage| stage.normalise == Normalise::Share);
    let scores = if has_shares { Scores::OfShares } else { Scores::Other };
    let settings = Settings { window: wanted.window, scores, most_hits: MOST_HITS, ..Settings::default() };
    let mut reranker = Reranker::new(index, query, &wanted.asked, settings)?;
    let mut homes = HashMap::new();
    let ranked = reranker.rerank_with(hits, |best| {
        homes.insert(best.hit.record, best.unit);
    })?;
    Ok((ranked, homes))
}

/// What context adds to a score, in words; none if it was not asked for.
pub(super) fn said(parts: &[rank::Part]) -> Option<String> {
    let added = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.contribution);
    let words = added(rank::part_names::CONTEXT_WORDS)?;
    let types = added(rank::part_names::CONTEXT_TYPES).unwrap_or(0.0);
    let about_words = match words {
        words if words >= 0.3 => "much the same is said around it",
        words if words >= 0.05 => "some of the same words stand around it",
        _ => "other words stand around it",
    };
    let about_types = match types {
        types if types > 0.0 => ", and what is said about its variables agrees",
        types if types < 0.0 => ", and what is said about its variables contradicts",
        _ => "",
    };
    Some(format!("In its context: {about_words}{about_types}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_context_adds_is_said_in_words() {
        let part = |name: &str, contribution: f64| rank::Part {
            name: name.to_owned(),
            value: contribution,
            contribution,
        };
        assert_eq!(said(&[part("alignment", 1.0)]), None);
        let parts = [part("context-words", 0.4), part("context-types", -0.5)];
        let expected = "In its context: much the same is said around it, and what is said about its variables contradicts.";
        assert_eq!(said(&parts).as_deref(), Some(expected));
        let parts = [part("context-words", 0.0)];
        assert_eq!(said(&parts).as_deref(), Some("In its context: other words stand around it."));
    }
}

//! Diverse first pages: for a short query that could mean many things, one of each kind before more of the same.
//!
//! A user who types "compactness" may want the definition, a proof, an example or an application; the query does not
//! say. The first page then takes the best of each kind in turn while the scores are close. A query that names a kind,
//! is a question, or has a formula is left alone.

use index::units::StoredUnit;
use text::question::Manner;

use super::query::Question;
use super::search::Hit;

/// Queries with more words than this are specific enough.
const MOST_WORDS: usize = 3;

/// A hit may be overtaken by one of another kind with at least this share of its score.
const CLOSE: f64 = 0.6;

/// The kind of content of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Definition,
    Proof,
    Example,
    Other,
}

/// Whether a question could mean many things.
pub fn is_ambiguous(question: &Question) -> bool {
    question.body.is_empty()
        && question.formulas.is_empty()
        && question.demands.is_empty()
        && question.wanted.is_empty()
        && question.manner == Manner::Keywords
        && question.word_count() <= MOST_WORDS
}

/// The hits of a page with kinds mixed; the first stays the first. `unit` gives the unit of a hit.
pub fn mixed(hits: Vec<Hit>, unit: impl Fn(&Hit) -> Option<StoredUnit>) -> Vec<Hit> {
    let mut left: Vec<(Kind, Hit)> =
        hits.into_iter().map(|hit| (unit(&hit).map_or(Kind::Other, |unit| kind(&unit)), hit)).collect();
    let mut mixed: Vec<(Kind, Hit)> = Vec::new();
    while let Some((_, best)) = left.first() {
        let least = CLOSE * best.score;
        let is_new = |(kind, hit): &(Kind, Hit)| {
            hit.score >= least && !mixed.iter().rev().take(3).any(|(known, _)| known == kind)
        };
        let next = left.iter().position(is_new).unwrap_or(0);
        mixed.push(left.remove(next));
    }
    mixed.into_iter().map(|(_, hit)| hit).collect()
}

/// By the kind of unit, or by the first word of its title or body that names a kind.
fn kind(unit: &StoredUnit) -> Kind {
    let beginning: String = unit.body.chars().take(80).collect();
    let named = |text: &str| text::words::words(text).find_map(|word| kind_of(&word.text));
    kind_of(&unit.kind).or_else(|| named(&unit.title)).or_else(|| named(&beginning)).unwrap_or(Kind::Other)
}

fn kind_of(word: &str) -> Option<Kind> {
    match word {
        "definition" | "card" | "defined" => Some(Kind::Definition),
        "proof" | "theorem" | "lemma" | "prove" => Some(Kind::Proof),
        "example" | "exercise" | "examples" => Some(Kind::Example),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_alternate_while_scores_are_close() {
        let hit = |unit, score| Hit { unit, score, parts: Vec::new() };
        let hits = vec![hit(0, 1.0), hit(1, 0.99), hit(2, 0.9), hit(3, 0.2)];
        let kinds = ["definition", "definition", "proof", "example"];
        let unit = |hit: &Hit| {
            let kind = kinds.get(hit.unit as usize).copied().unwrap_or_default().to_owned();
            Some(StoredUnit { kind, ..StoredUnit::default() })
        };
        let order: Vec<u32> = mixed(hits, unit).iter().map(|hit| hit.unit).collect();
        assert_eq!(order, [0, 2, 1, 3]);
    }

    #[test]
    fn a_query_that_says_what_it_wants_is_not_ambiguous() {
        assert!(is_ambiguous(&Question::read("compactness")));
        assert!(!is_ambiguous(&Question::read("definition of compactness")));
        assert!(!is_ambiguous(&Question::read("compactness $x^2$")));
        assert!(!is_ambiguous(&Question::read("how do I prove compactness?")));
    }
}

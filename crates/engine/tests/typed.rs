//! What people type when they look for something by its name: questions, other orders of words, slips of the finger.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;

use engine::search::{SearchRequest, SearchResponse};
use engine::{Budget, Engine};
use support::indexed;
use tempfile::TempDir;

const UNITS: &str = r#"{"id":"group","kind":"article","title":"group","body":"A set with an associative operation, a neutral element and inverses."}
{"id":"pi-group","kind":"article","title":"π-groups","body":"A group is a π-group if each group element has an order of the group; groups of this kind are groups."}
{"id":"abelian","kind":"article","title":"abelian group","names":["commutative group"],"body":"A group whose operation commutes. Every cyclic group is abelian."}
{"id":"rolle","kind":"article","title":"Rolle's theorem","body":"A differentiable function with equal values has a stationary point."}
{"id":"rolle-proof","kind":"article","title":"proof of Rolle's theorem","body":"By the extreme value theorem."}
{"id":"pythagoras","kind":"article","title":"Pythagorean theorem","body":"In a right triangle $a^2+b^2=c^2$."}
{"id":"slow","kind":"article","title":"slow growth","body":"A slow function grows slowly. Theorems about slow functions."}
{"id":"uses","kind":"article","title":"regular polygons","body":"By the Pythagorean theorem, and a theorem of group theory, $x=1$."}
{"id":"identity","kind":"article","title":"an identity of sines","body":"We have $\\sin^2 x+\\cos^2 x=1$ for all $x$."}
{"id":"passing","kind":"article","title":"rotations","body":"First $R=S$. A rotation keeps lengths since $\\sin^2 x+\\cos^2 x=1$, which proves that."}
"#;

fn engine() -> (Engine, TempDir, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("units.jsonl"), UNITS).unwrap();
    let (engine, index) = indexed(folder.path());
    (engine, index, folder)
}

/// The ids of the hits, and the corrected query.
fn found(engine: &Engine, query: &str, verbatim: bool) -> (Vec<String>, Option<String>) {
    let request = SearchRequest { query: query.to_owned(), verbatim, ..SearchRequest::default() };
    match engine.search(&request, &Budget::default()).unwrap().response(false) {
        SearchResponse::Units(found) => {
            (found.hits.iter().map(|hit| hit.id.clone()).collect(), found.corrected.clone())
        }
        SearchResponse::Formulas(_) => panic!("formulas for {query}"),
    }
}

#[test]
fn a_question_finds_what_it_names() {
    let (engine, _index, _folder) = engine();
    for (query, first) in [
        ("group", "group"),
        ("what is a group?", "group"),
        ("define group", "group"),
        ("can someone explain groups", "group"),
        ("what is an Abelian group", "abelian"),
        ("group abelian", "abelian"),
        ("commutative groups", "abelian"),
        ("what does Rolle's theorem mean", "rolle"),
        ("theorem of Rolle", "rolle"),
        ("proof of rolles theorem", "rolle-proof"),
    ] {
        let (ids, corrected) = found(&engine, query, false);
        assert_eq!(ids.first().map(String::as_str), Some(first), "{query}: {ids:?}");
        assert_eq!(corrected, None, "{query}");
    }
}

#[test]
fn slips_are_corrected_and_said_unless_the_query_is_taken_as_typed() {
    let (engine, _index, _folder) = engine();
    for (query, meant, first) in [
        ("pythagorian theorm", "pythagorean theorem", "pythagoras"),
        ("what is an abelain group?", "what is an abelian group?", "abelian"),
        ("Role's theorem", "rolle's theorem", "rolle"),
    ] {
        let (ids, corrected) = found(&engine, query, false);
        assert_eq!(corrected.as_deref(), Some(meant), "{query}");
        assert_eq!(ids.first().map(String::as_str), Some(first), "{query}");
        assert_eq!(found(&engine, query, true).1, None, "{query}");
    }
}

#[test]
fn names_that_the_collection_lacks_and_demands_are_not_corrected() {
    let (engine, _index, _folder) = engine();
    for query in
        ["Sylow theorems", "+pythagorian theorem", "\"pythagorian theorem\"", "Zorn", "$a^2+b^2$ triangel x"]
    {
        let (_, corrected) = found(&engine, query, false);
        assert!(corrected.is_none_or(|corrected| !corrected.contains("slow")), "{query}");
    }
    assert_eq!(found(&engine, "Sylow theorems", false).1, None);
    assert_eq!(found(&engine, "+pythagorian theorem", false).1, None);
}

#[test]
fn the_text_that_begins_with_a_formula_comes_before_one_that_uses_it() {
    let (engine, _index, _folder) = engine();
    let (ids, _) = found(&engine, "proof of $\\sin^2 x+\\cos^2 x=1$", false);
    assert_eq!(ids.first().map(String::as_str), Some("identity"), "{ids:?}");
}

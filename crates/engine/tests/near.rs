//! Queries that do not say exactly what a collection says: other names, other languages, words that nothing has; and
//! texts that are there twice.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;

use engine::search::units::UnitResponse;
use engine::search::{SearchRequest, SearchResponse};
use engine::{Budget, Engine, synonyms};
use support::indexed;
use tempfile::TempDir;

const UNITS: &str = r#"{"id":"ivt","kind":"article","title":"intermediate value theorem","body":"A continuous function on an interval takes every value between two of its values."}
{"id":"bundle","kind":"article","title":"fiber bundle","body":"A space that is a product near each of its points, over a base space."}
{"id":"schwarz","kind":"article","title":"Cauchy-Schwarz inequality","body":"The inner product of two vectors is at most the product of their lengths."}
{"id":"pythagoras","kind":"article","title":"Pythagorean theorem","body":"In a right triangle $a^2+b^2=c^2$, for legs $a$ and $b$."}
{"id":"moivre","kind":"article","title":"de Moivre identity","body":"The identity of de Moivre for powers of a complex number on the circle, which has many uses in trigonometry."}
{"id":"snake","kind":"article","title":"snake lemma","body":"A diagram with exact rows gives a long exact sequence."}
{"id":"book-1","kind":"section","title":"Cosets","body":"The cosets of a subgroup $H$ of a group are equally large and cover the group, so the order of $H$ divides that of the group. There are as many left cosets as right ones."}
{"id":"book-2","kind":"section","title":"Cosets","body":"The cosets of a subgroup $H$ of a group are equally large and cover the group, so the order of $H$ divides that of the group; there are as many left cosets as right ones!"}
{"id":"coset","kind":"article","title":"coset","body":"A coset of a subgroup is what one element does to it."}
{"id":"q","kind":"question","title":"Why is the empty product one?","body":"I expected zero.","thread":"q"}
{"id":"wrong","kind":"answer","parent":"q","thread":"q","score":-2,"body":"The empty product is one because an empty product is a product, and a product is one. Every empty product is."}
{"id":"good","kind":"answer","parent":"q","thread":"q","score":9,"body":"The empty product is one, so that products over two disjoint sets multiply."}
"#;

fn engine() -> (Engine, TempDir, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("units.jsonl"), UNITS).unwrap();
    let (engine, index) = indexed(folder.path());
    (engine, index, folder)
}

fn search(engine: &Engine, query: &str) -> UnitResponse {
    let request = SearchRequest { query: query.to_owned(), ..SearchRequest::default() };
    match engine.search(&request, &Budget::default()).unwrap().response(false) {
        SearchResponse::Units(found) => *found,
        SearchResponse::Formulas(_) => panic!("formulas for {query}"),
    }
}

fn ids(found: &UnitResponse) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[test]
fn abbreviations_and_other_spellings_name_the_same() {
    let (engine, _index, _folder) = engine();
    for (query, first) in [
        ("IVT", "ivt"),
        ("proof of the ivt", "ivt"),
        ("fibre bundle", "bundle"),
        ("Cauchy Schwartz inequality", "schwarz"),
        ("pythagoras theorem", "pythagoras"),
    ] {
        let found = search(&engine, query);
        assert_eq!(ids(&found).first(), Some(&first), "{query}: {:?}", ids(&found));
        assert!(!found.nothing_close, "{query}: {:?}", found.closeness);
    }
}

#[test]
fn a_collection_adds_names_of_its_own() {
    let (engine, index, folder) = engine();
    assert_ne!(ids(&search(&engine, "lemma seven")).first(), None);
    let table = folder.path().join("ours.tsv");
    std::fs::write(&table, "# ours\n0.9\tlemma of the worm = snake lemma\n").unwrap();
    synonyms::install(&table, &index.path().join("index")).unwrap();
    let engine = Engine::open(&index.path().join("index")).unwrap();
    assert_eq!(ids(&search(&engine, "what is the lemma of the worm?")).first(), Some(&"snake"));
    std::fs::write(&table, "two\ta = b\n").unwrap();
    let error = synonyms::install(&table, &index.path().join("index")).unwrap_err();
    assert!(error.to_string().contains("line 1"), "{error}");
}

#[test]
fn a_language_that_the_collection_lacks_is_said() {
    let (engine, _index, _folder) = engine();
    for (query, language) in [
        ("théorème de Pythagore", Some("French")),
        ("wie beweist man den Satz des Pythagoras", Some("German")),
        ("теорема Пифагора", Some("a language in Cyrillic letters")),
        ("theorem of de Moivre", None),
        ("Pythagorean theorem", None),
    ] {
        assert_eq!(search(&engine, query).foreign_language, language, "{query}");
    }
    // Words of every French text find nothing by themselves.
    assert_ne!(ids(&search(&engine, "théorème de Pythagore")).first(), Some(&"moivre"));
}

#[test]
fn what_nothing_has_is_left_out_and_said() {
    let (engine, _index, _folder) = engine();
    let found = search(&engine, "snake lemma xqzzv");
    assert_eq!(ids(&found).first(), Some(&"snake"));
    assert_eq!(found.dropped, ["xqzzv"]);
    let found = search(&engine, "snake lemma +triangle");
    assert_eq!(ids(&found).first(), Some(&"pythagoras"), "one text has the word");
    let found = search(&engine, "snake lemma +xqzzv");
    assert_eq!(ids(&found).first(), Some(&"snake"));
    assert_eq!(found.dropped, ["xqzzv"]);
}

#[test]
fn no_page_is_empty_while_something_is_near() {
    let (engine, _index, _folder) = engine();
    for (query, meant) in [("diagrammatical", "diagram"), ("inneqalityy", "inequality")] {
        let found = search(&engine, query);
        assert_eq!(found.corrected.as_deref(), Some(meant), "{query}");
        assert!(found.page.total > 0, "{query}");
        let verbatim = SearchRequest { query: query.to_owned(), verbatim: true, ..SearchRequest::default() };
        match engine.search(&verbatim, &Budget::default()).unwrap().response(false) {
            SearchResponse::Units(found) => assert_eq!(found.page.total, 0, "{query}"),
            SearchResponse::Formulas(_) => panic!("formulas for {query}"),
        }
    }
}

#[test]
fn nothing_close_is_said_when_the_hits_share_only_some_words() {
    let (engine, _index, _folder) = engine();
    for query in ["Sylow subgroup existence", "ergodic theorem of Birkhoff", "what is a spectral sequence?"] {
        let found = search(&engine, query);
        assert!(
            found.nothing_close && found.page.total > 0,
            "{query}: {:?} {:?}",
            found.closeness,
            ids(&found)
        );
    }
    for query in ["coset", "what is a snake lemma?", "a^2+b^2=c^2 in a triangle"] {
        let found = search(&engine, query);
        assert!(!found.nothing_close, "{query}: {:?} {:?}", found.closeness, ids(&found));
    }
}

#[test]
fn copies_are_one_hit() {
    let (engine, _index, _folder) = engine();
    let found = search(&engine, "left cosets of a subgroup");
    let of_book: Vec<_> = found.hits.iter().filter(|hit| hit.id.starts_with("book")).collect();
    assert_eq!(of_book.len(), 1, "{:?}", ids(&found));
    assert_eq!(of_book[0].copies.len(), 1);
    assert!(of_book[0].copies[0].id.starts_with("book") && of_book[0].copies[0].id != of_book[0].id);
    assert_eq!(found.hits.len(), found.page.total);
}

#[test]
fn an_answer_with_votes_against_it_stands_behind_the_others() {
    let (engine, _index, _folder) = engine();
    let found = search(&engine, "why is an empty product one");
    let place = |id: &str| ids(&found).iter().position(|other| *other == id).unwrap();
    assert!(place("good") < place("wrong"), "{:?}", ids(&found));
}

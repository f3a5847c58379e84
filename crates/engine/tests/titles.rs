//! What hits are called, which of their words are lit, what is copied of them, and how many there are.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;

use engine::query::asked::Want;
use engine::search::units::UnitResponse;
use engine::search::{SearchRequest, SearchResponse};
use engine::{Budget, Engine};
use support::indexed;
use tempfile::TempDir;

const UNITS: &str = r#"{"id":"q/1","kind":"question","title":"L'H\\^opital for $\\frac{0}{0}$","body":"When may one use the rule of the quotient?"}
{"id":"a/1-1","kind":"answer","parent":"q/1","body":"The quotient is $$ \\frac{f'(x)}{g'(x)}\\le 1. $$"}
{"id":"n/1","kind":"note","body":"A <b>zebra</b> note has $x_7^2$ in it. More follows."}
{"id":"n/2","kind":"note","body":"Untitled giraffe thoughts\nthat go on without an end and go on"}
"#;

fn engine() -> (Engine, TempDir, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("units.jsonl"), UNITS).unwrap();
    let (engine, index) = indexed(folder.path());
    (engine, index, folder)
}

fn request(query: &str, want: Option<Want>) -> SearchRequest {
    SearchRequest { query: query.to_owned(), want, by_thread: true, ..SearchRequest::default() }
}

fn search(engine: &Engine, request: &SearchRequest) -> SearchResponse {
    engine.search(request, &Budget::default()).unwrap().response(false)
}

fn units(engine: &Engine, query: &str) -> UnitResponse {
    match search(engine, &request(query, None)) {
        SearchResponse::Units(found) => *found,
        SearchResponse::Formulas(_) => panic!("formulas for {query}"),
    }
}

#[test]
fn an_untitled_text_is_called_by_its_first_sentence() {
    let (engine, _index, _folder) = engine();
    let found = units(&engine, "zebra");
    let hit = found.hits.first().unwrap();
    assert_eq!(hit.title, "A <b>zebra</b> note has $x_7^2$ in it.");
    assert!(hit.title_html.starts_with("A &lt;b&gt;<mark>zebra</mark>&lt;/b&gt; note"), "{}", hit.title_html);
    assert!(hit.title_html.contains("<math"), "{}", hit.title_html);
}

#[test]
fn a_first_sentence_ends_with_its_line() {
    let (engine, _index, _folder) = engine();
    let hit = units(&engine, "giraffe").hits.remove(0);
    assert_eq!(hit.title, "Untitled giraffe thoughts");
    assert_eq!(hit.link, "/threads/n/2");
}

#[test]
fn words_that_say_little_are_not_lit() {
    let (engine, _index, _folder) = engine();
    let found = units(&engine, "the rule of the quotient");
    let lit: Vec<&str> = found.hits.iter().flat_map(|hit| hit.excerpt.html.split("<mark>").skip(1)).collect();
    assert!(!lit.is_empty());
    assert!(!lit.iter().any(|piece| piece.starts_with("the<") || piece.starts_with("of<")), "{lit:?}");
}

#[test]
fn a_formula_of_an_answer_has_the_title_of_its_question_and_the_latex_of_its_author() {
    let (engine, _index, _folder) = engine();
    let SearchResponse::Formulas(found) = search(&engine, &request(r"$\frac{f'(x)}{g'(x)}\leq 1$", None))
    else {
        panic!("units for a formula")
    };
    let place = found.hits.first().unwrap().instances.first().unwrap();
    assert_eq!(place.written.as_deref(), Some(r"\frac{f'(x)}{g'(x)}\le 1"));
    assert!(place.title_html.starts_with("L&#39;Hôpital for <span"), "{}", place.title_html);
}

#[test]
fn counts_are_the_totals_of_the_lists() {
    let (engine, _index, _folder) = engine();
    let counts = engine.count(&request("quotient", None), &Budget::default()).unwrap();
    assert_eq!(counts.counts.len(), 4);
    for count in counts.counts {
        let total = match search(&engine, &request("quotient", Some(count.want))) {
            SearchResponse::Formulas(found) => found.page.total,
            SearchResponse::Units(found) => found.page.total,
        };
        assert_eq!(count.total, total, "{:?}", count.want);
    }
}

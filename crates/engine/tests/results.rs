//! Filters, facets, orders and formulas of texts over the bundled collection.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::Write;
use std::sync::LazyLock;

use engine::query::asked::Want;
use engine::search::facets::Facet;
use engine::search::formulas::FormulaResponse;
use engine::search::listing::{Sort, TotalIs};
use engine::search::narrowing::Narrowing;
use engine::search::units::UnitResponse;
use engine::search::{SearchRequest, SearchResponse};
use engine::{Budget, Engine};
use support::{bundled, indexed};
use tempfile::TempDir;

static BUNDLED: LazyLock<(Engine, TempDir)> = LazyLock::new(|| indexed(&bundled()));

fn search(engine: &Engine, request: &SearchRequest) -> SearchResponse {
    engine.search(request, &Budget::default()).unwrap().response(false)
}

fn units(request: &SearchRequest) -> UnitResponse {
    match search(&BUNDLED.0, request) {
        SearchResponse::Units(found) => *found,
        SearchResponse::Formulas(_) => panic!("formulas for {request:?}"),
    }
}

fn formulas(request: &SearchRequest) -> FormulaResponse {
    match search(&BUNDLED.0, request) {
        SearchResponse::Formulas(found) => *found,
        SearchResponse::Units(_) => panic!("units for {request:?}"),
    }
}

fn request(query: &str) -> SearchRequest {
    SearchRequest {
        query: query.to_owned(),
        by_thread: true,
        fold: true,
        facets: true,
        ..SearchRequest::default()
    }
}

/// Name, value and count of every value of facets.
fn values(facets: &[Facet]) -> Vec<(&'static str, String, usize)> {
    let of = |facet: &Facet| {
        let name = facet.name;
        facet.values.iter().map(|value| (name, value.value.clone(), value.count)).collect::<Vec<_>>()
    };
    facets.iter().flat_map(of).collect()
}

/// The same search narrowed to a value of a facet.
fn narrowed(request: &SearchRequest, name: &str, value: &str) -> SearchRequest {
    let mut narrowing = Narrowing::default();
    match name {
        "kind" => narrowing.kinds.push(value.to_owned()),
        "tag" => narrowing.tags.push(value.to_owned()),
        "is" => narrowing.is = Some(value.to_owned()),
        "year" => narrowing.year = Some(value.to_owned()),
        _ => narrowing.sites.push(value.to_owned()),
    }
    SearchRequest { narrowing, ..request.clone() }
}

#[test]
fn a_facet_of_units_counts_the_hits_that_stay_when_it_is_chosen() {
    for query in ["convergent series", "prime numbers"] {
        let request = request(query);
        let found = units(&request);
        assert_eq!(found.page.total_is, TotalIs::Exact);
        let values = values(&found.extras.facets);
        assert!(values.len() > 5, "{values:?}");
        for (name, value, count) in values.into_iter().filter(|(name, ..)| *name != "site") {
            assert_eq!(
                units(&narrowed(&request, name, &value)).page.total,
                count,
                "{query}, {name}: {value}"
            );
        }
    }
}

#[test]
fn a_facet_of_formulas_counts_the_hits_that_stay_when_it_is_chosen() {
    let request = request("$a^2+b^2=c^2$");
    // Without folding: which formulas are folded into one hit depends on the formulas that pass.
    let request = SearchRequest { fold: false, ..request };
    let found = formulas(&request);
    for (name, value, count) in values(&found.extras.facets).into_iter().filter(|(name, ..)| *name != "site")
    {
        assert_eq!(formulas(&narrowed(&request, name, &value)).page.total, count, "{name}: {value}");
    }
}

#[test]
fn facets_follow_the_filters_that_are_chosen() {
    for (query, want) in [("convergent series", None), ("$x^2+y^2$", Some(Want::Formulas))] {
        let request = SearchRequest { want, ..narrowed(&request(query), "kind", "answer") };
        let facets = match search(&BUNDLED.0, &request) {
            SearchResponse::Units(found) => found.extras.facets,
            SearchResponse::Formulas(found) => found.extras.facets,
        };
        let kinds: Vec<String> = values(&facets)
            .into_iter()
            .filter(|(name, ..)| *name == "kind")
            .map(|(_, value, _)| value)
            .collect();
        assert_eq!(kinds, ["answer"], "{query}");
    }
}

#[test]
fn facets_are_the_same_on_every_page() {
    let first = units(&request("prime numbers"));
    let second = units(&SearchRequest { offset: 10, k: 3, ..request("prime numbers") });
    assert_eq!(values(&first.extras.facets), values(&second.extras.facets));
}

#[test]
fn units_are_sorted_by_date_and_votes_with_the_others_last() {
    for (sort, value) in [(Sort::Date, date as fn(&_) -> _), (Sort::Votes, votes)] {
        let request = SearchRequest { sort, k: 200, by_thread: false, ..request("convergent series") };
        let found = units(&request);
        assert_eq!(found.page.sort, sort);
        let values: Vec<Option<i64>> = found.hits.iter().map(value).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(values.first().is_some_and(Option::is_some) && values.last().is_some_and(Option::is_none));
        let by_relevance = units(&SearchRequest { sort: Sort::Relevance, ..request });
        let ids = |found: &UnitResponse| {
            let mut ids: Vec<String> = found.hits.iter().map(|hit| hit.id.clone()).collect();
            ids.sort();
            ids
        };
        assert_eq!(ids(&found), ids(&by_relevance));
    }
}

fn date(hit: &engine::search::units::UnitHit) -> Option<i64> {
    hit.date
}

fn votes(hit: &engine::search::units::UnitHit) -> Option<i64> {
    hit.votes
}

#[test]
fn words_find_the_formulas_of_the_texts_that_match_them() {
    let request = SearchRequest { want: Some(Want::Formulas), ..request("harmonic series") };
    let found = formulas(&request);
    assert!(found.of_texts);
    assert_eq!(found.query.read_as, "formulas of the texts that match; words: harmonic series");
    assert!(
        found.hits.len() == 10
            && found.hits.iter().all(|hit| hit.tex.len() > 2 && hit.why.relation == "in-text")
    );
    let titles: Vec<&str> = found.hits.iter().map(|hit| hit.instances[0].title.as_str()).collect();
    assert!(titles.iter().take(3).any(|title| title.starts_with("Harmonic series")), "{titles:?}");
    let sums =
        found.hits.iter().filter(|hit| hit.tex.contains(r"\sum") || hit.tex.contains(r"\frac{1}")).count();
    assert!(sums >= 3, "{:?}", found.hits.iter().map(|hit| &hit.tex).collect::<Vec<_>>());
}

#[test]
fn a_formula_stays_a_formula_when_formulas_are_wanted() {
    for query in ["a^2+b^2=c^2", "sin(x)/x", "$x^2$ kind:card", "n^2"] {
        let request = SearchRequest { want: Some(Want::Formulas), ..request(query) };
        assert!(!formulas(&request).of_texts, "{query}");
    }
}

#[test]
fn filters_in_the_query_restrict_formulas() {
    let all = SearchRequest { want: Some(Want::Formulas), ..request("$x^2$") };
    let cards = SearchRequest { query: "$x^2$ kind:card".to_owned(), ..all.clone() };
    let (all, cards) = (formulas(&all), formulas(&cards));
    assert!(
        cards.page.total > 0 && cards.page.total < all.page.total,
        "{} of {}",
        cards.page.total,
        all.page.total
    );
    assert_eq!(cards.query.tex, "x^{2}");
}

#[test]
fn units_that_are_formulas_are_found_by_their_kind() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = std::fs::File::create(folder.path().join("list.tsv")).unwrap();
    for (at, formula) in ["a^2+b^2=c^2", "e^{i\\pi}=-1", "x+y"].iter().enumerate() {
        writeln!(file, "F.{at}\t{formula}").unwrap();
    }
    let (engine, _index) = indexed(&folder.path().join("list.tsv"));
    for (query, count) in [("kind:formula", 3), ("$x+y$ kind:formula", 1)] {
        let request = SearchRequest { want: Some(Want::NAMES[1].0), ..request(query) };
        let SearchResponse::Units(found) = search(&engine, &request) else { panic!("formulas for {query}") };
        assert!(
            found.page.total >= count && found.hits.iter().all(|hit| hit.kind == "formula"),
            "{query}: {found:?}"
        );
    }
    let SearchResponse::Units(found) =
        search(&engine, &SearchRequest { want: Some(Want::NAMES[1].0), ..request("$x+y$") })
    else {
        panic!("formulas for units")
    };
    assert_eq!(found.page.total, 0);
}

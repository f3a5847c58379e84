//! Queries with wildcards find their matches, complete ones first.

#![allow(clippy::unwrap_used)]

use document::{Text, Unit};
use formula::Notation;
use index::{Index, Settings, Writer};
use rank::formulas::{Pipeline, Query, Searcher};

/// An index of formulas, the number of each its id.
fn index_of(formulas: &[&str]) -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let unit = |(id, latex): (usize, &&str)| Unit {
        id: format!("f{id}"),
        body: Text::formula(*latex, Notation::Latex, None),
        ..Unit::default()
    };
    let units: Vec<Unit> = formulas.iter().enumerate().map(unit).collect();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("formulas", &units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

/// The places in the list of what a pipeline finds.
fn found(index: &Index, pipeline: &str, query: &str) -> Vec<usize> {
    let pipeline = Pipeline::load(pipeline).unwrap();
    let searcher = Searcher::new(index, &pipeline).unwrap();
    let hits = searcher.search(&Query::read(query, Notation::Latex), 20).hits;
    let id = |record| index.occurrences(record).unwrap()[0].0.id.clone();
    hits.iter().map(|hit| id(hit.record)[1..].parse().unwrap()).collect()
}

const FORMULAS: [&str; 9] = [
    r"x^2+y^2=z^2",
    r"(a+b)^2+c^2=(d-e)^2",
    r"1+(x^2+y^2=z^2)",
    r"x^2+y^3=z^2",
    r"\frac{p}{q}",
    r"\frac{\sin t}{n+1}",
    r"2\frac{p}{q}+1",
    r"f(x)=x",
    r"f(x)=y",
];

#[test]
fn complete_matches_come_before_matches_of_a_part() {
    let (_folder, index) = index_of(&FORMULAS);
    let pythagoras = found(&index, "best", "?a^2+?b^2=?c^2");
    assert_eq!(pythagoras[..3], [0, 1, 2]);
    let fractions = found(&index, "best", r"\frac{?a}{?b}");
    assert_eq!(fractions[..3], [4, 5, 6]);
}

#[test]
fn a_name_stands_for_one_thing() {
    let (_folder, index) = index_of(&FORMULAS);
    assert_eq!(found(&index, "mathwebsearch", "?f(?x)=?x"), [7]);
    assert_eq!(found(&index, "mathwebsearch", "?f(?x)=?y"), [7, 8]);
}

#[test]
fn without_wildcards_a_query_is_found_at_every_sub_term() {
    let (_folder, index) = index_of(&FORMULAS);
    assert_eq!(found(&index, "mathwebsearch", r"\frac{p}{q}"), [4, 6]);
    assert_eq!(found(&index, "mathwebsearch", "x^2+y^2=z^2"), [0, 2]);
}

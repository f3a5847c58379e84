//! The bundled systems on a small index.

#![allow(clippy::unwrap_used, clippy::panic)]

use document::{Occurrence, Text, Unit};
use formula::Notation;
use index::{Index, Profile, Settings, Writer};
use rank::formulas::{Hit, Pipeline, Query, Results, Searcher};
use rank::learning::{self, Example, Topic};
use tempfile::TempDir;

const FORMULAS: [&str; 12] = [
    "x^2+y^2=z^2",
    "a^2+b^2=c^2",
    "x^2-y^2=z",
    r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}",
    r"\frac{-p\pm\sqrt{p^2-4q}}{2}",
    r"\int_0^\infty e^{-x^2}\,dx",
    r"\int_0^1 e^{-t^2}\,dt",
    r"\sum_{i=1}^n i=\frac{n(n+1)}{2}",
    r"\sum_{k=1}^n k^2",
    "a+b",
    r"e^{i\pi}+1=0",
    r"\binom nk",
];

fn unit(number: usize, source: &str) -> Unit {
    let occurrence = Occurrence {
        place: 0..source.len(),
        source: source.to_owned(),
        notation: Notation::Latex,
        id: None,
        visual_id: None,
    };
    let body = Text { text: source.to_owned(), formulas: vec![occurrence] };
    Unit { id: format!("u{number}"), kind: "formula".to_owned(), body, ..Unit::default() }
}

fn index(profile: &str) -> (TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { profile: Profile::from_name(profile), ..Settings::default() };
    let mut writer = Writer::open(folder.path(), settings).unwrap();
    let units: Vec<Unit> = FORMULAS.iter().enumerate().map(|(number, source)| unit(number, source)).collect();
    writer.add("formulas", &units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

fn search(index: &Index, name: &str, source: &str) -> Results {
    let pipeline = Pipeline::load(name).unwrap();
    let searcher = Searcher::new(index, &pipeline).unwrap();
    searcher.search(&Query::read(source, Notation::Latex), 10)
}

fn records(found: &Results) -> Vec<u32> {
    found.hits.iter().map(|hit| hit.record).collect()
}

/// Systems that need no more than an index; others need something to be trained first.
const SYSTEMS: [&str; 5] = ["best", "tangent-s", "tangent-l", "approach0", "latex-bm25"];

#[test]
fn every_system_finds_a_formula_by_itself_first() {
    let (_folder, index) = index("research");
    for name in SYSTEMS {
        for (record, source) in (0..).zip(FORMULAS) {
            let found = search(&index, name, source);
            assert_eq!(found.hits.first().map(|hit| hit.record), Some(record), "{name}: {source}");
        }
    }
}

#[test]
fn lots_are_drawn_without_regard_to_the_query_but_always_the_same() {
    let (_folder, index) = index("default");
    let drawn = records(&search(&index, "random", "x"));
    assert_eq!(drawn, records(&search(&index, "random", "x")));
    assert_ne!(drawn, records(&search(&index, "random", "y")));
    assert_eq!(drawn.len(), 10);
    let mut firsts = [0; FORMULAS.len()];
    for number in 0..1200 {
        let first = search(&index, "random", &format!("x_{{{number}}}")).hits[0].record;
        firsts[first as usize] += 1;
    }
    // 100 each are expected; 40 off would be more than four standard deviations.
    assert!(firsts.iter().all(|&count: &i32| (count - 100).abs() < 40), "{firsts:?}");
}

#[test]
fn approach_zero_prefers_the_same_symbols_where_structure_is_the_same() {
    let (_folder, index) = index("default");
    let found = search(&index, "approach0", "a^2+b^2=c^2");
    assert_eq!(records(&found)[..2], [1, 0]);
    assert!(found.hits[0].score > found.hits[1].score);
}

#[test]
fn a_system_says_which_profile_has_what_it_needs() {
    let (_folder, index) = index("default");
    let pipeline = Pipeline::load("latex-bm25").unwrap();
    let error = Searcher::new(&index, &pipeline).err().unwrap();
    let hint = error.hint().unwrap();
    assert!(error.to_string().contains("`latex`") && hint.contains("profile `research`"), "{error}: {hint}");
}

#[test]
fn every_bundled_pipeline_is_described() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/research/pipelines.md");
    let page = std::fs::read_to_string(page).unwrap();
    for name in Pipeline::names() {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let file = format!("`crates/rank/pipelines/formulas/{name}.toml`");
        assert!(
            row.is_some_and(|row| row.contains(&file)),
            "no row for {name} in docs/research/pipelines.md"
        );
    }
}

#[test]
fn every_pipeline_states_its_differences() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/research/published-systems.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (formulas, questions) = page.split_once("## Questions").unwrap();
    let (_, formulas) = formulas.split_once("## Formulas").unwrap();
    let check = |table: &str, names: Vec<&str>| {
        let mut rows: Vec<&str> = Vec::new();
        for row in table.lines().filter(|line| line.starts_with("| `")) {
            let columns: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [name, system, ..] = columns[..] else { panic!("{row}") };
            let is_ours = system.starts_with("Perga's own");
            let differences = columns.get(2).copied().unwrap_or("");
            assert!(is_ours || !differences.is_empty(), "{name} states no difference");
            rows.push(name.trim_matches('`'));
        }
        let sorted = |mut names: Vec<&str>| {
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(sorted(rows), sorted(names));
    };
    check(formulas, Pipeline::names().collect());
    check(questions, rank::questions::Pipeline::names().collect());
}

#[test]
fn weights_are_learned_from_what_a_stage_sees() {
    let (_folder, index) = index("default");
    let pipeline = Pipeline::load("ltr").unwrap();
    let names = learning::formulas::names(&pipeline);
    let showing = learning::formulas::showing(&pipeline).unwrap();
    let searcher = Searcher::new(&index, &showing).unwrap();
    // Formulas of the same kind are better than others: 0 to 2 squares, 3 and 4 roots, 5 and 6 integrals.
    let kinds = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6];
    let topic = |(number, source): (usize, &str)| {
        let found = searcher.search(&Query::read(source, Notation::Latex), 10);
        let example = |hit: &Hit| Example {
            docno: hit.record.to_string(),
            grade: Some(i32::from(kinds[hit.record as usize] == kinds[number])),
            values: learning::formulas::values(hit, &names),
        };
        Topic { id: number.to_string(), candidates: found.hits.iter().map(example).collect() }
    };
    let topics: Vec<Topic> = FORMULAS.into_iter().enumerate().map(topic).filter(Topic::has_pairs).collect();
    assert!(topics.len() >= 5);
    let weights = learning::weights(&topics, names.len(), learning::Cost::default());
    let learned = learning::formulas::learned(&pipeline, "learned", "a test", &weights);
    let reread = Pipeline::parse("learned.toml", &learned.to_toml().unwrap()).unwrap();
    assert_eq!(reread, learned);
    // What the learned pipeline gives is what the weights give to the values.
    let query = Query::read(FORMULAS[0], Notation::Latex);
    let hits = Searcher::new(&index, &learned).unwrap().search(&query, 10).hits;
    let stage = learned.stages.last().unwrap();
    let rounded: Vec<f64> = stage.weights.values().copied().collect();
    for hit in searcher.search(&query, 10).hits {
        let values = learning::formulas::values(&hit, &names).unwrap();
        let learned = hits.iter().find(|other| other.record == hit.record).unwrap();
        assert!((learned.score - learning::score(&rounded, &values)).abs() < 1e-9);
    }
    assert_eq!(hits[0].record, 0);
}

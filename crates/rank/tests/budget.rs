//! Searches that run out of time: they end soon and never give a part for the whole.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use document::Unit;
use document::markup::delimited;
use formula::Notation;
use index::{Budget, Ended, Index, Profile, Settings, Writer};
use rank::Error;
use rank::formulas::modes::{self, Mode};
use rank::formulas::{Pipeline, Query};
use rank::questions::{Question, Searcher, Want};
use tempfile::TempDir;

fn index() -> (TempDir, Index) {
    let unit = |number: u32| Unit {
        id: format!("u{number}"),
        kind: "article".to_owned(),
        title: delimited(&format!("What is a limit {number}")),
        body: delimited(&format!("It is a limit of $x^{{{number}}}+y$ and it is a number.")),
        ..Unit::default()
    };
    let units: Vec<Unit> = (0..400).map(unit).collect();
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { profile: Profile::from_name("research"), memory: 64 << 20 };
    let mut writer = Writer::open(folder.path(), settings).unwrap();
    writer.add("units.jsonl", &units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

fn stopped(why: Ended) -> Budget {
    let budget = Budget::stoppable();
    budget.end(why);
    budget
}

#[test]
fn a_search_for_units_without_time_fails_and_says_why() {
    let (_folder, index) = index();
    let pipeline = rank::questions::Pipeline::load("best").unwrap();
    let searcher = Searcher::new(&index, &pipeline, Want::Units).unwrap();
    for query in
        ["limit", "\"it is a\"", "+limit -number", "$x^{3}+y$ limit", "+$x^{3}$ site:units", "$?a+y$"]
    {
        let question = Question::read(query);
        assert!(searcher.search(&question, 10).is_ok(), "{query}");
        for (budget, why) in [
            (Budget::of(Duration::ZERO), Ended::TimeUp),
            (stopped(Ended::Displaced), Ended::Displaced),
            (stopped(Ended::Abandoned), Ended::Abandoned),
        ] {
            let found = searcher.search(&question.clone().within(&budget), 10);
            assert!(matches!(found, Err(Error::Unfinished(ended)) if ended == why), "{query}: {found:?}");
        }
    }
}

#[test]
fn a_search_for_formulas_without_time_fails_in_every_mode_and_pipeline() {
    let (_folder, index) = index();
    let budget = Budget::of(Duration::ZERO);
    for source in ["x^{3}+y", "?a+y", r"\exact{x}+?b"] {
        let query = Query::read(source, Notation::Latex);
        for mode in [Mode::Exact, Mode::Contains, Mode::Similar] {
            for name in ["best", "tangent-s", "approach-zero", "mathwebsearch"] {
                let Ok(pipeline) = Pipeline::load(name) else { continue };
                assert!(modes::search(&index, &pipeline, &query, mode, 10).is_ok(), "{name}");
                let found = modes::search(&index, &pipeline, &query.clone().within(&budget), mode, 10);
                assert!(matches!(found, Err(Error::Unfinished(Ended::TimeUp))), "{name}: {found:?}");
            }
        }
    }
}

#[test]
fn a_running_search_ends_soon_after_it_is_stopped() {
    let (_folder, index) = index();
    let pipeline = rank::questions::Pipeline::load("best").unwrap();
    let searcher = Searcher::new(&index, &pipeline, Want::Units).unwrap();
    let budget = Budget::stoppable();
    let question = Question::read("\"it is a\" limit $x^{3}+y$").within(&budget);
    let others = budget.clone();
    let stopped_at = std::thread::scope(|scope| {
        let searching = scope.spawn(|| while searcher.search(&question, 10).is_ok() {});
        std::thread::sleep(Duration::from_millis(30));
        others.end(Ended::Abandoned);
        let stopped_at = Instant::now();
        searching.join().unwrap();
        stopped_at
    });
    assert!(stopped_at.elapsed() < Duration::from_secs(20), "{:?}", stopped_at.elapsed());
}

#[test]
fn time_that_is_not_used_up_changes_nothing() {
    let (_folder, index) = index();
    let pipeline = rank::questions::Pipeline::load("best").unwrap();
    let searcher = Searcher::new(&index, &pipeline, Want::Units).unwrap();
    let question = Question::read("\"it is a\" limit $x^{3}+y$");
    let unlimited = searcher.search(&question, 20).unwrap();
    let limited = searcher.search(&question.within(&Budget::of(Duration::from_secs(3600))), 20).unwrap();
    assert_eq!(unlimited, limited);
    assert!(!unlimited.hits.is_empty());
}

//! The pages of a search are one list: no hit twice, none lost, the same order and total for every page and page size.
//!
//! The queries are generated from the bundled collection: its topics, titles, formulas, words and tags.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::thread;

use engine::query::asked::{Mode, Want};
use engine::search::listing::{MOST_LISTED, Sort, TotalIs};
use engine::search::{SearchRequest, SearchResponse};
use engine::{Budget, Engine};
use support::{bundled, indexed};

/// Queries that are tried.
const QUERIES: usize = 200;

/// Page sizes that are tried.
const SIZES: [usize; 9] = [1, 2, 3, 5, 7, 10, 20, 50, 100];

/// Hits at the beginning of each list that pages are compared with.
const COMPARED: usize = 40;

/// The part of a response that pages must agree on.
#[derive(Debug, PartialEq)]
struct Page {
    /// Rank, name and score of each hit.
    hits: Vec<(usize, String, f64)>,
    total: usize,
    total_is: TotalIs,
}

fn page(engine: &Engine, request: &SearchRequest, k: usize, offset: usize) -> Page {
    let request = SearchRequest { k, offset, ..request.clone() };
    let results =
        engine.search(&request, &Budget::default()).unwrap_or_else(|error| panic!("{request:?}: {error}"));
    match results.response(false) {
        SearchResponse::Formulas(found) => Page {
            hits: found.hits.iter().map(|hit| (hit.rank, hit.record.to_string(), hit.score)).collect(),
            total: found.page.total,
            total_is: found.page.total_is,
        },
        SearchResponse::Units(found) => Page {
            hits: found.hits.iter().map(|hit| (hit.rank, hit.id.clone(), hit.score)).collect(),
            total: found.page.total,
            total_is: found.page.total_is,
        },
    }
}

/// The lines of a file of the bundled collection.
fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(bundled().join(path)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Topics, titles, formulas, words and filters of the bundled collection.
fn queries() -> Vec<String> {
    let topics = lines("topics-formulas.tsv").into_iter().chain(lines("topics-questions.tsv"));
    let mut queries: Vec<String> =
        topics.filter_map(|line| line.split('\t').nth(1).map(str::to_owned)).collect();
    for file in [
        "threads/calculus.jsonl",
        "threads/algebra.jsonl",
        "threads/number-theory.jsonl",
        "cards/geometry.jsonl",
    ] {
        for line in lines(file) {
            let unit: serde_json::Value = serde_json::from_str(&line).unwrap();
            let (title, body) = (unit["title"].as_str().unwrap_or(""), unit["body"].as_str().unwrap_or(""));
            let words: Vec<&str> = title.split_whitespace().filter(|word| !word.contains('$')).collect();
            if words.len() > 2 {
                queries.push(title.to_owned());
                queries.push(words[words.len() - 1].to_owned());
                queries.push(format!("{} kind:answer", words[words.len() - 2..].join(" ")));
                queries.push(format!("+{} votes:2", words[1]));
            }
            if let Some(formula) = body.split('$').nth(1).filter(|formula| formula.len() > 3) {
                queries.push(format!("${formula}$"));
            }
        }
    }
    queries.dedup();
    assert!(queries.len() >= QUERIES, "{}", queries.len());
    let step = queries.len() / QUERIES;
    queries.into_iter().step_by(step).take(QUERIES).collect()
}

/// Requests of every kind, one for each query.
fn requests() -> Vec<SearchRequest> {
    let wants = [None, Some("formulas"), Some("answers"), None, Some("questions")];
    let modes = [Mode::Similar, Mode::Contains, Mode::Similar, Mode::Exact];
    let sorts = [Sort::Relevance, Sort::Relevance, Sort::Date, Sort::Relevance, Sort::Votes, Sort::Relevance];
    let wanted = |name: &str| Want::NAMES.iter().find(|(_, known)| *known == name).map(|(want, _)| *want);
    let request = |(at, query): (usize, String)| SearchRequest {
        query,
        want: wants[at % wants.len()].and_then(wanted),
        mode: modes[at % modes.len()],
        sort: sorts[at % sorts.len()],
        fold: at % 2 == 0,
        by_thread: at % 3 != 0,
        ..SearchRequest::default()
    };
    queries().into_iter().enumerate().map(request).collect()
}

/// Compares pages of a request with one long page; gives the total.
fn check(engine: &Engine, request: &SearchRequest, sizes: impl Iterator<Item = (usize, usize)>) -> usize {
    let list = page(engine, request, COMPARED, 0);
    let total = list.total;
    assert_eq!(list.hits.len(), total.min(COMPARED), "{request:?}");
    assert!(total <= MOST_LISTED);
    let mut names: Vec<&String> = list.hits.iter().map(|(_, name, _)| name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), list.hits.len(), "a hit is there twice: {request:?}");
    for (k, number) in sizes {
        let last = total.min(COMPARED).saturating_sub(1) / k;
        let offset = number % (last + 1) * k;
        let found = page(engine, request, k, offset);
        let until = (offset + k).min(list.hits.len()).max(offset);
        let expected = list.hits.get(offset..until).unwrap_or_default();
        let compared = found.hits.len().min(expected.len());
        assert_eq!(found.hits[..compared], *expected, "k={k}, offset={offset}: {request:?}");
        assert_eq!(
            found.hits.len(),
            total.saturating_sub(offset).min(k),
            "k={k}, offset={offset}: {request:?}"
        );
        assert_eq!(
            (found.total, found.total_is),
            (total, list.total_is),
            "k={k}, offset={offset}: {request:?}"
        );
    }
    let end = page(engine, request, 2, total.saturating_sub(1));
    assert_eq!((end.hits.len(), end.total), (total.min(1), total), "{request:?}");
    total
}

/// Checks all requests with some page sizes each; every size is tried with many requests.
fn check_all(engine: &Engine, requests: &[SearchRequest], sizes_each: usize) {
    let run = |half: usize| {
        let mut found = 0;
        for (at, request) in requests.iter().enumerate().filter(|(at, _)| at % 2 == half) {
            let sizes =
                (0..sizes_each).map(|more| (SIZES[(at + 2 * more) % SIZES.len()], at / SIZES.len() + more));
            found += usize::from(check(engine, request, sizes) > 1);
        }
        found
    };
    let found = thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || run(half)));
        halves.into_iter().map(|half| half.join().unwrap()).sum::<usize>()
    });
    assert!(found > requests.len() / 2, "only {found} of {} requests found anything", requests.len());
}

#[test]
fn pages_of_the_bundled_collection_are_one_list() {
    let (engine, _folder) = indexed(&bundled());
    check_all(&engine, &requests(), 3);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn pages_of_a_collection_of_posts_are_one_list() {
    let posts = testkit::shared_text("answers-dev/units.jsonl.gz");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("posts.jsonl");
    let first: String = posts.lines().take(1500).flat_map(|line| [line, "\n"]).collect();
    std::fs::write(&file, first).unwrap();
    let (engine, _index) = indexed(&file);
    let requests: Vec<SearchRequest> = requests().into_iter().step_by(3).collect();
    check_all(&engine, &requests, 2);
}

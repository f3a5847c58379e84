//! Sizes and speeds, for a reader to look at. Seconds are processor time where the system reports it (Linux), so that
//! other work on the machine does not count:
//! `cargo test -p index --release --test postings figures -- --ignored --nocapture`

use index::Budget;
use index::postings::{Bm25, Dice, Family, Model, QueryTerm, exhaustive, merge, top_k};
use testkit::timed;

use crate::support::{Input, random, zipf};

fn time<T>(what: &str, work: f64, unit: &str, run: impl FnOnce() -> T) -> T {
    let (result, time) = timed(run);
    let seconds = time.as_secs_f64();
    println!("{what}: {:.3} s, {:.1} {unit}/s", seconds, work / seconds);
    result
}

fn searches(segments: &[Family], queries: &[Vec<QueryTerm>], model: &impl Model, name: &str, k: usize) {
    let count = queries.len() as f64;
    let pruned = time(&format!("{name} top {k}, pruned"), count, "queries", || {
        queries
            .iter()
            .map(|query| top_k(segments, query, model, k, &|_| true, &Budget::default()))
            .collect::<Vec<_>>()
    });
    let all = time(&format!("{name} top {k}, exhaustive"), count, "queries", || {
        queries.iter().map(|query| exhaustive(segments, query, model, k, &|_| true)).collect::<Vec<_>>()
    });
    assert_eq!(pruned, all);
}

#[test]
#[ignore = "prints figures"]
fn figures() {
    let input = zipf(5_000_000, 42);
    let mut entries = input.entries.clone();
    let mut bytes = Vec::new();
    let millions = entries.len() as f64 / 1e6;
    time("write", millions, "M entries", || {
        index::postings::write(&mut bytes, input.shape, &input.sizes, &mut entries).unwrap()
    });
    let length = bytes.len() as f64;
    let family = Family::open(tantivy::directory::OwnedBytes::new(bytes)).unwrap();
    println!("{} records, {} terms, {} postings", input.shape.records, family.terms(), family.postings());
    println!(
        "{:.2} bytes a posting, {:.1} a record",
        length / family.postings() as f64,
        length / f64::from(input.shape.records)
    );
    let postings = family.postings() as f64 / 1e6;
    time("read", postings, "M postings", || family.each_term().map(|(_, list)| list.count()).sum::<usize>());
    time("check", postings, "M postings", || family.check().unwrap());
    let parts: Vec<Family> = input.parts(&[20_000, 50_000, 90_000]).iter().map(Input::family).collect();
    time("merge of 4", postings, "M postings", || merge(&parts, &|_| true, &mut Vec::new()).unwrap());

    let mut state = 5;
    let mut term = || {
        let term = input.entries[random(&mut state) as usize % input.entries.len()].term;
        let idf = (1.0 + f64::from(input.shape.records) / f64::from(family.document_frequency(term))).ln();
        QueryTerm { term, weight: idf, count: 1 }
    };
    let queries: Vec<Vec<QueryTerm>> = (0..40).map(|_| (0..80).map(|_| term()).collect()).collect();
    let lists: usize = queries.iter().map(Vec::len).sum();
    time("look up", lists as f64, "terms", || {
        queries.iter().flatten().filter(|term| family.list(term.term).is_some()).count()
    });
    let bm25 = Bm25 { k1: 1.2, b: 0.75, average_size: 70.0 };
    let segments = [family];
    searches(&segments, &queries, &bm25, "bm25", 10);
    searches(&segments, &queries, &bm25, "bm25", 1000);
    searches(&segments, &queries, &Dice { query_size: 80 }, "dice", 100);
}

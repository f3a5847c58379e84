//! Pruned search equals scoring everything, to the bit.

use index::Budget;
use index::postings::{Bm25, Dice, Family, Model, QueryTerm, Scored, exhaustive, top_k};
use proptest::prelude::*;

use crate::support::{Input, inputs, random, zipf};

fn bits(hits: &[Scored]) -> Vec<(u32, u64)> {
    hits.iter().map(|hit| (hit.record, hit.score.to_bits())).collect()
}

fn agree(
    segments: &[Family],
    query: &[QueryTerm],
    model: &impl Model,
    k: usize,
    accept: &dyn Fn(u32) -> bool,
) {
    let pruned = top_k(segments, query, model, k, accept, &Budget::default());
    let all = exhaustive(segments, query, model, k, accept);
    assert_eq!(bits(&pruned), bits(&all));
    assert!(pruned.len() <= k && pruned.iter().all(|hit| accept(hit.record)));
}

/// A query of terms of the input (every `step`-th) and one term that does not occur.
fn query(input: &Input, step: usize, weights: &[f64]) -> Vec<QueryTerm> {
    let lists = input.expected();
    let terms = lists.iter().step_by(step).take(60).map(|list| list.0).chain([12345]);
    let weights = weights.iter().cycle();
    let counts = [1, 1, 2, 5].into_iter().cycle();
    terms
        .zip(weights)
        .zip(counts)
        .map(|((term, weight), count)| QueryTerm { term, weight: *weight, count })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn pruning_loses_nothing(
        input in inputs(4000),
        cuts in prop::collection::vec(any::<u32>(), 0..4),
        step in 1usize..5,
        weights in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.01f64..9.0], 1..7),
        k in prop_oneof![0usize..4, Just(10), Just(100), Just(100_000)],
        refused in 2u32..6,
    ) {
        let segments: Vec<Family> = input.parts(&cuts).iter().map(Input::family).collect();
        let query = query(&input, step, &weights);
        let average = segments.iter().map(Family::total_size).sum::<u64>() as f64 / f64::from(input.shape.records);
        let bm25 = Bm25 { k1: 1.2, b: 0.75, average_size: average };
        let dice = Dice { query_size: query.iter().map(|term| term.count).sum() };
        agree(&segments, &query, &bm25, k, &|_| true);
        agree(&segments, &query, &dice, k, &|_| true);
        agree(&segments, &query, &bm25, k, &|record| record % refused != 0);
        agree(&segments, &query, &dice, k, &|record| record % refused == 0);
    }
}

#[test]
fn pruning_loses_nothing_on_zipf() {
    let input = zipf(400_000, 3);
    let segments: Vec<Family> = input.parts(&[3000, 3100]).iter().map(Input::family).collect();
    let mut state = 77;
    for round in 0..12 {
        let mut query = Vec::new();
        for _ in 0..40 {
            let term = input.entries[random(&mut state) as usize % input.entries.len()].term;
            let frequency: u32 = segments.iter().map(|segment| segment.document_frequency(term)).sum();
            let weight = (1.0 + f64::from(input.shape.records) / f64::from(frequency)).ln();
            query.push(QueryTerm { term, weight, count: 1 + round % 2 });
        }
        agree(&segments, &query, &Bm25 { k1: 1.2, b: 0.75, average_size: 60.0 }, 10, &|_| true);
        agree(&segments, &query, &Dice { query_size: 40 }, 100, &|_| true);
    }
}

#[test]
fn ties_go_to_the_smaller_record() {
    let shape = index::postings::Shape { first_record: 5, records: 9000, has_roots: false, has_sizes: false };
    let entry = |record| index::postings::Entry { term: 9, record, count: 1, root: 0 };
    let input = Input { shape, sizes: Vec::new(), entries: (5..9005).rev().map(entry).collect() };
    let query = [QueryTerm { term: 9, weight: 1.0, count: 1 }];
    let hits = top_k(
        &[input.family()],
        &query,
        &Dice { query_size: 1 },
        3,
        &|record| record != 6,
        &Budget::default(),
    );
    let expected = [5, 7, 8].map(|record| Scored { record, score: 2.0 });
    assert_eq!(hits, expected);
}

#[test]
fn nothing_is_searched_when_time_is_up() {
    let shape = index::postings::Shape { first_record: 0, records: 9000, has_roots: false, has_sizes: false };
    let entry = |record| index::postings::Entry { term: 9, record, count: 1, root: 0 };
    let input = Input { shape, sizes: Vec::new(), entries: (0..9000).map(entry).collect() };
    let query = [QueryTerm { term: 9, weight: 1.0, count: 1 }];
    let over = Budget::of(std::time::Duration::ZERO);
    let hits = top_k(&[input.family()], &query, &Dice { query_size: 1 }, 3, &|_| true, &over);
    assert_eq!(hits, []);
}

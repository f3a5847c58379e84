//! Structure and symbol scores of Approach Zero, worked out by hand.

#![allow(clippy::unwrap_used)]

use formula::tangent_strings::parse_opt;
use similarity::symbols::{PathMatch, QueryPaths};

/// The best match if all paths are equally rare.
fn match_of(query: &str, candidate: &str) -> PathMatch {
    QueryPaths::new(&parse_opt(query).unwrap(), |_| 1.0).match_with(&parse_opt(candidate).unwrap())
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// x² + y = 0
const QUERY: &str = "[U!eq,0[U!plus,0[O!SUP,0[V!x],1[N!2]],1[V!y]],1[N!0]]";

#[test]
fn a_formula_fits_itself() {
    let same = match_of(QUERY, QUERY);
    assert_eq!((same.structure, same.symbol, same.width, same.leaves), (4.0, 1.0, 4, 4));
    assert_eq!((same.query_root, same.candidate_root), (0, 0));
}

#[test]
fn the_best_pair_of_nodes_is_found() {
    // a (x² + y): the sum of the query, its node 1, is node 2 of the candidate.
    let inside = match_of(QUERY, "[U!times,0[V!a],1[U!plus,0[O!SUP,0[V!x],1[N!2]],1[V!y]]]");
    assert_eq!((inside.structure, inside.width, inside.query_root, inside.candidate_root), (3.0, 3, 1, 2));
    // The candidate has three of the four leaves of the query.
    assert_close(inside.symbol, 0.75);
}

#[test]
fn other_symbols_and_other_operators_weigh_less() {
    // Both variables are renamed: 2 and 0 stay.
    let renamed = match_of(QUERY, "[U!eq,0[U!plus,0[O!SUP,0[V!a],1[N!2]],1[V!b]],1[N!0]]");
    assert_eq!(renamed.structure, 4.0);
    assert_close(renamed.symbol, (1.0 + 1.0 + 0.9 + 0.9) / 4.0);
    // `<` is a relation like `=`, but the operators above every leaf differ.
    let relation = match_of("[O!lt,0[V!x],1[V!y]]", "[O!leq,0[V!x],1[V!y]]");
    assert_eq!(relation.structure, 2.0);
    assert_close(relation.symbol, 0.94);
}

#[test]
fn each_symbol_takes_one_partner() {
    // x + x against a + b: two leaves match, but x can be only one of a and b.
    let split = match_of("[U!plus,0[V!x],1[V!x]]", "[U!plus,0[V!a],1[V!b]]");
    assert_eq!((split.structure, split.width), (2.0, 2));
    assert_close(split.symbol, 0.45);
}

#[test]
fn the_frequent_symbol_chooses_first() {
    // x x x y against x y y y: x, three times, takes y for 3 · 0.9 of min(3, 3); y is left with x.
    let chosen = match_of("[U!plus,0[V!x],1[V!x],2[V!x],3[V!y]]", "[U!plus,0[V!x],1[V!y],2[V!y],3[V!y]]");
    assert_close(chosen.symbol, (3.0 * 0.9 + 0.9) / 4.0);
}

#[test]
fn rare_paths_weigh_more() {
    let opt = |string| parse_opt(string).unwrap();
    let query = opt("[O!divide,0[V!x],1[N!2]]");
    let whole = QueryPaths::new(&query, |_| 2.5).match_with(&query);
    assert_eq!((whole.structure, whole.width), (5.0, 2));
    let nothing = QueryPaths::new(&query, |_| 0.0).match_with(&query);
    assert_eq!((nothing.structure, nothing.symbol), (0.0, 0.0));
}

#[test]
fn large_candidates_pay_a_penalty() {
    let same = PathMatch { structure: 2.0, symbol: 1.0, leaves: 19, ..PathMatch::default() };
    assert_close(same.score(0.2), 2.0 * (0.8 + 0.2 / 20.0_f64.ln()));
    let half = PathMatch { symbol: 0.5, leaves: 1, ..same };
    assert_close(half.score(0.3), 2.0 / 1.25);
    assert_eq!(PathMatch::default().score(0.2), 0.0);
}

#[test]
fn single_symbols_and_nothing_have_no_paths() {
    for (query, candidate) in [("[V!x]", "[V!x]"), ("", QUERY), (QUERY, ""), (QUERY, "[V!x]")] {
        assert_eq!(match_of(query, candidate).structure, 0.0);
    }
}

#[test]
fn monsters_are_cut() {
    let many: String = (0..60).map(|i| format!("[U!plus,0[V!x],1[O!f{i},0[V!y]]]")).collect();
    let operands: String = many
        .split_inclusive("]]]")
        .enumerate()
        .map(|(i, operand)| format!(",{}{operand}", char::from(b'A' + (i % 26) as u8)))
        .collect();
    let string = format!("[U!times{operands}]");
    let found = match_of(&string, &string);
    assert_eq!(found.leaves, 120);
    assert!(found.width <= 64 && found.symbol <= 1.0, "{found:?}");
}

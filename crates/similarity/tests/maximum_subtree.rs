//! The alignment of Tangent-S: the scores of the reference program, and each rule.

#![allow(clippy::unwrap_used)]

use formula::tangent_strings::{parse_opt, parse_slt};
use formula::{Notation, Options, read};
use similarity::maximum_subtree::{Alignment, Query};
use similarity::tree::{Order, SymbolTree};

fn layout(string: &str) -> SymbolTree {
    SymbolTree::of_layout(&parse_slt(string).unwrap(), Order::Strings)
}

fn operators(string: &str) -> SymbolTree {
    SymbolTree::of_operators(&parse_opt(string).unwrap())
}

fn align_layouts(query: &str, candidate: &str) -> Alignment {
    align(layout(query), &layout(candidate))
}

fn align_operators(query: &str, candidate: &str) -> Alignment {
    align(operators(query), &operators(candidate))
}

fn align(query: SymbolTree, candidate: &SymbolTree) -> Alignment {
    let query = Query::new(query);
    let alignment = query.align(candidate);
    assert_eq!(query.scores(candidate), alignment.scores);
    alignment
}

/// Scores to four digits.
fn rounded(alignment: &Alignment) -> [f64; 3] {
    let scores = alignment.scores;
    [scores.maximum_subtree, scores.precision, scores.recall].map(|score| (score * 1e4).round() / 1e4)
}

/// Exact, unified and query variables.
fn counts(alignment: &Alignment) -> [u32; 3] {
    [alignment.exact, alignment.unified, alignment.wildcards]
}

#[test]
fn layouts_score_as_in_the_reference() {
    let cases = [
        ("[V!x,a[N!2]]", "[V!y,a[N!2]]", [1.0, 1.0, 0.5], [1, 1, 0]),
        ("[V!x[+[V!y]],a[N!2]]", "[V!a[+[V!b[+[V!c]]]],a[N!3]]", [1.0, 0.6667, 0.25], [1, 3, 0]),
        ("[V!x[-[V!y[=[N!0]],a[N!2]]]]", "[V!y[-[V!x[=[N!1]],a[N!2]]]]", [1.0, 1.0, 0.5], [3, 3, 0]),
        ("[V!x[+[V!x]]]", "[V!a[+[V!b]]]", [0.5714, 0.6667, 0.3333], [1, 1, 0]),
        ("[?a[+[N!1]]]", "[V!x[-[V!y[+[N!1]]]]]", [1.0, 1.0, 1.0], [2, 0, 1]),
    ];
    for (query, candidate, scores, expected) in cases {
        let alignment = align_layouts(query, candidate);
        assert_eq!(rounded(&alignment), scores, "{query} in {candidate}");
        assert_eq!(counts(&alignment), expected, "{query} in {candidate}");
    }
}

#[test]
fn operator_trees_score_as_in_the_reference() {
    let minus = "[U!eq,0[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]],1[N!0]]";
    let plus = "[U!eq,0[U!plus,0[V!x],1[O!SUP,0[V!y],1[N!2]]],1[N!0]]";
    let cases = [
        ("[U!plus,0[V!x],1[N!1]]", "[U!plus,0[N!1],1[V!y]]", [1.0, 1.0, 0.6667], [2, 1, 0]),
        (minus, plus, [0.6316, 0.8571, 0.8571], [6, 0, 0]),
        ("[O!divide,0[?a],1[V!x]]", "[O!divide,0[U!plus,0[V!u],1[V!v]],1[V!x]]", [1.0, 1.0, 1.0], [2, 0, 1]),
    ];
    for (query, candidate, scores, expected) in cases {
        let alignment = align_operators(query, candidate);
        assert_eq!(rounded(&alignment), scores, "{query} in {candidate}");
        assert_eq!(counts(&alignment), expected, "{query} in {candidate}");
    }
}

#[test]
fn a_query_is_found_inside_a_larger_candidate() {
    // x^2 in a + y^2 = b: node 2 of the candidate is the y.
    let alignment = align_layouts("[V!x,a[N!2]]", "[V!a[+[V!y[=[V!b]],a[N!2]]]]");
    assert_eq!(alignment.scores.maximum_subtree, 1.0);
    assert_eq!(alignment.pairs, [(0, 2), (1, 5)]);
}

#[test]
fn operators_and_names_of_other_lengths_are_holes() {
    // x + sin against x - y: the operators differ and `sin` is not a single letter.
    let alignment = align_layouts("[V!x[+[V!sin]]]", "[V!x[-[V!y]]]");
    assert_eq!(counts(&alignment), [1, 0, 0]);
    // One node of three and no edge: half an edge of two.
    assert_eq!(rounded(&alignment), [0.2857, 0.3333, 0.3333]);
    assert_eq!(counts(&align_layouts("[V!cos]", "[V!sin]")), [0, 1, 0]);
    assert_eq!(counts(&align_layouts("[N!1/2]", "[N!x]")), [0, 0, 0]);
}

#[test]
fn the_same_name_wins_between_equally_frequent_renamings() {
    // x + y against y + x in an operator tree: operands are paired in order, and both are renamed.
    let swapped = align_operators("[U!plus,0[V!x],1[V!y]]", "[U!plus,0[V!y],1[V!x]]");
    assert_eq!(counts(&swapped), [1, 2, 0]);
    // x = x against x = z: both renamings of x occur once; the one that keeps the name wins.
    let alignment = align_layouts("[V!x[=[V!x]]]", "[V!x[=[V!z]]]");
    assert_eq!(alignment.pairs, [(0, 0), (1, 1)]);
    assert_eq!(counts(&alignment), [2, 0, 0]);
    // x = x = x against x = a = a: the most frequent renaming goes first.
    let frequent = align_layouts("[V!x[=[V!x[=[V!x]]]]]", "[V!x[=[V!a[=[V!a]]]]]");
    assert_eq!(counts(&frequent), [2, 2, 0]);
}

#[test]
fn commutative_operands_meet_their_best_partners() {
    let alignment = align_operators(
        "[U!plus,0[O!SUP,0[V!x],1[N!2]],1[O!divide,0[N!1],1[V!y]]]",
        "[U!plus,0[O!divide,0[N!1],1[V!b]],1[O!SUP,0[V!a],1[N!2]]]",
    );
    assert_eq!(alignment.scores.maximum_subtree, 1.0);
    assert_eq!(alignment.pairs, [(0, 0), (1, 4), (2, 5), (3, 6), (4, 1), (5, 2), (6, 3)]);
    // Ordered operators keep their order.
    let ordered = align_operators("[O!minus,0[N!1],1[V!x]]", "[O!minus,0[V!x],1[N!1]]");
    assert_eq!(counts(&ordered), [1, 0, 0]);
}

#[test]
fn a_query_variable_stands_for_one_thing() {
    // ?a + ?a: the larger of the two operands is kept, the other rejected.
    let query = "[O!minus,0[?a],1[?a]]";
    let different = align_operators(query, "[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]]");
    assert_eq!(counts(&different), [1, 0, 1]);
    assert_eq!(different.bindings[0].nodes, [2, 3, 4]);
    let same = align_operators(query, "[O!minus,0[O!SUP,0[V!y],1[N!2]],1[O!SUP,0[V!y],1[N!2]]]");
    assert_eq!(rounded(&same), [1.0, 1.0, 1.0]);
    let anonymous = align_operators("[O!minus,0[?],1[?]]", "[O!minus,0[V!x],1[N!2]]");
    assert_eq!(counts(&anonymous), [1, 0, 2]);
    let structure = align_operators(
        query,
        "[O!minus,0[O!SUP,0[V!x],1[O!SUP,0[V!x],1[N!2]]],1[O!SUP,0[O!SUP,0[V!x],1[V!x]],1[N!2]]]",
    );
    assert_eq!(counts(&structure), [1, 0, 1]);
}

#[test]
fn query_variables_of_a_layout_take_what_is_around_them() {
    // ?a = 0 takes x_1 + y² and begins at the left end, wherever it is placed first.
    let alignment = align_layouts("[?a[=[N!0]]]", "[V!x[+[V!y[=[N!0]],a[N!2]]],b[N!1]]");
    assert_eq!(rounded(&alignment), [1.0, 1.0, 1.0]);
    assert_eq!(alignment.bindings[0].nodes.len(), 5);
    // With a script it is one symbol, and the script is matched.
    let scripted = align_layouts("[?a[+[N!1]],a[N!2]]", "[V!x[V!y[+[N!1]],a[N!2]]]");
    assert_eq!(counts(&scripted), [3, 0, 1]);
    assert_eq!(scripted.bindings[0].nodes, [1]);
    // After the last symbol of the query it takes the rest of the baseline.
    let rest = align_layouts("[V!f[=[?a]]]", "[V!g[=[V!x[+[N!1]]]]]");
    assert_eq!(rounded(&rest), [1.0, 1.0, 0.6667]);
}

#[test]
fn cells_meet_by_their_places() {
    let square = "[M!()2x2,w[V!a,e[V!b,e[V!c,e[V!d]]]]]";
    let wide = "[M!()2x3,w[V!a,e[V!b,e[V!x,e[V!c,e[V!d,e[V!y]]]]]]]";
    let grids = align_layouts(square, wide);
    assert_eq!(counts(&grids), [4, 1, 0]);
    let row =
        align_layouts("[M!()1x2,w[V!a[&comma;],e[V!b]]]", "[M!()1x3,w[V!a[&comma;],e[V!b[&comma;],e[V!c]]]]");
    assert_eq!(counts(&row), [3, 1, 0]);
    let anything = align_layouts("[M!()1x1,w[?a]]", square);
    assert_eq!((counts(&anything), anything.taken), ([0, 1, 1], 4));
    let matrix = "[M!M-2x2,0[M!R!,0[V!a],1[V!b]],1[M!R!,0[V!c],1[V!d]]]";
    let taller = "[M!M-3x2,0[M!R!,0[V!a],1[V!b]],1[M!R!,0[V!c],1[V!d]],2[M!R!,0[V!e],1[V!f]]]";
    assert_eq!(counts(&align_operators(matrix, taller)), [6, 1, 0]);
    // A set and a list have the same type of tag and no elements in common.
    assert_eq!(counts(&align_operators("[M!S-1,0[V!x]]", "[M!L-1,0[V!y]]")), [0, 1, 0]);
}

#[test]
fn every_formula_is_found_in_itself() {
    let sources = [
        r"f(x) = \frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\sum_{i=1}^n \binom{n}{i} x^i y^{n-i} = (x+y)^n",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt\pi}{2}",
        r"\{x \in \mathbb R : |x| < 1, x \ne 0\}",
        r"\lim_{n\to\infty} a_n + b_n + a_n b_n",
    ];
    for source in sources {
        let formula = read(source, Notation::Latex, &Options::default());
        let trees =
            [SymbolTree::of_layout(&formula.slt, Order::Strings), SymbolTree::of_operators(&formula.opt)];
        for tree in trees {
            assert_eq!(rounded(&align(tree.clone(), &tree)), [1.0, 1.0, 1.0], "{source}");
        }
    }
}

#[test]
fn empty_trees_and_trees_of_two_kinds_have_nothing_in_common() {
    for (query, candidate) in [("", "[V!x]"), ("[V!x]", ""), ("", "")] {
        assert_eq!(align_layouts(query, candidate), Alignment::default());
    }
    assert_eq!(align(layout("[V!x]"), &operators("[V!x]")), Alignment::default());
}

#[test]
fn large_trees_are_aligned_by_their_beginnings() {
    let chain = |count: usize| "[V!x[+".repeat(count) + &"]]".repeat(count);
    let alignment = align_layouts(&chain(5_000), &chain(5_000));
    assert_eq!(alignment.exact, 200);
    assert_eq!(rounded(&alignment)[1], 0.02);
    let nested = |count: usize| "[U!plus,0[V!x],1".repeat(count) + "[V!y]" + &"]".repeat(count);
    assert_eq!(align_operators(&nested(5_000), &nested(5_000)).exact, 200);
}

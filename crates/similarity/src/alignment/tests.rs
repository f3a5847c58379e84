use formula::canonical::canonical;
use formula::{Notation, Options, read};

use super::*;

fn formula(source: &str) -> formula::Formula {
    read(source, Notation::Latex, &Options { wildcards: true, ..Options::default() })
}

fn operators(source: &str) -> Tree {
    Tree::of_operators(&canonical(&formula(source).opt))
}

fn layout(source: &str) -> Tree {
    Tree::of_layout(&formula(source).slt)
}

fn align(tree: fn(&str) -> Tree, query: &str, candidate: &str) -> Alignment {
    Aligner::new(&tree(query), Weights::default()).align(&tree(candidate))
}

#[test]
fn a_formula_is_aligned_with_itself_whole() {
    for source in
        ["x", "a+b", r"\frac{1}{n}\sum_{i=1}^n x_i^2", r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "x+x+y"]
    {
        for tree in [operators, layout] {
            let alignment = align(tree, source, source);
            assert_eq!(alignment.dice(), 1.0, "{source}");
            assert_eq!(alignment.exact(), 1.0, "{source}");
        }
    }
}

#[test]
fn operands_without_an_order_are_matched_as_well_as_possible() {
    // In order, `f(x)` would be paired with `2y`; a greedy choice could also miss the best total.
    let alignment = align(operators, "f(x)+2y", "2y+f(x)");
    assert_eq!(alignment.exact(), 1.0);
}

#[test]
fn a_variable_that_keeps_its_partner_has_a_higher_value() {
    let kept = align(operators, "x^2+x", "a^2+a");
    let lost = align(operators, "x^2+x", "a^2+b");
    assert_eq!(kept.pairs.len(), lost.pairs.len());
    assert!(kept.value() > lost.value());
}

#[test]
fn the_substitution_is_one_to_one() {
    let alignment = align(operators, "x+y=z", "a+a=b");
    let mut partners: Vec<u16> = alignment.substitution.iter().map(|pair| pair.1).collect();
    partners.sort_unstable();
    assert!(alignment.substitution.len() <= 3 && !alignment.substitution.is_empty());
    assert_eq!(alignment.substitution.len(), partners.len());
}

#[test]
fn one_more_term_does_not_tear_a_row_apart() {
    let alignment = align(layout, "x+y=z", "x+2y=z");
    assert_eq!(alignment.pairs.len(), 5);
    assert_eq!(alignment.exact(), 1.0);
}

#[test]
fn a_wildcard_stands_for_a_whole_operand() {
    let alignment = align(operators, r"\frac{?a}{x}", r"\frac{u+v}{x}");
    assert_eq!(alignment.exact(), 1.0);
    assert_eq!(alignment.dice(), 1.0);
}

#[test]
fn nothing_aligns_with_nothing() {
    assert_eq!(align(operators, "", "x").pairs, []);
    assert_eq!(align(operators, "x", "").dice(), 0.0);
}

#[test]
fn large_trees_are_cut_and_not_refused() {
    let long = vec!["x"; 2000].join("+");
    assert_eq!(operators(&long).len(), MOST_NODES);
    assert!(align(operators, &long, &long).dice() > 0.9);
    assert!(align(layout, &long, &long).dice() > 0.9);
}

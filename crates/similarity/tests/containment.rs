//! Parts of formulas and marked parts of queries.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use formula::canonical::canonical;
use formula::opt::Opt;
use formula::{Notation, Options, read};
use similarity::containment::{Marks, contains, respects_marks};
use similarity::unification::Pattern;

fn raw(latex: &str) -> Opt {
    read(latex, Notation::Latex, &Options { wildcards: true, macros: None }).opt
}

fn tree(latex: &str) -> Opt {
    canonical(&raw(latex))
}

#[test]
fn a_part_is_found_whatever_its_variables_are_called() {
    for (query, candidate, expected) in [
        ("a+b", "x+y+z", true),
        ("a+b", r"\sin(x+y)", true),
        ("a+b", "x+x", false),
        ("a+b", "x", false),
        ("a^2+b^2", r"\sqrt{p^2+q^2+r^2}=1", true),
        ("a^2+a", r"\frac{x^2+y+x}{2}", true),
        ("a^2+a", r"\frac{x^2+y}{2}", false),
        ("a-b", "1+x-y", true),
        ("a=b", "x=y=z", true),
        ("f(x)", "1+g(t)", true),
        (r"\int_0^1 f(x)dx", r"\int_0^1 g(t)dt = 2", true),
        (r"\int_0^1 f(x)dx", r"\int_0^2 g(t)dt = 2", false),
        (r"\frac{?a}{b}", r"1+\frac{x+1}{y}", true),
        ("2x", "2xy", true),
        ("2x", "3xy", false),
        (r"A\cup B", r"X\cup Y\cup Z", true),
        ("x+1", r"\{1, y+1\}", true),
    ] {
        let found = contains(&Pattern::new(&tree(query)), &tree(candidate));
        assert_eq!(found.is_some(), expected, "{query} in {candidate}");
    }
}

#[test]
fn a_whole_match_differs_from_a_part() {
    let query = Pattern::new(&tree("a+b"));
    assert!(contains(&query, &tree("y+x")).unwrap().whole);
    assert!(!contains(&query, &tree("y+x+1")).unwrap().whole);
    assert!(!contains(&query, &tree("f(y+x)")).unwrap().whole);
}

#[test]
fn marks_are_respected() {
    for (query, candidate, expected) in [
        (r"\exact{a+b}=c", "a+b=d", true),
        (r"\exact{a+b}=c", "b+a+d=c", false),
        (r"\exact{a+b}+c", "b+x+a", true),
        (r"\exact{a+b}+c", "b+x+y", false),
        (r"\frac{\exact{\sin x}}{1+\exact{y}}", r"y\cdot\sin x", true),
        (r"\frac{\exact{\sin x}}{1+\exact{y}}", r"z\cdot\sin x", false),
        (r"\exact{?a^2}+b", "z^2", true),
        (r"\simto{a+b}=c", r"\frac{1}{2}=c", true),
        (r"\simto{a+b}=c", r"\frac{1}{2}=d", false),
        (r"\simto{a+b}+c=1", r"x+c=1", true),
        (r"\simto{a+b}+c=1", r"x+y+z+c=1", true),
        (r"\simto{a+b}+c=1", r"x+y+z=1", false),
        (r"\simto{a+b}", "z", true),
        (r"\int_0^1 \simto{x^2} dx", r"\int_0^1 \frac{1}{x} dx", true),
        (r"\int_0^1 \simto{x^2} dx", r"\int_0^2 \frac{1}{x} dx", false),
        ("a+b", "z", true),
    ] {
        assert_eq!(respects_marks(&raw(query), &tree(candidate)), expected, "{query} in {candidate}");
    }
    assert!(Marks::new(&raw("a+b")).is_empty());
    assert!(Marks::new(&raw("")).hold_in(&tree("x")));
}

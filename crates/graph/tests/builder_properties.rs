//! The builder takes any text: it ends, keeps every formula, and its graphs can be written and read.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::ops::Range;

use graph::penman::{self, Quotes};
use graph::{Target, build};
use random::Random;

/// The words of the tables, and marks that belong to none.
fn words() -> Vec<&'static str> {
    let lexicon = include_str!("../data/build/lexicon.tsv");
    let known = lexicon
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| line.split(['\t', ' ']).skip(1));
    let forms = include_str!("../data/build/irregular.tsv").lines().filter(|line| !line.starts_with('#'));
    let marks = [
        ",", ".", "?", ":", "(", ")", "…", "that", "the", "to", "and", "of", "is", "not", "if", "proving",
        "Δ", "don't", "F's",
    ];
    known.chain(forms.filter_map(|line| line.split('\t').next())).chain(marks).collect()
}

/// Checks one text. `$…$` are its formulas.
fn check(text: &str) {
    let marks: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
    let places: Vec<Range<usize>> = marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect();
    let graph = build::build(text, &places);
    for number in 1..=places.len() {
        let name = Target::Constant(format!("\"eqx{number}eqx\""));
        let count = graph.edges.iter().filter(|edge| edge.target == name).count();
        assert_eq!(count, 1, "formula {number} of {text:?}");
    }
    if !graph.nodes.is_empty() {
        let written = penman::write(&graph);
        assert_eq!(penman::parse(&written, Quotes::Strict).as_ref(), Ok(&graph), "{text:?}\n{written}");
    }
}

#[test]
fn any_order_of_words_has_a_graph_with_all_formulas() {
    let words = words();
    let mut random = Random::new(7);
    for _ in 0..4000 {
        let length = random.below(25);
        let text: Vec<&str> = (0..length)
            .map(|_| if random.chance(0.2) { "$x$" } else { random.choose(&words).unwrap() })
            .collect();
        check(&text.join(" "));
    }
}

#[test]
fn odd_texts_have_graphs() {
    for text in [
        "",
        " ",
        "$x$",
        "$x$ $y$",
        "?",
        "if if if",
        "that that $x$ that",
        "what is",
        "let",
        "let $x$ be",
        "to",
        "how many",
        "such that",
    ] {
        check(text);
    }
    let mut random = Random::new(9);
    let characters: Vec<char> = "aé ∀.?!:,;()'’\"/~-–$\n\t0&=#".chars().collect();
    for _ in 0..2000 {
        let text: String = (0..random.below(40)).map(|_| random.choose(&characters).unwrap()).collect();
        check(&text);
    }
}

#[test]
fn building_is_linear_in_the_text() {
    for part in
        ["that ", "of the ", "( ", "$x$, ", "and ", "which is ", "if $x$ then ", "prove that how to show "]
    {
        testkit::assert_linear(part, |text| drop(build::build(text, &[])));
    }
}

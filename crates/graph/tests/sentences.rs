//! Sentences with the graphs that we expect of them.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::ops::Range;

use graph::smatch::smatch;
use graph::{build, penman};

/// The places of `$…$`.
fn places(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect()
}

/// The graph of a line, with its formulas written out.
fn expected(line: &str) -> String {
    (1..10).fold(line.to_owned(), |text, number| {
        text.replace(&format!("F{number}"), &format!("(f{number} / string-entity :value \"eqx{number}eqx\")"))
    })
}

#[test]
fn sentences_have_the_graphs_that_we_expect() {
    let (mut all, mut exact) = (0, 0);
    for line in include_str!("golden/sentences.txt").lines().filter(|line| !line.starts_with('#')) {
        let (sentence, graph) = line.split_once(" => ").unwrap();
        let expected = penman::parse(&expected(graph), Default::default())
            .unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let built = build::build(sentence, &places(sentence));
        let found = smatch(&built, &expected, &Default::default());
        all += 1;
        if found.counts.matched == found.counts.first && found.counts.matched == found.counts.second {
            exact += 1;
        } else {
            println!(
                "{sentence}\n  {}\n  {graph}",
                penman::on_one_line(&built).replace("string-entity :value", "SE")
            );
        }
    }
    println!("{exact} of {all} sentences exact");
    assert_eq!(all, 60);
    assert!(exact >= 50, "{exact}");
}

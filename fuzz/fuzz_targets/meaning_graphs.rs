//! Any text has a meaning graph with all its formulas, and any text is a graph in PENMAN or an error in a line of it.
#![no_main]

use std::ops::Range;

use document::markup::delimited;
use graph::penman::{self, Quotes};
use graph::{Target, build, draw, linear};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let text = delimited(source);
    let places: Vec<Range<usize>> = text.formulas.iter().map(|formula| formula.place.clone()).collect();
    let graph = build::build(&text.text, &places);
    for number in 1..=places.len() {
        let name = Target::Constant(format!("\"eqx{number}eqx\""));
        assert!(graph.edges.iter().any(|edge| edge.target == name), "formula {number} is lost");
    }
    if !graph.nodes.is_empty() {
        assert_eq!(penman::parse(&penman::write(&graph), Quotes::Strict), Ok(graph));
    }
    for graph in penman::parse_all(source, Quotes::Lenient) {
        match graph {
            Ok(graph) => {
                assert_eq!(penman::parse(&penman::write(&graph), Quotes::Lenient).as_ref(), Ok(&graph));
                linear::words(&graph);
                draw::svg(&graph);
            }
            Err(error) => assert!(error.line <= source.split('\n').count()),
        }
    }
});

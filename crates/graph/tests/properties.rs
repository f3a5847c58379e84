//! Properties of PENMAN and of what is made from graphs, over generated graphs and any text.

#![allow(clippy::unwrap_used, clippy::panic)]

use graph::penman::{self, Quotes};
use graph::{Graph, Target, draw, linear, merge};
use proptest::prelude::*;
use random::Random;

/// A graph with everything that PENMAN can say: nodes without concepts, constants, strings, nodes that come again, before
/// or after they are written out, and metadata.
fn generated(seed: u64) -> Graph {
    let mut random = Random::new(seed);
    let words = ["prove-01", "and", "string-entity", "x_1", "√", "interval$C-C$$", "\"a b\""];
    let roles = ["arg0", "arg1-of", "op1", "mod", "ARG2", "domain"];
    let constants = ["-", "2", "\"say \\\"x\\\" (or not)\"", "imperative", "MATH", "1/2"];
    let mut graph = Graph::default();
    if random.chance(0.3) {
        graph.metadata.push(("id".to_owned(), format!("q{seed}")));
        graph.metadata.push((String::new(), "checked by hand".to_owned()));
    }
    let count = 1 + random.below(30);
    for number in 0..count {
        let concept = (!random.chance(0.1)).then(|| random.choose(&words).unwrap().to_string());
        graph.add(format!("v{number}"), concept);
        if number > 0 {
            graph.connect(random.below(number), random.choose(&roles).unwrap(), Target::Node(number));
        }
    }
    for _ in 0..random.below(10) {
        let source = random.below(count);
        let target = match random.chance(0.5) {
            true => Target::Again(random.below(count)),
            false => Target::Constant(random.choose(&constants).unwrap().replace('/', "|")),
        };
        graph.connect(source, random.choose(&roles).unwrap(), target);
    }
    graph.reorder();
    graph
}

#[test]
fn a_thousand_generated_graphs_are_the_same_after_a_round_trip() {
    for seed in 0..1000 {
        let graph = generated(seed);
        let written = penman::write(&graph);
        let again =
            penman::parse(&written, Quotes::Strict).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
        assert_eq!(again, graph, "{written}");
        assert_eq!(penman::write(&again), written);
        let bare = Graph { metadata: Vec::new(), ..graph };
        assert_eq!(penman::parse(&penman::on_one_line(&bare), Quotes::Strict).unwrap(), bare);
    }
}

#[test]
fn every_word_of_a_generated_graph_is_in_its_drawings() {
    for seed in 0..200 {
        let graph = generated(seed);
        let (text, words) = (draw::text(&graph), linear::words(&graph));
        assert_eq!(text.lines().count(), graph.edges.len() + 1);
        for node in graph.nodes.iter().filter_map(|node| node.concept.as_deref()) {
            assert!(text.contains(node) && words.contains(node), "{node}: {text} {words}");
        }
        let picture = draw::svg(&graph);
        let again = graph.edges.iter().filter(|edge| matches!(edge.target, Target::Again(_))).count();
        assert_eq!(picture.matches("<rect").count(), graph.edges.len() - again + 1);
    }
}

#[test]
fn sentences_that_are_merged_keep_their_nodes_under_free_variables() {
    for seed in 0..100 {
        let graphs: Vec<Graph> = (0..3).map(|number| generated(seed * 3 + number)).collect();
        let merged = merge(&graphs);
        assert_eq!(merged.nodes.len(), 1 + graphs.iter().map(|graph| graph.nodes.len()).sum::<usize>());
        assert_eq!(penman::parse(&penman::write(&merged), Quotes::Strict).unwrap(), merged);
    }
}

proptest! {
    #[test]
    fn any_text_is_a_graph_or_an_error_with_a_place(source in r#"[()/:"~# a-c1\n\\é]{0,60}"#) {
        for quotes in [Quotes::Strict, Quotes::Lenient] {
            for read in penman::parse_all(&source, quotes) {
                match read {
                    Ok(graph) => {
                        let written = penman::write(&graph);
                        prop_assert_eq!(penman::parse(&written, quotes), Ok(graph.clone()), "{}", written);
                        draw::svg(&graph);
                        linear::words(&graph);
                    }
                    Err(error) => {
                        let line = source.lines().nth(error.line - 1).unwrap_or("");
                        prop_assert!(error.column <= line.chars().count() + 1, "{:?}", error);
                    }
                }
            }
        }
    }
}

#[test]
fn deep_nesting_is_no_problem() {
    let count = 20_000;
    let source: String = (0..count).map(|number| format!("(v{number} / x :a ")).collect();
    let source = source.trim_end_matches(" :a ").to_owned() + &")".repeat(count);
    let graph = penman::parse(&source, Quotes::Strict).unwrap();
    assert_eq!(penman::on_one_line(&graph), source);
    assert_eq!(linear::words(&graph).split(' ').count(), count);
}

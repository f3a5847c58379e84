//! The builder against the published graphs of a parser, with formulas as names. The rules were made while looking at the
//! topics with odd numbers; the numbers that count are those of the even ones.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::ops::Range;

use graph::penman::{self, Quotes};
use graph::smatch::{Counts, Options, smatch};
use graph::{Graph, NodeId, Target, build};

/// The places of `"eqx7eqx"` in a context.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("\"eqx").map(|at| from + at) {
        let Some(end) = text[start + 1..].find('"').map(|at| start + at + 2) else { break };
        found.push(start..end);
        from = end;
    }
    found
}

/// The graph without operator trees; every formula is `MATH`.
fn collapsed(graph: &Graph) -> Graph {
    let mut out = Graph::default();
    let mut kept: Vec<Option<NodeId>> = vec![None; graph.nodes.len()];
    let mut keep = |out: &mut Graph, node: NodeId| {
        let place = out.add(graph.nodes[node].variable.clone(), graph.nodes[node].concept.clone());
        kept[node] = Some(place);
        place
    };
    keep(&mut out, 0);
    let mut edges = Vec::new();
    for edge in &graph.edges {
        let inside = out.nodes.iter().any(|node| node.variable == graph.nodes[edge.source].variable);
        if edge.role == "math" || !inside {
            continue;
        }
        if let Target::Node(node) = edge.target {
            keep(&mut out, node);
        }
        edges.push(edge);
    }
    for edge in edges {
        let target = match &edge.target {
            Target::Node(node) => Target::Node(kept[*node].unwrap()),
            Target::Again(node) => Target::Again(kept[*node].unwrap_or(0)),
            Target::Constant(text) if text.contains("eqx") => Target::Constant("MATH".to_owned()),
            Target::Constant(text) => Target::Constant(text.clone()),
        };
        out.connect(kept[edge.source].unwrap(), &edge.role, target);
    }
    out
}

/// The number of a topic `B.7`.
fn number(topic: &str) -> usize {
    topic.trim_start_matches("B.").parse().unwrap()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn graphs_agree_with_those_of_a_parser() {
    let contexts = common::contexts();
    let golden: Vec<(String, Graph)> = common::graphs()
        .into_iter()
        .map(|(topic, source)| (topic, collapsed(&penman::parse(&source, Quotes::Lenient).unwrap())))
        .collect();
    let options = Options { starts: 10, limit: 0, ..Options::default() };
    let show = std::env::var("PERGA_SHOW_BUILT").ok();
    let mut scores: Vec<(usize, Counts, Counts)> = Vec::new();
    let (mut formulas, mut kept) = (0, 0);
    for (index, (topic, expected)) in golden.iter().enumerate() {
        let text = &contexts[topic];
        let built = build::build(text, &places(text));
        formulas += places(text).len();
        kept += built
            .edges
            .iter()
            .filter(|edge| matches!(&edge.target, Target::Constant(text) if text.contains("eqx")))
            .count();
        let found = smatch(&collapsed(&built), expected, &options).counts;
        let other = &golden[(index + 1) % golden.len()].1;
        let chance = smatch(other, expected, &options).counts;
        if show.as_deref().is_some_and(|show| show == topic || (show == "odd" && number(topic) % 2 == 1)) {
            println!(
                "{topic} {:.3} {text}\n{}\n{}\n",
                found.f1(),
                penman::write(&collapsed(&built)),
                penman::write(expected)
            );
        }
        scores.push((number(topic), found, chance));
    }
    let micro = |rest: usize| -> (Counts, Counts) {
        let part = || scores.iter().filter(move |(number, ..)| number % 2 == rest);
        (part().map(|(_, found, _)| *found).sum(), part().map(|(.., chance)| *chance).sum())
    };
    for (name, rest) in [("fitted on (odd topics)", 1), ("test (even topics)", 0)] {
        let (found, chance) = micro(rest);
        println!(
            "{name}: P {:.4} R {:.4} F1 {:.4}; graph of the next topic: F1 {:.4}",
            found.precision(),
            found.recall(),
            found.f1(),
            chance.f1()
        );
    }
    assert_eq!(kept, formulas, "a formula is not in its graph");
    assert!(micro(0).0.f1() >= 0.45);
}

//! The published graphs: read and written again, linearised, and grafted again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;

use graph::graft::{self, Mode};
use graph::operator::OperatorTree;
use graph::penman::{self, Quotes};
use graph::{Graph, NodeId, Target, linear};

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn every_graph_is_the_same_after_a_round_trip() {
    let graphs = common::graphs();
    assert_eq!(graphs.len(), 191);
    for (topic, source) in &graphs {
        let graph =
            penman::parse(source, Quotes::Lenient).unwrap_or_else(|error| panic!("{topic}: {error:?}"));
        let written = penman::write(&graph);
        assert_eq!(penman::parse(&written, Quotes::Lenient).unwrap(), graph, "{topic}");
        let squeezed =
            |text: &str| text.split_whitespace().collect::<String>().replace("/:", ":").replace("/)", ")");
        assert_eq!(squeezed(&written), squeezed(source), "{topic}");
    }
    // A formula with a lone quotation mark is in one of them.
    let strict = graphs.values().filter(|source| penman::parse(source, Quotes::Strict).is_ok()).count();
    assert_eq!(strict, 190);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn every_linear_form_is_the_published_one() {
    let graphs = common::graphs();
    let mut wrong = Vec::new();
    for (topic, expected) in common::linear_forms() {
        let found = linear::words_of(&graphs[&topic]);
        if found != expected {
            wrong.push(format!("{topic}\n  {found}\n  {expected}"));
        }
    }
    println!("{} of 191 linear forms reproduced", 191 - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A tree without the numbers of its variables.
fn shape(graph: &Graph, root: NodeId) -> String {
    let children: Vec<String> = graph
        .edges
        .iter()
        .filter(|edge| edge.source == root)
        .map(|edge| match edge.target {
            Target::Node(node) => format!(" :{} {}", edge.role, shape(graph, node)),
            _ => panic!("an operator tree has nodes only"),
        })
        .collect();
    let letter = graph.nodes[root].variable.chars().next().unwrap();
    format!("({letter} / {}{})", graph.concept(root), children.concat())
}

/// The graph with names in the places of its operator trees, which are those of the formulas with the same tree.
fn ungrafted(graph: &Graph, trees: &BTreeMap<String, Graph>) -> (Graph, usize, usize) {
    let mut out = Graph::default();
    let mut places: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    let mut roots: BTreeMap<NodeId, String> = BTreeMap::new();
    let (mut formulas, mut found) = (0, 0);
    let mut used: Vec<String> = Vec::new();
    places.insert(0, out.add(graph.nodes[0].variable.clone(), graph.nodes[0].concept.clone()));
    for edge in &graph.edges {
        let Some(&source) = places.get(&edge.source) else { continue };
        if edge.role == "math" {
            formulas += 1;
            let number = match edge.target {
                Target::Again(root) => roots.get(&root).cloned(),
                Target::Node(root) => {
                    let wanted = shape(graph, root);
                    let same = |tree: &Graph| shape(tree, 0) == wanted;
                    let number = trees
                        .iter()
                        .find(|(number, tree)| same(tree) && !used.contains(number))
                        .map(|(number, _)| number.clone());
                    roots.insert(root, number.clone().unwrap_or_default());
                    number
                }
                Target::Constant(_) => None,
            };
            let Some(number) = number.filter(|number| !number.is_empty()) else { continue };
            found += 1;
            used.push(number.clone());
            let name = format!("\"eqx{number}eqx\"");
            match out.edges.last_mut().filter(|edge| edge.source == source) {
                Some(edge) if edge.target == Target::Constant(graft::MARKER.to_owned()) => {
                    edge.target = Target::Constant(name);
                }
                _ => out.nodes[source].concept = Some(name),
            }
            continue;
        }
        let target = match &edge.target {
            Target::Node(node) => {
                let place = out.add(graph.nodes[*node].variable.clone(), graph.nodes[*node].concept.clone());
                places.insert(*node, place);
                Target::Node(place)
            }
            Target::Again(node) => Target::Again(places.get(node).copied().unwrap_or(usize::MAX)),
            Target::Constant(text) => Target::Constant(text.clone()),
        };
        out.connect(source, &edge.role, target);
    }
    // Nodes may be named before they are written out.
    let again: Vec<Target> = graph
        .edges
        .iter()
        .filter(|edge| places.contains_key(&edge.source) && edge.role != "math")
        .filter_map(|edge| match edge.target {
            Target::Again(node) => Some(Target::Again(places[&node])),
            _ => None,
        })
        .collect();
    let references = out.edges.iter_mut().filter(|edge| matches!(edge.target, Target::Again(_)));
    references.zip(again).for_each(|(edge, target)| edge.target = target);
    (out, formulas, found)
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn every_graft_is_the_published_one() {
    let formulas = common::formulas();
    let (mut graphs, mut same, mut all, mut all_found) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for (topic, source) in common::graphs() {
        let Some(formulas) = formulas.get(&topic) else { continue };
        let trees: BTreeMap<&str, OperatorTree> = formulas
            .iter()
            .filter_map(|(number, source)| {
                Some((number.as_str(), OperatorTree::from_content_mathml(source)?))
            })
            .collect();
        let rendered: BTreeMap<String, Graph> = trees
            .iter()
            .filter_map(|(number, tree)| Some(((*number).to_owned(), graft::tree_graph(tree, Mode::Compat)?)))
            .collect();
        let golden =
            penman::parse(&source, Quotes::Lenient).unwrap_or_else(|error| panic!("{topic}: {error:?}"));
        let (bare, count, found) = ungrafted(&golden, &rendered);
        let again = graft::graft(&bare, |number| trees.get(number).cloned(), Mode::Compat);
        graphs += 1;
        all += count;
        all_found += found;
        if penman::on_one_line(&again) == penman::on_one_line(&golden) {
            same += 1;
        } else {
            wrong.push(format!(
                "{topic} {found} of {count}\n  {}\n  {}",
                penman::write(&again),
                penman::write(&golden)
            ));
        }
    }
    println!("{same} of {graphs} graphs, {all_found} of {all} formulas grafted as published");
    assert!(same == graphs, "{}", wrong.join("\n"));
    assert_eq!(graphs, 185);
}

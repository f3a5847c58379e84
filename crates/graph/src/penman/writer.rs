//! From a graph to PENMAN.

use crate::{Graph, Target};

/// The spaces before a role, for each level.
const INDENT: usize = 6;

/// The graph over several lines, a role in each, after its metadata.
///
/// ```
/// let graph = graph::penman::parse("# ::id 7\n(p / prove-01 :arg1 (t / this) :mode imperative)", Default::default()).unwrap();
/// let text = "# ::id 7\n(p / prove-01\n      :arg1 (t / this)\n      :mode imperative)";
/// assert_eq!(graph::penman::write(&graph), text);
/// ```
pub fn write(graph: &Graph) -> String {
    let mut out = String::new();
    for (key, value) in &graph.metadata {
        let line = match key.is_empty() {
            true => format!("# {value}"),
            false => format!("# ::{key} {value}"),
        };
        out.push_str(line.trim_end());
        out.push('\n');
    }
    push(graph, Some(INDENT), &mut out);
    out
}

/// The graph on one line, without its metadata.
pub fn on_one_line(graph: &Graph) -> String {
    let mut out = String::new();
    push(graph, None, &mut out);
    out
}

fn push(graph: &Graph, indent: Option<usize>, out: &mut String) {
    if graph.nodes.is_empty() {
        return;
    }
    let outgoing = graph.edges_by_source();
    push_start(graph, 0, out);
    let mut open = vec![(0, 0)];
    while let Some(&(node, next)) = open.last() {
        let Some(edge) = outgoing[node].get(next).and_then(|&place| graph.edges.get(place)) else {
            out.push(')');
            open.pop();
            continue;
        };
        match indent {
            Some(width) => {
                out.push('\n');
                out.push_str(&" ".repeat(width * open.len()));
            }
            None => out.push(' '),
        }
        out.push(':');
        out.push_str(&edge.role);
        out.push(' ');
        if let Some(last) = open.last_mut() {
            last.1 += 1;
        }
        match &edge.target {
            Target::Node(target) => {
                push_start(graph, *target, out);
                open.push((*target, 0));
            }
            Target::Again(target) => {
                out.push_str(graph.nodes.get(*target).map_or("", |node| node.variable.as_str()));
            }
            Target::Constant(text) => out.push_str(text),
        }
    }
}

fn push_start(graph: &Graph, node: usize, out: &mut String) {
    let Some(node) = graph.nodes.get(node) else { return };
    out.push('(');
    out.push_str(&node.variable);
    if let Some(concept) = &node.concept {
        out.push_str(" / ");
        out.push_str(concept);
    }
}

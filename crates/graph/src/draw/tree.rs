//! A graph as lines of text, with lines from nodes to what they lead to.

use crate::{Graph, Target};

/// The graph as a tree of lines.
///
/// ```
/// let graph = graph::penman::parse("(w / want-01 :arg0 (i2 / i) :arg1 (p / prove-01 :arg0 i2))", Default::default()).unwrap();
/// let drawing = "\
/// want-01
/// ├─ arg0: i (i2)
/// └─ arg1: prove-01
///    └─ arg0: → i2
/// ";
/// assert_eq!(graph::draw::text(&graph), drawing);
/// ```
pub fn text(graph: &Graph) -> String {
    let mut out = String::new();
    if graph.nodes.is_empty() {
        return out;
    }
    let outgoing = graph.edges_by_source();
    let named = named(graph);
    push_node(graph, 0, &named, &mut out);
    let mut open = vec![(0, 0)];
    while let Some(&(node, next)) = open.last() {
        let Some(edge) = outgoing[node].get(next).and_then(|&place| graph.edges.get(place)) else {
            open.pop();
            continue;
        };
        // The levels above have a line where they have more to show.
        for &(above, shown) in open.iter().take(open.len() - 1) {
            out.push_str(if shown < outgoing[above].len() { "│  " } else { "   " });
        }
        let is_last = next + 1 == outgoing[node].len();
        out.push_str(if is_last { "└─ " } else { "├─ " });
        out.push_str(&edge.role);
        out.push_str(": ");
        if let Some(last) = open.last_mut() {
            last.1 += 1;
        }
        match &edge.target {
            Target::Node(target) => {
                push_node(graph, *target, &named, &mut out);
                open.push((*target, 0));
            }
            Target::Again(target) => {
                let variable = graph.nodes.get(*target).map_or("", |node| node.variable.as_str());
                out.push_str(&format!("→ {variable}\n"));
            }
            Target::Constant(text) => {
                out.push_str(text);
                out.push('\n');
            }
        }
    }
    out
}

/// Which nodes come again, so that their variable must be shown.
fn named(graph: &Graph) -> Vec<bool> {
    let mut named = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        if let Target::Again(node) = edge.target
            && let Some(named) = named.get_mut(node)
        {
            *named = true;
        }
    }
    named
}

fn push_node(graph: &Graph, id: usize, named: &[bool], out: &mut String) {
    let Some(node) = graph.nodes.get(id) else { return };
    match &node.concept {
        Some(concept) if named.get(id).is_some_and(|&named| named) => {
            out.push_str(&format!("{concept} ({})\n", node.variable));
        }
        Some(concept) => out.push_str(&format!("{concept}\n")),
        None => out.push_str(&format!("({})\n", node.variable)),
    }
}

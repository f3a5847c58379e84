//! A graph as one line of words, the input of sentence models.
//!
//! The order is that of the program that made the published linear forms: from the top, roles in alphabetical order, and
//! where a node has one role several times, the last one first. Constants come after nodes of the same role. A node is
//! printed once, where the walk first meets it. The marker `MATH` is not printed, because that program reads any symbol of at
//! most five characters that starts with a letter as a node that is defined elsewhere.
//!
//! What it is not: reversible. Roles are not printed.

use rustc_hash::FxHashSet;

use crate::penman::{self, Quotes};
use crate::{Edge, Graph, NodeId, Target};

/// The most characters of a symbol that counts as an undefined node.
const LONGEST_VARIABLE: usize = 5;

/// The words of a graph.
///
/// ```
/// let source = "(f / find-01 :mode imperative :arg0 (y / you) :arg1 (r / root :mod (r2 / real) :mod (p / positive)))";
/// let graph = graph::penman::parse(source, Default::default()).unwrap();
/// assert_eq!(graph::linear::words(&graph), "find-01 you root positive real imperative");
/// ```
pub fn words(graph: &Graph) -> String {
    let mut out = String::new();
    if graph.nodes.is_empty() {
        return out;
    }
    let edges = sorted_edges(graph);
    let mut visited = vec![false; graph.nodes.len()];
    let mut open: Vec<Step<'_>> = vec![Step::Node(0)];
    while let Some(step) = open.pop() {
        match step {
            Step::Text(text) => push_word(text, &mut out),
            Step::Node(node) if !visited[node] => {
                visited[node] = true;
                push_word(graph.concept(node), &mut out);
                open.extend(edges[node].iter().map(|(_, step)| *step));
            }
            Step::Node(_) => {}
        }
    }
    out
}

/// The words of a graph in PENMAN, as published: empty for a text that is not a graph.
pub fn words_of(source: &str) -> String {
    penman::parse(source, Quotes::Strict).map(|graph| words(&graph)).unwrap_or_default()
}

/// What the walk meets.
#[derive(Clone, Copy)]
enum Step<'a> {
    Node(NodeId),
    Text(&'a str),
}

fn push_word(word: &str, out: &mut String) {
    if word.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(word);
}

/// The steps from each node with their roles in lower case, the one that is taken first at the end.
fn sorted_edges(graph: &Graph) -> Vec<Vec<(String, Step<'_>)>> {
    let mut constants: Vec<Vec<(String, Step<'_>)>> = vec![Vec::new(); graph.nodes.len()];
    let mut nodes = constants.clone();
    let mut seen = FxHashSet::default();
    let mut defined = 0;
    for edge in &graph.edges {
        let role = edge.role.to_lowercase();
        match target(graph, edge, &mut defined) {
            Some(Step::Text(text)) if seen.insert((edge.source, edge.role.as_str(), text)) => {
                constants[edge.source].push((role, Step::Text(text)));
            }
            Some(step @ Step::Node(_)) => nodes[edge.source].push((role, step)),
            _ => {}
        }
    }
    for (constants, nodes) in constants.iter_mut().zip(nodes) {
        constants.extend(nodes);
        constants.sort_by(|(a, _), (b, _)| b.cmp(a));
    }
    constants
}

/// Where an edge leads; nowhere if its target looks like an undefined node. `defined` is the last node written out so far.
fn target<'a>(graph: &'a Graph, edge: &'a Edge, defined: &mut NodeId) -> Option<Step<'a>> {
    match &edge.target {
        Target::Node(node) => {
            *defined = (*defined).max(*node);
            Some(Step::Node(*node))
        }
        Target::Again(node) => {
            let variable = graph.nodes.get(*node).map_or("", |node| node.variable.as_str());
            let is_node = *node <= *defined || looks_like_variable(variable);
            Some(if is_node { Step::Node(*node) } else { Step::Text(variable) })
        }
        Target::Constant(text) => (!looks_like_variable(text)).then_some(Step::Text(text)),
    }
}

fn looks_like_variable(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().nth(LONGEST_VARIABLE).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_after_nodes_of_their_role_and_repeated_ones_once() {
        let source = "(a / apple :op1 \"x\" :op1 \"x\" :op1 (b / bee) :value MATH :math (u / plus :op0 (x / 1) :op0 (y / 2)))";
        assert_eq!(words_of(source), "apple plus 2 1 bee \"x\"");
    }

    #[test]
    fn nodes_without_a_concept_have_no_word() {
        assert_eq!(words_of("(a / apple :op0(e1 / :op0(v1 / x)) :op1(w1 / ))"), "apple x");
        assert_eq!(words_of("(a / apple :op0 \""), "");
    }

    #[test]
    fn a_node_is_printed_where_the_walk_first_meets_it() {
        assert_eq!(words_of("(a / apple :zeta (b / bee :mod (c / cat)) :arg1 b)"), "apple bee cat");
    }
}

//! A graph as triples, as the reference program of Smatch makes them.

use crate::{Graph, NodeId, Target};

/// Roles that end in `-of` and are no inverse roles.
const NOT_INVERSE: [&str; 3] = ["consist-of", "prep-out-of", "prep-on-behalf-of"];

/// The triples of a graph; all labels in the form in which they are compared.
#[derive(Debug, Default)]
pub(super) struct Triples {
    /// The concept of each node.
    pub(super) concepts: Vec<String>,
    /// Role, node, value.
    pub(super) attributes: Vec<(String, NodeId, String)>,
    /// Role, source, target.
    pub(super) relations: Vec<(String, NodeId, NodeId)>,
}

impl Triples {
    /// The triples of a graph. Inverse roles are turned round; `mod` is the inverse of `domain`. Such an edge to a constant is
    /// lost.
    pub(super) fn of(graph: &Graph) -> Self {
        let mut triples = Triples::default();
        for node in &graph.nodes {
            // The reference program skips spaces in concepts.
            let concept: String =
                node.concept.iter().flat_map(|text| text.chars()).filter(|c| *c != ' ').collect();
            triples.concepts.push(normal(&concept.replace('"', "")));
        }
        for edge in &graph.edges {
            let (role, is_inverse) = direction(&edge.role);
            match &edge.target {
                Target::Node(target) | Target::Again(target) => {
                    let (source, target) =
                        if is_inverse { (*target, edge.source) } else { (edge.source, *target) };
                    triples.relations.push((role, source, target));
                }
                Target::Constant(_) if is_inverse => {}
                Target::Constant(text) => {
                    // It reads a string up to its first space.
                    let text = text.replace('"', "");
                    let value = normal(text.split(' ').next().unwrap_or(""));
                    triples.attributes.push((role, edge.source, value));
                }
            }
        }
        if !graph.nodes.is_empty() {
            triples.attributes.push(("top".to_owned(), 0, "top".to_owned()));
        }
        triples
    }

    /// How many triples there are.
    pub(super) fn count(&self) -> usize {
        self.concepts.len() + self.attributes.len() + self.relations.len()
    }
}

/// A role in its normal direction, and whether that is the inverse one.
fn direction(role: &str) -> (String, bool) {
    let role = normal(role);
    if role == "mod" {
        return ("domain".to_owned(), true);
    }
    match role.strip_suffix("-of") {
        Some(base) if !NOT_INVERSE.contains(&role.as_str()) => (base.to_owned(), true),
        _ => (role, false),
    }
}

fn normal(text: &str) -> String {
    text.to_lowercase().trim_end_matches('_').to_owned()
}

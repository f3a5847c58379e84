//! One graph of the graphs of several sentences.

use crate::{Graph, NodeId, Target, Variables};

/// One graph: the only one as it is, several under `multi-sentence` with roles `snt1`, `snt2` and so on, with new variables.
/// Metadata is left out, because it belongs to the sentences. Empty graphs are skipped.
///
/// ```
/// let parse = |text| graph::penman::parse(text, Default::default()).unwrap();
/// let merged = graph::merge(&[parse("(p / prove-01)"), parse("(p / proof :mod (e / easy))")]);
/// let expected = "(m / multi-sentence :snt1 (p / prove-01) :snt2 (p2 / proof :mod (e / easy)))";
/// assert_eq!(graph::penman::on_one_line(&merged), expected);
/// ```
pub fn merge(sentences: &[Graph]) -> Graph {
    let sentences: Vec<&Graph> = sentences.iter().filter(|graph| !graph.nodes.is_empty()).collect();
    if let [only] = sentences[..] {
        return only.clone();
    }
    let mut merged = Graph::default();
    let mut variables = Variables::default();
    if sentences.is_empty() {
        return merged;
    }
    merged.add(variables.next("multi-sentence"), Some("multi-sentence".to_owned()));
    for (number, sentence) in sentences.into_iter().enumerate() {
        let first = merged.nodes.len();
        merged.connect(0, &format!("snt{}", number + 1), Target::Node(first));
        for node in &sentence.nodes {
            merged.add(variables.next(node.concept.as_deref().unwrap_or("")), node.concept.clone());
        }
        let moved = |node: NodeId| node + first;
        for edge in &sentence.edges {
            let target = match &edge.target {
                Target::Node(node) => Target::Node(moved(*node)),
                Target::Again(node) => Target::Again(moved(*node)),
                Target::Constant(text) => Target::Constant(text.clone()),
            };
            merged.connect(moved(edge.source), &edge.role, target);
        }
    }
    merged
}

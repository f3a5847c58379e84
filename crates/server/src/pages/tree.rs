//! Trees as nested lists: readable for people and for screen readers, without a drawing engine.

use maud::{Markup, html};

use engine::describe::trees::TreeNode;

/// Deeper nodes are shown at this depth, so that no formula makes a page that a browser cannot lay out.
const DEEPEST: usize = 40;

/// Nodes that are shown of one tree.
const MOST_NODES: usize = 500;

/// A tree; nodes come in the order in which they are drawn, each with its depth. `class_of` gives the classes of
/// the node that covers a part of the source.
pub(super) fn tree(nodes: &[TreeNode], label: &str, class_of: impl Fn([u32; 2]) -> String) -> Markup {
    let mut deepest = 0;
    let shown = nodes.iter().take(MOST_NODES).map(|node| {
        // A list is one level deeper than the one around it, even if the depths jump.
        deepest = node.depth.min(DEEPEST).min(deepest) + 1;
        (deepest, node)
    });
    let shown: Vec<(usize, &TreeNode)> = shown.collect();
    html! {
        div role="region" tabindex="0" aria-label=(label) .tree-figure {
            @if !shown.is_empty() { ul .tree { (items(&shown, &class_of)) } }
        }
        @if nodes.len() > MOST_NODES { p .relation { (nodes.len() - MOST_NODES) " more nodes" } }
    }
}

/// Nodes of the depth of the first, each with the deeper ones that follow it.
fn items(nodes: &[(usize, &TreeNode)], class_of: &dyn Fn([u32; 2]) -> String) -> Markup {
    let depth = nodes.first().map_or(0, |(depth, _)| *depth);
    html! {
        @for branch in nodes.chunk_by(|_, (next, _)| *next > depth) {
            @if let Some(((_, node), below)) = branch.split_first() {
                li {
                    (one(node, &class_of(node.span)))
                    @if !below.is_empty() { ul { (items(below, class_of)) } }
                }
            }
        }
    }
}

fn one(node: &TreeNode, classes: &str) -> Markup {
    let [start, end] = node.span;
    html! {
        span class={ "node " (classes) } {
            @if !node.edge.is_empty() { span .edge { (node.edge) } }
            span .symbol { (node.label) }
            span .what { (start) "–" (end) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: usize, label: &str) -> TreeNode {
        TreeNode { depth, edge: String::new(), label: label.to_owned(), span: [0, 0] }
    }

    #[test]
    fn lists_are_closed_where_they_end() {
        let drawn =
            tree(&[node(0, "a"), node(1, "b"), node(2, "c"), node(1, "<d>"), node(0, "e")], "t", |_| {
                String::new()
            })
            .into_string();
        assert_eq!(drawn.matches("<ul").count(), drawn.matches("</ul>").count());
        assert_eq!(drawn.matches("<li>").count(), 5);
        assert_eq!(drawn.matches("</li>").count(), 5);
        assert!(drawn.contains("&lt;d&gt;"));
    }

    #[test]
    fn a_tree_that_jumps_or_is_very_deep_is_drawn_as_well() {
        let deep: Vec<TreeNode> = (0..2000).map(|depth| node(depth, "x")).collect();
        let drawn = tree(&deep, "t", |_| String::new()).into_string();
        assert_eq!(drawn.matches("<li>").count(), drawn.matches("</li>").count());
    }
}

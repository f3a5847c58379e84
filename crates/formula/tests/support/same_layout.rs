//! Whether two layout trees are the same tree.

use std::fmt::Write as _;

use formula::slt::{Edge, Kind, NodeId, Slt};

/// Everything about a layout tree but the places of its symbols in the source: kinds, labels, fonts, flags, fences, shapes
/// and edges.
pub fn described(slt: &Slt) -> String {
    let mut out = String::new();
    push_row(slt, slt.root(), &mut out);
    out
}

fn push_row(slt: &Slt, head: Option<NodeId>, out: &mut String) {
    for id in slt.row(head) {
        push_node(slt, id, out);
    }
}

fn push_node(slt: &Slt, id: NodeId, out: &mut String) {
    let node = slt.node(id);
    let _ = write!(out, "[{:?} {:?} {:?} {}", node.kind, slt.label(id), node.font, node.flags.0);
    if matches!(node.kind, Kind::Group | Kind::Table) {
        let grid = slt.grid(id);
        for fence in [grid.open, grid.close] {
            out.push(' ');
            slt.push_symbol(fence, out);
        }
        let _ = write!(out, " {}x{}", grid.rows, grid.columns);
    }
    for child in slt.children(id) {
        match slt.node(child).edge {
            // The element after the one that begins here; its own node writes the row.
            Edge::Element => {}
            Edge::Within => {
                for element in slt.elements(id) {
                    out.push_str(" within ");
                    push_row(slt, Some(element), out);
                }
            }
            edge => {
                out.push(' ');
                out.push_str(edge.name());
                out.push(' ');
                push_row(slt, Some(child), out);
            }
        }
    }
    out.push(']');
}

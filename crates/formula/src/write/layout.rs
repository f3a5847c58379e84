//! Layout trees on one line, the form of `perga tree --as slt`.
//!
//! Symbols of a baseline stand side by side. A symbol with scripts is `(symbol edge row …)`, with the name of
//! the edge: `x-y^2=0` is `x - (y above 2) = 0`. A row of several symbols on an edge is in square brackets:
//! `(∑ over n under [i = 1])`. Groups and tables are `(group "(" ")" element…)` and `(table 2x2 cell…)`.
//! Texts are quoted, an undefined command keeps its backslash, a query variable its question mark, an empty
//! place is `_`, and a font stands before its letter: `bold:x`.
//!
//! What it is not: the string that other systems use; see [`crate::write::tangent`].

use super::push_quoted;
use crate::slt::{Edge, Font, Kind, NodeId, Slt};

/// The tree on one line; empty for an empty tree.
pub fn write(slt: &Slt) -> String {
    let mut out = String::with_capacity(slt.arena_len() * 4);
    push_symbols(slt, slt.root(), &mut out);
    out
}

/// A baseline without brackets.
fn push_symbols(slt: &Slt, head: Option<NodeId>, out: &mut String) {
    for (position, id) in slt.row(head).enumerate() {
        if position > 0 {
            out.push(' ');
        }
        push_node(slt, id, out);
    }
}

/// A baseline in a place where one thing is expected.
fn push_row(slt: &Slt, head: NodeId, out: &mut String) {
    if slt.next(head).is_none() {
        return push_node(slt, head, out);
    }
    out.push('[');
    push_symbols(slt, Some(head), out);
    out.push(']');
}

fn push_node(slt: &Slt, id: NodeId, out: &mut String) {
    let shaped = matches!(slt.node(id).kind, Kind::Group | Kind::Table);
    let around: Vec<NodeId> =
        slt.children(id).filter(|&child| slt.node(child).edge != Edge::Element).collect();
    if !shaped && around.is_empty() {
        return push_name(slt, id, out);
    }
    out.push('(');
    push_name(slt, id, out);
    if shaped {
        push_grid(slt, id, out);
    }
    for child in around {
        let edge = slt.node(child).edge;
        if shaped && edge == Edge::Within {
            continue;
        }
        out.push(' ');
        out.push_str(edge.name());
        out.push(' ');
        push_row(slt, child, out);
    }
    out.push(')');
}

/// Shape, fences and elements of a group or table.
fn push_grid(slt: &Slt, id: NodeId, out: &mut String) {
    let grid = slt.grid(id);
    if slt.node(id).kind == Kind::Table {
        out.push_str(&format!(" {}x{}", grid.rows, grid.columns));
    }
    if !grid.open.is_none() || !grid.close.is_none() {
        for fence in [grid.open, grid.close] {
            let mut text = String::new();
            slt.push_symbol(fence, &mut text);
            out.push(' ');
            push_quoted(&text, out);
        }
    }
    for head in slt.elements(id) {
        out.push(' ');
        push_row(slt, head, out);
    }
}

fn push_name(slt: &Slt, id: NodeId, out: &mut String) {
    let node = slt.node(id);
    let label = slt.label(id);
    if node.font != Font::Plain {
        out.push_str(node.font.name());
        out.push(':');
    }
    match node.kind {
        Kind::Fraction => out.push_str("fraction"),
        Kind::Root => out.push_str("root"),
        Kind::Group => out.push_str("group"),
        Kind::Table => out.push_str("table"),
        Kind::Empty => out.push('_'),
        Kind::Command => out.extend(["\\", label.as_str()]),
        Kind::Wildcard => out.extend(["?", label.as_str()]),
        Kind::Enclosure => out.extend(["enclosure:", label.as_str()]),
        Kind::Text => push_quoted(&label, out),
        Kind::Identifier | Kind::Number | Kind::Operator if needs_quotes(&label) => push_quoted(&label, out),
        Kind::Identifier | Kind::Number | Kind::Operator => out.push_str(&label),
    }
}

fn needs_quotes(label: &str) -> bool {
    label.is_empty()
        || label.contains(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '[' | ']' | '"')
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent_strings::parse_slt;

    fn check(tangent: &str, expected: &str) {
        assert_eq!(write(&parse_slt(tangent).unwrap()), expected);
    }

    #[test]
    fn scripts_stand_beside_their_symbol() {
        check("[V!x[-[V!y[=[N!0]],a[N!2]]]]", "x - (y above 2) = 0");
        check("[V!x,a[N!2],b[V!i[V!j]]]", "(x above 2 below [i j])");
    }

    #[test]
    fn structures_name_their_parts() {
        check(
            "[∑[O!divide,o[N!1],u[V!i]],o[V!n],u[V!i[=[N!1]]]]",
            "(∑ over n under [i = 1]) (fraction over 1 under i)",
        );
        check("[O!root,c[N!3],w[V!x]]", "(root pre-above 3 within x)");
    }

    #[test]
    fn groups_and_tables_list_their_elements() {
        check("[V!f[M!()1x2,w[V!a[&comma;],e[V!b]]]]", r#"f (group "(" ")" [a ,] b)"#);
        check("[M!()2x2,w[V!a,e[V!b,e[V!c,e[V!d]]]]]", r#"(table 2x2 "(" ")" a b c d)"#);
        check("[M!1x1,b[V!z],w[V!x,b[V!y]]]", "(group (x below y) below z)");
    }

    #[test]
    fn what_is_not_a_plain_symbol_has_its_sign() {
        check("[T!if so[?x[W![(]]]]", r#""if so" ?x _ "(""#);
        check("", "");
    }
}

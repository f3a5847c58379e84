//! Operator trees as S-expressions, the form of the golden suites and of `perga tree --as opt`.
//!
//! A leaf is its name (`x`, `12`, `infinity`), words are quoted (`"some text"`), a query variable is `?x`,
//! an unknown command `\foo`, a missing operand `_`. An inner node is `(label child…)`; if the operator
//! is itself an expression, that expression takes the place of the label. Double-struck, script and
//! Fraktur letters are written as such (`ℝ`), other fonts are not shown.

use super::push_quoted;
use crate::opt::{Kind, NodeId, Opt};
use crate::write::tangent::push_letters;

/// The tree as an S-expression; empty for an empty tree.
pub fn write(opt: &Opt) -> String {
    opt.root().map_or_else(String::new, |root| write_at(opt, root))
}

/// The part of a tree at a node as an S-expression.
pub fn write_at(opt: &Opt, root: NodeId) -> String {
    let mut out = String::with_capacity(opt.arena_len() * 4);
    let mut open = Vec::new();
    start(opt, root, &mut open, &mut out);
    while let Some(next) = open.pop() {
        let Some(child) = next.get() else {
            out.push(')');
            continue;
        };
        if !out.ends_with('(') {
            out.push(' ');
        }
        open.push(opt.node(child).next_sibling);
        start(opt, child, &mut open, &mut out);
    }
    out
}

/// Writes a leaf completely, an inner node up to its children, which it pushes onto the stack.
fn start(opt: &Opt, id: NodeId, open: &mut Vec<NodeId>, out: &mut String) {
    let node = opt.node(id);
    let bracketed = !opt.is_leaf(id) || matches!(node.kind, Kind::Collection | Kind::Compound);
    if !bracketed {
        return push_leaf(opt, id, out);
    }
    out.push('(');
    if node.kind == Kind::Error && node.symbol.is_none() {
        out.push_str("error");
    } else if node.kind != Kind::Compound {
        push_name(opt, id, out);
    }
    open.push(node.first_child);
}

fn push_leaf(opt: &Opt, id: NodeId, out: &mut String) {
    let start = out.len();
    if opt.node(id).kind == Kind::Text {
        return push_quoted(&opt.label(id), out);
    }
    push_name(opt, id, out);
    let name = out.get(start..).unwrap_or("");
    let needs_quotes =
        name.is_empty() || name.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"'));
    if needs_quotes {
        let name = name.to_owned();
        out.truncate(start);
        push_quoted(&name, out);
    }
}

fn push_name(opt: &Opt, id: NodeId, out: &mut String) {
    let node = opt.node(id);
    match node.kind {
        Kind::Absent => return out.push('_'),
        Kind::Wildcard => out.push('?'),
        Kind::Unknown => out.push('\\'),
        _ => {}
    }
    push_letters(&opt.texts, node.symbol, node.font, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;
    use crate::names;
    use crate::slt::Font;
    use crate::symbol::Symbol;

    const SPAN: Span = Span { start: 0, end: 0 };

    fn leaf(opt: &mut Opt, kind: Kind, text: &str) -> NodeId {
        let symbol = opt.texts.intern(text);
        opt.leaf(kind, symbol, SPAN)
    }

    #[test]
    fn operators_stand_before_their_operands() {
        let mut opt = Opt::default();
        let base = leaf(&mut opt, Kind::Variable, "f");
        let one = leaf(&mut opt, Kind::Number, "1");
        let minus = opt.inner(Kind::Ordered, names::MINUS, SPAN, &[one]);
        let inverse = opt.inner(Kind::Ordered, names::SUP, SPAN, &[base, minus]);
        let x = leaf(&mut opt, Kind::Variable, "x");
        let apply = opt.inner(Kind::Compound, Symbol::NONE, SPAN, &[inverse, x]);
        let reals = leaf(&mut opt, Kind::Variable, "R");
        opt.nodes[reals.index()].font = Font::DoubleStruck;
        opt.root = opt.inner(Kind::Ordered, names::IN, SPAN, &[apply, reals]);
        assert_eq!(write(&opt), "(in ((sup f (minus 1)) x) ℝ)");
    }

    #[test]
    fn every_kind_of_leaf_has_its_sign() {
        let mut opt = Opt::default();
        let leaves = [
            leaf(&mut opt, Kind::Text, "if \"so\""),
            leaf(&mut opt, Kind::Wildcard, "x"),
            leaf(&mut opt, Kind::Wildcard, ""),
            leaf(&mut opt, Kind::Unknown, "foo"),
            leaf(&mut opt, Kind::Absent, ""),
            leaf(&mut opt, Kind::Variable, "("),
            opt.inner(Kind::Collection, names::SET, SPAN, &[]),
            opt.leaf(Kind::Constant, names::INFINITY, SPAN),
        ];
        opt.root = opt.inner(Kind::Collection, names::LIST, SPAN, &leaves);
        assert_eq!(write(&opt), r#"(list "if \"so\"" ?x ? \foo _ "(" (set) infinity)"#);
    }

    #[test]
    fn an_empty_tree_is_an_empty_text() {
        assert_eq!(write(&Opt::default()), "");
    }
}

//! Operator trees as Tangent-S strings.
//!
//! A node is `[tag`, then `,` a one-character label and the string of each child, then `]`. The labels
//! `0-9A-Za-z` are enough for 62 children; a node with more is written as two nodes of the same tag with half
//! of the children each, as the reference program does for commutative operators.

use super::tag::{push_clean, push_number, push_typed};
use crate::names;
use crate::opt::{Kind, Node, NodeId, Opt};
use crate::slt::Font;

const LABELS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The tree as a Tangent-S string; empty for an empty tree.
pub fn opt_string(opt: &Opt) -> String {
    let mut out = String::with_capacity(opt.arena_len() * 10);
    push_opt_string(opt, &mut out);
    out
}

/// Appends the Tangent-S string of a tree to `out`.
pub fn push_opt_string(opt: &Opt, out: &mut String) {
    let Some(root) = opt.root() else { return };
    let mut writer = Writer { opt, out, steps: Vec::new() };
    writer.node(root);
    while let Some(step) = writer.steps.pop() {
        match step {
            Step::Children { child, left, label } => writer.children(child, left, label),
            Step::Half { tag, first, count, label } => {
                writer.label(label);
                writer.half(tag, first, count);
            }
            Step::NoLimits => writer.out.push_str(",1[W!],2[W!]"),
            Step::End => writer.out.push(']'),
        }
    }
}

/// The remaining steps, last in first out.
enum Step {
    /// `left` children from `child` on, the first one labelled `label`.
    Children { child: NodeId, left: u32, label: u8 },
    /// Part of the children of a node whose tag was written at `tag`, under the same tag.
    Half { tag: (usize, usize), first: NodeId, count: u32, label: u8 },
    /// The places of the limits, which the reference program gives every integral.
    NoLimits,
    /// The closing bracket.
    End,
}

struct Writer<'a> {
    opt: &'a Opt,
    out: &'a mut String,
    steps: Vec<Step>,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let count = self.opt.children(id).count() as u32;
        self.out.push('[');
        let start = self.out.len();
        push_tag(self.opt, id, self.out);
        self.steps.push(Step::End);
        if count == 1 && self.opt.symbol(id) == names::INT {
            self.steps.push(Step::NoLimits);
        }
        self.operands((start, self.out.len()), self.opt.node(id).first_child, count);
    }

    fn half(&mut self, tag: (usize, usize), first: NodeId, count: u32) {
        self.out.push('[');
        let tag_text = self.out.get(tag.0..tag.1).unwrap_or("").to_owned();
        self.out.push_str(&tag_text);
        self.steps.push(Step::End);
        self.operands(tag, first, count);
    }

    /// `count` children from `first` on, in two halves if there are not enough labels.
    fn operands(&mut self, tag: (usize, usize), first: NodeId, count: u32) {
        if count as usize <= LABELS.len() {
            return self.steps.push(Step::Children { child: first, left: count, label: 0 });
        }
        let half = count / 2;
        let mut second = first;
        for _ in 0..half {
            second = self.opt.node(second).next_sibling;
        }
        self.steps.push(Step::Half { tag, first: second, count: count - half, label: 1 });
        self.steps.push(Step::Half { tag, first, count: half, label: 0 });
    }

    fn children(&mut self, child: NodeId, left: u32, label: u8) {
        let Some(id) = child.get().filter(|_| left > 0) else { return };
        let next = self.opt.node(id).next_sibling;
        self.steps.push(Step::Children { child: next, left: left - 1, label: label + 1 });
        self.label(label);
        self.node(id);
    }

    fn label(&mut self, label: u8) {
        self.out.push(',');
        self.out.push(LABELS.get(usize::from(label)).copied().map_or('z', char::from));
    }
}

fn push_tag(opt: &Opt, id: NodeId, out: &mut String) {
    let node = opt.node(id);
    match node.kind {
        Kind::Compound => push_compound_tag(opt, id, out),
        Kind::Collection => push_collection_tag(opt, id, out),
        Kind::Absent => out.push_str("W!"),
        Kind::Error => push_value("E!", opt, node, out),
        Kind::Wildcard => push_value("?", opt, node, out),
        _ if node.symbol == names::CONDITIONAL => out.push_str("F!c"),
        _ if node.symbol == names::PRIME => out.push_str("V!′"),
        Kind::Variable => push_typed("V!", &opt.texts, node.symbol, node.font, out),
        Kind::Number => push_typed("N!", &opt.texts, node.symbol, node.font, out),
        Kind::Text => push_typed("T!", &opt.texts, node.symbol, node.font, out),
        Kind::Constant => push_value("C!", opt, node, out),
        Kind::Ordered if node.symbol == names::SUP => out.push_str("O!SUP"),
        Kind::Ordered if node.symbol == names::SUB => out.push_str("O!SUB"),
        Kind::Ordered if node.symbol == names::FORMULAE => out.push_str("O!form-seq"),
        Kind::Ordered => push_value("O!", opt, node, out),
        Kind::Unordered => push_value("U!", opt, node, out),
        Kind::Function => push_value("F!", opt, node, out),
        Kind::Unknown => push_value("-!", opt, node, out),
    }
}

fn push_value(kind: &str, opt: &Opt, node: &Node, out: &mut String) {
    out.push_str(kind);
    push_clean(&opt.texts, node.symbol, node.font, out);
}

/// `+!`, and the tag of the base where the operator is a base with a script.
fn push_compound_tag(opt: &Opt, id: NodeId, out: &mut String) {
    out.push_str("+!");
    let Some(operator) = opt.children(id).next() else { return };
    if !matches!(opt.symbol(operator), names::SUP | names::SUB) {
        return;
    }
    // The base is never a compound or a collection of scripts, so one level is enough.
    match opt.children(operator).next() {
        Some(base) if opt.node(base).kind != Kind::Compound => push_tag(opt, base, out),
        Some(_) => out.push_str("+!"),
        None => {}
    }
}

fn push_collection_tag(opt: &Opt, id: NodeId, out: &mut String) {
    let symbol = opt.symbol(id);
    let letter = match symbol {
        names::MATRIX => return push_matrix_tag(opt, id, out),
        names::ROW => return out.push_str("M!R!"),
        names::SET => 'S',
        names::TUPLE | names::VECTOR => 'V',
        names::LIST => 'L',
        _ => return push_bracketed_tag(opt, id, out),
    };
    out.push_str("M!");
    out.push(letter);
    out.push('-');
    push_number(opt.children(id).count(), out);
}

fn push_matrix_tag(opt: &Opt, id: NodeId, out: &mut String) {
    let first_row = opt.children(id).next();
    out.push_str("M!M-");
    push_number(opt.children(id).count(), out);
    out.push('x');
    push_number(first_row.map_or(0, |row| opt.children(row).count()), out);
}

/// Intervals and groups by their brackets.
fn push_bracketed_tag(opt: &Opt, id: NodeId, out: &mut String) {
    let symbol = opt.symbol(id);
    let label = opt.texts.long(symbol);
    if let Some(fences) = label.strip_prefix("interval") {
        let closed = |fence: Option<char>, sign: char| if fence == Some(sign) { 'C' } else { 'O' };
        out.push_str("O!interval(");
        out.push(closed(fences.chars().next(), '['));
        out.push('-');
        out.push(closed(fences.chars().next_back(), ']'));
        return out.push(')');
    }
    if label.starts_with("delimited") {
        return push_delimited_tag(label, out);
    }
    out.push_str("O!");
    push_clean(&opt.texts, symbol, Font::Plain, out);
}

/// The reference program cuts one character too many off LaTeXML's `delimited-…`; index terms depend on it.
fn push_delimited_tag(label: &str, out: &mut String) {
    let fences = label.trim_start_matches("delimited").trim_start_matches('-');
    let fences = fences.replace('[', "&lsqb;").replace(']', "&rsqb;").replace(',', "&comma;");
    let mut chars = fences.chars();
    chars.next();
    out.push_str("M!D-");
    out.push_str(chars.as_str());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;
    use crate::symbol::Symbol;

    #[test]
    fn more_children_than_labels_are_split_in_halves() {
        let mut opt = Opt::default();
        let leaf = |opt: &mut Opt| opt.leaf(Kind::Variable, Symbol::character('x'), Span::default());
        let children: Vec<NodeId> = (0..63).map(|_| leaf(&mut opt)).collect();
        opt.root = opt.inner(Kind::Unordered, names::PLUS, Span::default(), &children);
        let string = opt_string(&opt);
        assert!(string.starts_with("[U!plus,0[U!plus,0[V!x],1[V!x]"), "{string}");
        assert!(string.contains("],1[U!plus,0[V!x]"), "{string}");
        assert!(string.ends_with(",V[V!x]]]"), "{string}");
        assert_eq!(string.matches("[V!x]").count(), 63);
    }
}

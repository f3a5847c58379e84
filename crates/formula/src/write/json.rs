//! Trees as JSON; `docs/reference/tree-json.md` describes the format.
//!
//! A tree is an array of nodes that refer to each other by number, not nested objects: baselines and chains
//! of operators have no length limit, and JSON parsers limit nesting. The number of a node is its place in
//! the arena, the same as in the ids of the MathML writer.

use crate::Formula;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::opt::{self, NodeId, Opt};
use crate::slt::{self, Flags, Font, Slt};

/// Both trees and the diagnostics of the reader.
pub fn write(formula: &Formula) -> String {
    let mut out = String::from("{\"slt\":");
    push_layout(&formula.slt, &mut out);
    out.push_str(",\"opt\":");
    push_operators(&formula.opt, &mut out);
    out.push_str(",\"diagnostics\":[");
    for (at, finding) in formula.diagnostics.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_finding(finding, &mut out);
    }
    out.push_str("]}");
    out
}

/// A layout tree.
pub fn layout(slt: &Slt) -> String {
    let mut out = String::new();
    push_layout(slt, &mut out);
    out
}

/// An operator tree.
pub fn operators(opt: &Opt) -> String {
    let mut out = String::new();
    push_operators(opt, &mut out);
    out
}

fn push_layout(slt: &Slt, out: &mut String) {
    let mut reached = vec![false; slt.arena_len()];
    let mut open: Vec<NodeId> = slt.root().into_iter().collect();
    while let Some(id) = open.pop() {
        reached[id.index()] = true;
        open.extend(slt.next(id));
        open.extend(slt.children(id));
    }
    push_nodes(slt.root(), &reached, out, |id, out| push_symbol(slt, id, out));
}

fn push_operators(opt: &Opt, out: &mut String) {
    let mut reached = vec![false; opt.arena_len()];
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    while let Some(id) = open.pop() {
        reached[id.index()] = true;
        open.extend(opt.children(id));
    }
    push_nodes(opt.root(), &reached, out, |id, out| push_operator(opt, id, out));
}

/// `{"root":…,"nodes":[…]}`; places of the arena that are not part of the tree are null.
fn push_nodes(root: Option<NodeId>, reached: &[bool], out: &mut String, push: impl Fn(NodeId, &mut String)) {
    out.push_str("{\"root\":");
    match root {
        Some(root) => out.push_str(&root.index().to_string()),
        None => out.push_str("null"),
    }
    out.push_str(",\"nodes\":[");
    for (index, &is_reached) in reached.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if is_reached { push(NodeId(index as u32), out) } else { out.push_str("null") }
    }
    out.push_str("]}");
}

fn push_symbol(slt: &Slt, id: NodeId, out: &mut String) {
    let node = slt.node(id);
    push_head(layout_kind(node.kind), &slt.label(id), out);
    push_details(node.font, node.flags, node.span, out);
    if matches!(node.kind, slt::Kind::Group | slt::Kind::Table) {
        let grid = slt.grid(id);
        for (name, fence) in [("open", grid.open), ("close", grid.close)] {
            let mut text = String::new();
            slt.push_symbol(fence, &mut text);
            push_text_field(name, &text, out);
        }
        push_number_field("rows", grid.rows as usize, out);
        push_number_field("columns", grid.columns as usize, out);
    }
    if let Some(next) = slt.next(id) {
        push_number_field("next", next.index(), out);
    }
    for child in slt.children(id) {
        push_number_field(slt.node(child).edge.name(), child.index(), out);
    }
    out.push('}');
}

fn push_operator(opt: &Opt, id: NodeId, out: &mut String) {
    let node = opt.node(id);
    push_head(operator_kind(node.kind), &opt.label(id), out);
    push_details(node.font, node.flags, node.span, out);
    if !opt.is_leaf(id) {
        out.push_str(",\"children\":[");
        for (at, child) in opt.children(id).enumerate() {
            if at > 0 {
                out.push(',');
            }
            out.push_str(&child.index().to_string());
        }
        out.push(']');
    }
    out.push('}');
}

/// The opening brace of a node, its kind, and its label where it has one.
fn push_head(kind: &str, label: &str, out: &mut String) {
    out.push_str("{\"kind\":\"");
    out.push_str(kind);
    out.push('"');
    if !label.is_empty() {
        push_text_field("label", label, out);
    }
}

/// Font and flags where there are any, and the span.
fn push_details(font: Font, flags: Flags, span: Span, out: &mut String) {
    if font != Font::Plain {
        push_text_field("font", font.name(), out);
    }
    let names = [
        (Flags::NO_BAR, "no-bar"),
        (Flags::AFTER_SPACE, "after-space"),
        (Flags::EXACT, "exact"),
        (Flags::SIMILAR, "similar"),
        (Flags::STACKED, "stacked"),
    ];
    let mut set = names.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, name)| *name).peekable();
    if set.peek().is_some() {
        let list: Vec<String> = set.map(|name| format!("\"{name}\"")).collect();
        out.push_str(",\"flags\":[");
        out.push_str(&list.join(","));
        out.push(']');
    }
    push_span(span, out);
}

fn push_finding(finding: &Diagnostic, out: &mut String) {
    let severity = match finding.severity {
        Severity::Remark => "remark",
        Severity::Recovery => "recovery",
    };
    out.push_str("{\"severity\":\"");
    out.push_str(severity);
    out.push('"');
    push_text_field("code", finding.code, out);
    push_text_field("message", &finding.message, out);
    push_text_field("hint", finding.hint, out);
    push_span(finding.span, out);
    out.push('}');
}

fn push_span(span: Span, out: &mut String) {
    out.push_str(&format!(",\"span\":[{},{}]", span.start, span.end));
}

fn push_number_field(name: &str, number: usize, out: &mut String) {
    out.push_str(&format!(",\"{name}\":{number}"));
}

fn push_text_field(name: &str, text: &str, out: &mut String) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // The last two are legal in JSON but not in JavaScript before ES2019.
            '\0'..'\u{20}' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push(c),
        }
    }
    out.push('"');
}

fn layout_kind(kind: slt::Kind) -> &'static str {
    match kind {
        slt::Kind::Identifier => "identifier",
        slt::Kind::Number => "number",
        slt::Kind::Operator => "operator",
        slt::Kind::Text => "text",
        slt::Kind::Fraction => "fraction",
        slt::Kind::Root => "root",
        slt::Kind::Group => "group",
        slt::Kind::Table => "table",
        slt::Kind::Enclosure => "enclosure",
        slt::Kind::Empty => "empty",
        slt::Kind::Command => "command",
        slt::Kind::Wildcard => "wildcard",
    }
}

fn operator_kind(kind: opt::Kind) -> &'static str {
    match kind {
        opt::Kind::Variable => "variable",
        opt::Kind::Number => "number",
        opt::Kind::Text => "text",
        opt::Kind::Constant => "constant",
        opt::Kind::Ordered => "ordered",
        opt::Kind::Unordered => "unordered",
        opt::Kind::Function => "function",
        opt::Kind::Compound => "compound",
        opt::Kind::Collection => "collection",
        opt::Kind::Absent => "absent",
        opt::Kind::Error => "error",
        opt::Kind::Unknown => "unknown",
        opt::Kind::Wildcard => "wildcard",
    }
}

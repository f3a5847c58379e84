//! LaTeX from layout trees, as a person would type it.
//!
//! Scripts and arguments are always braced, brackets are `\left…\right` only around tall content or where a
//! reader could pair them differently, and of several commands for a symbol the writer takes the first one in
//! the table. Reading the result gives the same tree.
//!
//! What it is not: the source. The tree does not keep spaces, sizes or which of several commands was used.

mod brackets;
mod leaves;
mod names;
mod scripts;
mod tables;

use crate::slt::{Edge, Flags, Kind, NodeId, Slt};
use crate::{Options, latex, packed};

/// The tree as LaTeX, without dollar signs.
pub fn write(slt: &Slt) -> String {
    if brackets::has_free_bars(slt) {
        // Most bars without a partner are read as such without a mark: `f|_U`.
        let plain = written(slt, Bars::Plain);
        if reads_as(&plain, slt) {
            return plain;
        }
    }
    written(slt, Bars::Marked)
}

fn written(slt: &Slt, bars: Bars) -> String {
    let tall = brackets::tall_nodes(slt);
    let out = String::with_capacity(slt.arena_len() * 4);
    let mut writer = Writer { slt, tall, bars, out, after_word: false };
    writer.row(slt.root());
    writer.out
}

/// Whether LaTeX gives a tree.
fn reads_as(written: &str, slt: &Slt) -> bool {
    let bytes = |slt: &Slt| {
        let mut bytes = Vec::new();
        packed::pack_layout(slt, &mut bytes);
        bytes
    };
    bytes(&latex::read(written, &Options::default()).0) == bytes(slt)
}

/// How bars without a partner are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bars {
    /// As they are.
    Plain,
    /// With `\bigm`, where a reader could pair them with others.
    Marked,
}

struct Writer<'a> {
    slt: &'a Slt,
    /// Which nodes are taller than a letter, by their place in the arena.
    tall: Vec<bool>,
    bars: Bars,
    out: String,
    /// Whether the text ends with a command, so that a letter after it would join its name.
    after_word: bool,
}

impl Writer<'_> {
    /// Appends text as it is.
    fn push(&mut self, text: &str) {
        if self.after_word && text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            self.out.push(' ');
        }
        if !text.is_empty() {
            self.after_word = false;
            self.out.push_str(text);
        }
    }

    /// Appends a command by its name.
    fn command(&mut self, name: &str) {
        self.out.push('\\');
        self.out.push_str(name);
        self.after_word = name.ends_with(|c: char| c.is_ascii_alphabetic());
    }

    /// A baseline.
    fn row(&mut self, head: Option<NodeId>) {
        let mut before: Option<NodeId> = None;
        let mut at = head;
        while let Some(id) = at {
            if self.slt.node(id).flags.has(Flags::AFTER_SPACE) || self.would_join(before, id) {
                self.command("quad");
            }
            self.scripted(id, before);
            before = Some(id);
            at = self.slt.next(id);
        }
    }

    /// A baseline in braces.
    fn braced(&mut self, head: Option<NodeId>) {
        self.push("{");
        self.row(head);
        self.push("}");
    }

    /// Whether scripts on an empty base would join the symbol after them. A space between prevents that.
    fn would_join(&self, before: Option<NodeId>, id: NodeId) -> bool {
        let Some(before) = before else { return false };
        let floats = |id| {
            let node = self.slt.node(id);
            node.kind == Kind::Empty && node.first_child != NodeId::NONE
        };
        let takes = |id| {
            let kind = self.slt.node(id).kind;
            matches!(kind, Kind::Identifier | Kind::Number | Kind::Text | Kind::Command)
        };
        floats(before) && takes(id)
    }

    /// A node without its scripts.
    fn base(&mut self, id: NodeId, before: Option<NodeId>) {
        match self.slt.node(id).kind {
            Kind::Empty => self.push("{}"),
            Kind::Fraction => self.fraction(id),
            Kind::Root => self.root(id),
            Kind::Group => self.group(id),
            Kind::Table => self.table(id),
            Kind::Enclosure => self.enclosure(id),
            _ => self.leaf(id, before),
        }
    }

    fn fraction(&mut self, id: NodeId) {
        if self.slt.node(id).flags.has(Flags::NO_BAR) {
            self.push("\\genfrac{}{}{0pt}{}");
        } else {
            self.command("frac");
        }
        self.braced(self.slt.child(id, Edge::Over));
        self.braced(self.slt.child(id, Edge::Under));
    }

    fn root(&mut self, id: NodeId) {
        self.command("sqrt");
        if let Some(degree) = self.slt.child(id, Edge::PreAbove) {
            self.push("[");
            // A bracket in the degree would end it.
            let is_simple = self.slt.next(degree).is_none() && self.slt.node(degree).kind != Kind::Group;
            if is_simple {
                self.row(Some(degree))
            } else {
                self.braced(Some(degree))
            }
            self.push("]");
        }
        self.braced(self.slt.child(id, Edge::Within));
    }

    fn enclosure(&mut self, id: NodeId) {
        let notation = self.slt.label(id);
        match notation.as_str() {
            "box" => self.command("boxed"),
            "updiagonalstrike" => self.command("cancel"),
            "downdiagonalstrike" => self.command("bcancel"),
            "updiagonalstrike downdiagonalstrike" => self.command("xcancel"),
            "horizontalstrike" => self.command("sout"),
            _ => {
                self.command("enclose");
                self.push("{");
                self.push(&notation);
                self.push("}");
            }
        }
        self.braced(self.slt.child(id, Edge::Within));
    }
}

#[cfg(test)]
mod tests;

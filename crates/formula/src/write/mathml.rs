//! Presentation MathML Core from layout trees.
//!
//! Every node of the tree is one element with an `id` (a prefix and the place of the node in the arena), so
//! that a page can refer to parts of a formula. A caller may give classes to nodes to highlight them.
//! Fences of a group are elements `…-open` and `…-close`. Fonts are characters of the mathematical alphabets,
//! since MathML Core has no other way; where Unicode lacks the character, the writer uses `mathvariant`.
//!
//! Reading the result gives the same tree again. For that, the fences of a group have `form="prefix"` and
//! `form="postfix"` (an absent fence is an empty `mo`), and a bracket or bar that is not a fence has
//! `form="infix"`.
//!
//! Browsers know less about spacing than TeX does; `spacing` adds what they lack.

mod element;
mod scripts;
mod spacing;

use element::Element;
pub(crate) use element::push_escaped;

use crate::slt::{Edge, Flags, Font, Grid, Kind, NodeId, Slt};
use crate::symbol::Symbol;
use crate::tables::letters;
use crate::write::alphabet;

/// Ids, classes and the outer element of the output.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// The prefix of the number of a node in its id; without a prefix there are no ids.
    pub id_prefix: Option<&'a str>,
    /// The classes of a node, if it has any.
    pub class_of: Option<&'a dyn Fn(NodeId) -> Option<&'a str>>,
    /// Whether the formula is a block and not part of a line.
    pub display: bool,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Style { id_prefix: Some("n"), class_of: None, display: true }
    }
}

/// The tree as a `math` element.
pub fn write(slt: &Slt, style: &Style) -> String {
    let out = String::with_capacity(slt.arena_len() * 32 + 80);
    let mut writer = Writer { slt, style, out, in_script: false, is_sign: false };
    writer.out.push_str("<math xmlns=\"http://www.w3.org/1998/Math/MathML\"");
    writer.out.push_str(if style.display { " display=\"block\">" } else { ">" });
    writer.row(slt.root());
    writer.out.push_str("</math>");
    writer.out
}

pub(crate) struct Writer<'a, 's> {
    slt: &'a Slt,
    style: &'a Style<'s>,
    out: String,
    /// Whether a row of symbols in a script is being written, where operators have no space around them.
    in_script: bool,
    /// Whether the next symbol is a sign before an operand and not an operator between two.
    is_sign: bool,
}

impl Writer<'_, '_> {
    /// The symbols of a baseline, one after the other.
    fn row(&mut self, head: Option<NodeId>) {
        let mut at = head;
        let mut before = None;
        while let Some(id) = at {
            if self.slt.node(id).flags.has(Flags::AFTER_SPACE) {
                self.out.push_str("<mspace width=\"1em\"/>");
            } else {
                self.space_between(before, id);
            }
            self.is_sign = before.is_some_and(|before| self.is_sign_after(before, id));
            self.scripted(id);
            before = Some(id);
            at = self.slt.next(id);
        }
    }

    /// A baseline as exactly one element.
    fn argument(&mut self, head: Option<NodeId>) {
        match head {
            Some(id) if self.slt.next(id).is_none() => self.scripted(id),
            _ => {
                self.out.push_str("<mrow>");
                self.row(head);
                self.out.push_str("</mrow>");
            }
        }
    }

    /// A node without its scripts, as exactly one element.
    fn base(&mut self, id: NodeId) {
        match self.slt.node(id).kind {
            Kind::Fraction => self.fraction(id),
            Kind::Root => self.root(id),
            Kind::Group => self.group(id),
            Kind::Table => self.table(id),
            Kind::Enclosure => self.enclosure(id),
            Kind::Empty => {
                self.open(Element::new("mrow").node(id));
                self.close("mrow");
            }
            _ => self.token(id),
        }
    }

    fn fraction(&mut self, id: NodeId) {
        let bare = self.slt.node(id).flags.has(Flags::NO_BAR);
        let element = Element::new("mfrac").node(id);
        self.open(if bare { element.attributes(" linethickness=\"0\"") } else { element });
        self.argument(self.slt.child(id, Edge::Over));
        self.argument(self.slt.child(id, Edge::Under));
        self.close("mfrac");
    }

    fn root(&mut self, id: NodeId) {
        let radicand = self.slt.child(id, Edge::Within);
        let Some(degree) = self.slt.child(id, Edge::PreAbove) else {
            self.open(Element::new("msqrt").node(id));
            self.row(radicand);
            return self.close("msqrt");
        };
        self.open(Element::new("mroot").node(id));
        self.argument(radicand);
        self.argument(Some(degree));
        self.close("mroot");
    }

    fn group(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        self.open(Element::new("mrow").node(id));
        self.fence(id, grid, Side::Open);
        let mut at = self.slt.child(id, Edge::Within);
        while let Some(head) = at {
            self.row(Some(head));
            at = self.slt.child(head, Edge::Element);
        }
        self.fence(id, grid, Side::Close);
        self.close("mrow");
    }

    fn table(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        let fenced = !(grid.open.is_none() && grid.close.is_none());
        if !fenced {
            return self.cells(id, grid, Element::new("mtable").node(id));
        }
        self.open(Element::new("mrow").node(id));
        self.fence(id, grid, Side::Open);
        self.cells(id, grid, Element::new("mtable"));
        self.fence(id, grid, Side::Close);
        self.close("mrow");
    }

    fn cells(&mut self, id: NodeId, grid: Grid, element: Element) {
        self.open(element);
        let mut cells = self.slt.elements(id);
        for row in 1..=grid.rows {
            self.out.push_str("<mtr>");
            let is_last = row == grid.rows;
            let count = if is_last { usize::MAX } else { grid.columns as usize };
            for cell in cells.by_ref().take(count) {
                self.cell(cell);
            }
            self.out.push_str("</mtr>");
        }
        self.close("mtable");
    }

    fn cell(&mut self, head: NodeId) {
        self.out.push_str("<mtd>");
        self.row(Some(head));
        self.out.push_str("</mtd>");
    }

    fn enclosure(&mut self, id: NodeId) {
        let mut notation = String::from(" notation=\"");
        push_escaped(&self.slt.label(id), &mut notation);
        notation.push('"');
        self.open(Element::new("menclose").node(id).attributes(&notation));
        self.row(self.slt.child(id, Edge::Within));
        self.close("menclose");
    }

    /// A fence of a group. A missing fence becomes an empty element if the group has the other one.
    fn fence(&mut self, id: NodeId, grid: Grid, side: Side) {
        if grid.open.is_none() && grid.close.is_none() {
            return;
        }
        let (symbol, suffix, attributes) = match side {
            Side::Open => (grid.open, "-open", " form=\"prefix\" fence=\"true\""),
            Side::Close => (grid.close, "-close", " form=\"postfix\" fence=\"true\""),
        };
        let attributes =
            if self.is_low(id) { format!("{attributes} stretchy=\"false\"") } else { attributes.to_owned() };
        self.open(Element::new("mo").node(id).suffix(suffix).attributes(&attributes));
        let mut text = String::new();
        self.slt.push_symbol(symbol, &mut text);
        push_escaped(&text, &mut self.out);
        self.close("mo");
    }

    /// A symbol with a label.
    fn token(&mut self, id: NodeId) {
        let node = self.slt.node(id);
        let element = match node.kind {
            Kind::Identifier => Element::new("mi"),
            Kind::Number => Element::new("mn"),
            Kind::Operator if is_stray_fence(node.symbol) => {
                let is_bar = node.symbol.as_char().is_some_and(|c| "|∥‖".contains(c));
                Element::new("mo").attributes(if is_bar { STRAY_BAR } else { STRAY_BRACKET })
            }
            Kind::Operator if self.is_sign => Element::new("mo").attributes(" form=\"prefix\""),
            Kind::Operator if self.in_script => Element::new("mo").attributes(" lspace=\"0\" rspace=\"0\""),
            Kind::Operator => Element::new("mo"),
            Kind::Wildcard => Element::new("mi").class("wildcard"),
            Kind::Command => Element::new("mtext").class("unknown"),
            _ => Element::new("mtext"),
        };
        let (text, variant) = styled_label(self.slt, id);
        self.open(element.node(id).variant(variant));
        match node.kind {
            Kind::Wildcard => self.out.push('?'),
            Kind::Command => self.out.push('\\'),
            _ => {}
        }
        // Browsers draw the sign that is typed as a hyphen.
        let is_minus = node.kind == Kind::Operator && text == "-";
        push_escaped(if is_minus { "\u{2212}" } else { &text }, &mut self.out);
        self.close(element.name);
    }
}

/// A bar that is not a fence is a relation.
const STRAY_BAR: &str = " form=\"infix\" stretchy=\"false\"";

/// Without these attributes, a bracket that is not a fence would stretch and have space around it.
const STRAY_BRACKET: &str = " form=\"infix\" lspace=\"0\" rspace=\"0\" stretchy=\"false\"";

#[derive(Clone, Copy)]
enum Side {
    Open,
    Close,
}

/// Whether a reader could treat a bracket or bar as a fence although it is none in the tree.
fn is_stray_fence(symbol: Symbol) -> bool {
    symbol.as_char().is_some_and(|c| "()[]{}|∥‖⟨⟩⌊⌋⌈⌉⟦⟧⟮⟯⎰⎱⌜⌝⌞⌟".contains(c))
}

/// The label in the characters of its font, or the plain label and the `mathvariant` that stands for it.
fn styled_label(slt: &Slt, id: NodeId) -> (String, Option<&'static str>) {
    let font = slt.node(id).font;
    let label = slt.label(id);
    let variant = match font {
        Font::Plain => return (label, None),
        Font::Roman => "normal",
        Font::Italic => "italic",
        Font::Bold => "bold",
        Font::DoubleStruck => "double-struck",
        Font::Script => "script",
        Font::Fraktur => "fraktur",
        Font::SansSerif => "sans-serif",
        Font::Monospace => "monospace",
    };
    if slt.node(id).kind == Kind::Text {
        return (label, Some(variant));
    }
    // The character alone must imply the font: `ℜ` is also a separate symbol, `𝑥` any variable.
    let readable = |c: char| {
        let styled = alphabet::styled(c, font)?;
        (letters::plain(styled) == (c, font)).then_some(styled)
    };
    match label.chars().map(readable).collect() {
        Some(styled) => (styled, None),
        None => (label, Some(variant)),
    }
}

#[cfg(test)]
mod tests;

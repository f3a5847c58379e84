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
//! Browsers know less about spacing and limits than TeX does; `spacing` and `scripts` do what TeX does. Where the author's
//! own typesetting is known ([`Slt::typesetting`]), the result keeps it.

mod element;
mod fences;
mod scripts;
mod spacing;
mod tables;

use element::Element;
pub(crate) use element::push_escaped;
use fences::Side;

use crate::slt::{Edge, Flags, Font, Kind, NodeId, Slt};
use crate::tables::{letters, operators};
use crate::typesetting::{Details, MathStyle};
use crate::write::alphabet;
use spacing::Class;

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
    let level = if style.display { MathStyle::Display } else { MathStyle::Text };
    let mut writer = Writer { slt, style, out, level };
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
    /// The style of what is being written, which decides about limits and spaces.
    level: MathStyle,
}

/// The space on both sides of an operator, in eighteenths of an em.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Spaces {
    left: i16,
    right: i16,
    /// Whether a browser sees an operator between two operands.
    is_infix: bool,
}

impl Writer<'_, '_> {
    /// The symbols of a baseline, one after the other.
    fn row(&mut self, head: Option<NodeId>) {
        let items: Vec<NodeId> = self.slt.row(head).collect();
        self.items(&items, None, None);
    }

    /// The symbols of a row that stands between two classes of symbols.
    fn items(&mut self, items: &[NodeId], before: Option<Class>, after: Option<Class>) {
        let gaps = self.gaps(items, before, after);
        let outer = self.level;
        let mut has_style = false;
        let mut is_done = false;
        for (at, &id) in items.iter().enumerate() {
            if let Some(style) = self.details(id).style {
                has_style = self.change_style(style, outer, has_style);
            }
            self.space(self.author_space(id));
            let gap = if is_done { 0 } else { gaps.get(at).copied().unwrap_or(0) };
            is_done = self.is_bare_operator(id);
            if is_done {
                let right = gaps.get(at + 1).copied().unwrap_or(0);
                let is_infix = at > 0 && at + 1 < items.len();
                self.operator(id, Spaces { left: gap, right, is_infix });
            } else {
                self.space(gap);
                self.scripted(id);
            }
        }
        if has_style {
            self.close("mstyle");
        }
        self.level = outer;
    }

    /// Ends the style that a row has set, and begins another one; returns whether one is open.
    fn change_style(&mut self, style: MathStyle, outer: MathStyle, has_style: bool) -> bool {
        if has_style {
            self.close("mstyle");
        }
        self.level = if style == MathStyle::Inherited { outer } else { style };
        if style == MathStyle::Inherited {
            return false;
        }
        self.open(Element::new("mstyle").attributes(style_attributes(style)));
        true
    }

    /// Whether a node has a space before it or a style of its own.
    fn is_set_apart(&self, id: NodeId) -> bool {
        self.author_space(id) != 0 || self.details(id).style.is_some()
    }

    /// What the author said about a node.
    fn details(&self, id: NodeId) -> Details {
        self.slt.typesetting().map(|typesetting| typesetting.details(id)).unwrap_or_default()
    }

    /// A space of a width in eighteenths of an em.
    fn space(&mut self, width: i16) {
        match width {
            0 => {}
            // MathML has no negative spaces.
            ..0 => {
                let margin = format!(" style=\"margin-left:{}\"", in_em(width));
                self.empty("mspace", &margin);
            }
            _ => self.empty("mspace", &format!(" width=\"{}\"", in_em(width))),
        }
    }

    /// Writes something in another style.
    fn in_style(&mut self, level: MathStyle, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.level, level);
        write(self);
        self.level = outer;
    }

    /// Whether a node is an operator without scripts.
    fn is_bare_operator(&self, id: NodeId) -> bool {
        let is_script = |child: NodeId| self.slt.node(child).edge != Edge::Element;
        self.slt.node(id).kind == Kind::Operator && !self.slt.children(id).any(is_script)
    }

    /// A baseline as exactly one element.
    fn argument(&mut self, head: Option<NodeId>) {
        match head {
            Some(id) if self.slt.next(id).is_none() && !self.is_set_apart(id) => self.scripted(id),
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
        let own = self.details(id).own_style;
        let mut attributes = own.map_or("", style_attributes).to_owned();
        if bare {
            attributes.push_str(" linethickness=\"0\"");
        }
        self.open(Element::new("mfrac").node(id).attributes(&attributes));
        let inner = match own.unwrap_or(self.level) {
            MathStyle::Display => MathStyle::Text,
            MathStyle::Text => MathStyle::Script,
            _ => MathStyle::ScriptScript,
        };
        self.in_style(inner, |writer| {
            writer.argument(writer.slt.child(id, Edge::Over));
            writer.argument(writer.slt.child(id, Edge::Under));
        });
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
        let is_fenced = !(grid.open.is_none() && grid.close.is_none());
        let items: Vec<NodeId> = self.slt.elements(id).flat_map(|head| self.slt.row(Some(head))).collect();
        self.open(Element::new("mrow").node(id));
        self.fence(id, grid, Side::Open);
        let (before, after) = if is_fenced { (Some(Class::Open), Some(Class::Close)) } else { (None, None) };
        self.items(&items, before, after);
        self.space(self.details(id).space_before_close);
        self.fence(id, grid, Side::Close);
        self.close("mrow");
    }

    fn enclosure(&mut self, id: NodeId) {
        let mut notation = String::from(" notation=\"");
        push_escaped(&self.slt.label(id), &mut notation);
        notation.push('"');
        self.open(Element::new("menclose").node(id).attributes(&notation));
        self.row(self.slt.child(id, Edge::Within));
        self.close("menclose");
    }

    /// A symbol with a label.
    fn token(&mut self, id: NodeId) {
        let node = self.slt.node(id);
        let element = match node.kind {
            Kind::Operator => return self.operator(id, Spaces::default()),
            Kind::Identifier => Element::new("mi"),
            Kind::Number => Element::new("mn"),
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
        push_escaped(&text, &mut self.out);
        self.close(element.name);
    }

    /// An operator with the space around it.
    fn operator(&mut self, id: NodeId, spaces: Spaces) {
        let (text, variant) = styled_label(self.slt, id);
        // Browsers draw the sign that is typed as a hyphen.
        let text = if text == "-" { "\u{2212}" } else { &text };
        let mut attributes = self.stray_fence(id);
        self.push_spaces(text, spaces, &mut attributes);
        let node = self.slt.node(id);
        if node.flags.has(Flags::STACKED) && operators::takes_limits(self.slt, id) {
            attributes.push_str(" movablelimits=\"false\"");
        }
        self.open(Element::new("mo").node(id).variant(variant).attributes(&attributes));
        push_escaped(text, &mut self.out);
        self.close("mo");
    }

    /// The attributes for the space around an operator, unless a browser puts it there anyway.
    fn push_spaces(&self, text: &str, spaces: Spaces, attributes: &mut String) {
        let mut characters = text.chars();
        let default = match (characters.next(), characters.next()) {
            (Some(c), None) => spacing::default_spaces(c),
            _ => None,
        };
        if spaces.is_infix && default == Some((spaces.left, spaces.right)) {
            return;
        }
        for (name, width) in [("lspace", spaces.left), ("rspace", spaces.right)] {
            attributes.push_str(&format!(" {name}=\"{}\"", in_em(width)));
        }
    }
}

/// A width in eighteenths of an em as a length.
fn in_em(width: i16) -> String {
    if width == 0 {
        return "0".to_owned();
    }
    let em = format!("{:.4}", f64::from(width) / 18.0);
    format!("{}em", em.trim_end_matches('0').trim_end_matches('.'))
}

/// The attributes that set a style.
fn style_attributes(style: MathStyle) -> &'static str {
    match style {
        MathStyle::Display => " displaystyle=\"true\" scriptlevel=\"0\"",
        MathStyle::Text => " displaystyle=\"false\" scriptlevel=\"0\"",
        MathStyle::Script => " displaystyle=\"false\" scriptlevel=\"1\"",
        MathStyle::ScriptScript => " displaystyle=\"false\" scriptlevel=\"2\"",
        MathStyle::Inherited => "",
    }
}

/// The label in the characters of its font, or the plain label and the `mathvariant` that stands for it.
fn styled_label(slt: &Slt, id: NodeId) -> (String, Option<&'static str>) {
    let font = slt.node(id).font;
    let label = slt.label(id);
    let variant = match font {
        // LaTeX sets them upright, and a browser slants a letter that stands alone.
        Font::Plain if is_greek_capital(&label) && slt.node(id).kind == Kind::Identifier => {
            return (label, Some("normal"));
        }
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

fn is_greek_capital(label: &str) -> bool {
    let mut characters = label.chars();
    matches!((characters.next(), characters.next()), (Some('Α'..='Ω'), None))
}

#[cfg(test)]
mod tests;

//! Layout trees from Tangent-S strings.

use super::{split_tag, split_type, symbol_and_font, unescape};
use crate::diagnostic::Span;
use crate::slt::{Edge, Flags, Font, Grid, Kind, MAX_NESTING, Node, NodeId, Slt};
use crate::symbol::Symbol;

/// The layout tree of a string such as `[V!x,a[N!2]]`; `None` if the string is not one.
pub fn parse_slt(text: &str) -> Option<Slt> {
    let mut reader = Reader::default();
    let mut rest = text;
    if !text.is_empty() {
        rest = reader.node(rest.strip_prefix('[')?, Edge::Next)?;
    }
    while let Some(last) = reader.open.last() {
        let last_edge = last.last_edge;
        rest = match rest.as_bytes().first()? {
            b'[' if last_edge.is_none() => reader.node(&rest[1..], Edge::Next)?,
            b',' => {
                let edge = edge(*rest.as_bytes().get(1)?)?;
                reader.node(rest.get(2..)?.strip_prefix('[')?, edge)?
            }
            b']' => {
                reader.close();
                &rest[1..]
            }
            _ => return None,
        };
    }
    rest.is_empty().then_some(reader.slt)
}

/// A node whose closing bracket is still to come.
struct Open {
    id: NodeId,
    last_child: NodeId,
    last_edge: Option<Edge>,
    nesting: usize,
}

#[derive(Default)]
struct Reader {
    slt: Slt,
    open: Vec<Open>,
}

impl Reader {
    /// Reads a tag, attaches its node to the innermost open one, and returns the rest.
    fn node<'a>(&mut self, text: &'a str, edge: Edge) -> Option<&'a str> {
        let (tag, rest) = split_tag(text);
        let (kind, symbol, font) = self.label(tag)?;
        let nesting = self.open.last().map_or(0, |open| open.nesting)
            + usize::from(!matches!(edge, Edge::Next | Edge::Element));
        if nesting > MAX_NESTING {
            return None;
        }
        let id = NodeId(self.slt.nodes.len() as u32);
        let none = NodeId::NONE;
        let (next, first_child, next_sibling) = (none, none, none);
        let (span, flags) = (Span::default(), Flags::default());
        self.slt.nodes.push(Node { symbol, next, first_child, next_sibling, span, kind, edge, font, flags });
        self.attach(id, edge)?;
        self.open.push(Open { id, last_child: none, last_edge: None, nesting });
        Some(rest)
    }

    fn attach(&mut self, id: NodeId, edge: Edge) -> Option<()> {
        let Some(parent) = self.open.last_mut() else {
            self.slt.root = id;
            return Some(());
        };
        if parent.last_edge.is_some_and(|last| last >= edge) {
            return None;
        }
        parent.last_edge = Some(edge);
        let nodes = &mut self.slt.nodes;
        if edge == Edge::Next {
            nodes[parent.id.index()].next = id;
            return Some(());
        }
        match parent.last_child.get() {
            Some(last) => nodes[last.index()].next_sibling = id,
            None => nodes[parent.id.index()].first_child = id,
        }
        parent.last_child = id;
        Some(())
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let has_content = self.slt.child(open.id, Edge::Within).is_some();
        let kind = self.slt.node(open.id).kind;
        let settled = match kind {
            Kind::Operator if has_content => Kind::Enclosure,
            Kind::Group if !self.is_group(open.id) => Kind::Table,
            _ => kind,
        };
        self.slt.nodes[open.id.index()].kind = settled;
    }

    /// A matrix of one row is a group if separators stand between its elements.
    fn is_group(&self, id: NodeId) -> bool {
        let grid = self.slt.grid(id);
        let mut elements = self.slt.elements(id);
        let separated = |head| {
            let last = self.slt.row(Some(head)).last();
            last.is_some_and(|last| self.slt.node(last).kind == Kind::Operator)
        };
        grid.rows == 1 && (grid.columns == 1 || elements.next().is_some_and(separated))
    }

    fn label(&mut self, tag: &str) -> Option<(Kind, Symbol, Font)> {
        if let Some(name) = tag.strip_prefix('?') {
            return Some((Kind::Wildcard, self.slt.texts.intern(&unescape(name)), Font::Plain));
        }
        let (kind, value) = split_type(tag);
        let plain = |kind| Some((kind, Symbol::NONE, Font::Plain));
        let kind = match (kind, value) {
            ("V", _) => Kind::Identifier,
            ("N", _) => Kind::Number,
            ("T", _) => Kind::Text,
            ("", _) if !value.is_empty() => Kind::Operator,
            ("O", "divide") => return plain(Kind::Fraction),
            ("O", "root") => return plain(Kind::Root),
            ("W", "") => return plain(Kind::Empty),
            ("E", _) => {
                let name = unescape(value);
                let name = name.strip_prefix('\\').unwrap_or(&name);
                return Some((Kind::Command, self.slt.texts.intern(name), Font::Plain));
            }
            ("M", _) => return Some((Kind::Group, self.grid(value)?, Font::Plain)),
            _ => return None,
        };
        let (symbol, font) = symbol_and_font(value, &mut self.slt.texts);
        Some((kind, symbol, font))
    }

    /// The grid of a tag such as `()2x3`.
    fn grid(&mut self, value: &str) -> Option<Symbol> {
        let (rest, columns) = split_number(value)?;
        let (fences, rows) = split_number(rest.strip_suffix('x')?)?;
        let fences = unescape(fences);
        let mut fences = fences.chars();
        let fence = |c: Option<char>| c.map_or(Symbol::NONE, Symbol::character);
        let (open, close) = (fence(fences.next()), fence(fences.next()));
        if open.is_none() != close.is_none() || fences.next().is_some() {
            return None;
        }
        self.slt.grids.push(Grid { open, close, rows, columns });
        Some(Symbol::index(self.slt.grids.len() as u32 - 1))
    }
}

/// Splits the decimal number off the end of a text.
fn split_number(text: &str) -> Option<(&str, u32)> {
    let rest = text.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((rest, text[rest.len()..].parse().ok()?))
}

fn edge(letter: u8) -> Option<Edge> {
    Some(match letter {
        b'a' => Edge::Above,
        b'b' => Edge::Below,
        b'o' => Edge::Over,
        b'u' => Edge::Under,
        b'c' => Edge::PreAbove,
        b'd' => Edge::PreBelow,
        b'w' => Edge::Within,
        b'e' => Edge::Element,
        _ => return None,
    })
}

//! Layout trees as bytes.
//!
//! The first byte of a node holds its kind in four bits, then one bit each for a right neighbour, other
//! children, a style, and a label of several characters. Children follow as a byte with a bit for each edge;
//! their subtrees come in the order of the edges, and the rest of the baseline after them.

use super::bytes::{Bytes, put_number, put_text};
use crate::diagnostic::Span;
use crate::slt::{Edge, Flags, Font, Grid, Kind, MAX_NESTING, Node, NodeId, Slt};
use crate::symbol::{Symbol, Texts};

const HAS_NEXT: u8 = 1 << 4;
const HAS_CHILDREN: u8 = 1 << 5;
const HAS_STYLE: u8 = 1 << 6;
const HAS_TEXT: u8 = 1 << 7;

const KINDS: [Kind; 12] = [
    Kind::Identifier,
    Kind::Number,
    Kind::Operator,
    Kind::Text,
    Kind::Fraction,
    Kind::Root,
    Kind::Group,
    Kind::Table,
    Kind::Enclosure,
    Kind::Empty,
    Kind::Command,
    Kind::Wildcard,
];

/// The edges that have a bit, in the order of children.
const EDGES: [Edge; 8] = [
    Edge::Above,
    Edge::Below,
    Edge::Over,
    Edge::Under,
    Edge::PreAbove,
    Edge::PreBelow,
    Edge::Within,
    Edge::Element,
];

/// A symbol that stands alone: 0 for none, 1 and a text, or its character and 2.
const NO_SYMBOL: u64 = 0;
const TEXT_SYMBOL: u64 = 1;
const FIRST_CHARACTER: u64 = 2;

pub(super) fn pack(slt: &Slt, out: &mut Vec<u8>) {
    let mut open: Vec<NodeId> = slt.root().into_iter().collect();
    let mut children = Vec::new();
    while let Some(id) = open.pop() {
        children.clear();
        children.extend(slt.children(id));
        pack_node(slt, id, &children, out);
        open.extend(slt.next(id));
        open.extend(children.iter().rev());
    }
}

fn pack_node(slt: &Slt, id: NodeId, children: &[NodeId], out: &mut Vec<u8>) {
    let node = slt.node(id);
    let has_style = node.font != Font::Plain || node.flags != Flags::default();
    let has_text = is_labelled(node.kind) && !node.symbol.is_none() && node.symbol.as_char().is_none();
    let mut first = node.kind as u8;
    first |= if slt.next(id).is_some() { HAS_NEXT } else { 0 };
    first |= if children.is_empty() { 0 } else { HAS_CHILDREN };
    first |= if has_style { HAS_STYLE } else { 0 };
    first |= if has_text { HAS_TEXT } else { 0 };
    out.push(first);
    if !children.is_empty() {
        let bits = children.iter().fold(0, |bits, &child| bits | 1 << (slt.node(child).edge as u8 - 1));
        out.push(bits);
    }
    if has_style {
        out.extend([node.font as u8, node.flags.0]);
    }
    match node.kind {
        Kind::Group | Kind::Table => pack_grid(slt, slt.grid(id), out),
        _ if has_text => put_text(slt.texts.long(node.symbol), out),
        kind if is_labelled(kind) => put_number(node.symbol.as_char().map_or(0, u64::from), out),
        _ => {}
    }
}

fn pack_grid(slt: &Slt, grid: Grid, out: &mut Vec<u8>) {
    for fence in [grid.open, grid.close] {
        match fence.as_char() {
            Some(c) => put_number(u64::from(c) + FIRST_CHARACTER, out),
            None if fence.is_none() => put_number(NO_SYMBOL, out),
            None => {
                put_number(TEXT_SYMBOL, out);
                put_text(slt.texts.long(fence), out);
            }
        }
    }
    put_number(grid.rows.into(), out);
    put_number(grid.columns.into(), out);
}

fn is_labelled(kind: Kind) -> bool {
    !matches!(kind, Kind::Group | Kind::Table | Kind::Fraction | Kind::Root | Kind::Empty)
}

/// Where the next node of the bytes belongs.
struct Slot {
    parent: NodeId,
    edge: Edge,
    nesting: usize,
}

pub(super) fn unpack(bytes: &[u8]) -> Option<Slt> {
    let mut bytes = Bytes(bytes);
    let mut slt = Slt::default();
    if bytes.is_empty() {
        return Some(slt);
    }
    // The child that a node got last, by node.
    let mut last_child: Vec<NodeId> = Vec::new();
    let mut open = vec![Slot { parent: NodeId::NONE, edge: Edge::Next, nesting: 0 }];
    while let Some(slot) = open.pop() {
        let id = NodeId(u32::try_from(slt.nodes.len()).ok()?);
        let first = bytes.byte()?;
        let edges = if first & HAS_CHILDREN == 0 { 0 } else { bytes.byte()? };
        let node = unpack_node(first, slot.edge, &mut bytes, &mut slt)?;
        slt.nodes.push(node);
        last_child.push(NodeId::NONE);
        attach(&mut slt, &mut last_child, &slot, id);
        if first & HAS_NEXT != 0 {
            open.push(Slot { parent: id, edge: Edge::Next, nesting: slot.nesting });
        }
        for (bit, &edge) in EDGES.iter().enumerate().rev() {
            if edges & 1 << bit == 0 {
                continue;
            }
            let nesting = slot.nesting + usize::from(edge != Edge::Element);
            if nesting > MAX_NESTING {
                return None;
            }
            open.push(Slot { parent: id, edge, nesting });
        }
    }
    bytes.is_empty().then_some(slt)
}

fn attach(slt: &mut Slt, last_child: &mut [NodeId], slot: &Slot, id: NodeId) {
    let Some(parent) = slot.parent.get() else {
        slt.root = id;
        return;
    };
    if slot.edge == Edge::Next {
        slt.nodes[parent.index()].next = id;
        return;
    }
    match last_child[parent.index()].get() {
        Some(sibling) => slt.nodes[sibling.index()].next_sibling = id,
        None => slt.nodes[parent.index()].first_child = id,
    }
    last_child[parent.index()] = id;
}

fn unpack_node(first: u8, edge: Edge, bytes: &mut Bytes<'_>, slt: &mut Slt) -> Option<Node> {
    let kind = *KINDS.get(usize::from(first & 0x0f))?;
    let (mut font, mut flags) = (Font::Plain, Flags::default());
    if first & HAS_STYLE != 0 {
        font = Font::from_number(bytes.byte()?)?;
        flags = Flags(bytes.byte()?);
    }
    let symbol = match kind {
        Kind::Group | Kind::Table => {
            let grid = unpack_grid(bytes, &mut slt.texts)?;
            slt.grids.push(grid);
            Symbol::index(u32::try_from(slt.grids.len() - 1).ok()?)
        }
        _ if first & HAS_TEXT != 0 => slt.texts.intern(bytes.text()?),
        kind if is_labelled(kind) => Symbol::character(bytes.character()?),
        _ => Symbol::NONE,
    };
    Some(Node {
        symbol,
        next: NodeId::NONE,
        first_child: NodeId::NONE,
        next_sibling: NodeId::NONE,
        span: Span::default(),
        kind,
        edge,
        font,
        flags,
    })
}

fn unpack_grid(bytes: &mut Bytes<'_>, texts: &mut Texts) -> Option<Grid> {
    let mut fence = || match bytes.number()? {
        NO_SYMBOL => Some(Symbol::NONE),
        TEXT_SYMBOL => Some(texts.intern(bytes.text()?)),
        number => {
            u32::try_from(number - FIRST_CHARACTER).ok().and_then(char::from_u32).map(Symbol::character)
        }
    };
    let (open, close) = (fence()?, fence()?);
    Some(Grid { open, close, rows: bytes.small()?, columns: bytes.small()? })
}

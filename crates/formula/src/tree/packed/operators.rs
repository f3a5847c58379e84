//! Operator trees as bytes.
//!
//! The first byte of a node holds its kind in four bits, one bit each for children and a style, and in two
//! bits how its label is written. The number of children follows, then their subtrees.

use super::Vocabulary;
use super::bytes::{Bytes, put_number, put_text};
use crate::diagnostic::Span;
use crate::meaning::MAX_DEPTH;
use crate::opt::{Font, Kind, NodeId, Opt};
use crate::slt::{Flags, MAX_NESTING};
use crate::symbol::Symbol;

const HAS_CHILDREN: u8 = 1 << 4;
const HAS_STYLE: u8 = 1 << 5;
const LABEL: u32 = 6;
const NO_LABEL: u8 = 0;
const CHARACTER: u8 = 1;
const NAME: u8 = 2;
const TEXT: u8 = 3;

/// Operators nest in layouts, and layouts (brackets, scripts) in operators.
const DEEPEST: usize = MAX_DEPTH + MAX_NESTING;

const KINDS: [Kind; 13] = [
    Kind::Variable,
    Kind::Number,
    Kind::Text,
    Kind::Constant,
    Kind::Ordered,
    Kind::Unordered,
    Kind::Function,
    Kind::Compound,
    Kind::Collection,
    Kind::Absent,
    Kind::Error,
    Kind::Unknown,
    Kind::Wildcard,
];

pub(super) fn pack(opt: &Opt, out: &mut Vec<u8>) {
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    let mut children = Vec::new();
    while let Some(id) = open.pop() {
        children.clear();
        children.extend(opt.children(id));
        pack_node(opt, id, children.len(), out);
        open.extend(children.iter().rev());
    }
}

fn pack_node(opt: &Opt, id: NodeId, children: usize, out: &mut Vec<u8>) {
    let node = opt.node(id);
    let has_style = node.font != Font::Plain || node.flags != Flags::default();
    let label = match node.symbol {
        symbol if symbol.is_none() => NO_LABEL,
        symbol if symbol.as_char().is_some() => CHARACTER,
        symbol if symbol.as_name().is_some() => NAME,
        _ => TEXT,
    };
    let mut first = node.kind as u8 | label << LABEL;
    first |= if children == 0 { 0 } else { HAS_CHILDREN };
    first |= if has_style { HAS_STYLE } else { 0 };
    out.push(first);
    if children != 0 {
        put_number(children as u64, out);
    }
    if has_style {
        out.extend([node.font as u8, node.flags.0]);
    }
    match label {
        CHARACTER => put_number(node.symbol.as_char().map_or(0, u64::from), out),
        NAME => put_number(node.symbol.name_number(), out),
        TEXT => put_text(opt.texts.long(node.symbol), out),
        _ => {}
    }
}

/// A node whose children are being read.
struct Open {
    node: NodeId,
    left: u64,
    last_child: NodeId,
}

pub(super) fn unpack(bytes: &[u8], vocabulary: &Vocabulary) -> Option<Opt> {
    let mut bytes = Bytes(bytes);
    let mut opt = Opt::default();
    let mut open: Vec<Open> = Vec::new();
    while !bytes.is_empty() {
        let (id, children) = unpack_node(&mut bytes, &mut opt, vocabulary)?;
        match open.last_mut() {
            Some(parent) => {
                match parent.last_child.get() {
                    Some(sibling) => opt.nodes[sibling.index()].next_sibling = id,
                    None => opt.nodes[parent.node.index()].first_child = id,
                }
                parent.last_child = id;
                parent.left -= 1;
            }
            None if opt.root == NodeId::NONE => opt.root = id,
            None => return None,
        }
        if children > 0 {
            open.push(Open { node: id, left: children, last_child: NodeId::NONE });
        }
        if open.len() > DEEPEST {
            return None;
        }
        while open.last().is_some_and(|parent| parent.left == 0) {
            open.pop();
        }
    }
    open.is_empty().then_some(opt)
}

fn unpack_node(bytes: &mut Bytes<'_>, opt: &mut Opt, vocabulary: &Vocabulary) -> Option<(NodeId, u64)> {
    let first = bytes.byte()?;
    let kind = *KINDS.get(usize::from(first & 0x0f))?;
    let children = if first & HAS_CHILDREN == 0 { 0 } else { bytes.number()? };
    let (mut font, mut flags) = (Font::Plain, Flags::default());
    if first & HAS_STYLE != 0 {
        font = Font::from_number(bytes.byte()?)?;
        flags = Flags(bytes.byte()?);
    }
    let symbol = match first >> LABEL {
        CHARACTER => Symbol::character(bytes.character()?),
        NAME => vocabulary.symbol(bytes.number()?, &mut opt.texts)?,
        TEXT => opt.texts.intern(bytes.text()?),
        _ => Symbol::NONE,
    };
    let id = opt.leaf(kind, symbol, Span::default());
    opt.nodes[id.index()].font = font;
    opt.nodes[id.index()].flags = flags;
    Some((id, children))
}

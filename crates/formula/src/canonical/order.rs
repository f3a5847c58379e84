//! A total order on operator trees, to sort operands whose order means nothing.
//!
//! Numbers come before letters, letters before words and these before operators; then labels, fonts and
//! children decide. The order depends only on what a person sees in the formula: not on spans, and not
//! on which of several kinds a reader gave to a name.

use std::cmp::Ordering;

use super::notation;
use crate::opt::{Kind, NodeId, Opt};
use crate::symbol::{Symbol, Texts};

/// Compares two trees.
pub(super) fn compare(one: &Opt, a: NodeId, other: &Opt, b: NodeId) -> Ordering {
    let first = compare_heads(one, a, other, b);
    if first != Ordering::Equal || (one.is_leaf(a) && other.is_leaf(b)) {
        return first;
    }
    // The sibling lists that remain to be compared, by their first nodes.
    let mut rows = vec![(one.node(a).first_child, other.node(b).first_child)];
    while let Some((a, b)) = rows.pop() {
        let (a, b) = match (a.get(), b.get()) {
            (None, None) => continue,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => (a, b),
        };
        let heads = compare_heads(one, a, other, b);
        if heads != Ordering::Equal {
            return heads;
        }
        rows.push((one.node(a).next_sibling, other.node(b).next_sibling));
        rows.push((one.node(a).first_child, other.node(b).first_child));
    }
    Ordering::Equal
}

fn compare_heads(one: &Opt, a: NodeId, other: &Opt, b: NodeId) -> Ordering {
    let (left, right) = (one.node(a), other.node(b));
    rank(left.kind, one.is_leaf(a))
        .cmp(&rank(right.kind, other.is_leaf(b)))
        .then_with(|| compare_labels(&one.texts, left.symbol, &other.texts, right.symbol))
        .then_with(|| left.font.cmp(&right.font))
}

fn rank(kind: Kind, is_leaf: bool) -> u8 {
    match kind {
        Kind::Number => 0,
        Kind::Unknown => 2,
        Kind::Text => 3,
        Kind::Wildcard => 4,
        Kind::Absent => 5,
        Kind::Compound => 7,
        _ if is_leaf => 1,
        _ => 6,
    }
}

fn compare_labels(one: &Texts, a: Symbol, other: &Texts, b: Symbol) -> Ordering {
    match (a.as_char(), b.as_char()) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => one.long(a).cmp(other.long(b)),
    }
}

/// Whether a node makes the order of its siblings significant: dots that stand for omitted operands, or the
/// sign of a figure before its points (`\angle ABC`).
pub fn fixes_places(tree: &Opt, node: NodeId) -> bool {
    matches!(tree.symbol(node).as_char(), Some('…' | '⋮' | '⋱' | '⋰' | '∠' | '∡' | '∢' | '△'))
}

/// Whether the order of a canonical node's operands is significant.
pub(crate) fn has_order(tree: &Opt, node: NodeId) -> bool {
    !notation::is_commutative(tree.symbol(node)) || tree.children(node).any(|child| fixes_places(tree, child))
}

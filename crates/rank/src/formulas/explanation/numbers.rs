//! What a claim of equality takes for granted about the letters.
//!
//! Algebra treats letters as numbers: their products commute, and they have a size and roots. A reader who means matrices
//! has to be told, unless nothing in the two formulas depends on it. A `×` between capital letters may be a product of
//! sets or of vectors, and its absence an ordinary product.
//!
//! What it is not: a proof that the claim fails for other things than numbers.

use std::collections::BTreeSet;

use formula::canonical::{in_written_order, renamed};
use formula::names;
use formula::opt::{NodeId, Opt};
use formula::slt::{self, Slt};
use formula::write::sexpr;

use super::letters::{Letter, letter};

/// Whether two formulas that are equal by algebra under a renaming may be unequal if the letters are not real numbers:
/// there are products of several letters, sizes or roots that only one of them has.
pub(super) fn needs_real_numbers(query: &Opt, hit: &Opt, renaming: &[(Letter, Letter)]) -> bool {
    let query = renamed(query, |id| {
        let from = letter(query, id)?;
        renaming.iter().find(|pair| pair.0 == from).map(|pair| pair.1)
    });
    sensitive_parts(&in_written_order(&query)) != sensitive_parts(&in_written_order(hit))
}

/// The largest parts that mean something for numbers only, as text.
fn sensitive_parts(tree: &Opt) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        if is_sensitive(tree, id) {
            parts.insert(sexpr::write_at(tree, id));
        } else {
            open.extend(tree.children(id));
        }
    }
    parts
}

fn is_sensitive(tree: &Opt, id: NodeId) -> bool {
    match tree.symbol(id) {
        names::TIMES => letters_of(tree, id).len() > 1,
        names::SUP | names::ROOT if is_sum(tree, id) => letters_of(tree, id).len() > 1,
        names::ABS | names::ROOT => !letters_of(tree, id).is_empty(),
        _ => false,
    }
}

/// Whether the first operand is a sum, as in `(a+b)^2`.
fn is_sum(tree: &Opt, id: NodeId) -> bool {
    tree.children(id).next().is_some_and(|base| tree.symbol(base) == names::PLUS)
}

fn letters_of(tree: &Opt, root: NodeId) -> BTreeSet<Letter> {
    let mut letters = BTreeSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        open.extend(tree.children(id));
        letters.extend(letter(tree, id));
    }
    letters
}

/// Whether a `×` stands beside a capital or bold letter.
pub(super) fn has_cross_of_capitals(slt: &Slt) -> bool {
    let mut open: Vec<NodeId> = slt.root().into_iter().collect();
    while let Some(head) = open.pop() {
        let row: Vec<NodeId> = slt.row(Some(head)).collect();
        let is_beside = |pair: &[NodeId]| {
            let is_cross = |id| slt.character(id) == Some('×');
            (is_cross(pair[0]) && is_capital(slt, pair[1])) || (is_cross(pair[1]) && is_capital(slt, pair[0]))
        };
        if row.windows(2).any(is_beside) {
            return true;
        }
        open.extend(row.iter().flat_map(|id| slt.children(*id)));
    }
    false
}

fn is_capital(slt: &Slt, id: NodeId) -> bool {
    let is_bold = slt.node(id).font == slt::Font::Bold;
    slt.node(id).kind == slt::Kind::Identifier
        && slt.character(id).is_some_and(|c| c.is_uppercase() || is_bold && c.is_alphabetic())
}

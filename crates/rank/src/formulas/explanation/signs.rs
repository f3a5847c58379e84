//! Which signs of a hit are those of the query.
//!
//! In a canonical tree a difference is a sum with a negative term, and a minus sign is a node without bytes of its own. An
//! alignment steps over it, so that `x^2-5x` corresponds to `x^2+5x` node by node. The sign before two corresponding
//! terms is compared here, and marked where it is written.

use formula::diagnostic::Span;
use formula::names;
use formula::opt::{NodeId, Opt};
use formula::symbol::Symbol;

use super::balanced;
use super::correspondence::{Correspondence, Nodes};
use super::paint::Mark;

/// Signs as the LaTeX writer and its readers know them.
const SIGNS: [&str; 5] = ["+", "-", "−", "\\pm", "\\mp"];

/// The signs of the terms of a hit that correspond to terms of the query.
pub(super) struct Signs {
    /// Terms with their signs, in the query and in the hit.
    terms: Vec<Nodes>,
    /// What wildcards stand for; the signs in it belong to them.
    bound: Vec<NodeId>,
    /// Whether a unification has filled in wildcards: it moves signs into what they stand for.
    is_filled_in: bool,
}

impl Signs {
    pub(super) fn new(query: &Opt, hit: &Opt, found: &Correspondence) -> Signs {
        let (ours, theirs) = (parents(query), parents(hit));
        let is_paired_one = |id: NodeId| found.nodes.iter().any(|nodes| nodes.query == id);
        let is_paired_two = |id: NodeId| found.nodes.iter().any(|nodes| nodes.hit == id);
        let mut terms: Vec<Nodes> = Vec::new();
        let is_bound = |nodes: &&Nodes| nodes.mark == Mark::Bound;
        let bound = found.nodes.iter().filter(is_bound).map(|nodes| nodes.hit).collect();
        let is_filled_in = !found.bindings.is_empty();
        for nodes in &found.nodes {
            let (one, around_one) = top(&ours, nodes.query, is_paired_one);
            let (two, around_two) = top(&theirs, nodes.hit, is_paired_two);
            let is_same_place = match (around_one, around_two) {
                (Some(one), Some(two)) => {
                    found.nodes.iter().any(|nodes| nodes.query == one && nodes.hit == two)
                }
                (None, None) => !found.is_fit,
                _ => false,
            };
            if !is_same_place {
                continue;
            }
            let is_same = sign(query, one) == sign(hit, two);
            let mark = match is_same {
                true => Mark::Exact,
                // The sign is part of what the wildcard stands for.
                false if is_filled_in || nodes.mark == Mark::Bound => Mark::Bound,
                false => Mark::Changed,
            };
            match terms.iter_mut().find(|known| known.hit == two) {
                Some(known) if is_same => *known = Nodes { query: one, hit: two, mark },
                Some(_) => {}
                None => terms.push(Nodes { query: one, hit: two, mark }),
            }
        }
        Signs { terms, bound, is_filled_in }
    }

    /// The terms whose sign is another one.
    pub(super) fn changed(&self) -> impl Iterator<Item = &Nodes> {
        self.terms.iter().filter(|term| term.mark == Mark::Changed)
    }

    /// Marks the signs where they are written. A sign that only the query has is marked at the symbol that has lost it.
    pub(super) fn paint(&self, hit: &Opt, tex: &str, marks: &mut [Option<Mark>]) {
        let mut open: Vec<(NodeId, bool)> = hit.root().map(|root| (root, false)).into_iter().collect();
        while let Some((id, is_in_sum)) = open.pop() {
            if self.bound.contains(&id) {
                continue;
            }
            let is_sum = hit.symbol(id) == names::PLUS;
            open.extend(hit.children(id).map(|child| (child, is_sum)));
            if is_sum {
                self.paint_sum(hit, id, tex, marks);
            }
            if !is_in_sum
                && !self.is_filled_in
                && (sign(hit, id).is_some() || self.mark_of(id) == Some(Mark::Changed))
            {
                self.paint_alone(hit, id, tex, marks);
            }
        }
    }

    fn mark_of(&self, term: NodeId) -> Option<Mark> {
        self.terms.iter().find(|known| known.hit == term).map(|known| known.mark)
    }

    /// The sign of a term stands between it and the term before it.
    fn paint_sum(&self, hit: &Opt, sum: NodeId, tex: &str, marks: &mut [Option<Mark>]) {
        let mut terms: Vec<(Span, NodeId)> =
            hit.children(sum).map(|term| (balanced(tex, hit.node(term).span), term)).collect();
        terms.sort_by_key(|(span, _)| span.start);
        let mut from = hit.node(sum).span.start as usize;
        for (span, term) in terms {
            let mark = self.mark_of(term);
            let is_known = mark.is_some() || !self.is_filled_in;
            let is_written = is_known && paint_signs(tex, from, span.start as usize, mark, marks);
            if !is_written && mark == Some(Mark::Changed) {
                paint_first_symbol(tex, span.start as usize, marks);
            }
            from = span.end as usize;
        }
    }

    /// The sign of a term that is not in a sum stands before it, or among its factors.
    fn paint_alone(&self, hit: &Opt, term: NodeId, tex: &str, marks: &mut [Option<Mark>]) {
        let start = hit.node(term).span.start as usize;
        let before = tex.get(..start).unwrap_or("").trim_end_matches([' ', '(', '{', '[']);
        if let Some(sign) = SIGNS.iter().find(|sign| before.ends_with(**sign)) {
            paint_signs(tex, before.len() - sign.len(), before.len(), self.mark_of(term), marks);
            return;
        }
        if sign(hit, term).is_none() {
            return paint_first_symbol(tex, start, marks);
        }
        let Some(inside) = hit.children(term).next() else { return };
        let mut from = start;
        let mut operands: Vec<Span> =
            hit.children(inside).map(|id| balanced(tex, hit.node(id).span)).collect();
        operands.sort_by_key(|span| span.start);
        for span in operands {
            paint_signs(tex, from, span.start as usize, self.mark_of(term), marks);
            from = span.end as usize;
        }
    }
}

/// Marks the signs between two places; false if there is none.
fn paint_signs(tex: &str, from: usize, to: usize, mark: Option<Mark>, marks: &mut [Option<Mark>]) -> bool {
    let Some(gap) = tex.get(from..to) else { return false };
    let mut is_written = false;
    for (at, _) in gap.char_indices() {
        let Some(sign) = SIGNS.iter().find(|sign| gap[at..].starts_with(**sign)) else { continue };
        if let Some(bytes) = marks.get_mut(from + at..from + at + sign.len()) {
            bytes.fill(mark);
            is_written = true;
        }
    }
    is_written
}

/// Marks the command or the character at a place as changed.
fn paint_first_symbol(tex: &str, start: usize, marks: &mut [Option<Mark>]) {
    let Some(text) = tex.get(start..) else { return };
    let length = match text.strip_prefix('\\') {
        Some(name) => 1 + name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len()).max(1),
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    if let Some(bytes) = marks.get_mut(start..start + length) {
        bytes.fill(Some(Mark::Changed));
    }
}

/// The sign that a node is: a minus before its only operand, or a double sign.
pub(super) fn sign(tree: &Opt, id: NodeId) -> Option<Symbol> {
    let symbol = tree.symbol(id);
    let is_sign = [names::MINUS, names::PLUS_MINUS, names::MINUS_PLUS].contains(&symbol);
    (is_sign && tree.children(id).count() == 1).then_some(symbol)
}

/// The node, or the highest of the nodes around it that have no partner, and the node around that.
fn top(
    parents: &[Option<NodeId>],
    mut id: NodeId,
    is_paired: impl Fn(NodeId) -> bool,
) -> (NodeId, Option<NodeId>) {
    while let Some(parent) = parents[id.index()] {
        if is_paired(parent) {
            return (id, Some(parent));
        }
        id = parent;
    }
    (id, None)
}

pub(super) fn parents(tree: &Opt) -> Vec<Option<NodeId>> {
    let mut parents = vec![None; tree.arena_len()];
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        for child in tree.children(id) {
            parents[child.index()] = Some(id);
            open.push(child);
        }
    }
    parents
}

//! Which bytes of a formula are matched, and how.

use formula::opt::{NodeId, Opt};

use super::balanced;
use super::correspondence::Nodes;

/// How a part of a hit is matched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mark {
    /// The same as in the query.
    Exact,
    /// A variable under another name, the same wherever it occurs.
    Renamed,
    /// Something else in the same place: another sign, relation, operator, function or number.
    Changed,
    /// The match of a wildcard.
    Bound,
}

impl Mark {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Exact => "exact",
            Mark::Renamed => "renamed",
            Mark::Changed => "changed",
            Mark::Bound => "bound",
        }
    }

    /// The class of its nodes in MathML.
    pub fn class(self) -> &'static str {
        match self {
            Mark::Exact => "m-exact",
            Mark::Renamed => "m-renamed",
            Mark::Changed => "m-changed",
            Mark::Bound => "m-bound",
        }
    }
}

/// For each byte of the LaTeX the mark of the smallest node around it.
///
/// A sum covers its operands, but only the plus signs are its own. So nodes are painted from large to small,
/// those without a partner in no colour; the match of a wildcard is painted completely.
pub(super) fn paint(hit: &Opt, nodes: &[Nodes], tex: &str) -> Vec<Option<Mark>> {
    let mut marks: Vec<Option<Mark>> = vec![None; hit.arena_len()];
    for nodes in nodes {
        marks[nodes.hit.index()] = Some(nodes.mark);
    }
    let mut all: Vec<(NodeId, Option<Mark>)> = Vec::new();
    let mut open: Vec<(NodeId, bool)> = hit.root().map(|root| (root, false)).into_iter().collect();
    while let Some((id, within_bound)) = open.pop() {
        let mark = if within_bound { Some(Mark::Bound) } else { marks[id.index()] };
        all.push((id, mark));
        open.extend(hit.children(id).map(|child| (child, mark == Some(Mark::Bound))));
    }
    all.sort_by_key(|(id, _)| {
        let span = hit.node(*id).span;
        std::cmp::Reverse(span.end.saturating_sub(span.start))
    });
    let length = tex.len();
    let mut painted = vec![None; length];
    for (id, mark) in all {
        let span = balanced(tex, hit.node(id).span);
        let (start, end) = ((span.start as usize).min(length), (span.end as usize).min(length));
        painted[start..end.max(start)].fill(mark);
    }
    painted
}

//! The variables and wildcards of a query, numbered in the order of the query.
//!
//! The numbers are the same for every hit, so that a page can show the query once and mark in each hit what matches
//! the first variable, the second and so on.

use formula::opt::{Kind, NodeId, Opt};
use formula::write::mathml;
use rustc_hash::FxHashMap;
use similarity::unification::Binding;

use super::letters::{self, Letter, letter};
use super::{Mark, Nodes, balanced};
use crate::formulas::Query;

/// The numbers of the variables and wildcards of a query.
pub(super) struct Variables {
    /// By node of the canonical tree.
    numbers: FxHashMap<NodeId, usize>,
    /// By letter, without wildcards.
    letters: Vec<(Letter, usize)>,
}

/// The MathML of a query; its variables and wildcards have the classes `b1`, `b2` and so on.
pub fn query_mathml(query: &Query, id_prefix: &str) -> String {
    let variables = Variables::of(&query.canonical);
    let mut painted = vec![None; query.source.len()];
    for (id, number) in &variables.numbers {
        let node = query.canonical.node(*id);
        paint(&mut painted, node.span.start as usize, node.span.end as usize, is_applied(node.kind), *number);
    }
    let classes = classes(&painted, |_| None);
    let class_of = |id: NodeId| {
        let start = query.formula.slt.node(id).span.start as usize;
        classes.get(start).and_then(Option::as_deref)
    };
    let style = mathml::Style { id_prefix: Some(id_prefix), class_of: Some(&class_of), ..Default::default() };
    mathml::write(&query.formula.slt, &style)
}

impl Variables {
    pub(super) fn of(query: &Opt) -> Variables {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut open: Vec<NodeId> = query.root().into_iter().collect();
        while let Some(id) = open.pop() {
            open.extend(query.children(id));
            if letter(query, id).is_some() || query.node(id).kind == Kind::Wildcard {
                nodes.push(id);
            }
        }
        nodes.sort_by_key(|id| query.node(*id).span.start);
        let mut variables = Variables { numbers: FxHashMap::default(), letters: Vec::new() };
        let mut known: FxHashMap<(bool, String), usize> = FxHashMap::default();
        let mut count = 0;
        for id in nodes {
            let name = letter(query, id).map_or_else(|| query.label(id), letters::tex);
            let is_wildcard = letter(query, id).is_none();
            let mut next = || {
                count += 1;
                count
            };
            // Wildcards without a name are all different.
            let number = match is_wildcard && name.trim_start_matches('?').is_empty() {
                true => next(),
                false => *known.entry((is_wildcard, name)).or_insert_with(next),
            };
            variables.numbers.insert(id, number);
            variables.letters.extend(letter(query, id).map(|letter| (letter, number)));
        }
        variables
    }

    /// The number of a variable; 0 if it has none.
    pub(super) fn of_letter(&self, letter: Letter) -> usize {
        self.letters.iter().find(|(known, _)| *known == letter).map_or(0, |(_, number)| *number)
    }

    /// The number of the variable or wildcard at a node of the query, if its partner has the same.
    pub(super) fn of_nodes(&self, nodes: &Nodes) -> Option<usize> {
        if nodes.mark == Mark::Changed { None } else { self.numbers.get(&nodes.query).copied() }
    }

    /// The number of the wildcard that a binding is for; 0 if it has none.
    pub(super) fn of_binding(&self, binding: &Binding, nodes: &[Nodes]) -> usize {
        let bound =
            nodes.iter().find(|nodes| binding.nodes.contains(&nodes.hit) && nodes.mark == Mark::Bound);
        bound.and_then(|nodes| self.of_nodes(nodes)).unwrap_or(0)
    }

    /// For each byte of the LaTeX of a hit the number of its variable or wildcard.
    pub(super) fn painted(
        &self,
        hit: &Opt,
        nodes: &[Nodes],
        bindings: &[Binding],
        tex: &str,
    ) -> Vec<Option<usize>> {
        let mut painted = vec![None; tex.len()];
        let mut paint_node = |id: NodeId, is_name: bool, number: usize| {
            let span = balanced(tex, hit.node(id).span);
            paint(&mut painted, span.start as usize, span.end as usize, is_name, number);
        };
        for binding in bindings {
            let number = self.of_binding(binding, nodes);
            binding.nodes.iter().for_each(|id| paint_node(*id, binding.is_head, number));
        }
        for nodes in nodes.iter().filter(|nodes| nodes.mark != Mark::Bound) {
            if let Some(number) = self.of_nodes(nodes) {
                paint_node(nodes.hit, is_applied(hit.node(nodes.hit).kind), number);
            }
        }
        painted
    }
}

/// The classes of every byte: that of its mark, if it has one, and that of its variable.
pub(super) fn classes(
    painted: &[Option<usize>],
    mark_of: impl Fn(usize) -> Option<&'static str>,
) -> Vec<Option<String>> {
    let class = |(at, number): (usize, &Option<usize>)| match (mark_of(at), number) {
        (Some(mark), Some(number)) if *number > 0 => Some(format!("{mark} b{number}")),
        (None, Some(number)) if *number > 0 => Some(format!("b{number}")),
        (mark, _) => mark.map(str::to_owned),
    };
    painted.iter().enumerate().map(class).collect()
}

/// In an applied function only the name is painted: its arguments have their own marks.
fn is_applied(kind: Kind) -> bool {
    kind == Kind::Function
}

fn paint(painted: &mut [Option<usize>], start: usize, end: usize, is_name: bool, number: usize) {
    let start = start.min(painted.len());
    let end = if is_name { start + 1 } else { end };
    let end = end.clamp(start, painted.len());
    painted[start..end].fill(Some(number));
}

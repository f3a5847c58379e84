//! One sentence that says why a formula is a hit, in plain words.
//!
//! `Same formula with other letters: p is a, q is b.` or `Similar: a sign differs.` The sentence says what the relation,
//! the renaming and the marks say, and nothing else. The golden file `tests/golden/reasons.txt` has examples of all of
//! them.
//!
//! What it is not: the score in words. The parts of a score have words of their own.

use formula::names;
use formula::opt::{Kind, NodeId, Opt};

use super::correspondence::{Correspondence, Nodes};
use super::letters::{self, letter};
use super::relation::{Found, Relation};
use super::signs::{self, Signs};
use super::{Mark, bound_tex};
use crate::formulas::words;

/// Letters and wildcards that a sentence names; more of them are counted.
pub(super) const MOST_NAMED: usize = 6;
/// Differences that a sentence names.
const MOST_DIFFERENCES: usize = 2;
/// The longest LaTeX of a wildcard in a sentence.
const LONGEST_BOUND: usize = 12;

/// The sentence for a hit.
pub(super) fn sentence(found: &Found, signs: &Signs, query: &Opt, hit: &Opt, tex: &str) -> String {
    let names = &found.correspondence;
    let commute = if found.needs_commuting { " if products commute" } else { "" };
    match found.relation {
        Relation::Identical => "Same formula.".to_owned(),
        Relation::EqualByConvention | Relation::EqualUpToNames if found.needs_numbers => {
            format!("Same formula if × is an ordinary product{}.", after_comma(&other_letters(names)))
        }
        Relation::EqualByConvention => "Same formula, written another way.".to_owned(),
        Relation::EqualUpToNames => format!("Same formula{}.", other_letters(names)),
        Relation::EqualIfProductsCommute => {
            format!("Same formula if products commute{}.", after_comma(&other_letters(names)))
        }
        Relation::Instance => format!("Matches your pattern{}.", filled_in(names, hit, tex)),
        Relation::Contains if !names.bindings.is_empty() => {
            format!("Contains your pattern{}.", filled_in(names, hit, tex))
        }
        Relation::Contains if found.needs_commuting => {
            format!("Contains your formula{commute}{}.", after_comma(&other_letters(names)))
        }
        Relation::Contains => format!("Contains your formula{}.", other_letters(names)),
        Relation::PartOf => format!("Part of your formula{}.", other_letters(names)),
        Relation::EqualAsAlgebra if found.needs_numbers => {
            format!("Equal by algebra if the letters are real numbers{}.", with_letters(names))
        }
        Relation::EqualAsAlgebra => format!("Equal by algebra{}.", with_letters(names)),
        Relation::SameShape => same_shape(names, &differences(names, signs, query, hit)),
        Relation::Similar => similar(names, &differences(names, signs, query, hit), query, hit),
    }
}

/// ` with other letters: p is a, q is b`; empty if all letters keep their names.
fn other_letters(names: &Correspondence) -> String {
    let changed: Vec<String> = names
        .renaming
        .iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{} is {}", letters::words(*from), letters::words(*to)))
        .collect();
    if changed.is_empty() { String::new() } else { format!(" with other letters: {}", listed(&changed)) }
}

fn after_comma(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(",{words}") }
}

/// `, with h for q and b for r`; empty if all letters keep their names.
fn with_letters(names: &Correspondence) -> String {
    let changed: Vec<String> = names
        .renaming
        .iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{} for {}", letters::words(*to), letters::words(*from)))
        .collect();
    match &changed[..] {
        [] => String::new(),
        [only] => format!(", with {only}"),
        [others @ .., last] if changed.len() <= MOST_NAMED => {
            format!(", with {} and {last}", others.join(", "))
        }
        _ => format!(", with {}", listed(&changed)),
    }
}

/// `: ?a is x`; empty if a wildcard stands for more than a sentence has room for.
fn filled_in(names: &Correspondence, hit: &Opt, tex: &str) -> String {
    let mut filled: Vec<String> = Vec::new();
    for binding in &names.bindings {
        let bound = bound_tex(tex, hit, binding);
        if bound.len() > LONGEST_BOUND || bound.contains(['\\', '{']) {
            return String::new();
        }
        filled.push(format!("?{} is {bound}", binding.name));
    }
    format!(": {}", listed(&filled))
}

fn listed(items: &[String]) -> String {
    match items.len().checked_sub(MOST_NAMED) {
        Some(more @ 1..) => format!("{} and {more} more", items[..MOST_NAMED].join(", ")),
        _ => items.join(", "),
    }
}

/// What is different in two corresponding places, each difference once.
fn differences(names: &Correspondence, signs: &Signs, query: &Opt, hit: &Opt) -> Vec<String> {
    let mut differences = Vec::new();
    match signs.changed().count() {
        0 => {}
        1 => differences.push("a sign differs".to_owned()),
        count => differences.push(format!("{count} signs differ")),
    }
    let compared = Compared::new(names, query, hit);
    let mut changed: Vec<&Nodes> = names.nodes.iter().filter(|nodes| nodes.mark == Mark::Changed).collect();
    changed.sort_by_key(|nodes| query.node(nodes.query).span.start);
    for nodes in changed {
        if !compared.are_comparable(nodes) {
            continue;
        }
        let (from, to) = (spoken(query, nodes.query), spoken(hit, nodes.hit));
        // A minus sign that was paired with another operator is a sign that differs.
        let is_sign = signs.changed().any(|sign| sign.query == nodes.query || sign.hit == nodes.hit);
        let difference = match (from, to) {
            (Some(from), Some(to)) if from == to => swapped(&from).to_owned(),
            (Some(from), Some(to)) => format!("{to} instead of {from}"),
            _ => continue,
        };
        if !is_sign && !differences.contains(&difference) {
            differences.push(difference);
        }
    }
    differences
}

/// What to say of an operator whose operands have changed places: of a relation, which is a sign, or of `a/b` and `b/a`.
fn swapped(operator: &str) -> &'static str {
    let mut characters = operator.chars();
    match (characters.next(), characters.next()) {
        (Some(sign), None) if !sign.is_alphanumeric() => "the relation is reversed",
        _ => "two parts are swapped",
    }
}

/// Two formulas whose corresponding nodes are compared.
struct Compared<'a> {
    query: &'a Opt,
    hit: &'a Opt,
    names: &'a Correspondence,
    parents: [Vec<Option<NodeId>>; 2],
}

impl<'a> Compared<'a> {
    fn new(names: &'a Correspondence, query: &'a Opt, hit: &'a Opt) -> Compared<'a> {
        Compared { query, hit, names, parents: [signs::parents(query), signs::parents(hit)] }
    }

    /// Whether a sentence can set two nodes against each other: `u` instead of `∂`, or an infimum instead of 0, says nothing,
    /// and neither does the 1 of `x=1` instead of the 2 of `x=r^2`.
    fn are_comparable(&self, nodes: &Nodes) -> bool {
        let (query, hit) = (self.query, self.hit);
        query.is_leaf(nodes.query) == hit.is_leaf(nodes.hit)
            && is_collection(query, nodes.query) == is_collection(hit, nodes.hit)
            && self.are_in_one_place(nodes)
    }

    /// Whether the nodes around two nodes, apart from signs, correspond to each other.
    fn are_in_one_place(&self, nodes: &Nodes) -> bool {
        let around = |tree: &Opt, parents: &[Option<NodeId>], id: NodeId| {
            let mut parent = parents[id.index()];
            while let Some(sign) = parent.filter(|parent| signs::sign(tree, *parent).is_some()) {
                parent = parents[sign.index()];
            }
            parent
        };
        let one = around(self.query, &self.parents[0], nodes.query);
        let two = around(self.hit, &self.parents[1], nodes.hit);
        match (one, two) {
            (Some(one), Some(two)) => {
                self.names.nodes.iter().any(|pair| (pair.query, pair.hit) == (one, two))
            }
            (one, two) => one == two,
        }
    }
}

/// Whether a node only holds others together: a list, a tuple, an interval.
fn is_collection(tree: &Opt, id: NodeId) -> bool {
    [
        names::LIST,
        names::TUPLE,
        names::SET,
        names::VECTOR,
        names::MATRIX,
        names::FORMULAE,
        names::FRAGMENTS,
        names::INTERVAL_CLOSED,
        names::INTERVAL_CLOSED_OPEN,
        names::INTERVAL_OPEN,
        names::INTERVAL_OPEN_CLOSED,
    ]
    .contains(&tree.symbol(id))
}

/// What a reader calls a node; none if it has no name.
fn spoken(tree: &Opt, id: NodeId) -> Option<String> {
    let label = tree.label(id);
    match tree.node(id).kind {
        _ if label.is_empty() => None,
        Kind::Number | Kind::Wildcard => Some(label),
        Kind::Text => Some(format!("“{label}”")),
        Kind::Unknown => Some(label.trim_start_matches('\\').to_owned()),
        _ => Some(match letter(tree, id) {
            Some(letter) => letters::words(letter),
            None => words::of_operator(&label).into_owned(),
        }),
    }
}

fn same_shape(names: &Correspondence, differences: &[String]) -> String {
    let letters = if names.is_renaming() { " with other letters" } else { "" };
    match differences {
        [] => format!("Same shape{letters}."),
        few if few.len() <= MOST_DIFFERENCES => format!("Same shape{letters}: {}.", few.join(", and ")),
        _ => "Same shape with other letters and numbers.".to_owned(),
    }
}

fn similar(names: &Correspondence, differences: &[String], query: &Opt, hit: &Opt) -> String {
    let letters = if names.is_renaming() { " with other letters" } else { "" };
    let left = |nodes: &[&Nodes]| {
        let (ours, theirs) = (nodes.iter().map(|n| n.query), nodes.iter().map(|n| n.hit));
        (left_over(query, ours), left_over(hit, theirs))
    };
    let alike: Vec<&Nodes> = names.nodes.iter().filter(|nodes| nodes.mark != Mark::Changed).collect();
    let (unlike_ours, unlike_theirs) = left(&alike);
    if unlike_ours.is_most() || unlike_theirs.is_most() || differences.len() > 2 * MOST_DIFFERENCES {
        return "Similar in parts.".to_owned();
    }
    let compared = Compared::new(names, query, hit);
    let told = |nodes: &&Nodes| nodes.mark != Mark::Changed || compared.are_comparable(nodes);
    let (missing, more) = left(&names.nodes.iter().filter(told).collect::<Vec<_>>());
    let rest = match (missing.parts, more.parts) {
        (0, 0) => None,
        (1, 0) => Some("a part of your formula is missing".to_owned()),
        (count, 0) => Some(format!("{count} parts of your formula are missing")),
        (0, 1) => Some("it has one more part".to_owned()),
        (0, count) => Some(format!("it has {count} more parts")),
        (1, 1) => Some("a part differs".to_owned()),
        _ => Some("some parts differ".to_owned()),
    };
    let mut said: Vec<&str> = differences.iter().map(String::as_str).collect();
    if said.len() > MOST_DIFFERENCES {
        return format!("Similar{letters}: {} and more differences.", said[..MOST_DIFFERENCES].join(", "));
    }
    said.extend(rest.as_deref());
    match &said[..] {
        [] => format!("Similar{letters}."),
        [only] => format!("Similar{letters}: {only}."),
        [others @ .., last] => format!("Similar{letters}: {}, and {last}.", others.join(", ")),
    }
}

/// What of a formula has no partner.
struct Left {
    /// Parts that hang together: `k` and the minus sign before it in `(y-k)^2`.
    parts: usize,
    nodes: usize,
    /// Nodes of the formula in all.
    all: usize,
}

impl Left {
    fn is_most(&self) -> bool {
        2 * self.nodes > self.all
    }
}

/// What of a tree has no partner; signs count as differences of their terms.
fn left_over(tree: &Opt, paired: impl Iterator<Item = NodeId>) -> Left {
    let mut is_paired = vec![false; tree.arena_len()];
    paired.for_each(|id| is_paired[id.index()] = true);
    // With each node, whether it continues a part without a partner.
    let mut open: Vec<(NodeId, bool)> = tree.root().map(|root| (root, false)).into_iter().collect();
    let mut left = Left { parts: 0, nodes: 0, all: 0 };
    while let Some((id, continues)) = open.pop() {
        let is_sign = signs::sign(tree, id).is_some();
        let is_left = !is_sign && !is_paired[id.index()];
        let goes_on = if is_sign { continues } else { is_left };
        open.extend(tree.children(id).map(|child| (child, goes_on)));
        left.parts += usize::from(is_left && !continues);
        left.nodes += usize::from(is_left);
        left.all += usize::from(!is_sign);
    }
    left
}

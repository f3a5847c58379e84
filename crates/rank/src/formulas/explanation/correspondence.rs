//! Which nodes of a query and a hit correspond, and how alike they are.
//!
//! A correspondence comes from the unification that proves a claim, or from the alignment that is scored. The alignment
//! leaves out pairs that add nothing to the score: `∑` and `∏` in the same place. These are added here, because a reader
//! wants to see what is different.

use formula::opt::{Kind, NodeId, Opt};
use similarity::alignment::{Aligner, Tree, Weights};
use similarity::unification::{Binding, Match};

use super::Mark;
use super::letters::{Letter, letter};

/// Corresponding nodes of two canonical trees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes {
    pub(super) query: NodeId,
    pub(super) hit: NodeId,
    pub(super) mark: Mark,
}

/// How a query corresponds to a hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Correspondence {
    pub(super) nodes: Vec<Nodes>,
    /// The letter of the hit for letters of the query, in the order of the query.
    pub(super) renaming: Vec<(Letter, Letter)>,
    pub(super) bindings: Vec<Binding>,
    /// Whether it is a unification, so that the query or the hit is found as a whole.
    pub(super) is_fit: bool,
}

impl Correspondence {
    /// The query in the hit.
    pub(super) fn of_fit(query: &Opt, hit: &Opt, matched: Match) -> Correspondence {
        let pairs = matched.pairs.into_iter();
        let fit = Correspondence::of_pairs(query, hit, pairs);
        Correspondence { bindings: matched.bindings, ..fit }
    }

    /// The hit in the query.
    pub(super) fn of_part(query: &Opt, hit: &Opt, matched: Match) -> Correspondence {
        Correspondence::of_pairs(query, hit, matched.pairs.into_iter().map(|(hit, query)| (query, hit)))
    }

    fn of_pairs(query: &Opt, hit: &Opt, pairs: impl Iterator<Item = (NodeId, NodeId)>) -> Correspondence {
        let node = |(one, two)| Nodes { query: one, hit: two, mark: mark(query, one, hit, two, true) };
        let nodes: Vec<Nodes> = pairs.map(node).collect();
        let renaming = renaming_of(query, hit, &nodes);
        Correspondence { nodes, renaming, bindings: Vec::new(), is_fit: true }
    }

    /// The best alignment; under a renaming, if one is given.
    pub(super) fn of_alignment(
        query: (&Opt, &Tree),
        hit: &Opt,
        renaming: Option<Vec<(Letter, Letter)>>,
    ) -> Correspondence {
        let ((query, ours), theirs) = (query, Tree::of_operators(hit));
        let mut aligner = Aligner::new(ours, Weights::default());
        let letters = |one: u16, two: u16| {
            Some((letter(query, ours.origin(one).get()?)?, letter(hit, theirs.origin(two).get()?)?))
        };
        let (alignment, renaming) = match renaming {
            Some(renaming) => {
                let partner = |one: u16| {
                    let from = letter(query, ours.origin(one).get()?)?;
                    (0..theirs.len() as u16).find(|two| {
                        letters(one, *two).is_some_and(|pair| pair.0 == from && renaming.contains(&pair))
                    })
                };
                (aligner.align_renamed(&theirs, partner), renaming)
            }
            None => {
                let alignment = aligner.align(&theirs);
                let pairs = alignment.substitution.iter();
                let renaming = pairs.filter_map(|&(one, two)| letters(one, two)).collect();
                (alignment, renaming)
            }
        };
        let pairs = alignment.pairs.iter().filter_map(|pair| {
            let (one, two) = (ours.origin(pair.query).get()?, theirs.origin(pair.candidate).get()?);
            let is_renaming =
                letters(pair.query, pair.candidate).is_some_and(|pair| renaming.contains(&pair));
            Some(Nodes { query: one, hit: two, mark: mark(query, one, hit, two, is_renaming) })
        });
        let mut nodes: Vec<Nodes> = pairs.collect();
        add_leaves_in_the_same_place(query, hit, &mut nodes);
        mark_swapped(query, hit, &mut nodes);
        let mut renaming: Vec<(Letter, Letter)> = renaming;
        renaming.sort_by_key(|(from, _)| first_place(query, *from));
        Correspondence { nodes, renaming, bindings: Vec::new(), is_fit: false }
    }

    /// Formulas that are equal by algebra under a renaming: letters correspond as it says, wherever they stand, and what is
    /// written in another way is no difference.
    pub(super) fn of_algebra(
        query: (&Opt, &Tree),
        hit: &Opt,
        renaming: Vec<(Letter, Letter)>,
    ) -> Correspondence {
        let mut found = Correspondence::of_alignment(query, hit, Some(renaming));
        let (query, renaming) = (query.0, &found.renaming);
        let is_true = |nodes: &Nodes| match (letter(query, nodes.query), letter(hit, nodes.hit)) {
            (Some(from), Some(to)) => renaming.contains(&(from, to)),
            _ => true,
        };
        found.nodes.retain(|nodes| nodes.mark != Mark::Changed && is_true(nodes));
        let letters = places(query);
        let partner = |id: NodeId| {
            let to = letter(hit, id)?;
            let (from, _) = renaming.iter().find(|(_, known)| *known == to)?;
            letters.iter().copied().find(|one| letter(query, *one) == Some(*from))
        };
        for id in places(hit) {
            if let (Some(one), false) = (partner(id), found.nodes.iter().any(|nodes| nodes.hit == id)) {
                found.nodes.push(Nodes { query: one, hit: id, mark: mark(query, one, hit, id, true) });
            }
        }
        found
    }

    /// Whether some letter has another name in the hit.
    pub(super) fn is_renaming(&self) -> bool {
        self.renaming.iter().any(|(from, to)| from != to)
    }
}

/// How alike two nodes are; `is_renaming` says that a change of the name is consistent.
fn mark(query: &Opt, one: NodeId, hit: &Opt, two: NodeId, is_renaming: bool) -> Mark {
    let (a, b) = (query.node(one), hit.node(two));
    if a.kind == Kind::Wildcard {
        return Mark::Bound;
    }
    let (from, to) = (letter(query, one), letter(hit, two));
    let is_same = query.label(one) == hit.label(two) && a.font == b.font;
    if is_same && (a.kind == b.kind || from.is_some()) {
        return Mark::Exact;
    }
    if is_renaming && from.is_some() && to.is_some() { Mark::Renamed } else { Mark::Changed }
}

/// The first partner of each letter, in the order of the query.
fn renaming_of(query: &Opt, hit: &Opt, nodes: &[Nodes]) -> Vec<(Letter, Letter)> {
    let mut renaming: Vec<(Letter, Letter)> = Vec::new();
    for nodes in nodes.iter().filter(|nodes| nodes.mark != Mark::Changed) {
        let (Some(from), Some(to)) = (letter(query, nodes.query), letter(hit, nodes.hit)) else { continue };
        if !renaming.iter().any(|known| known.0 == from) {
            renaming.push((from, to));
        }
    }
    renaming.sort_by_key(|(from, _)| first_place(query, *from));
    renaming
}

/// The nodes of the letters of a formula, in the order in which they are written.
fn places(tree: &Opt) -> Vec<NodeId> {
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        open.extend(tree.children(id));
        found.extend(letter(tree, id).map(|_| id));
    }
    found.sort_by_key(|id| tree.node(*id).span.start);
    found
}

/// Where a letter of a formula occurs first.
fn first_place(tree: &Opt, wanted: Letter) -> u32 {
    let first = places(tree).into_iter().find(|id| letter(tree, *id) == Some(wanted));
    first.map_or(u32::MAX, |id| tree.node(id).span.start)
}

/// Pairs leaves without a partner that have the same place below corresponding nodes.
fn add_leaves_in_the_same_place(query: &Opt, hit: &Opt, nodes: &mut Vec<Nodes>) {
    let mut added = Vec::new();
    for pair in nodes.iter().filter(|pair| pair.mark != Mark::Bound) {
        let is_alone_one = |id: &NodeId| query.is_leaf(*id) && !nodes.iter().any(|other| other.query == *id);
        let is_alone_two = |id: &NodeId| hit.is_leaf(*id) && !nodes.iter().any(|other| other.hit == *id);
        let ours: Vec<NodeId> = query.children(pair.query).collect();
        let theirs: Vec<NodeId> = hit.children(pair.hit).collect();
        if is_unordered(query, pair.query) || is_unordered(hit, pair.hit) {
            let ours: Vec<NodeId> = ours.into_iter().filter(is_alone_one).collect();
            let theirs: Vec<NodeId> = theirs.into_iter().filter(is_alone_two).collect();
            if let ([one], [two]) = (&ours[..], &theirs[..]) {
                added.push((*one, *two));
            }
        } else if ours.len() == theirs.len() {
            let pairs = ours.into_iter().zip(theirs);
            added.extend(pairs.filter(|(one, two)| is_alone_one(one) && is_alone_two(two)));
        }
    }
    let pair = |(one, two)| Nodes { query: one, hit: two, mark: mark(query, one, hit, two, false) };
    nodes.extend(added.into_iter().map(pair));
}

/// An operator of two operands is changed if one of them has changed sides: `x<0` and `x>0`, `a/b` and `b/a`.
fn mark_swapped(query: &Opt, hit: &Opt, nodes: &mut Vec<Nodes>) {
    let partners: Vec<(NodeId, NodeId)> = nodes.iter().map(|nodes| (nodes.query, nodes.hit)).collect();
    let mut others = Vec::new();
    for pair in nodes.iter_mut().filter(|pair| pair.mark == Mark::Exact) {
        let ours: Vec<NodeId> = query.children(pair.query).collect();
        let theirs: Vec<NodeId> = hit.children(pair.hit).collect();
        let ([first, second], [left, right]) = (&ours[..], &theirs[..]) else { continue };
        let crossing = [(*first, *right), (*second, *left)];
        if crossing.iter().any(|pair| partners.contains(pair)) && !is_unordered(query, pair.query) {
            pair.mark = Mark::Changed;
            others.extend(crossing);
        }
    }
    // An alignment that keeps the order pairs only one of the two.
    for (one, two) in others.into_iter().filter(|(one, two)| query.is_leaf(*one) && hit.is_leaf(*two)) {
        if !partners.iter().any(|known| known.0 == one || known.1 == two) {
            nodes.push(Nodes { query: one, hit: two, mark: mark(query, one, hit, two, false) });
        }
    }
}

fn is_unordered(tree: &Opt, id: NodeId) -> bool {
    let is_set = tree.symbol(id) == formula::names::SET;
    let has_any_order = ["gcd", "lcm", "max", "min"].iter().any(|name| tree.label_is(id, name));
    tree.node(id).kind == Kind::Unordered || is_set || has_any_order
}

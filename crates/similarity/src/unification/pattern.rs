//! A query prepared for matching.

use formula::opt::{NodeId, Opt};

use super::term::{Form, Node, Part, Term};
use super::{Candidate, Names, Where};

/// Queries with more nodes match nothing, to bound the depth of the search.
const MAX_NODES: usize = 512;

/// No wildcard.
pub(super) const NO_SLOT: u16 = u16::MAX;

/// A query: a canonical operator tree with wildcards, prepared once for many candidates.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(super) term: Term,
    pub(super) nodes: Vec<Facts>,
    /// Names of the wildcards; each one without a name has its own slot.
    pub(super) slots: Vec<String>,
    /// The operands of each node in the order in which the matcher looks for partners, at the same places as
    /// the operands: first those without wildcards, then from large to small, wildcards last.
    pub(super) order: Vec<u32>,
    /// Labels that every match must have, for kept and for renamed letters.
    label_bits: [u64; 2],
}

/// Facts about a query node that the matcher needs in addition to the term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The slot of the wildcard, or [`NO_SLOT`].
    pub(super) slot: u16,
    /// Whether there are wildcards at or below it.
    pub(super) has_wildcard: bool,
    /// Whether there are variables at or below it.
    pub(super) has_letter: bool,
    /// Whether a minus sign from below may move in front of it.
    pub(super) takes_sign: bool,
    size: u32,
}

impl Pattern {
    /// The pattern of a canonical tree. An empty tree, or one of more than 512 nodes, matches nothing.
    pub fn new(canonical: &Opt) -> Pattern {
        Pattern::from_term(canonical, Term::new(canonical))
    }

    /// The pattern of a part of a canonical tree.
    pub(crate) fn of_part(canonical: &Opt, root: NodeId, part: &dyn Fn(NodeId) -> Part) -> Pattern {
        Pattern::from_term(canonical, Term::of_part(canonical, root, part))
    }

    fn from_term(canonical: &Opt, mut term: Term) -> Pattern {
        if term.nodes.len() > MAX_NODES {
            term.nodes.clear();
        }
        let mut pattern =
            Pattern { nodes: Vec::new(), slots: Vec::new(), order: Vec::new(), label_bits: [0; 2], term };
        pattern.name_slots(canonical);
        pattern.look_below();
        pattern.order_operands();
        pattern.label_bits = [Names::Kept, Names::Renamed].map(|names| pattern.required_labels(names));
        pattern
    }

    /// The number of nodes of the query.
    pub fn len(&self) -> usize {
        self.term.nodes.len()
    }

    /// Whether there is nothing to match.
    pub fn is_empty(&self) -> bool {
        self.term.nodes.is_empty()
    }

    /// Whether the query has wildcards.
    pub fn has_wildcards(&self) -> bool {
        !self.slots.is_empty()
    }

    fn name_slots(&mut self, canonical: &Opt) {
        let mut names: Vec<String> = Vec::new();
        for node in self.term.nodes.iter().filter(|node| node.form == Form::Wildcard) {
            names.push(wildcard_name(canonical, node.id));
        }
        names.sort();
        names.dedup_by(|a, b| a == b && !a.is_empty());
        let mut anonymous = 0;
        for node in &self.term.nodes {
            let mut slot = NO_SLOT;
            if node.form == Form::Wildcard {
                let name = wildcard_name(canonical, node.id);
                let place =
                    if name.is_empty() { anonymous } else { names.partition_point(|other| *other < name) };
                anonymous += usize::from(name.is_empty());
                slot = place as u16;
            }
            self.nodes.push(Facts {
                slot,
                has_wildcard: false,
                has_letter: false,
                takes_sign: false,
                size: 1,
            });
        }
        self.slots = names;
    }

    fn look_below(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let node = self.term.nodes[at];
            let mut facts = self.nodes[at];
            facts.has_wildcard = facts.slot != NO_SLOT;
            facts.has_letter = node.letter != 0;
            facts.takes_sign = facts.has_wildcard;
            for operand in self.term.operands(at) {
                let below = self.nodes[operand];
                facts.has_wildcard |= below.has_wildcard;
                facts.has_letter |= below.has_letter;
                facts.takes_sign |=
                    below.takes_sign && matches!(node.form, Form::Times | Form::Divide | Form::Minus);
                facts.size += below.size;
            }
            self.nodes[at] = facts;
        }
    }

    fn order_operands(&mut self) {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for at in 0..self.nodes.len() {
            let operands = self.term.operands(at);
            order[operands].sort_by_key(|&operand| {
                let facts = self.nodes[operand as usize];
                (facts.slot != NO_SLOT, facts.has_wildcard, facts.has_letter, std::cmp::Reverse(facts.size))
            });
        }
        self.order = order;
    }

    /// Labels that a match has, whatever the wildcards stand for. Signs and brackets may vanish.
    fn required_labels(&self, names: Names) -> u64 {
        self.term.label_bits(|node| {
            let may_vanish =
                matches!(node.form, Form::Wildcard | Form::Minus | Form::Brackets | Form::Compound);
            !may_vanish && (names == Names::Kept || node.letter == 0)
        })
    }

    /// A cheap test that most candidates fail.
    pub(super) fn can_be_in(&self, candidate: &Candidate, names: Names) -> bool {
        let bits = self.label_bits[names as usize];
        !self.is_empty() && !candidate.is_empty() && bits & !candidate.label_bits == 0
    }

    /// The nodes of a candidate that the query's root may stand for, from the top down.
    pub(super) fn roots<'a>(
        &'a self,
        candidate: &'a Candidate,
        place: Where,
        names: Names,
    ) -> impl Iterator<Item = usize> + 'a {
        let nodes = &candidate.term.nodes;
        let count = if place == Where::Whole { nodes.len().min(1) } else { nodes.len() };
        (0..count).filter(move |&at| self.root_may_be(&nodes[at], names))
    }

    fn root_may_be(&self, node: &Node, names: Names) -> bool {
        let Some(root) = self.term.nodes.first() else { return false };
        match root.form {
            Form::Wildcard | Form::Minus | Form::Compound | Form::Brackets | Form::Times | Form::Divide => {
                true
            }
            _ if root.letter != 0 && names == Names::Renamed => node.letter != 0,
            _ => node.label == root.label,
        }
    }
}

/// The name of a wildcard; empty for a node that is replaced by one.
fn wildcard_name(canonical: &Opt, id: NodeId) -> String {
    if canonical.node(id).kind == formula::opt::Kind::Wildcard { canonical.label(id) } else { String::new() }
}

//! The alignment of Tangent-S: how much of a query occurs in a candidate as one connected part.
//!
//! Each node of the query is placed on each node of the candidate that it may stand for. From there, children
//! are paired with children: by edge in a layout tree, by position in an operator tree, and by the best match
//! first for operands without an order. If two nodes differ, they are a hole, and their children are paired
//! nevertheless. Variables may be renamed one to one, other leaves freely, operators never; query variables
//! take the nodes in their place. The best placement is kept. See Zanibbi and others, *Multi-stage math
//! formula search: using appearance-based similarity metrics at scale* (SIGIR 2016), and Davila and Zanibbi,
//! *Layout and semantics: combining representations for mathematical formula search* (SIGIR 2017).
//!
//! Three scores are reported: the *maximum subtree similarity*, the harmonic mean of the recalls of nodes
//! and edges of the query; the precision, the share of the candidate that is matched in any way; the recall,
//! the share of the query that is matched without renaming.
//!
//! The papers leave some cases open. Here, a query variable without a symbol at which to stop takes one
//! symbol; a collection of an operator tree is paired only with collections of the same kind; a query
//! variable alone in a group takes the whole content of a group; a query variable without a name may stand
//! for something different each time. Of trees with more than 200 nodes only the first 200 of the tree string
//! are aligned; the rest counts as unmatched. The search skips pairs of nodes that could not beat the best
//! placement so far even if everything below them matched, which changes no score.
//!
//! What it is not: optimal. Both the renaming and the pairing of operands are greedy, as published.

mod matching;
mod side;
mod unification;

use crate::tree::{NodeId, SymbolTree};
use matching::Matcher;
use side::{Class, Id, Side, Tags, is_unifiable};
use unification::{Matched, maximum_subtree};

/// The largest number of placements of one pair of trees; those near the roots come first.
const MAX_STARTS: usize = 1000;

/// The three scores of an alignment, each from 0 to 1, compared in this order.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Scores {
    /// Harmonic mean of the shares of the query's nodes and edges that are matched.
    pub maximum_subtree: f64,
    /// Share of the candidate that is matched, renamed or taken by a query variable.
    pub precision: f64,
    /// Share of the query that is matched exactly or is a query variable.
    pub recall: f64,
}

/// The meaning of a query variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The query variable.
    pub wildcard: NodeId,
    /// The nodes of the candidate that it takes.
    pub nodes: Vec<NodeId>,
}

/// The best placement of a query on a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Alignment {
    /// Its scores.
    pub scores: Scores,
    /// Query nodes with the same tag as their partner.
    pub exact: u32,
    /// Query nodes that are renamed.
    pub unified: u32,
    /// Query variables that stand for something.
    pub wildcards: u32,
    /// Nodes of the candidate that query variables stand for.
    pub taken: u32,
    /// The matched nodes of query and candidate, without query variables.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// The meaning of the query variables.
    pub bindings: Vec<Binding>,
}

/// A query, prepared for alignment with many candidates.
#[derive(Clone, Debug)]
pub struct Query {
    tree: SymbolTree,
    side: Side,
    tags: Tags,
}

/// The trees of an alignment, as given and as prepared.
struct Trees<'a> {
    query_tree: &'a SymbolTree,
    candidate_tree: &'a SymbolTree,
    query: &'a Side,
    candidate: &'a Side,
}

/// The best start so far.
struct Best {
    scores: Scores,
    start: Option<(Id, Id)>,
}

impl Query {
    /// Prepares a tree; its query variables have tags that begin with `?`.
    pub fn new(tree: SymbolTree) -> Query {
        let (side, tags) = Side::of_query(&tree);
        Query { tree, side, tags }
    }

    /// The tree of the query.
    pub fn tree(&self) -> &SymbolTree {
        &self.tree
    }

    /// The scores of the best alignment with a candidate of the same kind of tree.
    ///
    /// ```
    /// use formula::{Options, latex};
    /// use similarity::maximum_subtree::Query;
    /// use similarity::tree::{Order, SymbolTree};
    ///
    /// let tree = |source| SymbolTree::of_layout(&latex::read(source, &Options::default()).0, Order::Strings);
    /// let scores = Query::new(tree("x-y^2=0")).scores(&tree("y-x^2=1"));
    /// assert_eq!((scores.maximum_subtree, scores.precision, scores.recall), (1.0, 1.0, 0.5));
    /// ```
    pub fn scores(&self, candidate: &SymbolTree) -> Scores {
        let side = Side::of_candidate(candidate, &self.tags);
        let trees = self.trees(candidate, &side);
        let mut matcher = Matcher::new(&self.side, &side, self.tree.kind());
        self.best(&trees, &mut matcher, &mut Matched::default()).scores
    }

    /// The best alignment with a candidate of the same kind of tree.
    pub fn align(&self, candidate: &SymbolTree) -> Alignment {
        let side = Side::of_candidate(candidate, &self.tags);
        let trees = self.trees(candidate, &side);
        let mut matcher = Matcher::new(&self.side, &side, self.tree.kind());
        let mut matched = Matched::default();
        let best = self.best(&trees, &mut matcher, &mut matched);
        let Some((q, c)) = best.start else { return Alignment::default() };
        matcher.place(q, c, self.is_single_wildcard(q));
        matched.unify(&trees, &matcher.found);
        alignment(best.scores, &trees, &matcher, &matched)
    }

    fn trees<'a>(&'a self, candidate_tree: &'a SymbolTree, candidate: &'a Side) -> Trees<'a> {
        Trees { query_tree: &self.tree, candidate_tree, query: &self.side, candidate }
    }

    /// Tries each pair of nodes as a start, unless an earlier placement has already paired them.
    fn best(&self, trees: &Trees<'_>, matcher: &mut Matcher<'_>, matched: &mut Matched) -> Best {
        let mut best = Best { scores: Scores::default(), start: None };
        if self.tree.kind() != trees.candidate_tree.kind() {
            return best;
        }
        let width = trees.candidate.len();
        let mut done = vec![false; self.side.len() * width];
        let mut starts = 0;
        for q in 0..self.side.len() {
            for c in 0..width {
                let (query, candidate) = (&self.side.nodes[q], &trees.candidate.nodes[c]);
                if done[q * width + c]
                    || !is_unifiable(query, candidate)
                    || self.bound(query.size.min(candidate.size)) < best.scores.maximum_subtree
                {
                    continue;
                }
                let (q, c) = (q as Id, c as Id);
                if self.bound(u32::from(matcher.count(q, c).potential)) < best.scores.maximum_subtree {
                    continue;
                }
                starts += 1;
                if starts > MAX_STARTS {
                    return best;
                }
                self.try_start((q, c), trees, matcher, matched, &mut best);
                mark_done(&mut done, width, matcher);
            }
        }
        best
    }

    fn try_start(
        &self,
        (q, c): (Id, Id),
        trees: &Trees<'_>,
        matcher: &mut Matcher<'_>,
        matched: &mut Matched,
        best: &mut Best,
    ) {
        matcher.place(q, c, self.is_single_wildcard(q));
        matched.unify(trees, &matcher.found);
        let scores = matched.scores(trees);
        if scores > best.scores {
            *best = Best { scores, start: Some((q, c)) };
        }
    }

    /// The first score if this many nodes match in one connected part. No start inside a skipped placement
    /// could be better, so skipping changes nothing.
    fn bound(&self, nodes: u32) -> f64 {
        let nodes = f64::from(nodes);
        maximum_subtree(nodes, nodes - 1.0, self.tree.len() as f64)
    }

    /// Whether a node is a query variable that the query has only once.
    fn is_single_wildcard(&self, q: Id) -> bool {
        let node = self.side.node(q);
        node.class == Class::Wildcard
            && self.side.nodes.iter().filter(|other| other.tag == node.tag).count() == 1
    }
}

/// Marks pairs of this placement, which need not be tried as a start.
fn mark_done(done: &mut [bool], width: usize, matcher: &Matcher<'_>) {
    let found = &matcher.found;
    let pairs = found.exact.iter().chain(&found.variables).chain(&found.constants).copied();
    let wildcards = found.occurrences.iter().filter_map(|occurrence| {
        let first = found.taken.get(occurrence.start)?;
        Some((occurrence.wildcard, *first))
    });
    for (q, c) in pairs.chain(wildcards) {
        done[usize::from(q) * width + usize::from(c)] = true;
    }
}

fn alignment(scores: Scores, trees: &Trees<'_>, matcher: &Matcher<'_>, matched: &Matched) -> Alignment {
    let found = &matcher.found;
    let renamed = found.variables.iter().filter(|&&pair| matched.accepts(trees, pair));
    let pairs = found.exact.iter().chain(&found.constants).chain(renamed);
    let mut pairs: Vec<(NodeId, NodeId)> = pairs.map(|&(q, c)| (NodeId::from(q), NodeId::from(c))).collect();
    pairs.sort_unstable();
    let holding = found.occurrences.iter().zip(&matched.holds).filter(|(_, holds)| **holds);
    let bindings = holding.map(|(occurrence, _)| {
        let mut nodes: Vec<NodeId> =
            found.taken[occurrence.start..occurrence.end].iter().map(|&node| NodeId::from(node)).collect();
        nodes.sort_unstable();
        Binding { wildcard: NodeId::from(occurrence.wildcard), nodes }
    });
    Alignment {
        scores,
        exact: matched.exact,
        unified: matched.unified,
        wildcards: matched.wildcards,
        taken: matched.taken,
        pairs,
        bindings: bindings.collect(),
    }
}

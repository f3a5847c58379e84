//! Whether a query is part of a formula, and whether a formula satisfies the marks `\exact{…}` and
//! `\simto{…}`.
//!
//! A formula contains a query if a sub-term of it is the query with its variables renamed, one to one. Where
//! operands have no order the query may have only some of them: `a+b` is in `x+y+z`. This is
//! [`crate::unification`] with other settings, not a second matcher.
//!
//! What it is not: a measure. A formula contains a query or does not.

use formula::canonical::canonical;
use formula::opt::{Kind, NodeId, Opt};
use formula::slt::Flags;

use crate::unification::term::Part;
use crate::unification::{Bindings, Candidate, Match, Names, Pattern, Where};

/// The match of a query in a canonical tree that contains it; none if it does not.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::containment::contains;
/// use similarity::unification::Pattern;
///
/// let tree = |source| canonical(&read(source, Notation::Latex, &Options::default()).opt);
/// let query = Pattern::new(&tree("a^2+b"));
/// assert!(contains(&query, &tree(r"\sqrt{1+y+x^2}")).is_some());
/// assert!(contains(&query, &tree(r"\sqrt{1+x^2}")).is_none());
/// ```
pub fn contains(query: &Pattern, candidate: &Opt) -> Option<Match> {
    query.unify(candidate, &mut Bindings::default(), Where::Within, Names::Renamed)
}

/// Whether a canonical tree satisfies the marks of a query. Use [`Marks`] for many candidates.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::containment::respects_marks;
///
/// let query = |source| read(source, Notation::Latex, &Options { wildcards: true, macros: None }).opt;
/// let tree = |source| canonical(&query(source));
/// assert!(respects_marks(&query(r"\exact{a+b}=c"), &tree("x=b+a")));
/// assert!(!respects_marks(&query(r"\exact{a+b}=c"), &tree("x+y=c")));
/// assert!(respects_marks(&query(r"\simto{x^2}+y=1"), &tree(r"y+\sin t=1")));
/// assert!(!respects_marks(&query(r"\simto{x^2}+y=1"), &tree(r"z+x^2=1")));
/// ```
pub fn respects_marks(query: &Opt, candidate: &Opt) -> bool {
    Marks::new(query).hold_in(candidate)
}

/// The marks of a query.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Parts that the formula must contain exactly, and where they may be.
    exact: Vec<(Pattern, Where)>,
    /// The query with wildcards for the parts that may be similar, if there are any.
    open: Option<Pattern>,
}

impl Marks {
    /// The marks of an operator tree, which need not be canonical.
    pub fn new(query: &Opt) -> Marks {
        let tree = canonical(query);
        let Some(root) = tree.root() else { return Marks { exact: Vec::new(), open: None } };
        Marks { exact: exact_parts(&tree, root), open: open_pattern(&tree, root) }
    }

    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.open.is_none()
    }

    /// Whether a canonical tree contains every exact part, with its names, and the parts around those that
    /// may be similar.
    pub fn hold_in(&self, candidate: &Opt) -> bool {
        if self.is_empty() {
            return true;
        }
        let candidate = Candidate::new(candidate);
        let open = self.open.iter().map(|pattern| (pattern, Where::Anywhere));
        let exact = self.exact.iter().map(|(pattern, place)| (pattern, *place));
        open.chain(exact).all(|(pattern, place)| {
            pattern.unify_prepared(&candidate, &mut Bindings::default(), place, Names::Kept).is_some()
        })
    }
}

fn has(tree: &Opt, node: NodeId, mark: Flags) -> bool {
    tree.node(node).flags.has(mark)
}

/// The largest sub-terms marked as exact. Several marked operands of an unmarked operator form one part.
fn exact_parts(tree: &Opt, root: NodeId) -> Vec<(Pattern, Where)> {
    let mut parts = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if has(tree, node, Flags::EXACT) {
            parts.push((Pattern::of_part(tree, node, &|_| Part::Kept), Where::Anywhere));
            continue;
        }
        let marked = |child: &NodeId| has(tree, *child, Flags::EXACT);
        let is_group =
            tree.node(node).kind == Kind::Unordered && tree.children(node).filter(marked).count() > 1;
        if is_group {
            let inner: Vec<NodeId> = tree.children(node).filter(|child| !marked(child)).collect();
            let part = |id| if inner.contains(&id) { Part::Dropped } else { Part::Kept };
            parts.push((Pattern::of_part(tree, node, &part), Where::Within));
        }
        open.extend(tree.children(node).filter(|child| !(is_group && marked(child))));
    }
    parts
}

/// The query with a wildcard for each part that may be similar; operands without an order share one.
fn open_pattern(tree: &Opt, root: NodeId) -> Option<Pattern> {
    let mut dropped = Vec::new();
    let mut is_marked = false;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        is_marked |= has(tree, node, Flags::SIMILAR);
        let marked = tree.children(node).filter(|&child| has(tree, child, Flags::SIMILAR));
        if tree.node(node).kind == Kind::Unordered {
            dropped.extend(marked.skip(1));
        }
        open.extend(tree.children(node));
    }
    let part = |id: NodeId| match id {
        _ if dropped.contains(&id) => Part::Dropped,
        _ if has(tree, id, Flags::SIMILAR) => Part::Open,
        _ => Part::Kept,
    };
    is_marked.then(|| Pattern::of_part(tree, root, &part))
}

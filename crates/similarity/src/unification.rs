//! One-sided unification: a query with wildcards against a formula and every sub-term of it.
//!
//! After MathWebSearch (Kohlhase and others): a wildcard stands for any sub-term, and wildcards of one name
//! stand for equal sub-terms, also across the formulas of a topic. Unlike in MathWebSearch, operands without
//! an order may change places, and a wildcard among the operands of a sum, a product or a similar operator
//! may take several of them together. Both sides are canonical trees ([`formula::canonical`]). The canonical
//! form changes a sub-term that replaces a wildcard (sums in sums dissolve, a minus sign moves to the front
//! of a product). The matcher undoes these changes, so that it finds every formula made from the query by
//! substitution.
//!
//! The search backtracks and is bounded by a number of steps, [`BUDGET`]; [`Bindings::ran_out`] says whether
//! it reached that limit. [`Names`] decides about letters that are not wildcards, [`Where`] about sub-terms.
//!
//! What it is not: a ranking, or equality by calculation. `?x+?x` does not match `2y`, and the matcher does
//! not add 0 or multiply by 1 to make a match.

mod bindings;
mod matcher;
mod pattern;
pub(crate) mod term;
mod topic;

use formula::opt::{NodeId, Opt};

pub use bindings::Bindings;
pub use pattern::Pattern;
pub use topic::{Assignment, MOST_PATTERNS, unify_all};

use matcher::{Matcher, Steps};
use term::Term;

/// Steps of one unification: comparisons of a query node with a candidate node, and choices of operands.
pub const BUDGET: u32 = 20_000;

/// The treatment of the letters of the query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Names {
    /// They stand for themselves.
    Kept,
    /// Variables may have other names in the candidate: one for each, and different ones for different
    /// variables. [`formula::signatures::alpha`] says what counts as a variable.
    Renamed,
}

/// Which part of a candidate the query may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Where {
    /// All of it.
    Whole,
    /// All of it or a sub-term.
    Anywhere,
    /// Also some of the operands of a sub-term, where they have no order: `a+b` in `a+c+b`.
    Within,
}

/// The meaning of a wildcard in the candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Name of the wildcard; empty for one without a name. Each wildcard without a name has its own binding.
    pub name: String,
    /// The sub-term, or several operands of one sum, product or similar operator that are bound together.
    pub nodes: Vec<NodeId>,
    /// Whether the wildcard stands for the negative: `?x` in `a-?x` is `-b` in `a+b`.
    pub negated: bool,
    /// Whether the wildcard stands for the name of the function and not for the node: `?f` in `?f(?x)`.
    pub is_head: bool,
}

/// A match of a query in a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The sub-term of the candidate.
    pub root: NodeId,
    /// Nodes of the query with their partners; a wildcard has one for each node it stands for.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// The meaning of the wildcards, in the order of their names.
    pub bindings: Vec<Binding>,
    /// The variables of the query and their names in the candidate, where they may be renamed.
    pub renaming: Vec<(String, String)>,
    /// Whether the query is all of the candidate.
    pub whole: bool,
}

impl Pattern {
    /// The first match in the candidate: the whole candidate first, then its sub-terms from the top down.
    ///
    /// Wildcards and variables that `bindings` already contains keep their meaning; a match adds those of
    /// this query.
    ///
    /// ```
    /// use formula::{Notation, Options, canonical::canonical, read, write::sexpr};
    /// use similarity::unification::{Bindings, Names, Pattern, Where};
    ///
    /// let tree = |source| canonical(&read(source, Notation::Latex, &Options { wildcards: true, macros: None }).opt);
    /// let query = Pattern::new(&tree("?x^2+?x"));
    /// let mut bindings = Bindings::default();
    /// let candidate = tree("y = (a+b) + (b+a)^2");
    /// let found = query.unify(&candidate, &mut bindings, Where::Anywhere, Names::Kept).unwrap();
    /// assert!(!found.whole);
    /// let sum = &found.bindings[0];
    /// assert_eq!((sum.name.as_str(), sum.nodes.len()), ("x", 1));
    /// assert!(query.unify(&tree("a^2+b"), &mut Bindings::default(), Where::Anywhere, Names::Kept).is_none());
    /// ```
    pub fn unify(
        &self,
        candidate: &Opt,
        bindings: &mut Bindings,
        place: Where,
        names: Names,
    ) -> Option<Match> {
        self.unify_prepared(&Candidate::new(candidate), bindings, place, names)
    }

    /// Like [`Pattern::unify`], for a candidate that is matched with more than one query.
    pub fn unify_prepared(
        &self,
        candidate: &Candidate,
        bindings: &mut Bindings,
        place: Where,
        names: Names,
    ) -> Option<Match> {
        if !self.can_be_in(candidate, names) {
            bindings.set_ran_out(false);
            return None;
        }
        let steps = Steps::new(BUDGET);
        let mut found = None;
        for root in self.roots(candidate, place, names) {
            let known = &*bindings;
            Matcher::new(self, &candidate.term, names, &steps, known).run(
                root,
                place == Where::Within,
                &mut |matcher| {
                    let mut extended = known.clone();
                    matcher.export(&mut extended);
                    found = Some((matcher.to_match(root), extended));
                    true
                },
            );
            if found.is_some() || steps.ran_out() {
                break;
            }
        }
        let result = found.map(|(matched, extended)| {
            *bindings = extended;
            matched
        });
        bindings.set_ran_out(steps.is_incomplete());
        result
    }
}

/// A canonical tree prepared for matching.
#[derive(Clone, Debug)]
pub struct Candidate {
    term: Term,
    label_bits: u64,
}

impl Candidate {
    /// Prepares a canonical tree.
    pub fn new(canonical: &Opt) -> Candidate {
        let term = Term::new(canonical);
        let label_bits = term.label_bits(|_| true);
        Candidate { term, label_bits }
    }

    /// Whether the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.term.nodes.is_empty()
    }
}

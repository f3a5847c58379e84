//! All formulas of a topic together: each one matched by a formula of the same document, with wildcards and
//! variables meaning the same in all of them.

use formula::opt::Opt;

use super::bindings::Bindings;
use super::matcher::{Matcher, Steps};
use super::{BUDGET, Candidate, Match, Names, Pattern, Where};

/// More patterns than this are not matched together: nobody asks so much, and the search goes one level deeper with each.
pub const MOST_PATTERNS: usize = 64;

/// What one query of a topic matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Which of the candidates.
    pub candidate: usize,
    /// How it matched.
    pub matched: Match,
}

/// A candidate for each pattern such that the bindings agree; none if there is none, if none was found in
/// [`BUDGET`] steps for each pattern, or for more than [`MOST_PATTERNS`]. Whole formulas come before sub-terms; one candidate may serve several patterns.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::unification::{Names, Pattern, unify_all};
///
/// let tree = |source| canonical(&read(source, Notation::Latex, &Options { wildcards: true, macros: None }).opt);
/// let topic = [Pattern::new(&tree("?x^2=1")), Pattern::new(&tree("?x\\ne 1"))];
/// let (a, b, c) = (tree("y^2=1"), tree("(a+b)^2=1"), tree("b+a\\ne 1"));
/// let found = unify_all(&topic, &[&a, &b, &c], Names::Kept).unwrap();
/// assert_eq!((found[0].candidate, found[1].candidate), (1, 2));
/// assert!(unify_all(&topic, &[&a, &c], Names::Kept).is_none());
/// ```
pub fn unify_all(patterns: &[Pattern], candidates: &[&Opt], names: Names) -> Option<Vec<Assignment>> {
    if patterns.len() > MOST_PATTERNS {
        return None;
    }
    let candidates: Vec<Candidate> = candidates.iter().map(|&candidate| Candidate::new(candidate)).collect();
    // The largest pattern has the fewest matches.
    let mut order: Vec<usize> = (0..patterns.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(patterns[at].len()));
    let steps = Steps::new(BUDGET.saturating_mul(patterns.len() as u32));
    let topic = Topic { patterns, candidates: &candidates, names, order: &order, steps: &steps };
    let mut chosen = Vec::with_capacity(patterns.len());
    if !topic.assign(&Bindings::default(), &mut chosen) {
        return None;
    }
    chosen.sort_by_key(|&(pattern, _)| pattern);
    Some(chosen.into_iter().map(|(_, assignment)| assignment).collect())
}

struct Topic<'a> {
    patterns: &'a [Pattern],
    candidates: &'a [Candidate],
    names: Names,
    /// The patterns in the order in which they are assigned.
    order: &'a [usize],
    steps: &'a Steps,
}

impl Topic<'_> {
    /// Assigns the patterns that `chosen` does not hold yet.
    fn assign(&self, known: &Bindings, chosen: &mut Vec<(usize, Assignment)>) -> bool {
        let Some(&at) = self.order.get(chosen.len()) else { return true };
        let pattern = &self.patterns[at];
        for place in [Where::Whole, Where::Anywhere] {
            for (number, candidate) in self.candidates.iter().enumerate() {
                if !pattern.can_be_in(candidate, self.names) {
                    continue;
                }
                for root in pattern.roots(candidate, place, self.names) {
                    let is_repeated = place == Where::Anywhere && root == 0;
                    if !is_repeated && self.assign_at(at, number, root, known, chosen) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn assign_at(
        &self,
        at: usize,
        number: usize,
        root: usize,
        known: &Bindings,
        chosen: &mut Vec<(usize, Assignment)>,
    ) -> bool {
        let mut matcher =
            Matcher::new(&self.patterns[at], &self.candidates[number].term, self.names, self.steps, known);
        matcher.run(root, false, &mut |matcher| {
            let mut extended = known.clone();
            matcher.export(&mut extended);
            chosen.push((at, Assignment { candidate: number, matched: matcher.to_match(root) }));
            let is_assigned = self.assign(&extended, chosen);
            if !is_assigned {
                chosen.pop();
            }
            is_assigned
        })
    }
}

//! Matches all formulas of a topic together, each with a formula of the same document. Wildcards and
//! variables have the same meaning in all of them.

use formula::opt::Opt;

use super::bindings::Bindings;
use super::matcher::{Matcher, Steps};
use super::{BUDGET, Candidate, Match, Names, Pattern, Where};

/// The largest number of patterns that are matched together: the search recurses one level deeper for each.
pub const MOST_PATTERNS: usize = 64;

/// The match of one query of a topic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The number of the candidate.
    pub candidate: usize,
    /// The match.
    pub matched: Match,
}

/// A candidate for each pattern, with bindings that agree. None if there is no such assignment, if the search
/// did not find one in [`BUDGET`] steps per pattern, or for more than [`MOST_PATTERNS`] patterns. Whole
/// formulas come before sub-terms; one candidate may match several patterns.
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

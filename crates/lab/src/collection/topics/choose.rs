//! The draw: from the stratum that lacks most, by a seed, without near-duplicates and with few topics of one tag.

use std::collections::{BTreeMap, BTreeSet};

use random::Random;
use rustc_hash::FxHashSet;

use super::Plan;
use super::candidates::Candidate;

/// Questions with at least this share of common stems and formulas ask the same.
const SAME: f64 = 0.5;

/// The share of what two sets have in common (Jaccard).
pub(super) fn overlap(one: &FxHashSet<String>, other: &FxHashSet<String>) -> f64 {
    let common = one.intersection(other).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

/// The places of the chosen candidates, in the order of their questions. Candidates that ask what another topic asks
/// are refused.
pub(super) fn choose(candidates: &mut [Candidate], earlier: &[FxHashSet<String>], plan: &Plan) -> Vec<usize> {
    for candidate in candidates.iter_mut().filter(|candidate| candidate.refused.is_none()) {
        if earlier.iter().any(|topic| overlap(topic, &candidate.features) >= SAME) {
            candidate.refused = Some("like an earlier topic");
        }
    }
    let mut strata: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate().filter(|(_, candidate)| candidate.refused.is_none())
    {
        strata.entry(stratum(candidate, plan)).or_default().push(at);
    }
    for (name, places) in &mut strata {
        Random::named(plan.seed, &name.join("\u{0}")).shuffle(places);
    }
    let mut draw = Draw { plan, taken: BTreeMap::new(), tags: BTreeMap::new(), chosen: Vec::new() };
    while draw.chosen.len() < plan.size && draw.next(candidates, &mut strata) {}
    let mut chosen = draw.chosen;
    chosen.sort_unstable();
    chosen
}

/// The values of a candidate for the attributes with quotas.
fn stratum(candidate: &Candidate, plan: &Plan) -> Vec<String> {
    let value = |name: &String| match name.as_str() {
        "complexity" => candidate.complexity().map(|class| format!("{class:?}")).unwrap_or_default(),
        name => candidate.labels.get(name).cloned().unwrap_or_default(),
    };
    plan.quotas.keys().map(value).collect()
}

/// The quota of a stratum: the product of the shares of its values; a value without a label takes no part.
fn quota(stratum: &[String], plan: &Plan) -> f64 {
    let share = |(value, shares): (&String, &BTreeMap<String, f64>)| match value.as_str() {
        "" => 1.0,
        value => shares.get(value).copied().unwrap_or(0.0),
    };
    plan.size as f64 * stratum.iter().zip(plan.quotas.values()).map(share).product::<f64>()
}

struct Draw<'a> {
    plan: &'a Plan,
    taken: BTreeMap<Vec<String>, f64>,
    tags: BTreeMap<String, usize>,
    chosen: Vec<usize>,
}

impl Draw<'_> {
    /// Takes one more; returns whether there was one.
    fn next(&mut self, candidates: &mut [Candidate], strata: &mut BTreeMap<Vec<String>, Vec<usize>>) -> bool {
        let lack = |name: &Vec<String>, taken: &BTreeMap<Vec<String>, f64>| {
            let quota = quota(name, self.plan).max(f64::MIN_POSITIVE);
            (quota - taken.get(name).copied().unwrap_or(0.0)) / quota
        };
        let mut names: Vec<Vec<String>> =
            strata.iter().filter(|(_, places)| !places.is_empty()).map(|(name, _)| name.clone()).collect();
        // Strata without a quota come last.
        names.sort_by(|one, other| {
            let key = |name: &Vec<String>| (quota(name, self.plan) > 0.0, lack(name, &self.taken));
            let ((a, x), (b, y)) = (key(one), key(other));
            b.cmp(&a).then(y.total_cmp(&x)).then(one.cmp(other))
        });
        for is_strict in [true, false] {
            for name in &names {
                let Some(places) = strata.get_mut(name) else { continue };
                let is_free = |at: &usize| {
                    !is_strict
                        || candidates.get(*at).is_some_and(|candidate| {
                            let used = |tag: &String| self.tags.get(tag).copied().unwrap_or(0);
                            candidate.tags.iter().all(|tag| used(tag) < self.plan.most_of_tag)
                        })
                };
                if let Some(at) = places.iter().position(is_free) {
                    let place = places.remove(at);
                    if self.is_repeated(candidates, place) {
                        if let Some(candidate) = candidates.get_mut(place) {
                            candidate.refused = Some("like another candidate");
                        }
                        return true;
                    }
                    *self.taken.entry(name.clone()).or_default() += 1.0;
                    let tags =
                        candidates.get(place).map(|candidate| candidate.tags.clone()).unwrap_or_default();
                    tags.into_iter().for_each(|tag| *self.tags.entry(tag).or_default() += 1);
                    self.chosen.push(place);
                    return true;
                }
            }
        }
        false
    }

    /// Whether a chosen question has a duplicate in common with it, or nearly the same words and formulas.
    fn is_repeated(&self, candidates: &[Candidate], place: usize) -> bool {
        let Some(candidate) = candidates.get(place) else { return true };
        let nothing = BTreeSet::new();
        self.chosen.iter().filter_map(|at| candidates.get(*at)).any(|other| {
            let own = if candidate.duplicates.is_empty() { &nothing } else { &candidate.duplicates };
            own.intersection(&other.duplicates).next().is_some()
                || overlap(&candidate.features, &other.features) >= SAME
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_is_that_of_jaccard() {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<FxHashSet<String>>();
        assert_eq!(overlap(&set(&["a", "b", "c"]), &set(&["b", "c", "d"])), 0.5);
        assert_eq!(overlap(&set(&[]), &set(&[])), 0.0);
    }
}

//! Formulas that look the same are pooled once; some of their instances are shown.
//!
//! A run's list of instances becomes a list of visual ids, each at the rank of its first instance. For every
//! pooled formula at most a few instances are judged, chosen by the runs: ARQMath-1 took those that most
//! runs brought into the pool, ARQMath-2 and -3 those with the highest sum of reciprocal ranks over everything that runs
//! returned. Ties are broken at random, from the seed.

use std::collections::{BTreeMap, HashSet};

use random::Random;

use super::{Instances, Ranked};

/// How runs vote for instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    /// One vote of every run that brought the instance into the pool.
    MostRuns,
    /// The sum over runs of 1 / rank.
    ReciprocalRank,
}

impl Vote {
    /// All of them with their names.
    pub const NAMES: [(Vote, &'static str); 2] =
        [(Vote::MostRuns, "runs"), (Vote::ReciprocalRank, "reciprocal-rank")];
}

/// The visual ids of a list in the order of their first instances.
pub(super) fn distinct<'a>(docnos: &[&'a str], visual: impl Fn(&'a str) -> Option<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    docnos.iter().filter_map(|docno| visual(docno)).filter(|id| seen.insert(id.clone())).collect()
}

/// The instances to judge of every visual id that a run returned, the best first.
pub(super) fn vote<'a>(
    rule: &Instances,
    runs: &[Ranked<'a>],
    depths: &[usize],
    visual: impl Fn(&'a str) -> Option<String>,
    random: &mut Random,
) -> BTreeMap<String, Vec<String>> {
    let mut votes: BTreeMap<String, BTreeMap<&str, f64>> = BTreeMap::new();
    for (run, &depth) in runs.iter().zip(depths) {
        let mut within = HashSet::new();
        for (index, &docno) in run.docnos.iter().enumerate() {
            let Some(id) = visual(docno) else { continue };
            if rule.vote == Vote::MostRuns {
                // The pool of a run ends with the first instance of its last formula.
                if within.len() == depth {
                    break;
                }
                within.insert(id.clone());
            }
            let weight = match rule.vote {
                Vote::MostRuns => 1.0,
                Vote::ReciprocalRank => 1.0 / (index + 1) as f64,
            };
            *votes.entry(id).or_default().entry(docno).or_default() += weight;
        }
    }
    votes.into_iter().map(|(id, votes)| (id, best(rule.most, votes, random))).collect()
}

fn best(most: usize, votes: BTreeMap<&str, f64>, random: &mut Random) -> Vec<String> {
    let mut candidates: Vec<(f64, u64, &str)> =
        votes.into_iter().map(|(docno, votes)| (votes, random.draw(), docno)).collect();
    // Sums of the same ranks in another order may differ in the last bit: they are still ties.
    let level = |votes: f64| (votes * 1e9).round();
    candidates.sort_by(|a, b| level(b.0).total_cmp(&level(a.0)).then_with(|| a.1.cmp(&b.1)));
    candidates.into_iter().take(most).map(|(_, _, docno)| docno.to_owned()).collect()
}

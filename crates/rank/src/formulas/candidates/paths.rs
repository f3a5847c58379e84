//! The structure score of Approach Zero over beginnings of leaf–root paths.
//!
//! A query has a few subtrees, each with its paths; so has a record. The score is that of the best pair of a
//! subtree of the query and one of the record: the sum over their common paths of the smaller number of leaves
//! times the rarity of the path, `ln(N / pf)` (Zhong and Zanibbi, ECIR 2019).
//!
//! Postings are first searched with a bound that is cheap to prune with, in which a record may match each
//! path with another subtree. Records that pass are scored exactly. When records beyond those searched could still
//! be among the best, twice as many are searched (so no record is missed, but for ties at the end of the list).

use index::postings::{Family as Segment, Model, QueryTerm, Scored, top_k};
use index::{Budget, Index};
use rustc_hash::FxHashMap;
use similarity::terms::Family;

use super::Candidates;
use crate::formulas::Query;

/// The smaller of two widths, times the rarity of the path.
pub(crate) struct SmallerWidth;

impl Model for SmallerWidth {
    fn contribution(&self, term: &QueryTerm, count: u32, _: u32) -> f64 {
        f64::from(count.min(term.count)) * term.weight
    }
}

/// How rare paths are in an index.
pub(crate) struct Rarity {
    segments: Vec<Segment>,
    postings: u64,
}

impl Rarity {
    /// The statistics of an index.
    pub(crate) fn of(index: &Index) -> Rarity {
        Rarity::new(index.formulas().postings(Family::Paths))
    }

    fn new(segments: Vec<Segment>) -> Rarity {
        let postings = segments.iter().map(Segment::postings).sum();
        Rarity { segments, postings }
    }

    /// `ln(N / pf)` of a path; none if it is nowhere.
    pub(crate) fn rarity(&self, path: u64) -> Option<f64> {
        let found: u32 = self.segments.iter().map(|segment| segment.document_frequency(path)).sum();
        (found > 0).then(|| (self.postings as f64 / f64::from(found)).ln())
    }
}

/// The paths of one subtree of the query.
struct Subtree {
    terms: Vec<QueryTerm>,
    /// The most that a record can score with it.
    bound: f64,
}

/// Records by structure score.
pub(super) fn paths(index: &Index, query: &Query, take: usize) -> Candidates {
    let segments = index.formulas().postings(Family::Paths);
    let subtrees = subtrees(&segments, query);
    let ceiling = subtrees.first().map_or(0.0, |subtree| subtree.bound);
    let mut wanted = take;
    loop {
        let (found, missed) = best_of(&segments, &subtrees, wanted, &query.budget);
        let last = found.get(take.saturating_sub(1)).map(|scored| scored.score);
        if missed <= 0.0 || last.is_some_and(|last| last >= missed) || query.budget.is_over() {
            return Candidates { scored: found.into_iter().take(take).collect(), ceiling };
        }
        wanted *= 2;
    }
}

/// The subtrees of a query, the most promising first.
fn subtrees(segments: &[Segment], query: &Query) -> Vec<Subtree> {
    let rarity = Rarity::new(segments.to_vec());
    let mut by_root: FxHashMap<u16, Vec<QueryTerm>> = FxHashMap::default();
    for term in query.terms(Family::Paths) {
        let Some(weight) = rarity.rarity(term.term) else { continue };
        let count = u32::from(term.count);
        by_root.entry(term.root).or_default().push(QueryTerm { term: term.term, weight, count });
    }
    let mut subtrees: Vec<(u16, Subtree)> = by_root
        .into_iter()
        .map(|(root, terms)| {
            let bound = terms.iter().map(|term| term.weight * f64::from(term.count)).sum();
            (root, Subtree { terms, bound })
        })
        .collect();
    subtrees.sort_by(|(a, one), (b, two)| two.bound.total_cmp(&one.bound).then(a.cmp(b)));
    subtrees.into_iter().map(|(_, subtree)| subtree).collect()
}

/// The records found among the `wanted` best bounds of each subtree, and a bound for the others.
fn best_of(segments: &[Segment], subtrees: &[Subtree], wanted: usize, budget: &Budget) -> (Vec<Scored>, f64) {
    let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
    let (mut missed, mut threshold) = (0.0f64, 0.0f64);
    for subtree in subtrees {
        if subtree.bound <= threshold || budget.is_over() {
            break;
        }
        let found = top_k(segments, &subtree.terms, &SmallerWidth, wanted, &|_| true, budget);
        if found.len() == wanted {
            missed = missed.max(found.last().map_or(0.0, |scored| scored.score));
        }
        for Scored { record, score } in exact(segments, subtree, found) {
            let best = scores.entry(record).or_default();
            *best = best.max(score);
        }
        threshold = best_but(&scores, wanted.saturating_sub(1));
    }
    (ranked(&scores), missed)
}

/// The best score after the `others` best ones; 0 if there are not more.
fn best_but(scores: &FxHashMap<u32, f64>, others: usize) -> f64 {
    let mut values: Vec<f64> = scores.values().copied().collect();
    if others >= values.len() {
        return 0.0;
    }
    *values.select_nth_unstable_by(others, |a, b| b.total_cmp(a)).1
}

fn ranked(scores: &FxHashMap<u32, f64>) -> Vec<Scored> {
    let mut ranked: Vec<Scored> = scores.iter().map(|(&record, &score)| Scored { record, score }).collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
    ranked
}

/// The scores of records with one subtree of the query, each with the best of its own subtrees.
fn exact(segments: &[Segment], subtree: &Subtree, mut found: Vec<Scored>) -> Vec<Scored> {
    found.sort_unstable_by_key(|scored| scored.record);
    let mut by_root: Vec<(u32, f64)> = Vec::new();
    let mut rest = found.as_mut_slice();
    for segment in segments {
        let end = u64::from(segment.shape().first_record) + u64::from(segment.shape().records);
        let here = rest.partition_point(|scored| u64::from(scored.record) < end);
        let (of_segment, others) = rest.split_at_mut(here);
        rest = others;
        let mut lists: Vec<_> =
            subtree.terms.iter().filter_map(|term| Some((term, segment.list(term.term)?))).collect();
        for scored in of_segment {
            by_root.clear();
            for (term, list) in &mut lists {
                list.seek(scored.record);
                while let Some(posting) = list.peek().filter(|posting| posting.record == scored.record) {
                    by_root.push((posting.root, SmallerWidth.contribution(term, posting.count, 0)));
                    list.next();
                }
            }
            by_root.sort_by_key(|(root, _)| *root);
            let sums =
                by_root.chunk_by(|a, b| a.0 == b.0).map(|same| same.iter().map(|(_, worth)| worth).sum());
            scored.score = sums.fold(0.0, f64::max);
        }
    }
    found
}

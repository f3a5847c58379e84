//! Finds the best records for a query without scoring all.
//!
//! Queries here have 30 to 150 terms. With that many cursors, moving from record to record costs more than computing
//! the scores. So a segment is searched in windows of 4,096 records (as Lucene's bulk scorer does). In each window the
//! bounds of the blocks limit what each list can add. Lists that together cannot lift a record over the threshold are
//! set aside (MaxScore; Turtle and Flood, 1995). The others are added up list by list, and only records that can still
//! reach the threshold are looked up in the lists set aside. A window in which all lists together stay below the
//! threshold is not read at all.
//!
//! The result is exact. Bounds are compared with some slack, because sums in another order differ in their last bits,
//! and a record that passes is scored again in the order of the query: [`top_k`] and [`exhaustive`] give the same bits.

use std::collections::HashMap;

use super::scored::Best;
use super::sizes::Sizes;
use super::{Family, List, Model, QueryTerm, Scored};
use crate::Budget;

/// Records in a window.
const WINDOW: usize = 4096;
/// Sums of a few thousand numbers in different orders differ by less than this, relatively.
const SLACK: f64 = 1e-9;

/// The `k` best records that `accept` admits: higher score first, then smaller id.
///
/// A record with several roots for a term counts with the largest of their counts. The segments belong to one family
/// and have disjoint ranges. When the budget is over, the remaining windows are left out.
pub fn top_k(
    segments: &[Family],
    query: &[QueryTerm],
    model: &impl Model,
    k: usize,
    accept: &dyn Fn(u32) -> bool,
    budget: &Budget,
) -> Vec<Scored> {
    let mut best = Best::new(k);
    if k == 0 {
        return Vec::new();
    }
    for segment in segments {
        Search::new(segment, query, model).run(&mut best, accept, budget);
    }
    best.into_vec()
}

/// The result of [`top_k`], found by scoring every record. For tests and comparisons.
pub fn exhaustive(
    segments: &[Family],
    query: &[QueryTerm],
    model: &impl Model,
    k: usize,
    accept: &dyn Fn(u32) -> bool,
) -> Vec<Scored> {
    let mut best = Best::new(k);
    for segment in segments {
        let mut scores: HashMap<u32, f64> = HashMap::new();
        for term in query {
            let Some(mut list) = segment.list(term.term) else { continue };
            list.visit_until(u64::MAX, |record, count| {
                *scores.entry(record).or_default() += model.contribution(term, count, segment.size(record));
            });
        }
        for (record, score) in scores.into_iter().filter(|(record, _)| accept(*record)) {
            best.offer(Scored { record, score });
        }
    }
    best.into_vec()
}

/// A term of the query in one segment.
struct Source<'a> {
    term: &'a QueryTerm,
    list: List<'a>,
    /// The most that it adds to a record of the window.
    bound: f64,
    /// What it adds to records of the window, as far as they were looked up.
    hits: Vec<(u16, f64)>,
    /// The number of hits of records that are already scored.
    scored: usize,
}

/// A search in one segment.
struct Search<'a, M: Model> {
    segment: &'a Family,
    /// The sizes of the segment.
    sizes: Sizes<'a>,
    model: &'a M,
    /// In the order of the query.
    sources: Vec<Source<'a>>,
    /// The sums of the window, and which of them belong to records with hits.
    sums: Vec<f64>,
    touched: Vec<u64>,
}

impl<'a, M: Model> Search<'a, M> {
    fn new(segment: &'a Family, query: &'a [QueryTerm], model: &'a M) -> Self {
        let source = |term: &'a QueryTerm| {
            let list = segment.list(term.term)?;
            Some(Source { term, list, bound: 0.0, hits: Vec::new(), scored: 0 })
        };
        Search {
            segment,
            sizes: segment.sizes().unwrap_or_default(),
            model,
            sources: query.iter().filter_map(source).collect(),
            sums: vec![0.0; WINDOW],
            touched: vec![0; WINDOW / 64],
        }
    }

    fn run(&mut self, best: &mut Best, accept: &dyn Fn(u32) -> bool, budget: &Budget) {
        let mut start = u64::from(self.segment.shape().first_record);
        while let Some(next) = self.next_record(start) {
            if budget.is_over() {
                return;
            }
            self.window(next, best, accept);
            start = u64::from(next) + WINDOW as u64;
        }
    }

    /// A lower bound, from `start` on, for the records of all remaining hits.
    fn next_record(&mut self, start: u64) -> Option<u32> {
        let start = u32::try_from(start).ok()?;
        let bounds = self.sources.iter_mut().filter_map(|source| {
            source.list.seek_block(start);
            source.list.lower_bound()
        });
        bounds.min().map(|bound| bound.max(start))
    }

    fn window(&mut self, start: u32, best: &mut Best, accept: &dyn Fn(u32) -> bool) {
        let end = u64::from(start) + WINDOW as u64;
        for source in &mut self.sources {
            source.enter(start, end, self.model);
        }
        let threshold = best.threshold();
        let (essential, aside) = self.partition(threshold);
        if essential.is_empty() {
            return;
        }
        for number in essential {
            self.add(number, start, end);
        }
        let mut rest: f64 = aside.iter().map(|number| self.bound(*number)).sum();
        let mut candidates = self.candidates(|sum| reaches(sum + rest, threshold));
        candidates.retain(|offset| accept(start + u32::from(*offset)));
        for (done, number) in aside.iter().enumerate() {
            if candidates.is_empty() {
                break;
            }
            self.look_up(*number, start, &candidates);
            rest = aside.iter().skip(done + 1).map(|number| self.bound(*number)).sum();
            candidates.retain(|offset| reaches(self.sum(*offset) + rest, threshold));
        }
        for offset in candidates {
            best.offer(Scored { record: start + u32::from(offset), score: self.exact_score(offset) });
        }
        self.clear();
    }

    /// The lists to read whole, and the lists set aside. The latter have the least bounds for the most postings and
    /// together stay below the threshold; they come in descending order of their bounds.
    fn partition(&self, threshold: Option<f64>) -> (Vec<usize>, Vec<usize>) {
        let active = |number: &usize| self.sources.get(*number).is_some_and(|source| source.has_hits());
        let mut order: Vec<usize> = (0..self.sources.len()).filter(active).collect();
        let worth = |number: &usize| {
            let source = self.sources.get(*number);
            source.map_or(0.0, |source| source.bound / f64::from(source.list.document_frequency()))
        };
        order.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
        let mut sum = 0.0;
        let (mut aside, essential): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|number| {
            let with = sum + self.bound(*number);
            let fits = !reaches(with, threshold);
            if fits {
                sum = with;
            }
            fits
        });
        aside.sort_by(|a, b| self.bound(*b).total_cmp(&self.bound(*a)));
        (essential, aside)
    }

    /// Adds the contributions of a list in the window to the sums.
    fn add(&mut self, number: usize, start: u32, end: u64) {
        let Some(source) = self.sources.get_mut(number) else { return };
        let (term, hits) = (source.term, &mut source.hits);
        source.list.seek(start);
        source.list.visit_until(end, |record, count| {
            let offset = record.wrapping_sub(start);
            let contribution = self.model.contribution(term, count, self.sizes.size(record));
            let Some(sum) = self.sums.get_mut(offset as usize) else { return };
            *sum += contribution;
            if let Some(word) = self.touched.get_mut(offset as usize / 64) {
                *word |= 1 << (offset % 64);
            }
            hits.push((offset as u16, contribution));
        });
    }

    /// Adds the contributions of a list to the sums of the candidates.
    fn look_up(&mut self, number: usize, start: u32, candidates: &[u16]) {
        let Some(source) = self.sources.get_mut(number) else { return };
        for offset in candidates {
            let record = start + u32::from(*offset);
            if source.list.seek(record).is_none_or(|posting| posting.record != record) {
                continue;
            }
            source.list.visit_until(u64::from(record) + 1, |record, count| {
                let contribution = self.model.contribution(source.term, count, self.sizes.size(record));
                source.hits.push((*offset, contribution));
                if let Some(sum) = self.sums.get_mut(usize::from(*offset)) {
                    *sum += contribution;
                }
            });
        }
    }

    /// Offsets of the records with hits whose sums are promising, ascending.
    fn candidates(&self, is_promising: impl Fn(f64) -> bool) -> Vec<u16> {
        let mut candidates = Vec::new();
        for (number, word) in self.touched.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let offset = (number * 64) as u16 + word.trailing_zeros() as u16;
                word &= word - 1;
                if is_promising(self.sum(offset)) {
                    candidates.push(offset);
                }
            }
        }
        candidates
    }

    /// The score, added in the order of the query. Offsets must ascend from call to call.
    fn exact_score(&mut self, offset: u16) -> f64 {
        let mut score = 0.0;
        for source in &mut self.sources {
            let hits = source.hits.get(source.scored..).unwrap_or_default();
            source.scored += hits.iter().take_while(|hit| hit.0 < offset).count();
            if let Some((_, contribution)) = source.hits.get(source.scored).filter(|hit| hit.0 == offset) {
                score += contribution;
            }
        }
        score
    }

    fn sum(&self, offset: u16) -> f64 {
        self.sums.get(usize::from(offset)).copied().unwrap_or(0.0)
    }

    fn bound(&self, number: usize) -> f64 {
        self.sources.get(number).map_or(0.0, |source| source.bound)
    }

    fn clear(&mut self) {
        for (sums, touched) in self.sums.chunks_mut(64).zip(&mut self.touched) {
            if std::mem::take(touched) != 0 {
                sums.fill(0.0);
            }
        }
    }
}

impl Source<'_> {
    /// Prepares for a window: clears the hits, moves to its first block, and computes the bound.
    fn enter(&mut self, start: u32, end: u64, model: &impl Model) {
        self.hits.clear();
        self.scored = 0;
        self.list.seek_block(start);
        self.bound = f64::NEG_INFINITY;
        if self.list.lower_bound().is_none_or(|record| u64::from(record) >= end) {
            return;
        }
        for number in self.list.block().. {
            let Some(skip) = self.list.bounds_of(number) else { return };
            let contribution = model.contribution(self.term, skip.max_count, skip.min_size);
            self.bound = self.bound.max(contribution);
            if u64::from(skip.last_record) + 1 >= end {
                return;
            }
        }
    }

    /// Whether it may have hits in the window.
    fn has_hits(&self) -> bool {
        self.bound > f64::NEG_INFINITY
    }
}

/// Whether a record with this score may be among the best, with a margin for rounding.
fn reaches(score: f64, threshold: Option<f64>) -> bool {
    threshold.is_none_or(|threshold| score + score * SLACK >= threshold)
}

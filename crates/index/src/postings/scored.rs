//! Records with scores, and the best of them.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A record and its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The formula record.
    pub record: u32,
    /// The sum of the contributions of the query's terms, added in the order of the query.
    pub score: f64,
}

/// Ordered so that the better record is greater: higher score, then smaller id.
#[derive(Clone, Copy, PartialEq)]
struct Ranked(Scored);

impl Eq for Ranked {}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.0.score.total_cmp(&other.0.score);
        by_score.then(other.0.record.cmp(&self.0.record))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best `k` records of those offered.
pub(super) struct Best {
    k: usize,
    heap: BinaryHeap<Reverse<Ranked>>,
}

impl Best {
    pub(super) fn new(k: usize) -> Self {
        Best { k, heap: BinaryHeap::new() }
    }

    pub(super) fn offer(&mut self, scored: Scored) {
        let offered = Reverse(Ranked(scored));
        if self.heap.len() < self.k {
            self.heap.push(offered);
        } else if let Some(mut worst) = self.heap.peek_mut()
            && offered < *worst
        {
            *worst = offered;
        }
    }

    /// The score a record must reach to be among the best; `None` while there is room.
    pub(super) fn threshold(&self) -> Option<f64> {
        if self.heap.len() < self.k {
            return None;
        }
        self.heap.peek().map(|worst| worst.0.0.score)
    }

    /// Best first.
    pub(super) fn into_vec(self) -> Vec<Scored> {
        self.heap.into_sorted_vec().into_iter().map(|ranked| ranked.0.0).collect()
    }
}

//! The contribution of one query term to the score of a record.

/// A term of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueryTerm {
    /// Hash of the token.
    pub term: u64,
    /// The weight of the term, for models that use weights (for BM25 its inverse document frequency).
    pub weight: f64,
    /// How often it occurs in the query.
    pub count: u32,
}

/// A scoring model that is a sum over the terms of the query.
///
/// A contribution is never negative, does not fall when `count` rises, and does not rise when `size` rises. Otherwise
/// the bounds of a block would not be bounds for its records.
pub trait Model {
    /// What `term` adds to the score of a record with `size` tokens in which it occurs `count` times.
    fn contribution(&self, term: &QueryTerm, count: u32, size: u32) -> f64;
}

/// BM25 (Robertson and Zaragoza, 2009, equation 3.15): `weight * query count * tf / (tf + k1 * (1 - b + b *
/// size / average size))`, without the constant factor `k1 + 1`, which changes no ranking.
///
/// ```
/// use index::postings::{Bm25, Model, QueryTerm};
/// let bm25 = Bm25 { k1: 1.2, b: 0.75, average_size: 10.0 };
/// let term = QueryTerm { term: 1, weight: 2.0, count: 1 };
/// // An average record in which the term occurs three times: 2 * 3 / (3 + 1.2).
/// assert!((bm25.contribution(&term, 3, 10) - 2.0 * 3.0 / 4.2).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How soon further occurrences stop counting.
    pub k1: f64,
    /// How much long records are penalised, from 0 to 1.
    pub b: f64,
    /// Average size of a record.
    pub average_size: f64,
}

impl Model for Bm25 {
    fn contribution(&self, term: &QueryTerm, count: u32, size: u32) -> f64 {
        let relative = if self.average_size > 0.0 { f64::from(size) / self.average_size } else { 1.0 };
        let count = f64::from(count);
        let saturation = count / (count + self.k1 * (1.0 - self.b + self.b * relative));
        term.weight * f64::from(term.count) * saturation
    }
}

/// Dice's coefficient of two bags of tokens: `2 * min(count, query count) / (size + query size)`, summed
/// over terms. Weights are not used.
///
/// ```
/// use index::postings::{Dice, Model, QueryTerm};
/// let term = QueryTerm { term: 1, weight: 1.0, count: 2 };
/// // The query has 4 tokens and the record 6; 2 of them are this term in both.
/// assert_eq!(Dice { query_size: 4 }.contribution(&term, 3, 6), 2.0 * 2.0 / 10.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    /// Number of tokens of the query.
    pub query_size: u32,
}

impl Model for Dice {
    fn contribution(&self, term: &QueryTerm, count: u32, size: u32) -> f64 {
        let sizes = f64::from(size) + f64::from(self.query_size);
        if sizes == 0.0 {
            return 0.0;
        }
        2.0 * f64::from(count.min(term.count)) / sizes
    }
}

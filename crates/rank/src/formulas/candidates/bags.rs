//! Features as bags: Dice's coefficient and BM25.

use index::Index;
use index::postings::{Bm25, Dice, Model, QueryTerm, top_k};
use similarity::terms::{Family, Term};

use super::Candidates;
use crate::formulas::Query;

/// Records by Dice's coefficient of their features with those of the query.
pub(super) fn dice(index: &Index, query: &Query, family: Family, take: usize) -> Candidates {
    let terms = query.terms(family);
    let query_size = terms.iter().map(|term| u32::from(term.count)).sum();
    let terms: Vec<QueryTerm> = terms.iter().map(|term| weighted(term, 1.0)).collect();
    let segments = index.formulas().postings(family);
    let scored = top_k(&segments, &terms, &Dice { query_size }, take, &|_| true, &query.budget);
    Candidates { scored, ceiling: 1.0 }
}

/// Records by BM25, as in mtextsearch: `w / (w + 10)` for a token that occurs `w` times in the query.
pub(super) fn bm25(index: &Index, query: &Query, family: Family, take: usize, k1: f64, b: f64) -> Candidates {
    let (terms, model) = bm25_query(index, query, family, k1, b);
    let counts = query.terms(family);
    let size = counts.iter().map(|term| u32::from(term.count)).sum();
    let own = |term: &QueryTerm| {
        let count = counts.binary_search_by_key(&term.term, |own| own.term).map_or(0, |at| counts[at].count);
        model.contribution(term, count.into(), size)
    };
    let ceiling = terms.iter().map(own).sum();
    let segments = index.formulas().postings(family);
    Candidates { scored: top_k(&segments, &terms, &model, take, &|_| true, &query.budget), ceiling }
}

/// The terms of a query that occur in the index, weighted for BM25, and the model with the index's averages.
pub fn bm25_query(index: &Index, query: &Query, family: Family, k1: f64, b: f64) -> (Vec<QueryTerm>, Bm25) {
    let segments = index.formulas().postings(family);
    let records: f64 = segments.iter().map(|segment| f64::from(segment.shape().records)).sum();
    let total: u64 = segments.iter().map(|segment| segment.total_size()).sum();
    let weight = |term: &Term| {
        let found: u32 = segments.iter().map(|segment| segment.document_frequency(term.term)).sum();
        let (found, count) = (f64::from(found), f64::from(term.count));
        let inverse = (1.0 + (records - found + 0.5) / (found + 0.5)).ln();
        let weight = (k1 + 1.0) * inverse * count / (count + 10.0);
        (found > 0.0).then(|| QueryTerm { count: 1, ..weighted(term, weight) })
    };
    let terms = query.terms(family).iter().filter_map(weight).collect();
    (terms, Bm25 { k1, b, average_size: total as f64 / records.max(1.0) })
}

fn weighted(term: &Term, weight: f64) -> QueryTerm {
    QueryTerm { term: term.term, weight, count: u32::from(term.count) }
}

//! Features as bags: Dice's coefficient and BM25.

use index::Index;
use index::postings::{Bm25, Dice, QueryTerm, Scored, top_k};
use similarity::terms::{Family, Term};

use crate::query::Query;

/// Records by Dice's coefficient of their features with those of the query.
pub(super) fn dice(index: &Index, query: &Query, family: Family, take: usize) -> Vec<Scored> {
    let terms = query.terms(family);
    let query_size = terms.iter().map(|term| u32::from(term.count)).sum();
    let terms: Vec<QueryTerm> = terms.iter().map(|term| weighted(term, 1.0)).collect();
    top_k(&index.formulas().postings(family), &terms, &Dice { query_size }, take, &|_| true)
}

/// Records by BM25, as in mtextsearch: `w / (w + 10)` for a token that occurs `w` times in the query.
pub(super) fn bm25(
    index: &Index,
    query: &Query,
    family: Family,
    take: usize,
    k1: f64,
    b: f64,
) -> Vec<Scored> {
    let segments = index.formulas().postings(family);
    let records: f64 = segments.iter().map(|segment| f64::from(segment.shape().records)).sum();
    let total: u64 = segments.iter().map(|segment| segment.total_size()).sum();
    let model = Bm25 { k1, b, average_size: total as f64 / records.max(1.0) };
    let terms: Vec<QueryTerm> = query
        .terms(family)
        .iter()
        .map(|term| {
            let found: u32 = segments.iter().map(|segment| segment.document_frequency(term.term)).sum();
            let found = f64::from(found);
            let inverse = (1.0 + (records - found + 0.5) / (found + 0.5)).ln();
            let count = f64::from(term.count);
            QueryTerm { count: 1, ..weighted(term, (k1 + 1.0) * inverse * count / (count + 10.0)) }
        })
        .collect();
    top_k(&segments, &terms, &model, take, &|_| true)
}

fn weighted(term: &Term, weight: f64) -> QueryTerm {
    QueryTerm { term: term.term, weight, count: u32::from(term.count) }
}

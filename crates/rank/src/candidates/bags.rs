//! Features as bags: Dice's coefficient and BM25.

use index::Index;
use index::postings::{Bm25, Dice, Model, QueryTerm, top_k};
use similarity::terms::{Family, Term};

use super::Candidates;
use crate::query::Query;

/// Records by Dice's coefficient of their features with those of the query.
pub(super) fn dice(index: &Index, query: &Query, family: Family, take: usize) -> Candidates {
    let terms = query.terms(family);
    let query_size = terms.iter().map(|term| u32::from(term.count)).sum();
    let terms: Vec<QueryTerm> = terms.iter().map(|term| weighted(term, 1.0)).collect();
    let scored = top_k(&index.formulas().postings(family), &terms, &Dice { query_size }, take, &|_| true);
    Candidates { scored, ceiling: 1.0 }
}

/// Records by BM25, as in mtextsearch: `w / (w + 10)` for a token that occurs `w` times in the query.
pub(super) fn bm25(index: &Index, query: &Query, family: Family, take: usize, k1: f64, b: f64) -> Candidates {
    let segments = index.formulas().postings(family);
    let records: f64 = segments.iter().map(|segment| f64::from(segment.shape().records)).sum();
    let total: u64 = segments.iter().map(|segment| segment.total_size()).sum();
    let model = Bm25 { k1, b, average_size: total as f64 / records.max(1.0) };
    let terms = query.terms(family);
    let size: u32 = terms.iter().map(|term| u32::from(term.count)).sum();
    let mut ceiling = 0.0;
    let mut weights = Vec::with_capacity(terms.len());
    for term in &terms {
        let found: u32 = segments.iter().map(|segment| segment.document_frequency(term.term)).sum();
        if found == 0 {
            continue;
        }
        let found = f64::from(found);
        let inverse = (1.0 + (records - found + 0.5) / (found + 0.5)).ln();
        let count = f64::from(term.count);
        let weight = QueryTerm { count: 1, ..weighted(term, (k1 + 1.0) * inverse * count / (count + 10.0)) };
        ceiling += model.contribution(&weight, u32::from(term.count), size);
        weights.push(weight);
    }
    Candidates { scored: top_k(&segments, &weights, &model, take, &|_| true), ceiling }
}

fn weighted(term: &Term, weight: f64) -> QueryTerm {
    QueryTerm { term: term.term, weight, count: u32::from(term.count) }
}

//! Records that are equal to the query in the sense of one signature.

use index::Index;
use index::postings::Scored;
use similarity::terms::Family;

use super::Candidates;
use crate::formulas::Query;

/// Records with the query's signature, each with score 1.
pub(super) fn same(index: &Index, query: &Query, family: Family, take: usize) -> Candidates {
    let mut scored: Vec<Scored> = Vec::new();
    for term in query.terms(family) {
        for segment in index.formulas().postings(family) {
            let Some(list) = segment.list(term.term) else { continue };
            let room = take - scored.len();
            scored.extend(list.take(room).map(|posting| Scored { record: posting.record, score: 1.0 }));
        }
    }
    Candidates { scored, ceiling: 1.0 }
}

//! Records that are equal in one sense or another.

use index::Index;
use index::postings::Scored;
use similarity::terms::Family;

use crate::query::Query;

/// Records with the query's signature, each with score 1.
pub(super) fn same(index: &Index, query: &Query, family: Family, take: usize) -> Vec<Scored> {
    let mut found = Vec::new();
    for term in query.terms(family) {
        for segment in index.formulas().postings(family) {
            let Some(list) = segment.list(term.term) else { continue };
            found.extend(
                list.take(take - found.len()).map(|posting| Scored { record: posting.record, score: 1.0 }),
            );
        }
    }
    found
}

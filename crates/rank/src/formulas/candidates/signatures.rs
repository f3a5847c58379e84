//! Records that are equal to the query in the sense of one signature.

use formula::canonical::canonical;
use formula::signatures::Signatures;
use index::Index;
use index::postings::Scored;
use similarity::terms::{Family, Purpose, Term, Trees};

use super::Candidates;
use crate::formulas::Query;

/// Records with the query's signature, each with score 1. One that looks like the query comes first, so that a limit does
/// not leave it out.
pub(super) fn same(index: &Index, query: &Query, family: Family, take: usize) -> Candidates {
    let terms = query.terms(family);
    let first = looking_like(index, query, family, &terms);
    let mut scored: Vec<Scored> = first.map(|record| Scored { record, score: 1.0 }).into_iter().collect();
    for term in terms {
        for segment in index.formulas().postings(family) {
            let Some(list) = segment.list(term.term) else { continue };
            let room = take.saturating_sub(scored.len());
            let others = list.map(|posting| posting.record).filter(|record| Some(*record) != first);
            scored.extend(others.take(room).map(|record| Scored { record, score: 1.0 }));
        }
    }
    Candidates { scored, ceiling: 1.0 }
}

/// A record that looks like the query, if it has the same signature.
fn looking_like(index: &Index, query: &Query, family: Family, terms: &[Term]) -> Option<u32> {
    let record = index.formulas().find_visual(query.signatures.visual)?;
    let trees = index.formulas().record(record)?;
    let signatures = Signatures::new(&trees.slt, &canonical(&trees.opt));
    let own = Trees::new(&trees.slt, &trees.opt, signatures).terms(family, Purpose::Query);
    let is_shared = own.iter().any(|one| terms.iter().any(|term| term.term == one.term));
    is_shared.then_some(record)
}

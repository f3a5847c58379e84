//! Random records, for a baseline.

use index::Index;
use index::postings::Scored;
use random::mixed;

use super::Candidates;
use crate::formulas::Query;

/// Every record is equally likely; the same query draws the same records.
pub(super) fn random(index: &Index, query: &Query, take: usize) -> Candidates {
    let seed = query.signatures.visual;
    let mut drawn: Vec<(u64, u32)> = (0..index.manifest().next_record)
        .filter(|record| index.is_in_use(*record))
        .map(|record| (mixed(seed ^ mixed(record.into())), record))
        .collect();
    if drawn.len() > take {
        drawn.select_nth_unstable_by(take, |a, b| b.cmp(a));
        drawn.truncate(take);
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let scored = |(lot, record)| Scored { record, score: lot as f64 / u64::MAX as f64 };
    Candidates { scored: drawn.into_iter().map(scored).collect(), ceiling: 1.0 }
}

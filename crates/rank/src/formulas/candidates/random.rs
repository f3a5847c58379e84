//! Records by lot.

use index::Index;
use index::postings::Scored;

use super::Candidates;
use crate::formulas::Query;

/// Every record is as likely as any other; the same query draws the same ones.
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

/// A number in which every bit depends on every bit of another (the finaliser of SplitMix64).
pub(crate) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

//! The most frequent distinct queries of some kind, with their texts.
//!
//! Two passes: the first counts hashes, the second collects the texts of those that are wanted. Ties at the end of the
//! list are drawn with a seed.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use random::Random;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Result;

use super::analysis::Analysis;
use super::sessions::Session;
use super::spool::Spool;
use super::words::Typed;

/// Distinct queries of a published table.
pub const MOST: usize = 2_000;

/// The most frequent queries with at least `fewest` words, as typed most often, the most frequent first.
pub fn longer_than(
    spool: &Spool,
    analysis: &Analysis,
    fewest: usize,
    most: usize,
    seed: u64,
) -> Result<Vec<String>> {
    let keys: Mutex<Vec<u64>> = Mutex::default();
    let long = |session: &Session| -> Vec<(u64, String)> {
        let typed = session.queries.iter().map(|query| (Typed::read(&query.text), &query.text));
        let long = typed.filter(|(typed, _)| analysis.counts(session) && typed.tokens.len() >= fewest);
        long.map(|(typed, text)| (typed.key(), text.clone())).collect()
    };
    let count = |state: &mut Vec<u64>, session: Session| {
        state.extend(long(&session).into_iter().map(|(key, _)| key));
    };
    let finish = |mut state: Vec<u64>| keys.lock().unwrap_or_else(PoisonError::into_inner).append(&mut state);
    spool.visit(analysis.threads, Vec::new, count, finish)?;
    let chosen = chosen(keys.into_inner().unwrap_or_else(PoisonError::into_inner), most, seed);

    let texts: Mutex<FxHashMap<u64, BTreeMap<String, u64>>> = Mutex::default();
    let wanted: FxHashSet<u64> = chosen.iter().copied().collect();
    let collect = |state: &mut Vec<(u64, String)>, session: Session| {
        state.extend(long(&session).into_iter().filter(|(key, _)| wanted.contains(key)));
    };
    let finish = |state: Vec<(u64, String)>| {
        let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
        state
            .into_iter()
            .for_each(|(key, text)| *texts.entry(key).or_default().entry(text).or_default() += 1);
    };
    spool.visit(analysis.threads, Vec::new, collect, finish)?;
    let texts = texts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let spelt =
        |key: &u64| texts.get(key)?.iter().max_by_key(|(text, count)| (**count, std::cmp::Reverse(*text)));
    Ok(chosen.iter().filter_map(|key| spelt(key).map(|(text, _)| text.clone())).collect())
}

fn chosen(mut keys: Vec<u64>, most: usize, seed: u64) -> Vec<u64> {
    keys.sort_unstable();
    let same = keys.chunk_by(|one, other| one == other);
    let mut counted: Vec<(usize, u64)> = same.filter_map(|same| Some((same.len(), *same.first()?))).collect();
    Random::named(seed, "frequent").shuffle(&mut counted);
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.into_iter().take(most).map(|(_, key)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first() {
        let mut log = String::from("session\tquery\ttime\n");
        for (query, times) in [("a b c", 3), ("d e f", 5), ("g", 9), ("H i j", 1), ("h I j", 1), ("h i j", 2)]
        {
            (0..times).for_each(|n| log.push_str(&format!("{query}{n}\t{query}\t2020-01-01\n")));
        }
        let mut spool = Spool::default();
        spool.read(&mut log.as_bytes(), "log").unwrap();
        let found = |most| longer_than(&spool, &Analysis::default(), 3, most, 1).unwrap();
        assert_eq!(found(3), ["d e f", "h i j", "a b c"]);
        assert_eq!(found(1), ["d e f"]);
    }
}

//! What a log teaches the owner of a collection: queries that found nothing, and queries whose answer is known because
//! people clicked it and stayed.
//!
//! A known item is a query of several sessions with results that satisfied in several sessions. It becomes a topic
//! with judgements, so that a site can measure its own search. A result with half of the query's satisfied clicks or
//! more has grade 2, others have 1.
//!
//! Two passes: the first counts hashes, the second collects the texts of those queries that occurred often enough. So a
//! rare query never stands in memory beside its count.
//!
//! What it is not: an assessment. Clicks favour what was shown first; known items measure whether a search finds again
//! what people found.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Result;

use super::analysis::Analysis;
use super::figures::is_satisfied;
use super::sessions::{Query, Session};
use super::spool::Spool;
use super::words::Typed;

/// A query that several people asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lesson {
    /// The query as it was typed most often.
    pub query: String,
    /// The sessions that issued it.
    pub sessions: u64,
    /// The sessions in which it had no results.
    pub without_results: u64,
    /// The sessions in which a result was viewed for more than 30 seconds, by result.
    pub satisfied: Vec<(String, u64)>,
}

/// What counts as often enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// The sessions that issued a query.
    pub sessions: u64,
    /// The sessions in which the same result satisfied.
    pub satisfied: u64,
}

/// The queries of a log that teach something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lessons {
    /// Queries with a known item, the most frequent first.
    pub known: Vec<Lesson>,
    /// Queries that found nothing, the most frequent first.
    pub nothing: Vec<Lesson>,
}

/// What is collected about a query.
#[derive(Default)]
struct Collected {
    spellings: BTreeMap<String, u64>,
    lesson: Lesson,
    satisfied: BTreeMap<String, u64>,
}

/// Finds them.
pub fn find(spool: &Spool, analysis: &Analysis, fewest: Fewest) -> Result<Lessons> {
    let wanted = wanted(spool, analysis, fewest)?;
    let total: Mutex<FxHashMap<u64, Collected>> = Mutex::default();
    let visit = |state: &mut FxHashMap<u64, Collected>, session: Session| {
        if analysis.counts(&session) {
            collect(&session, &wanted, state);
        }
    };
    let finish = |state: FxHashMap<u64, Collected>| {
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        state.into_iter().for_each(|(key, found)| total.entry(key).or_default().merge(found));
    };
    spool.visit(analysis.threads, Default::default, visit, finish)?;
    let collected = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Lessons::of(collected.into_values().map(Collected::lesson).collect(), fewest))
}

/// The hashes of queries that found nothing or satisfied in enough sessions.
fn wanted(spool: &Spool, analysis: &Analysis, fewest: Fewest) -> Result<FxHashSet<u64>> {
    let total: Mutex<Vec<u64>> = Mutex::default();
    let visit = |state: &mut Vec<u64>, session: Session| {
        if !analysis.counts(&session) {
            return;
        }
        let teaching = session.queries.iter().filter(|query| teaches(query));
        let mut keys: Vec<u64> = teaching.map(|query| Typed::read(&query.text).key()).collect();
        keys.sort_unstable();
        keys.dedup();
        state.append(&mut keys);
    };
    let finish = |mut state: Vec<u64>| {
        total.lock().unwrap_or_else(PoisonError::into_inner).append(&mut state);
    };
    spool.visit(analysis.threads, Vec::new, visit, finish)?;
    let mut keys = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    keys.sort_unstable();
    let least = fewest.sessions.min(fewest.satisfied).max(1);
    let same = keys.chunk_by(|one, other| one == other).filter(|same| same.len() as u64 >= least);
    Ok(same.filter_map(|same| same.first().copied()).collect())
}

/// Whether a query found nothing, or something that satisfied.
fn teaches(query: &Query) -> bool {
    query.hits == Some(0) || query.clicks.iter().any(|click| is_satisfied(click.viewed))
}

fn collect(session: &Session, wanted: &FxHashSet<u64>, into: &mut FxHashMap<u64, Collected>) {
    // Per session each query and each result counts once.
    let mut seen: FxHashMap<u64, (bool, bool, FxHashSet<&str>)> = FxHashMap::default();
    for query in &session.queries {
        let key = Typed::read(&query.text).key();
        if !wanted.contains(&key) {
            continue;
        }
        let (is_counted, has_failed, satisfied) = seen.entry(key).or_default();
        let found = into.entry(key).or_default();
        *found.spellings.entry(query.text.split_whitespace().collect::<Vec<_>>().join(" ")).or_default() += 1;
        found.lesson.sessions += u64::from(!std::mem::replace(is_counted, true));
        if query.hits == Some(0) {
            found.lesson.without_results += u64::from(!std::mem::replace(has_failed, true));
        }
        for click in query.clicks.iter().filter(|click| is_satisfied(click.viewed)) {
            if satisfied.insert(&click.target) {
                *found.satisfied.entry(click.target.clone()).or_default() += 1;
            }
        }
    }
}

impl Collected {
    fn merge(&mut self, other: Collected) {
        self.lesson.sessions += other.lesson.sessions;
        self.lesson.without_results += other.lesson.without_results;
        other
            .spellings
            .into_iter()
            .for_each(|(text, count)| *self.spellings.entry(text).or_default() += count);
        other
            .satisfied
            .into_iter()
            .for_each(|(result, count)| *self.satisfied.entry(result).or_default() += count);
    }

    fn lesson(self) -> Lesson {
        let by_count = self.spellings.into_iter().map(|(text, count)| (std::cmp::Reverse(count), text));
        let query = by_count.min().map(|(_, text)| text).unwrap_or_default();
        let mut satisfied: Vec<(String, u64)> = self.satisfied.into_iter().collect();
        satisfied.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        Lesson { query, satisfied, ..self.lesson }
    }
}

impl Lessons {
    fn of(mut lessons: Vec<Lesson>, fewest: Fewest) -> Lessons {
        lessons.retain(|lesson| lesson.sessions >= fewest.sessions);
        lessons.sort_by(|one, other| {
            other.sessions.cmp(&one.sessions).then_with(|| one.query.cmp(&other.query))
        });
        let mut nothing: Vec<Lesson> =
            lessons.iter().filter(|lesson| lesson.without_results > 0).cloned().collect();
        nothing.sort_by_key(|lesson| std::cmp::Reverse(lesson.without_results));
        lessons
            .iter_mut()
            .for_each(|lesson| lesson.satisfied.retain(|(_, count)| *count >= fewest.satisfied.max(1)));
        lessons.retain(|lesson| !lesson.satisfied.is_empty());
        Lessons { known: lessons, nothing }
    }

    /// The known items as topics, `topic<TAB>query` per line.
    pub fn topics(&self) -> String {
        self.known.iter().zip(1..).map(|(lesson, id)| format!("L.{id}\t{}\n", lesson.query)).collect()
    }

    /// The known items as judgements, `topic 0 result grade` per line.
    pub fn qrels(&self) -> String {
        let mut out = String::new();
        for (lesson, id) in self.known.iter().zip(1..) {
            let all: u64 = lesson.satisfied.iter().map(|(_, count)| count).sum();
            for (result, count) in &lesson.satisfied {
                let result: String =
                    result.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect();
                let grade = if 2 * count >= all { 2 } else { 1 };
                out.push_str(&format!("L.{id} 0 {result} {grade}\n"));
            }
        }
        out
    }

    /// The queries that found nothing, as a table with the sessions that got nothing, and all of them.
    pub fn failures(&self) -> String {
        let rows = self
            .nothing
            .iter()
            .map(|lesson| format!("{}\t{}\t{}\n", lesson.without_results, lesson.sessions, lesson.query));
        std::iter::once("without_results\tsessions\tquery\n".to_owned()).chain(rows).collect()
    }
}

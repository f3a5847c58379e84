//! What a log counts to: one pass over its sessions.
//!
//! Every count is a whole number and adding is commutative, so the figures do not depend on the number of threads or on
//! the order of the sessions. Queries and clicked pages are kept as hashes, 8 and 16 bytes each; [`repeats`] sorts them
//! when everything is counted. The only texts are words next to cues and domains of clicked pages.
//!
//! What it is not: a report. [`report`](super::report) names the figures and compares them.

pub mod changes;
pub mod repeats;
pub mod tally;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::kinds::{self, CONTENTS, CUES};
use super::sessions::{Query, Session};
use super::steps::{Asking, History};
use super::words::Typed;
use changes::Changes;
use repeats::Asked;
use tally::{Histogram, Tally};

/// A page viewed for longer than this many milliseconds satisfied.
pub const SATISFIED: i64 = 30_000;

/// A query of at least this many words is a pasted text.
pub const PASTED: usize = 20;

/// Types of search with figures of their own; a log with more has something else in that column.
const MOST_TYPES: usize = 50;

/// Words next to cues that a part of a log may keep, before those that occurred once are dropped.
const MOST_WORDS: usize = 5_000;

/// Words of the questions of a session, each with its cue.
type WordsOfSession = FxHashSet<(usize, String)>;

/// Whether a view was long enough to satisfy.
pub fn is_satisfied(viewed: Option<i64>) -> bool {
    viewed.is_some_and(|viewed| viewed > SATISFIED)
}

/// The figures of a log.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Sessions.
    pub sessions: u64,
    /// Sessions with more than one query.
    pub several_queries: u64,
    /// Sessions without a click.
    pub no_click: u64,
    /// Sessions whose last event is a click.
    pub click_last: u64,
    /// Sessions with a page viewed for more than 30 seconds.
    pub satisfied: u64,
    /// Sessions with a question, and those of them whose first query is one.
    pub with_question: u64,
    /// See `with_question`.
    pub question_first: u64,
    /// Queries per session.
    pub queries: Histogram,
    /// Clicks per session.
    pub clicks: Histogram,
    /// Milliseconds from the first query to the last click, of sessions with a click.
    pub durations: Tally,
    /// Words per query.
    pub lengths: Histogram,
    /// Words per query without a click.
    pub unclicked_lengths: Histogram,
    /// Queries by type of search.
    pub types: BTreeMap<String, u64>,
    /// Queries by kind of content, as in [`CONTENTS`].
    pub contents: [u64; CONTENTS.len()],
    /// Questions by cue, as in [`CUES`].
    pub cues: [u64; CUES.len()],
    /// Questions of more than four words.
    pub long_questions: u64,
    /// Queries with a formula, and queries that are nothing else.
    pub with_formula: u64,
    /// See `with_formula`.
    pub only_formula: u64,
    /// Queries that say how many results they had, and those of them that had none.
    pub with_hits: u64,
    /// See `with_hits`.
    pub without_results: u64,
    /// Questions by cue that have a word.
    pub words_beside_cues: FxHashMap<(usize, String), Spread>,
    /// The first ten clicks of each session by domain.
    pub sites: FxHashMap<String, Spread>,
    /// The queries and clicks as hashes.
    pub asked: Asked,
    /// How queries were changed.
    pub changes: Changes,
}

/// How often something occurred, and in how many sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spread {
    /// How often.
    pub count: u64,
    /// In how many sessions.
    pub sessions: u64,
}

impl Spread {
    fn add(&mut self, is_new_in_session: bool) {
        self.count += 1;
        self.sessions += u64::from(is_new_in_session);
    }

    fn merge(&mut self, other: Spread) {
        self.count += other.count;
        self.sessions += other.sessions;
    }
}

impl Figures {
    /// Counts a session.
    pub fn add(&mut self, session: &Session) {
        self.sessions += 1;
        self.several_queries += u64::from(session.queries.len() > 1);
        let clicks = session.clicks().count();
        self.no_click += u64::from(clicks == 0);
        self.click_last += u64::from(session.ends_with_click());
        self.satisfied += u64::from(session.clicks().any(|click| is_satisfied(click.viewed)));
        self.queries.add(session.queries.len());
        self.clicks.add(clicks);
        if let Some(duration) = session.duration() {
            self.durations.add(duration.max(0).cast_unsigned());
        }
        self.add_sites(session);
        let asked: Vec<Asking> =
            session.queries.iter().map(|query| Asking::read(&query.text, &query.search_type)).collect();
        let mut is_question = asked.iter().map(|asking| kinds::cue(&asking.typed).is_some());
        let first = is_question.next().unwrap_or(false);
        self.question_first += u64::from(first);
        self.with_question += u64::from(first || is_question.any(|is_so| is_so));
        let mut history = History::default();
        let mut words = FxHashSet::default();
        for (place, (query, asking)) in session.queries.iter().zip(asked).enumerate() {
            self.add_query(query, &asking.typed, &mut words);
            let waited = place.checked_sub(1).and_then(|before| session.queries.get(before));
            let waited = waited.map_or(0, |before| query.time - before.time);
            self.changes.add(place, history.step(asking), !query.clicks.is_empty(), waited);
        }
        self.changes.end_session();
    }

    fn add_query(&mut self, query: &Query, typed: &Typed, words: &mut WordsOfSession) {
        let length = typed.tokens.len();
        self.lengths.add(length);
        if query.clicks.is_empty() {
            self.unclicked_lengths.add(length);
        }
        if self.types.len() < MOST_TYPES || self.types.contains_key(&query.search_type) {
            *self.types.entry(query.search_type.clone()).or_default() += 1;
        }
        if let Some(count) = kinds::content(typed).and_then(|at| self.contents.get_mut(at)) {
            *count += 1;
        }
        let cue = kinds::cue(typed);
        if let Some(cue) = cue {
            self.add_question(cue, typed, words);
        }
        self.with_formula += u64::from(!typed.formulas.is_empty());
        self.only_formula += u64::from(!typed.formulas.is_empty() && typed.words().next().is_none());
        self.with_hits += u64::from(query.hits.is_some());
        self.without_results += u64::from(query.hits == Some(0));
        let key = typed.key();
        self.asked.add_query(key, cue.is_some());
        for click in &query.clicks {
            self.asked.add_click(key, xxh3_64(click.target.as_bytes()));
        }
    }

    fn add_question(&mut self, cue: usize, typed: &Typed, seen: &mut WordsOfSession) {
        if let Some(count) = self.cues.get_mut(cue) {
            *count += 1;
        }
        self.long_questions += u64::from(typed.tokens.len() > 4);
        if typed.tokens.len() >= PASTED {
            return;
        }
        let mut words: Vec<&str> = typed.words().filter(|word| !kinds::is_cue(word)).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            let word = (cue, word.to_owned());
            let is_new = seen.insert(word.clone());
            self.words_beside_cues.entry(word).or_default().add(is_new);
        }
    }

    fn add_sites(&mut self, session: &Session) {
        let mut seen = FxHashSet::default();
        for domain in session.clicks().take(10).filter_map(|click| domain(&click.target)) {
            let is_new = seen.insert(domain.clone());
            self.sites.entry(domain).or_default().add(is_new);
        }
    }

    /// Drops words that occurred once, if there are very many. Each part of a log does it before it is merged.
    pub fn forget_rare_words(&mut self) {
        if self.words_beside_cues.len() > MOST_WORDS {
            self.words_beside_cues.retain(|_, spread| spread.count > 1);
            self.words_beside_cues.shrink_to_fit();
        }
    }

    /// Adds the figures of another part of the log.
    pub fn merge(&mut self, other: Figures) {
        let counts = [
            (&mut self.sessions, other.sessions),
            (&mut self.several_queries, other.several_queries),
            (&mut self.no_click, other.no_click),
            (&mut self.click_last, other.click_last),
            (&mut self.satisfied, other.satisfied),
            (&mut self.with_question, other.with_question),
            (&mut self.question_first, other.question_first),
            (&mut self.long_questions, other.long_questions),
            (&mut self.with_formula, other.with_formula),
            (&mut self.only_formula, other.only_formula),
            (&mut self.with_hits, other.with_hits),
            (&mut self.without_results, other.without_results),
        ];
        counts.into_iter().for_each(|(to, from)| *to += from);
        self.queries.merge(&other.queries);
        self.clicks.merge(&other.clicks);
        self.durations.merge(&other.durations);
        self.lengths.merge(&other.lengths);
        self.unclicked_lengths.merge(&other.unclicked_lengths);
        other.types.into_iter().for_each(|(name, count)| *self.types.entry(name).or_default() += count);
        add_each(&mut self.contents, &other.contents);
        add_each(&mut self.cues, &other.cues);
        for (word, spread) in other.words_beside_cues {
            self.words_beside_cues.entry(word).or_default().merge(spread);
        }
        for (name, spread) in other.sites {
            self.sites.entry(name).or_default().merge(spread);
        }
        self.asked.merge(other.asked);
        self.changes.merge(&other.changes);
    }
}

/// Adds counts to counts at the same places.
pub(crate) fn add_each(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// The domain under which a site was registered; none for a result that is no address.
///
/// Two labels, or three where the second-last is a common one under a country (`ac.uk`). A list of all public suffixes
/// would be larger than the gain.
pub fn domain(target: &str) -> Option<String> {
    let (_, rest) = target.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?.split(':').next()?;
    let host = host.trim_end_matches('.').to_lowercase();
    let labels: Vec<&str> = host.split('.').collect();
    let [.., second, top] = labels[..] else { return Some(host).filter(|host| !host.is_empty()) };
    let is_shared = top.len() == 2 && ["ac", "co", "com", "edu", "gov", "net", "org"].contains(&second);
    let is_number = top.bytes().all(|byte| byte.is_ascii_digit());
    let kept = if is_number { labels.len() } else { 2 + usize::from(is_shared) };
    Some(labels.get(labels.len().saturating_sub(kept)..)?.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_registered_domains() {
        for (target, expected) in [
            ("https://en.wikipedia.org/wiki/Ring", Some("wikipedia.org")),
            ("http://www.maths.ox.ac.uk:80/x", Some("ox.ac.uk")),
            ("http://user@127.0.0.1/x", Some("127.0.0.1")),
            ("http://localhost/", Some("localhost")),
            ("A.17", None),
            ("://", None),
        ] {
            assert_eq!(domain(target).as_deref(), expected, "{target}");
        }
    }
}

//! A log that may leave the machine: features of queries instead of their texts.
//!
//! | rule | how |
//! |---|---|
//! | no ids | a session is HMAC-SHA-256 of itself under a key that is made for the export and thrown away, cut to 64 bits |
//! | no join | every session has an id of its own, also where one person came back |
//! | no rare texts | a query, domain or type of search stands in it only if it occurred in at least *k* sessions |
//! | no pasted texts | queries of 20 words or more have no text |
//! | nothing personal | a query with a mail address, a link, a long number or an account has no text |
//! | no clock | seconds within the session, and the week of its first query |
//!
//! [`check`] reads an export and names the first rule that it breaks.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use crate::{Error, Result, secret};

use super::analysis::Analysis;
use super::figures::{PASTED, domain, is_satisfied};
use super::kinds::{self, CONTENTS, CUES};
use super::scrub::personal;
use super::sessions::{Query, Session};
use super::spool::Spool;
use super::steps::{Asking, History};
use super::words::Typed;

/// The columns.
pub const HEADER: &str = "session\tweek\tsecond\ttype\twords\tformulas\tcontent\tcue\tchange\tformula_change\tclicks\t\
                          satisfied\tdomain\tquery";

/// Milliseconds of a week.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;

/// The fewest sessions that any export may ask for.
pub const LEAST_SESSIONS: u64 = 5;

/// Texts that occur in enough sessions, as hashes.
#[derive(Default)]
struct Common {
    queries: FxHashSet<u64>,
    domains: FxHashSet<u64>,
    types: FxHashSet<u64>,
}

/// Writes the sessions of a log; a text must have occurred in `fewest` sessions, at least [`LEAST_SESSIONS`].
pub fn write(spool: &Spool, analysis: &Analysis, fewest: u64) -> Result<String> {
    let common = common(spool, analysis, fewest.max(LEAST_SESSIONS))?;
    let key = secret::key()?;
    let lines: Mutex<Vec<String>> = Mutex::default();
    let visit = |state: &mut Vec<String>, session: Session| {
        if analysis.counts(&session) {
            state.push(of_session(&session, &common, &key));
        }
    };
    let finish =
        |mut state: Vec<String>| lines.lock().unwrap_or_else(PoisonError::into_inner).append(&mut state);
    spool.visit(analysis.threads, Vec::new, visit, finish)?;
    // By their ids, which are random: the order says nothing about the log.
    let mut lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    lines.sort_unstable();
    Ok(format!("{HEADER}\n{}", lines.concat()))
}

fn common(spool: &Spool, analysis: &Analysis, fewest: u64) -> Result<Common> {
    let total: Mutex<[Vec<u64>; 3]> = Mutex::default();
    let visit = |state: &mut [Vec<u64>; 3], session: Session| {
        if !analysis.counts(&session) {
            return;
        }
        let mut found: [Vec<u64>; 3] = Default::default();
        for query in &session.queries {
            found[0].push(Typed::read(&query.text).key());
            found[1].extend(query.clicks.iter().filter_map(|click| hash(&domain(&click.target)?)));
            found[2].extend(hash(&query.search_type));
        }
        for (mut hashes, into) in found.into_iter().zip(state) {
            hashes.sort_unstable();
            hashes.dedup();
            into.append(&mut hashes);
        }
    };
    let finish = |state: [Vec<u64>; 3]| {
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.iter_mut().zip(state).for_each(|(to, mut from)| to.append(&mut from));
    };
    spool.visit(analysis.threads, Default::default, visit, finish)?;
    let often = |mut hashes: Vec<u64>| {
        hashes.sort_unstable();
        let same = hashes.chunk_by(|one, other| one == other).filter(|same| same.len() as u64 >= fewest);
        same.filter_map(|same| same.first().copied()).collect()
    };
    let [queries, domains, types] = total.into_inner().unwrap_or_else(PoisonError::into_inner).map(often);
    Ok(Common { queries, domains, types })
}

fn hash(text: &str) -> Option<u64> {
    Some(xxh3_64(text.as_bytes()))
}

fn of_session(session: &Session, common: &Common, key: &[u8]) -> String {
    let first = session.queries.first().map_or(0, |query| query.time);
    // With the time, so that two sessions of one person have different ids.
    let hidden = secret::hmac(key, format!("{} {first}", session.id).as_bytes());
    let id = secret::hexadecimal(hidden.get(..8).unwrap_or_default());
    let week = text::query::day((first - (first - 4 * WEEK / 7).rem_euclid(WEEK)) / 1000);
    let mut history = History::default();
    let mut lines = String::new();
    for query in &session.queries {
        let asking = Asking::read(&query.text, &query.search_type);
        let typed = asking.typed.clone();
        let step = history.step(asking);
        let change = step.and_then(|step| step.kind).map_or("", |kind| kind.name());
        let formula = step.and_then(|step| step.formula).map_or("", |change| change.name());
        let name = |names: &[&'static str], at: Option<usize>| {
            at.and_then(|at| names.get(at).copied()).unwrap_or("")
        };
        let satisfied = query.clicks.iter().filter(|click| is_satisfied(click.viewed)).count();
        let cells = [
            id.clone(),
            week.clone(),
            ((query.time - first) / 1000).to_string(),
            kept(&common.types, &query.search_type),
            typed.tokens.len().to_string(),
            typed.formulas.len().to_string(),
            name(&CONTENTS, kinds::content(&typed)).to_owned(),
            name(&CUES, kinds::cue(&typed)).to_owned(),
            change.to_owned(),
            formula.to_owned(),
            query.clicks.len().to_string(),
            satisfied.to_string(),
            domains(query, common),
            text_of(&typed, query, common),
        ];
        let _ = writeln!(lines, "{}", cells.join("\t"));
    }
    lines
}

fn kept(common: &FxHashSet<u64>, text: &str) -> String {
    hash(text).filter(|hash| common.contains(hash)).map(|_| one_line(text)).unwrap_or_default()
}

fn domains(query: &Query, common: &Common) -> String {
    let found = query.clicks.iter().filter_map(|click| domain(&click.target));
    let mut found: Vec<String> =
        found.map(|domain| kept(&common.domains, &domain)).filter(|domain| !domain.is_empty()).collect();
    found.dedup();
    found.join(" ")
}

/// The normalised query, if every rule allows it.
fn text_of(typed: &Typed, query: &Query, common: &Common) -> String {
    let may_leave = common.queries.contains(&typed.key())
        && typed.tokens.len() < PASTED
        && personal(&query.text).is_none()
        && personal(&typed.text()).is_none();
    if may_leave { one_line(&typed.text()) } else { String::new() }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks an export; the first broken rule is the error.
pub fn check(export: &str, name: &str, fewest: u64) -> Result<u64> {
    let fewest = fewest.max(LEAST_SESSIONS);
    let broken = |line: u64, message: String| Error::Malformed {
        file: name.to_owned(),
        line,
        message,
        hint: "export the log again; do not pass this file on".to_owned(),
    };
    if export.lines().next() != Some(HEADER) {
        return Err(broken(1, "this is no export of a log".to_owned()));
    }
    let mut common: rustc_hash::FxHashMap<(usize, &str), FxHashSet<&str>> = rustc_hash::FxHashMap::default();
    let mut sessions = FxHashSet::default();
    for (line, number) in export.lines().zip(1..).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [session, week, second, search_type, words, .., domains, query] = cells[..] else {
            return Err(broken(number, "columns are missing".to_owned()));
        };
        if session.len() != 16 || !session.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(broken(number, "the session is not a hash".to_owned()));
        }
        if week.len() != 10 || second.parse::<u64>().is_err() {
            return Err(broken(number, "the time is more exact than a week".to_owned()));
        }
        sessions.insert(session);
        let is_pasted = words.parse::<usize>().map_or(true, |words| words >= PASTED);
        if !query.is_empty() && is_pasted {
            return Err(broken(number, "the text of a pasted query stands in it".to_owned()));
        }
        if let Some(what) = personal(query) {
            return Err(broken(number, format!("a query has {what}")));
        }
        let texts = domains.split(' ').map(|domain| (1, domain)).chain([(0, query), (2, search_type)]);
        for text in texts.filter(|(_, text)| !text.is_empty()) {
            common.entry(text).or_default().insert(session);
        }
    }
    let kinds = ["query", "domain", "type of search"];
    let rare = common.iter().filter(|(_, sessions)| (sessions.len() as u64) < fewest);
    if let Some(((kind, _), found)) = rare.min_by_key(|(text, _)| **text) {
        let kind = kinds.get(*kind).copied().unwrap_or("text");
        return Err(broken(0, format!("a {kind} occurred in {} sessions, fewer than {fewest}", found.len())));
    }
    Ok(sessions.len() as u64)
}

//! Brings the lines of each session together, whatever the size of the log.
//!
//! Lines of many users alternate, and a log is larger than memory. Entries go to one of 128 temporary files by
//! the hash of their session; each file fits in memory and is sorted there. The files have no names: they vanish with
//! the process, also when it is killed, because they hold what people typed.
//!
//! A session of more than 100,000 entries is a program. The rest of its entries is left out, so that one such
//! session cannot fill the memory.

use std::io::{BufRead, Read, Seek, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;
use tempfile::SpooledTempFile;

use crate::{Error, Result};

use super::entry::{Entries, Entry};
use super::input::{self, Cleaning};
use super::sessions::{Session, sessions};

/// The number of parts.
const PARTS: usize = 128;

/// A part up to this size stays in memory.
const IN_MEMORY: usize = 128 * 1024;

/// Bytes collected for a part before they are written.
const WRITTEN_AT_ONCE: usize = 32 * 1024;

/// The most entries of one session id.
const MOST_EVENTS: u32 = 100_000;

/// A log in parts; the entries of a session are in one part.
pub struct Spool {
    parts: Vec<Mutex<Part>>,
    counts: FxHashMap<u64, u32>,
    /// What was repaired or left out while reading.
    pub cleaning: Cleaning,
}

struct Part {
    file: SpooledTempFile,
    pending: Vec<u8>,
}

impl Default for Spool {
    fn default() -> Spool {
        let part = || Mutex::new(Part { file: SpooledTempFile::new(IN_MEMORY), pending: Vec::new() });
        Spool {
            parts: std::iter::repeat_with(part).take(PARTS).collect(),
            counts: FxHashMap::default(),
            cleaning: Cleaning::default(),
        }
    }
}

impl Spool {
    /// Adds a log; `name` is for errors.
    pub fn read(&mut self, log: &mut dyn BufRead, name: &str) -> Result<()> {
        let Spool { parts, counts, cleaning } = self;
        let mut overfull = 0;
        let found = input::read(log, name, &mut |entry| {
            let count = counts.entry(entry.session).or_default();
            *count += 1;
            if *count > MOST_EVENTS {
                *count = MOST_EVENTS;
                overfull += 1;
                return Ok(());
            }
            add(parts, entry)
        })?;
        cleaning.add(&found);
        cleaning.overfull += overfull;
        Ok(())
    }

    /// Visits every session, on several threads, in no order. Each thread has a state from `start`; `finish` takes it.
    pub fn visit<S: Send>(
        &self,
        threads: usize,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Session) + Sync,
        finish: impl Fn(S) + Sync,
    ) -> Result<Cleaning> {
        let next = AtomicUsize::new(0);
        let total = Mutex::new(Ok(Cleaning::default()));
        let work = || {
            while let Some(part) = self.parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut state = start();
                let found = visit_part(part, &mut |session| visit(&mut state, session));
                finish(state);
                let mut total = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                match (total.as_mut(), found) {
                    (Ok(total), Ok(found)) => total.add(&found),
                    (Ok(_), Err(error)) => *total = Err(error),
                    (Err(_), _) => return,
                }
            }
        };
        std::thread::scope(|scope| {
            (1..threads.clamp(1, PARTS)).for_each(|_| _ = scope.spawn(work));
            work();
        });
        total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn add(parts: &mut [Mutex<Part>], entry: &Entry<'_>) -> Result<()> {
    let at = (entry.session % PARTS as u64) as usize;
    let Some(part) = parts.get_mut(at) else { return Ok(()) };
    let part = part.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
    entry.write(&mut part.pending);
    if part.pending.len() >= WRITTEN_AT_ONCE {
        part.file.write_all(&part.pending).map_err(Error::Temporary)?;
        part.pending.clear();
    }
    Ok(())
}

/// The sessions of a part.
fn visit_part(part: &Mutex<Part>, visit: &mut dyn FnMut(Session)) -> Result<Cleaning> {
    let mut part = part.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut bytes = Vec::new();
    part.file.rewind().and_then(|()| part.file.read_to_end(&mut bytes)).map_err(Error::Temporary)?;
    bytes.extend_from_slice(&part.pending);
    let mut entries: Vec<Entry<'_>> = Entries::new(&bytes).collect();
    // Stable: lines of one time keep their order.
    entries.sort_by_key(|entry| (entry.session, entry.time));
    let mut cleaning = Cleaning::default();
    for of_one in entries.chunk_by(|one, other| one.session == other.session) {
        sessions(of_one, &mut cleaning).into_iter().for_each(&mut *visit);
    }
    Ok(cleaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternating_lines_become_sessions_and_can_be_visited_twice() {
        let mut log = String::from("session\tquery\tissue_time\n");
        for step in 0..50 {
            for user in 0..200 {
                log.push_str(&format!("u{user}\tq{step} {}\t2020-01-01 00:{step:02}:00\n", "x".repeat(90)));
            }
        }
        let mut spool = Spool::default();
        spool.read(&mut log.as_bytes(), "log").unwrap();
        for threads in [1, 2, 7] {
            let found = Mutex::new((0, 0));
            let count = |state: &mut (usize, usize), session: Session| {
                state.0 += 1;
                state.1 += session.queries.len();
            };
            let finish = |state: (usize, usize)| {
                let mut found = found.lock().unwrap();
                (found.0, found.1) = (found.0 + state.0, found.1 + state.1);
            };
            spool.visit(threads, Default::default, count, finish).unwrap();
            assert_eq!(found.into_inner().unwrap(), (200, 10_000));
        }
    }

    #[test]
    fn a_session_of_a_million_events_is_cut() {
        let mut log = String::from("session\tquery\tissue_time\n");
        for number in 0..1_000_000u64 {
            log.push_str(&format!("robot\tq{number}\t{}\n", 1_500_000_000 + number));
        }
        let mut spool = Spool::default();
        spool.read(&mut log.as_bytes(), "log").unwrap();
        assert_eq!(spool.cleaning.overfull, 1_000_000 - u64::from(MOST_EVENTS));
        let longest = Mutex::new(0);
        let finish = |state: usize| *longest.lock().unwrap() += state;
        spool.visit(1, || 0, |state: &mut usize, session| *state += session.queries.len(), finish).unwrap();
        assert_eq!(longest.into_inner().unwrap(), MOST_EVENTS as usize);
    }
}

//! `kill -9` at random moments of indexing and updating: every time the index opens, passes its check, and
//! holds exactly what its last commit says it holds.
//!
//! `PERGA_KILLS` is the number of kills (a few by default, 100 for the full test), `PERGA_SEED` the seed.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use corpus::collection::{Progress, SurveyOptions, survey};
use document::{Fingerprint, Unit};
use index::{Index, Settings, Writer, check};

const FILES: usize = 4;
const UNITS: usize = 1500;

/// The units of each file.
#[derive(Default)]
struct Versions {
    /// By content and name.
    all: BTreeMap<(u64, String), Vec<Unit>>,
    /// By name, as they were when a run was last done: a file keeps its old units until it is read to its end.
    before: BTreeMap<String, Vec<Unit>>,
}

#[test]
fn a_killed_writer_leaves_the_last_commit_whole() {
    let kills = number("PERGA_KILLS", 6);
    let mut random = number("PERGA_SEED", 20_260_101) | 1;
    let folder = tempfile::tempdir().unwrap();
    let (notes, into) = (folder.path().join("notes"), folder.path().join("index"));
    std::fs::create_dir(&notes).unwrap();
    let mut versions = Versions::default();
    let (mut killed, mut finished, mut partial) = (0, 0, 0);
    for edition in 0.. {
        write_notes(&notes, edition);
        remember(&notes, &mut versions);
        loop {
            let is_done = run_and_kill(&notes, &into, next(&mut random));
            partial += u64::from(verify(&into, &versions));
            killed += u64::from(!is_done);
            finished += u64::from(is_done);
            if is_done {
                versions.before = units_of(&notes).map(|(_, name, units)| (name, units)).collect();
            }
            if is_done || killed >= kills {
                break;
            }
        }
        if killed >= kills {
            break;
        }
    }
    eprintln!("{killed} kills, {partial} of them in the middle of a file, {finished} runs to the end");
}

/// Every file gets other formulas with every edition, so that updates delete and add; one file vanishes in
/// every other edition.
fn write_notes(notes: &Path, edition: usize) {
    for file in 0..FILES {
        let path = notes.join(format!("{file}.jsonl"));
        if file == 3 && edition % 2 == 1 {
            std::fs::remove_file(path).unwrap();
            continue;
        }
        let line = |unit: usize| {
            let variable = char::from(b'a' + (unit % 26) as u8);
            let body =
                format!("word{unit} $\\\\frac{{{variable}+{unit}}}{{{file}+{edition}}}$ and $x^{{{unit}}}$");
            format!("{{\"id\":\"{file}/{unit}\",\"body\":\"{body}\"}}\n")
        };
        std::fs::write(path, (0..UNITS).map(line).collect::<String>()).unwrap();
    }
}

/// The files with their content, name and units.
fn units_of(notes: &Path) -> impl Iterator<Item = (u64, String, Vec<Unit>)> {
    survey(&[notes.to_owned()], &SurveyOptions::default()).entries.into_iter().map(|entry| {
        let Fingerprint { content, .. } = entry.fingerprint().unwrap();
        let units = entry.read(&std::sync::Arc::new(Progress::default())).unwrap();
        (content, entry.name.clone(), units.map(Result::unwrap).collect())
    })
}

fn remember(notes: &Path, versions: &mut Versions) {
    versions.all.extend(units_of(notes).map(|(content, name, units)| ((content, name), units)));
}

/// Runs `perga index` and kills it after a while; true if it was done before.
fn run_and_kill(notes: &Path, into: &Path, random: u64) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(["index", "--resume", "--commit-every", "0.05", "--memory", "64", "--into"])
        .args([into, notes])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(20 + random % 1200));
    match child.try_wait().unwrap() {
        Some(status) => {
            let said = child.wait_with_output().unwrap().stderr;
            assert!(status.success(), "{}", String::from_utf8_lossy(&said));
            true
        }
        None => {
            child.kill().unwrap();
            child.wait().unwrap();
            false
        }
    }
}

/// Opens the index, checks it, and compares it with a fresh one of what its commit says it holds. True if a
/// file was in the middle of being read.
fn verify(into: &Path, versions: &Versions) -> bool {
    if !into.join("meta.json").exists() {
        return false;
    }
    let index = Index::open(into).unwrap();
    let findings = check::check(into).unwrap();
    assert!(findings.errors.is_empty(), "{:?}", findings.errors);
    let fresh = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(fresh.path(), Settings::default()).unwrap();
    for (name, source) in &index.ledger().sources {
        if !source.is_complete
            && let Some(before) = versions.before.get(name)
        {
            writer.add(name, before).unwrap();
        }
        let units = &versions.all[&(source.fingerprint.content, name.clone())];
        writer.add(name, &units[..source.units as usize]).unwrap();
    }
    writer.finish().unwrap();
    let expected = check::digest(&Index::open(fresh.path()).unwrap()).unwrap();
    assert_eq!(findings.digest, expected, "the content is not that of the last commit");
    index.ledger().sources.values().any(|source| !source.is_complete && source.units > 0)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The next number of an xorshift generator.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

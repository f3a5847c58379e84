//! A folder that changes, indexed again and again: the index is that of a fresh run over what could be read.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use corpus::collection::{SurveyOptions, survey};
use document::Complaint;
use engine::ingest::{Observer, Options, Report, Root, State, index};
use index::{Index, Settings, check};
use proptest::prelude::*;

/// The digest of an index that passes every check.
fn sound_digest(folder: &Path) -> u64 {
    let findings = check::check(folder).unwrap();
    assert!(findings.errors.is_empty(), "{:?}", findings.errors);
    findings.digest
}

struct Quiet;

impl Observer for Quiet {
    fn progress(&self, _: &State) {}
    fn complaint(&self, _: &Complaint) {}
}

fn run(folder: &Path, into: &Path, prune: bool) -> Report {
    let survey = survey(&[folder.to_owned()], &SurveyOptions::default());
    let root = |source: &corpus::collection::SurveyedSource| Root {
        name: source.name.clone(),
        path: source.real.display().to_string(),
        is_whole: source.is_whole,
        unread: source.unread.clone(),
        ..Root::default()
    };
    let roots: Vec<Root> = survey.sources.iter().map(root).collect();
    let options = Options {
        settings: Settings::default(),
        resume: false,
        commit_every: Duration::from_secs(30),
        roots: &roots,
        prune,
        stop: &AtomicBool::new(false),
    };
    index(&survey.entries, into, &options, &Quiet).unwrap()
}

fn fresh(folder: &Path) -> u64 {
    let into = tempfile::tempdir().unwrap();
    run(folder, into.path(), false);
    sound_digest(into.path())
}

/// The text of a source: units by id, each with a formula.
fn jsonl(units: &[(u8, u8)]) -> String {
    let spellings = ["x^2+1", r"\mathrm{x}^2+1", "y_1", r"\frac{a}{b}", "q=r"];
    let line = |&(id, formula): &(u8, u8)| {
        let formula = spellings[usize::from(formula) % spellings.len()];
        let body = format!("let ${formula}$ be number {id}");
        format!("{}\n", serde_json::json!({ "id": format!("u{id}"), "body": body }))
    };
    units.iter().map(line).collect()
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The number of lines before the place where packed bytes are cut off.
fn readable_lines(packed: &[u8]) -> usize {
    let mut text = Vec::new();
    // The error is the cut; the text before it is there all the same.
    let _ = flate2::read::GzDecoder::new(packed).read_to_end(&mut text);
    text.split(|&byte| byte == b'\n')
        .filter(|line| serde_json::from_slice::<serde_json::Value>(line).is_ok())
        .count()
}

/// Files in the folder.
const FILES: usize = 4;

fn name(file: usize) -> String {
    format!("s{file}.jsonl.gz")
}

/// What can happen to a folder.
#[derive(Clone, Debug)]
enum Action {
    /// A file is written or written anew.
    Write(usize, Vec<(u8, u8)>),
    Delete(usize),
    Rename(usize, usize),
    /// A file cannot be read any more: it is cut off, or something else stands in its place.
    Break(usize, bool),
    /// Files that cannot be read are as they were.
    Restore,
    Index,
}

fn action() -> impl Strategy<Value = Action> {
    let units = || prop::collection::vec((0..6u8, 0..5u8), 1..5);
    prop_oneof![
        4 => (0..FILES, units()).prop_map(|(file, units)| Action::Write(file, units)),
        2 => (0..FILES).prop_map(Action::Delete),
        1 => (0..FILES, 0..FILES).prop_map(|(from, to)| Action::Rename(from, to)),
        2 => (0..FILES, any::<bool>()).prop_map(|(file, cut)| Action::Break(file, cut)),
        1 => Just(Action::Restore),
        3 => Just(Action::Index),
    ]
}

/// A folder as it is, and as it is known to the index.
struct Model {
    folder: tempfile::TempDir,
    index: tempfile::TempDir,
    /// What is in the files, broken ones included.
    files: BTreeMap<usize, Vec<(u8, u8)>>,
    broken: BTreeMap<usize, bool>,
    /// What the index should hold of each file.
    indexed: BTreeMap<usize, Vec<(u8, u8)>>,
}

impl Model {
    fn new() -> Model {
        Model {
            folder: tempfile::tempdir().unwrap(),
            index: tempfile::tempdir().unwrap(),
            files: BTreeMap::new(),
            broken: BTreeMap::new(),
            indexed: BTreeMap::new(),
        }
    }

    fn path(&self, file: usize) -> std::path::PathBuf {
        self.folder.path().join(name(file))
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Write(file, units) => {
                std::fs::write(self.path(file), packed(&jsonl(&units))).unwrap();
                self.files.insert(file, units);
                self.broken.remove(&file);
            }
            Action::Delete(file) => {
                let _ = std::fs::remove_file(self.path(file));
                self.files.remove(&file);
                self.broken.remove(&file);
            }
            Action::Rename(from, to) => {
                if let Some(units) = self.files.get(&from).cloned() {
                    self.apply(Action::Delete(from));
                    self.apply(Action::Write(to, units));
                }
            }
            // A file that was never read whole has no former state to be kept.
            Action::Break(file, cut)
                if self.indexed.contains_key(&file) && self.files.contains_key(&file) =>
            {
                let units = &self.files[&file];
                let whole = packed(&jsonl(units));
                let bytes = if cut { &whole[..whole.len() / 2] } else { b"\xFF\xFEx".as_slice() };
                std::fs::write(self.path(file), bytes).unwrap();
                // The index keeps the units it has, and what can be read of the new ones joins them.
                let readable = &units[..readable_lines(bytes)];
                let known = [self.indexed[&file].as_slice(), readable].concat();
                self.files.insert(file, known);
                self.broken.insert(file, cut);
            }
            Action::Break(..) => {}
            Action::Restore => {
                for file in std::mem::take(&mut self.broken).into_keys() {
                    self.apply(Action::Write(file, self.files[&file].clone()));
                }
            }
            Action::Index => self.index(),
        }
    }

    fn index(&mut self) {
        if self.files.is_empty() {
            return;
        }
        let report = run(self.folder.path(), self.index.path(), false);
        if self.broken.is_empty() {
            self.indexed.clone_from(&self.files);
            assert!(!report.is_partial(), "{report:?}");
        } else {
            self.indexed.extend(self.files.iter().map(|(file, units)| (*file, units.clone())));
        }
        assert_eq!(sound_digest(self.index.path()), self.expected());
    }

    /// The digest of a fresh index of what the index should hold.
    fn expected(&self) -> u64 {
        let whole = tempfile::tempdir().unwrap();
        // Names of sources are part of the content, so the copy takes the place of the folder.
        let aside = whole.path().join("aside");
        std::fs::rename(self.folder.path(), &aside).unwrap();
        std::fs::create_dir(self.folder.path()).unwrap();
        for (file, units) in &self.indexed {
            std::fs::write(self.path(*file), packed(&jsonl(units))).unwrap();
        }
        let digest = fresh(self.folder.path());
        std::fs::remove_dir_all(self.folder.path()).unwrap();
        std::fs::rename(&aside, self.folder.path()).unwrap();
        digest
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_index_is_that_of_what_could_be_read(actions in prop::collection::vec(action(), 1..24)) {
        let mut model = Model::new();
        for action in actions {
            model.apply(action);
        }
        model.apply(Action::Restore);
        model.apply(Action::Index);
    }
}

#[test]
fn the_readable_lines_of_a_cut_file_join_the_units_that_it_had() {
    let mut model = Model::new();
    model.apply(Action::Write(0, vec![(0, 2), (1, 4)]));
    model.apply(Action::Index);
    model.apply(Action::Write(0, vec![(1, 2), (2, 1), (3, 3), (4, 4)]));
    model.apply(Action::Break(0, true));
    assert_eq!(model.files[&0], [(0, 2), (1, 4), (1, 2)]);
    model.apply(Action::Index);
    model.apply(Action::Restore);
    model.apply(Action::Index);
}

#[test]
fn a_source_that_cannot_be_read_keeps_its_units_and_so_do_its_neighbours() {
    let mut model = Model::new();
    for file in 0..3 {
        model.apply(Action::Write(file, vec![(file as u8 * 2, 0), (file as u8 * 2 + 1, 2)]));
    }
    model.apply(Action::Index);
    std::fs::write(model.path(0), b"\xFF\xFEx").unwrap();
    std::fs::remove_file(model.path(1)).unwrap();
    let report = run(model.folder.path(), model.index.path(), false);
    assert!(report.is_partial() && report.vanished == 0 && !report.kept.is_empty(), "{report:?}");
    assert_eq!(Index::open(model.index.path()).unwrap().manifest().units, 6);
    let report = run(model.folder.path(), model.index.path(), true);
    assert_eq!((report.vanished, report.kept.len()), (1, 0));
    assert_eq!(Index::open(model.index.path()).unwrap().manifest().units, 4);
}

//! Adding, replacing, deleting, committing: the content of an index is the last requested state, however it was
//! reached.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use index::{Error, Index, Settings, Writer};
use proptest::prelude::*;
use support::{sound_digest, unit, units, write};

fn fresh(units: &[document::Unit]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), units);
    sound_digest(folder.path())
}

#[test]
fn deleting_and_adding_again_equals_a_fresh_index() {
    let folder = tempfile::tempdir().unwrap();
    let units = units(60);
    write(folder.path(), &units);
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    for unit in &units {
        assert!(writer.delete(&unit.id).unwrap());
    }
    writer.commit().unwrap();
    assert_eq!(Index::open(folder.path()).unwrap().distinct_formulas(), 0);
    assert_eq!(sound_digest(folder.path()), fresh(&[]));
    writer.add("source", &units).unwrap();
    writer.finish().unwrap();
    assert_eq!(sound_digest(folder.path()), fresh(&units));
}

#[test]
fn a_unit_replaces_the_one_with_its_id_also_before_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("source", &[unit("a", &["x+1"]), unit("a", &["x+2"])]).unwrap();
    writer.add("source", &[unit("a", &["x+3"])]).unwrap();
    writer.commit().unwrap();
    writer.add("source", &[unit("a", &["x+4"])]).unwrap();
    writer.finish().unwrap();
    assert_eq!(sound_digest(folder.path()), fresh(&[unit("a", &["x+4"])]));
    assert_eq!(Index::open(folder.path()).unwrap().manifest().units, 1);
}

#[test]
fn a_source_goes_with_all_its_units_and_may_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("one", &units(10)).unwrap();
    writer.add("two", &[unit("z", &["q^7"])]).unwrap();
    writer.commit().unwrap();
    writer.delete_source("one").unwrap();
    writer.add("one", &units(5)).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    assert_eq!(index.manifest().units, 6);
    assert!(index.unit("u4").unwrap().is_some() && index.unit("u5").unwrap().is_none());
    sound_digest(folder.path());
}

#[test]
fn uncommitted_changes_are_absent_and_harmless() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &units(10));
    let before = sound_digest(folder.path());
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("source", &units(50)).unwrap();
    drop(writer);
    assert_eq!(sound_digest(folder.path()), before);
    write(folder.path(), &units(50));
    assert_eq!(sound_digest(folder.path()), fresh(&units(50)));
}

#[test]
fn little_memory_makes_many_segments_and_the_same_content() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { memory: 1, ..Settings::default() };
    let mut writer = Writer::open(folder.path(), settings).unwrap();
    let units = units(48);
    for (number, unit) in units.iter().enumerate() {
        writer.add("source", std::slice::from_ref(unit)).unwrap();
        if number % 5 == 0 {
            writer.commit().unwrap();
            sound_digest(folder.path());
        }
    }
    writer.commit().unwrap();
    assert!(Index::open(folder.path()).unwrap().formulas().segments().len() > 1);
    assert_eq!(sound_digest(folder.path()), fresh(&units));
    writer.finish().unwrap();
    assert_eq!(Index::open(folder.path()).unwrap().formulas().segments().len(), 1);
    assert_eq!(sound_digest(folder.path()), fresh(&units));
}

#[test]
fn files_left_over_by_a_killed_commit_are_harmless() {
    let (killed, index) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(index.path(), &units(20));
    let copy = |is_wanted: &dyn Fn(&str) -> bool| {
        for entry in std::fs::read_dir(index.path()).unwrap() {
            let file = entry.unwrap();
            if is_wanted(file.file_name().to_str().unwrap()) {
                std::fs::copy(file.path(), killed.path().join(file.file_name())).unwrap();
            }
        }
    };
    copy(&|_| true);
    let delete_one = |folder: &std::path::Path| {
        let mut writer = Writer::open(folder, Settings::default()).unwrap();
        assert!(writer.delete("u3").unwrap());
        writer.commit().unwrap();
    };
    delete_one(index.path());
    copy(&|name| name.ends_with(".del") || name == ".managed.json");
    delete_one(killed.path());
    assert_eq!(sound_digest(killed.path()), sound_digest(index.path()));
}

#[test]
fn a_reader_sees_its_commit_while_the_index_changes() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &units(20));
    let index = Index::open(folder.path()).unwrap();
    let before = index::check::digest(&index).unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    for unit in &units(20) {
        writer.delete(&unit.id).unwrap();
    }
    writer.add("source", &[unit("new", &["y^9"])]).unwrap();
    writer.finish().unwrap();
    assert_eq!(index::check::digest(&index).unwrap(), before);
    assert_eq!(Index::open(folder.path()).unwrap().manifest().units, 1);
}

#[test]
fn a_second_writer_is_told_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Writer::open(folder.path(), Settings::default()).unwrap();
    let Err(error) = Writer::open(folder.path(), Settings::default()) else { panic!("two writers") };
    assert!(matches!(error, Error::Locked(_)), "{error}");
    assert!(error.hint().starts_with("wait"));
}

#[test]
fn a_folder_with_other_files_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thesis.tex"), "x").unwrap();
    let result = Writer::open(folder.path(), Settings::default());
    assert!(matches!(result, Err(Error::NotAnIndex(_))));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn no_index_and_another_format_have_their_own_errors() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Index::open(folder.path()), Err(Error::NoIndex(_))));
    assert!(matches!(Index::open(folder.path().join("nowhere")), Err(Error::NoIndex(_))));
    write(folder.path(), &units(3));
    let marker = folder.path().join("perga-index.json");
    let text = std::fs::read_to_string(&marker).unwrap();
    let written = format!("\"format\": {}", index::manifest::FORMAT);
    std::fs::write(&marker, text.replace(&written, "\"format\": 999")).unwrap();
    assert!(matches!(Index::open(folder.path()), Err(Error::OtherFormat { found: 999, .. })));
}

/// One thing that can happen to an index.
#[derive(Clone, Debug)]
enum Action {
    Add(usize, usize),
    Delete(usize),
    Commit,
    Reopen,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => (0..12usize, 0..16usize).prop_map(|(id, formula)| Action::Add(id, formula)),
        2 => (0..12usize).prop_map(Action::Delete),
        1 => Just(Action::Commit),
        1 => Just(Action::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_content_is_that_of_a_fresh_index(actions in prop::collection::vec(action(), 1..40)) {
        let folder = tempfile::tempdir().unwrap();
        let mut expected = std::collections::BTreeMap::new();
        let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
        for action in actions {
            match action {
                Action::Add(id, formula) => {
                    let unit = unit(&format!("u{id}"), &[support::FORMULAS[formula]]);
                    writer.add("source", std::slice::from_ref(&unit)).unwrap();
                    expected.insert(id, unit);
                }
                Action::Delete(id) => {
                    let is_there = expected.remove(&id).is_some();
                    prop_assert_eq!(writer.delete(&format!("u{id}")).unwrap(), is_there);
                }
                Action::Commit => writer.commit().unwrap(),
                Action::Reopen => {
                    writer.commit().unwrap();
                    drop(writer);
                    writer = Writer::open(folder.path(), Settings::default()).unwrap();
                }
            }
        }
        writer.finish().unwrap();
        let expected: Vec<document::Unit> = expected.into_values().collect();
        prop_assert_eq!(sound_digest(folder.path()), fresh(&expected));
    }
}

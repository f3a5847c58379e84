//! One id in several sources, one formula in several spellings: what an index shows depends only on the collection.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use index::{Index, Repeated, Settings, Writer};
use support::{sound_digest, unit};

/// An index of these sources, each with one unit: its id and its formula.
fn fresh(sources: &[(&str, &str, &str)]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    for (source, id, formula) in sources {
        writer.add(source, &[unit(id, &[formula])]).unwrap();
    }
    writer.finish().unwrap();
    sound_digest(folder.path())
}

fn shown(folder: &std::path::Path, id: &str) -> Option<(String, String)> {
    let unit = Index::open(folder).unwrap().unit(id).unwrap()?;
    let formula = unit.formula(&unit.formulas[0]).to_owned();
    Some((unit.source, formula))
}

#[test]
fn the_source_whose_name_comes_last_is_shown_whichever_was_read_first() {
    let sources = [("a", "x1", "p+1"), ("b", "x1", "p+2"), ("c", "x1", "p+3")];
    let expected = fresh(&sources);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for commits in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
            for number in order {
                let (source, id, formula) = sources[number];
                writer.add(source, &[unit(id, &[formula])]).unwrap();
                if commits {
                    writer.commit().unwrap();
                }
            }
            assert_eq!(writer.repeated(), Repeated { within: 0, across: 2 });
            writer.finish().unwrap();
            assert_eq!(sound_digest(folder.path()), expected, "{order:?} {commits}");
            assert_eq!(shown(folder.path(), "x1").unwrap().0, "c");
            let index = Index::open(folder.path()).unwrap();
            assert_eq!((index.manifest().units, index.manifest().occurrences), (1, 3));
        }
    }
}

#[test]
fn a_unit_that_sources_share_survives_the_removal_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    for (source, formula) in [("a", "p+1"), ("b", "p+2"), ("c", "p+3")] {
        writer.add(source, &[unit("x1", &[formula]), unit(source, &["q"])]).unwrap();
    }
    writer.commit().unwrap();
    for (removed, left) in [("c", Some("b")), ("b", Some("a")), ("a", None)] {
        writer.delete_source(removed).unwrap();
        writer.commit().unwrap();
        let source = shown(folder.path(), "x1").map(|(source, _)| source);
        assert_eq!(source.as_deref(), left);
        let rest: Vec<(&str, &str, &str)> = [
            ("a", "x1", "p+1"),
            ("a", "a", "q"),
            ("b", "x1", "p+2"),
            ("b", "b", "q"),
            ("c", "x1", "p+3"),
            ("c", "c", "q"),
        ]
        .into_iter()
        .filter(|(source, ..)| left.is_some_and(|left| *source <= left))
        .collect();
        assert_eq!(sound_digest(folder.path()), fresh(&rest), "without {removed}");
    }
}

#[test]
fn removing_a_source_that_is_hidden_changes_nothing_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("a", &[unit("x1", &["p+1"])]).unwrap();
    writer.add("b", &[unit("x1", &["p+2"])]).unwrap();
    writer.delete_source("a").unwrap();
    writer.finish().unwrap();
    assert_eq!(sound_digest(folder.path()), fresh(&[("b", "x1", "p+2")]));
}

#[test]
fn formulas_of_hidden_copies_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("a", &[unit("x1", &[r"\zeta(17)"])]).unwrap();
    writer.add("b", &[unit("x1", &["p+2"])]).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    assert_eq!(index.distinct_formulas(), 2);
    let (slt, _) = formula::latex::read(r"\zeta(17)", &Default::default());
    let hidden = index.formulas().find_visual(formula::signatures::visual(&slt)).unwrap();
    assert!(!index.is_in_use(hidden) && index.first_instance(hidden).unwrap().is_none());
}

/// Two spellings that look the same and have different trees.
const SPELLINGS: [&str; 2] = [r"\mathrm{x}^{2}+1", "x^{2}+1"];

#[test]
fn a_formula_is_stored_as_each_unit_wrote_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("a", &[unit("p", &[SPELLINGS[0]])]).unwrap();
    writer.add("b", &[unit("q", &[SPELLINGS[1]])]).unwrap();
    writer.commit().unwrap();
    let tex = |id: &str| {
        let index = Index::open(folder.path()).unwrap();
        let unit = index.unit(id).unwrap().unwrap();
        let record = index.formulas().record(unit.formulas[0].record).unwrap();
        formula::write::tex::write(&record.slt)
    };
    assert!(tex("p").contains("mathrm") && !tex("q").contains("mathrm"));
    writer.delete_source("a").unwrap();
    writer.finish().unwrap();
    assert!(!tex("q").contains("mathrm"));
    assert_eq!(sound_digest(folder.path()), fresh(&[("b", "q", SPELLINGS[1])]));
}

#[test]
fn formulas_that_look_the_same_count_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("b", &[unit("q", &[SPELLINGS[1]])]).unwrap();
    writer.commit().unwrap();
    writer.add("a", &[unit("p", &[SPELLINGS[0]])]).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    // Every unit has a comment with an `x` as well.
    assert_eq!(index.distinct_formulas(), 2);
    let unit = index.unit("q").unwrap().unwrap();
    let record = unit.formulas[0].record;
    assert_eq!(index.variants().of(record).len(), 2);
    let mut holding = 0;
    index.units().unwrap().holding(record, |_| holding += 1).unwrap();
    assert_eq!(holding, 2);
    // The first occurrence is that of the first source, whichever was read first.
    assert_eq!(index.first_instance(record).unwrap().unwrap().0.id, "p");
}

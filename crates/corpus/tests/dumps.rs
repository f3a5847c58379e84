//! Dumps of question-and-answer sites: fixtures in the form in which they are distributed, read whole.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use corpus::collection::{Entry, Format, Progress, SurveyOptions, survey};
use document::{Complaint, Link, Unit};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The one entry of a source.
fn entry(source: PathBuf) -> Entry {
    let mut found = survey(&[source], &SurveyOptions::default());
    assert!(found.complaints.is_empty(), "{:?}", found.complaints);
    assert_eq!(found.entries.len(), 1, "{:?}", found.entries);
    found.entries.remove(0)
}

fn read(entry: &Entry) -> (Vec<Unit>, Vec<Complaint>) {
    let progress = Arc::new(Progress::default());
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    for item in entry.read(&progress).unwrap() {
        match item {
            Ok(unit) => units.push(unit),
            Err(complaint) => complaints.push(complaint),
        }
    }
    assert_eq!(progress.bytes(), entry.bytes, "progress ends where the files end");
    (units, complaints)
}

fn unit<'a>(units: &'a [Unit], id: &str) -> &'a Unit {
    units.iter().find(|unit| unit.id == id).unwrap()
}

fn link(kind: &str, target: &str) -> Link {
    Link { kind: kind.to_owned(), target: target.to_owned() }
}

fn check_posts(units: &[Unit]) {
    let ids: Vec<&str> =
        units.iter().filter(|unit| unit.kind != "formula").map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5", "6", "7", "9", "10", "11", "12"]);
    let question = unit(units, "1");
    assert_eq!((question.kind.as_str(), question.parent.as_deref()), ("question", None));
    assert_eq!(question.tags, ["elementary-number-theory", "irrational-numbers"]);
    assert_eq!((question.score, question.accepted, question.date), (Some(12), false, Some(1_300_094_813)));
    assert_eq!(question.comments.len(), 2);
    assert!(question.comments[0].text.starts_with("Because 2 is prime & "), "{:?}", question.comments);
    let answer = unit(units, "3");
    assert_eq!((answer.kind.as_str(), answer.parent.as_deref()), ("answer", Some("1")));
    assert_eq!((answer.thread.as_deref(), answer.accepted), (Some("1"), true));
    assert!(!unit(units, "2").accepted);
    assert!(unit(units, "4").accepted, "its question comes after it");
    assert_eq!(unit(units, "4").comments[0].text, "Of course!");
    assert_eq!(unit(units, "9").links, [link("duplicate", "5")]);
    assert_eq!(unit(units, "5").links, [link("related", "1")]);
    assert_eq!(unit(units, "9").score, Some(-1));
}

#[test]
fn a_stack_exchange_dump() {
    let entry = entry(fixture("mathematics.stackexchange.com"));
    assert_eq!((entry.format, entry.files.len()), (Format::StackExchange, 5));
    let (units, complaints) = read(&entry);
    assert!(complaints.is_empty(), "{complaints:?}");
    check_posts(&units);
    assert_eq!(unit(&units, "10").score, Some(2), "votes replace a missing score");
    let url = |id| unit(&units, id).url.as_deref();
    assert_eq!(url("1"), Some("https://mathematics.stackexchange.com/questions/1"));
    assert_eq!(url("3"), Some("https://mathematics.stackexchange.com/a/3"));
}

#[test]
fn the_same_dump_in_a_7z_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mathematics.stackexchange.com.7z");
    let mut writer = sevenz_rust2::ArchiveWriter::create(&path).unwrap();
    let is_file = |_: &Path| true;
    writer.push_source_path_non_solid(fixture("mathematics.stackexchange.com"), is_file).unwrap();
    writer.finish().unwrap();
    let entry = entry(path.clone());
    assert_eq!((entry.name.as_str(), entry.format), (&*path.display().to_string(), Format::StackExchange));
    let (units, complaints) = read(&entry);
    assert!(complaints.is_empty(), "{complaints:?}");
    check_posts(&units);
    assert_eq!(unit(&units, "1").url.as_deref(), Some("https://mathematics.stackexchange.com/questions/1"));
}

#[test]
fn the_arqmath_collection() {
    let entry = entry(fixture("arqmath"));
    assert_eq!((entry.format, entry.files.len()), (Format::Arqmath, 7));
    let (units, complaints) = read(&entry);
    assert!(complaints.is_empty(), "{complaints:?}");
    check_posts(&units);
    let orphans: Vec<(&str, &str, &str)> = units
        .iter()
        .filter(|unit| unit.kind == "formula")
        .map(|unit| (unit.id.as_str(), unit.parent.as_deref().unwrap(), unit.body.text.as_str()))
        .collect();
    assert_eq!(orphans, [("23", "6", "\\int_0^1 x\n\\, dx"), ("24", "2", "a \\text{ \"quoted\" } b")]);
}

/// Every formula of the posts is in the lists, so ids and visual ids must be those of the lists.
#[test]
fn formulas_of_arqmath_keep_their_ids() {
    let (units, _) = read(&entry(fixture("arqmath")));
    let mut found: Vec<(u32, Option<&str>)> = units
        .iter()
        .flat_map(Unit::texts)
        .flat_map(|(_, text)| &text.formulas)
        .map(|formula| (formula.id.as_deref().unwrap().parse().unwrap(), formula.visual_id.as_deref()))
        .collect();
    found.sort_unstable();
    assert_eq!(found.iter().map(|(id, _)| *id).collect::<Vec<_>>(), (1..=24).collect::<Vec<_>>());
    assert!(found.iter().all(|(_, visual_id)| visual_id.is_some()), "{found:?}");
    // Formulas 1 and 2 are the same, and the visual id is the new one.
    assert_eq!((found[0].1, found[1].1), (Some("101"), Some("101")));
}

#[test]
fn damage_costs_only_the_damaged_rows() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read_to_string(fixture("mathematics.stackexchange.com/Posts.xml")).unwrap();
    let damaged =
        whole.replace("Body=\"&lt;p&gt;Count", "Body=&lt;p&gt;Count").replace("<row Id=\"5\" ", "<row ");
    let cut = damaged.find("Inequality of means").unwrap();
    std::fs::write(folder.path().join("Posts.xml"), &damaged[..cut]).unwrap();
    std::fs::write(
        folder.path().join("Comments.xml"),
        "<comments><row Id=\"1\"/><row PostId=\"1\" Text=\"x\"/>",
    )
    .unwrap();
    let (units, complaints) = read(&entry(folder.path().to_owned()));
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids, ["1", "3", "4", "6", "7", "9", "10"]);
    assert_eq!(unit(&units, "1").comments.len(), 1);
    let lines: Vec<(usize, &str)> = complaints.iter().map(|c| (c.line, c.message.as_str())).collect();
    assert_eq!(
        lines,
        [
            (1, "a row without the required numbers"),
            (4, "a truncated row"),
            (7, "a post without an `Id`"),
            (13, "a truncated row"),
        ]
    );
}

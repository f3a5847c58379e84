//! Real collections: the numbers of units and formulas, without complaints except for faults of the data.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::Arc;

use corpus::collection::{Format, Progress, SurveyOptions, survey};
use document::{Complaint, Unit};
use testkit::shared;

/// The units of a source whose entries have one format.
fn read(path: &str, format: Format) -> (Vec<Unit>, Vec<Complaint>) {
    let source = shared(path);
    let found = survey(&[source], &SurveyOptions::default());
    let is_unsupported = |complaint: &Complaint| complaint.message.starts_with("unsupported file type");
    assert!(found.complaints.iter().all(is_unsupported), "{path}: {:?}", found.complaints);
    let progress = Arc::new(Progress::default());
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    for entry in &found.entries {
        assert_eq!(entry.format, format, "{}", entry.name);
        for item in entry.read(&progress).unwrap() {
            match item {
                Ok(unit) => units.push(unit),
                Err(complaint) => complaints.push(complaint),
            }
        }
    }
    assert_eq!(progress.bytes(), found.entries.iter().map(|entry| entry.bytes).sum::<u64>(), "{path}");
    (units, complaints)
}

/// Some rows of the data have an id and no formula.
fn are_empty(complaints: &[Complaint]) -> bool {
    complaints.iter().all(|complaint| complaint.message == "a row without a formula")
}

fn by_kind(units: &[Unit]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    units.iter().for_each(|unit| *counts.entry(unit.kind.as_str()).or_default() += 1);
    counts
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn native_units() {
    let (units, complaints) = read("answers-dev/units.jsonl.gz", Format::Jsonl);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(by_kind(&units), BTreeMap::from([("answer", 4350), ("question", 2769)]));
    assert!(units.iter().map(|unit| unit.comments.len()).sum::<usize>() > 5_000);
    let formulas: usize = units.iter().map(Unit::formula_count).sum();
    assert!(formulas > 70_000, "{formulas}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn encyclopaedia_articles() {
    let (units, complaints) = read("corpora/planetmath.jsonl.gz", Format::Jsonl);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(by_kind(&units), BTreeMap::from([("article", 8469)]));
    assert!(units.iter().filter(|unit| unit.macros.is_some()).count() > 1_000);
    assert!(units.iter().filter(|unit| !unit.names.is_empty()).count() > 1_000);
    let formulas: usize = units.iter().map(Unit::formula_count).sum();
    assert!(formulas > 200_000, "{formulas}");
    let unread = units.iter().filter(|unit| unit.body.words().any(|words| words.contains("\\emph"))).count();
    assert!(unread < 10, "{unread} articles with commands between the formulas");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn question_and_answer_pairs() {
    let (units, complaints) = read("corpora/stackmathqa.tar.gz", Format::Jsonl);
    assert!(complaints.is_empty(), "{complaints:?}");
    let kinds = by_kind(&units);
    assert_eq!(kinds["answer"], 987);
    assert!(kinds["question"] > 500, "{kinds:?}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn a_pool_of_formulas() {
    let (units, complaints) = read("formula-dev/pool.jsonl.gz", Format::Jsonl);
    assert!(complaints.len() == 24 && are_empty(&complaints), "{complaints:?}");
    let kinds = by_kind(&units);
    assert!(kinds.len() == 1 && kinds["formula"] > 3_000, "{kinds:?}");
}

/// Every line of every list is a formula with its own id.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn lists_of_formulas() {
    for (name, count) in [
        ("formulas/mse-posts.tsv.gz", 81_795),
        ("formulas/wikipedia.tsv.gz", 17_877),
        ("formulas/arxiv-astroph.tsv.gz", 26_277),
        ("formulas/im2latex.txt.gz", 17_919),
        ("formulas/notes-ocw-minif2f.txt.gz", 7_176),
        ("formulas/mse-arqmath.txt.gz", 2_717),
        ("formulas/wiki-mediawiki.txt.gz", 467),
        ("answers-dev/formula-instances.tsv.gz", 76_970),
    ] {
        let (units, complaints) = read(name, Format::Tsv);
        assert!(are_empty(&complaints), "{name}: {complaints:?}");
        assert_eq!(units.len() + complaints.len(), count, "{name}");
        let mut ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), units.len(), "{name}: an id twice");
        let visual_ids = units.iter().filter(|unit| unit.body.formulas[0].visual_id.is_some()).count();
        assert_eq!(
            visual_ids * 100 > count * 99,
            name.contains("mse-posts") || name.contains("instances"),
            "{name}"
        );
    }
    let (units, _) = read("answers-dev/formula-instances.tsv.gz", Format::Tsv);
    assert_eq!(units[0].parent.as_deref(), Some("9253"));
}

/// Noisy lists, whose lines come from the tests of typesetters.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn stress_lists() {
    for name in ["katex-tests", "mathjax-tests", "wiki-temml"] {
        let (units, _) = read(&format!("formulas/{name}.txt.gz"), Format::Tsv);
        assert!(units.len() > 100, "{name}: {}", units.len());
    }
}

/// Archives of documents: their formats, and the number of entries.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn archives_of_documents() {
    for (path, expected) in [
        ("corpora/textbooks.tar.gz", vec!["latex", "pretext"]),
        ("corpora/openlogic-latex.tar.gz", vec!["latex"]),
        ("answers-dev/html-sample.tar.gz", vec!["html"]),
        ("ntcir/ntcir12-articles-sample.tar.gz", vec!["ntcir"]),
    ] {
        let source = shared(path);
        let found = survey(&[source], &SurveyOptions::default());
        let mut formats: Vec<&str> = found.entries.iter().map(|entry| entry.format.name()).collect();
        formats.sort_unstable();
        formats.dedup();
        assert_eq!(formats, expected, "{path}");
        eprintln!("{path}: {} entries, {} skipped", found.entries.len(), found.skipped);
        assert!(found.complaints.is_empty(), "{path}: {:?}", found.complaints);
    }
}

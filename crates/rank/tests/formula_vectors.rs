//! Pipelines over vectors of formulas: what they find, and what they say when vectors are missing or old.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../vectors/tests/support/trained.rs"]
mod trained;

use std::sync::atomic::AtomicBool;

use formula::Notation;
use index::{Index, Writer};
use rank::Error;
use rank::formulas::{Pipeline, Query, Searcher};
use trained::{Unwatched, add, formulas, settings, trained};
use vectors::formulas::train;

fn search(index: &Index, pipeline: &str, query: &str, k: usize) -> Vec<String> {
    let pipeline = Pipeline::load(pipeline).unwrap();
    let searcher = Searcher::new(index, &pipeline).unwrap();
    let found = searcher.search(&Query::read(query, Notation::Latex), k);
    for hit in &found.hits {
        let sum: f64 = hit.parts.iter().map(|part| part.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-12, "{hit:?}");
    }
    let id = |record| index.occurrences(record).unwrap()[0].0.id.clone();
    found.hits.iter().map(|hit| id(hit.record)).collect()
}

#[test]
fn alike_formulas_are_nearer_than_others() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    // `t` and `7` occur nowhere.
    for (query, kind) in [
        (r"\int_0^t \sin x \, dx", r"\int"),
        (r"\frac{x^2-7}{t+1}", r"\frac"),
        (r"\sum_{t=1}^{n} t^3", r"\sum"),
        (r"x \in A \cap B_t", r"\in "),
    ] {
        for pipeline in ["cft2", "cft2ted"] {
            let found = search(&index, pipeline, query, 20);
            assert_eq!(found.len(), 20);
            assert!(found.iter().all(|found| found.contains(kind)), "{pipeline} {query}: {found:?}");
        }
        let exact = formulas().into_iter().find(|formula| formula.contains(kind)).unwrap();
        assert_eq!(search(&index, "cft2", &exact, 1), [exact]);
    }
}

#[test]
fn formulas_added_later_are_warned_about_and_the_others_found() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    let pipeline = Pipeline::load("cft2").unwrap();
    assert!(Searcher::new(&index, &pipeline).unwrap().warning().is_none());
    let before = search(&index, "cft2", r"\frac{x^2-7}{t+1}", 10);

    let index = add(folder.path(), &[r"\frac{x^2-7}{t+1}".to_owned()]);
    let warning = Searcher::new(&index, &pipeline).unwrap().warning().unwrap();
    assert!(warning.starts_with("1 formula "), "{warning}");
    assert_eq!(search(&index, "cft2", r"\frac{x^2-7}{t+1}", 10), before);
    train(&index, &settings(), None, &Unwatched, &AtomicBool::new(false)).unwrap();
    let index = Index::open(folder.path()).unwrap();
    assert!(Searcher::new(&index, &pipeline).unwrap().warning().is_none());
    // By types alone it is one of many that are equal, so it need not come first.
    assert!(search(&index, "cft2", r"\frac{x^2-7}{t+1}", 100).contains(&r"\frac{x^2-7}{t+1}".to_owned()));
}

#[test]
fn deleted_formulas_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    let query = r"\frac{a^2-1}{b+0}";
    assert_eq!(search(&index, "cft2", query, 1), [query]);
    let mut writer = Writer::open(folder.path(), index::Settings::default()).unwrap();
    assert!(writer.delete(query).unwrap());
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    assert_ne!(search(&index, "cft2", query, 1), [query]);
}

#[test]
fn without_vectors_the_error_says_how_to_make_them() {
    let folder = tempfile::tempdir().unwrap();
    let index = add(folder.path(), &formulas()[..2]);
    let pipeline = Pipeline::load("cft2").unwrap();
    let error = Searcher::new(&index, &pipeline).err().unwrap();
    assert!(error.hint().is_some_and(|hint| hint.starts_with("train")), "{error}");
    let text = "name='x'\npurpose=''\ncandidates=[{generator='paths',take=9}]\n[[stages]]\ntake=1\nweights={cosine-slt=1.0}";
    let pipeline = Pipeline::parse("x.toml", text).unwrap();
    assert!(matches!(
        Searcher::new(&index, &pipeline),
        Err(Error::Vectors(vectors::Error::NoFormulaVectors { .. }))
    ));
}

#[test]
fn nothing_to_learn_from_is_no_failure() {
    for formulas in [vec![], vec!["x".to_owned()]] {
        let folder = tempfile::tempdir().unwrap();
        let index = add(folder.path(), &formulas);
        train(&index, &settings(), None, &Unwatched, &AtomicBool::new(false)).unwrap();
        let index = Index::open(folder.path()).unwrap();
        assert!(search(&index, "cft2", "x", 10).is_empty());
    }
}

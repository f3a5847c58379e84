//! Vectors of formulas: what training gives, and what is nearest.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/trained.rs"]
mod trained;

use std::fs;
use std::sync::atomic::AtomicBool;

use formula::{Notation, Options};
use index::Index;
use trained::{Unwatched, settings, trained};
use vectors::Error;
use vectors::formulas::{Embeddings, Representation, Settings, train};

/// The file with the vectors of an index.
fn vectors_file(index: &Index) -> std::path::PathBuf {
    index.folder().join(&index.manifest().formula_vectors.as_ref().unwrap().name)
}

#[test]
fn vectors_depend_on_the_seed_and_not_on_the_number_of_threads() {
    let bytes = |threads: usize, seed: u64| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let index = pool.install(|| trained(folder.path(), &Settings { seed, ..settings() }));
        fs::read(vectors_file(&index)).unwrap()
    };
    let one = bytes(1, 7);
    assert!(one == bytes(2, 7) && one == bytes(5, 7));
    assert!(one != bytes(1, 8));
}

#[test]
fn an_exhaustive_search_finds_the_same_in_the_same_order() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    let embeddings = Embeddings::open(&index).unwrap();
    let query = formula::read(r"\frac{x^2-7}{t+1}", Notation::Latex, &Options::default());
    for representation in Representation::ALL {
        let vector = embeddings.model(representation).vector(&query.slt, &query.opt);
        let mut all: Vec<(u32, f64)> = (0..index.manifest().next_record)
            .map(|record| (record, embeddings.cosine(representation, &vector, record).unwrap()))
            .collect();
        all.sort_by(|a, b| (b.1 as f32).total_cmp(&(a.1 as f32)).then(a.0.cmp(&b.0)));
        for take in [1, 10, 100, 100_000] {
            let found = embeddings.nearest(representation, &vector, take);
            assert_eq!(found.len(), take.min(all.len()));
            for (found, (_, expected)) in found.iter().zip(&all) {
                assert!((found.score - expected).abs() < 1e-6);
                let own = embeddings.cosine(representation, &vector, found.record).unwrap();
                assert!((found.score - own).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn a_training_that_is_stopped_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    let files = || {
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let (file, all) = (vectors_file(&index), files());
    let before = fs::read(&file).unwrap();
    let stopped =
        train(&index, &Settings { seed: 8, ..settings() }, None, &Unwatched, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert!(fs::read(&file).unwrap() == before);
    assert_eq!(files(), all);
}

/// Stops after this many formulas.
struct Impatient<'a> {
    left: std::sync::atomic::AtomicI64,
    stop: &'a AtomicBool,
}

impl vectors::formulas::Progress for Impatient<'_> {
    fn advance(&self, formulas: u64) {
        let before = self.left.fetch_sub(formulas as i64, std::sync::atomic::Ordering::Relaxed);
        self.stop.store(before <= formulas as i64, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn a_training_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been() {
    for published in [false, true] {
        let settings = Settings { epochs: 4, published, ..settings() };
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let whole = trained(whole.path(), &settings);
        let expected = fs::read(vectors_file(&whole)).unwrap();
        let index = trained::add(parts.path(), &trained::formulas());
        let state = tempfile::tempdir().unwrap();
        let formulas = index.distinct_formulas() as i64;
        let mut stops = 0;
        loop {
            let stop = AtomicBool::new(false);
            // Passes that are done count again.
            let watch = Impatient { left: (formulas * (3 + 4 * stops)).into(), stop: &stop };
            match train(&index, &settings, Some(state.path()), &watch, &stop) {
                Err(Error::Stopped) => stops += 1,
                other => break other.unwrap(),
            }
            assert!(stops < 20, "it never ends");
        }
        assert!(stops > 0);
        let index = Index::open(parts.path()).unwrap();
        assert!(fs::read(vectors_file(&index)).unwrap() == expected, "published: {published}");
        // The state of another training is refused.
        let other = Settings { seed: 9, ..settings };
        let error =
            train(&index, &other, Some(state.path()), &Unwatched, &AtomicBool::new(false)).unwrap_err();
        assert!(
            error.to_string().contains("another") || error.to_string().contains("not the state"),
            "{error}"
        );
        assert!(error.hint().is_some());
    }
}

#[test]
fn vectors_trained_as_published_know_renamed_formulas_better_by_type() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &Settings { published: true, ..settings() });
    let embeddings = Embeddings::open(&index).unwrap();
    let read = |source: &str| formula::read(source, Notation::Latex, &Options::default());
    let (one, renamed) = (read(r"\frac{x^2-7}{t+1}"), read(r"\frac{q^2-7}{r+1}"));
    let cosine = |representation| {
        let model = embeddings.model(representation);
        let vector = |formula: &formula::Formula| model.vector(&formula.slt, &formula.opt);
        assert!((vector(&one).cosine(&vector(&one)) - 1.0).abs() < 1e-9);
        vector(&one).cosine(&vector(&renamed))
    };
    assert!(cosine(Representation::SltType) > cosine(Representation::Slt));
    assert!(cosine(Representation::OptType) > cosine(Representation::Opt));
}

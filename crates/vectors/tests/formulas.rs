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
    let stopped = train(&index, &Settings { seed: 8, ..settings() }, &Unwatched, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert!(fs::read(&file).unwrap() == before);
    assert_eq!(files(), all);
}

//! Vectors of formulas: training, the file beside the index, searching.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use document::{Occurrence, Text, Unit};
use formula::Notation;
use index::{Index, Writer};
use rank::Error;
use rank::embeddings::{Embeddings, Progress, Representation, Settings, train};
use rank::pipeline::Pipeline;
use rank::query::Query;
use rank::search::Searcher;

struct Unwatched;

impl Progress for Unwatched {
    fn advance(&self, _: u64) {}
}

fn add(folder: &Path, formulas: &[String]) -> Index {
    let mut writer = Writer::open(folder, index::Settings::default()).unwrap();
    let unit = |source: &String| {
        let formula = Occurrence {
            place: 0..source.len(),
            source: source.clone(),
            notation: Notation::Latex,
            id: None,
            visual_id: None,
        };
        let body = Text { text: source.clone(), formulas: vec![formula] };
        Unit { id: source.clone(), body, ..Unit::default() }
    };
    writer.add("formulas", &formulas.iter().map(unit).collect::<Vec<_>>()).unwrap();
    writer.finish().unwrap();
    Index::open(folder).unwrap()
}

/// Four kinds of formulas in many variants.
fn formulas() -> Vec<String> {
    let letters = ["a", "b", "c", "k", "m", "n", "x", "y", "z"];
    let mut formulas = Vec::new();
    for (i, one) in letters.iter().enumerate() {
        for (j, two) in letters.iter().enumerate().filter(|(j, _)| *j != i) {
            formulas.push(format!(r"\int_0^{two} \sin {one} \, d{one}"));
            formulas.push(format!(r"\frac{{{one}^2-{j}}}{{{two}+{i}}}"));
            formulas.push(format!(r"\sum_{{{one}=1}}^{{{two}}} {one}^{j}"));
            formulas.push(format!(r"{one} \in A \cap B_{two}"));
        }
    }
    formulas
}

fn settings() -> Settings {
    Settings { dimensions: 24, epochs: 3, negative: 4, window: 4, least: 2, seed: 7 }
}

fn trained(folder: &Path, settings: &Settings) -> Index {
    let index = add(folder, &formulas());
    train(&index, settings, &Unwatched, &AtomicBool::new(false)).unwrap();
    Index::open(folder).unwrap()
}

/// The file with the vectors of an index.
fn vectors_file(index: &Index) -> std::path::PathBuf {
    index.folder().join(&index.manifest().formula_vectors.as_ref().unwrap().name)
}

fn search(index: &Index, pipeline: &str, query: &str, k: usize) -> Vec<String> {
    let pipeline = Pipeline::load(pipeline).unwrap();
    let searcher = Searcher::new(index, &pipeline).unwrap();
    let found = searcher.search(&Query::read(query, Notation::Latex), k);
    for hit in &found.hits {
        let sum: f64 = hit.parts.iter().map(|part| part.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-12, "{hit:?}");
    }
    let id = |record| index.instances(record).unwrap()[0].0.id.clone();
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
    let query = Query::read(r"\frac{x^2-7}{t+1}", Notation::Latex);
    for representation in Representation::ALL {
        let vector = embeddings.model(representation).vector(&query.formula.slt, &query.formula.opt);
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
fn formulas_added_later_are_warned_about_and_the_others_found() {
    let folder = tempfile::tempdir().unwrap();
    let index = trained(folder.path(), &settings());
    let pipeline = Pipeline::load("cft2").unwrap();
    assert!(Searcher::new(&index, &pipeline).unwrap().warning().is_none());
    let before = search(&index, "cft2", r"\frac{x^2-7}{t+1}", 10);

    let index = add(folder.path(), &[r"\frac{x^2-7}{t+1}".to_owned()]);
    let warning = Searcher::new(&index, &pipeline).unwrap().warning().unwrap();
    assert!(warning.starts_with("1 formula ") && warning.contains("perga train embeddings"), "{warning}");
    assert_eq!(search(&index, "cft2", r"\frac{x^2-7}{t+1}", 10), before);
    train(&index, &settings(), &Unwatched, &AtomicBool::new(false)).unwrap();
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
    let error = Searcher::new(&index, &pipeline).err().unwrap().to_string();
    assert!(error.contains("hint: run `perga train embeddings --index"), "{error}");
    let text = "name='x'\npurpose=''\ncandidates=[{generator='paths',take=9}]\n[[stages]]\ntake=1\nweights={cosine-slt=1.0}";
    let pipeline = Pipeline::parse("x.toml", text).unwrap();
    assert!(matches!(Searcher::new(&index, &pipeline), Err(Error::NoVectors { .. })));
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

#[test]
fn nothing_to_learn_from_is_no_failure() {
    for formulas in [vec![], vec!["x".to_owned()]] {
        let folder = tempfile::tempdir().unwrap();
        let index = add(folder.path(), &formulas);
        train(&index, &settings(), &Unwatched, &AtomicBool::new(false)).unwrap();
        let index = Index::open(folder.path()).unwrap();
        assert!(search(&index, "cft2", "x", 10).is_empty());
    }
}

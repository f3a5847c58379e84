//! Vectors of units: made once, kept while texts stay, right after changes, deletions and merges.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/tiny_model.rs"]
mod tiny_model;

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use document::{Text, Unit};
use index::{Index, Settings, Writer};
use vectors::sentences::{Encoder, Report, UnitVectors, embed, passage};

fn encoder(folder: &Path, seed: u64) -> Encoder {
    tiny_model::write(folder, &tiny_model::tensors(seed));
    Encoder::open(folder).unwrap()
}

fn unit(id: &str, title: &str, body: &str) -> Unit {
    let text = |text: &str| Text { text: text.to_owned(), formulas: Vec::new() };
    Unit { id: id.to_owned(), title: text(title), body: text(body), ..Unit::default() }
}

fn write(folder: &Path, source: &str, units: &[Unit]) -> Index {
    let mut writer = Writer::open(folder, Settings::default()).unwrap();
    writer.add(source, units).unwrap();
    writer.finish().unwrap();
    Index::open(folder).unwrap()
}

/// Embeds the units of an index and opens it again.
fn embed_all(index: &mut Index, encoder: &Encoder) -> Report {
    let report = embed(index, encoder, "tiny", &AtomicBool::new(false), |_| ()).unwrap();
    *index = Index::open(index.folder()).unwrap();
    report
}

/// Every unit's vector is that of its passage, and every way of asking says the same.
fn assert_right(index: &Index, encoder: &Encoder) {
    let vectors = UnitVectors::open(index).unwrap().unwrap();
    assert_eq!((vectors.missing(), vectors.len() as u64), (0, index.manifest().units));
    let query = encoder.encode(&["prove that the sum is even"]).unwrap().remove(0);
    let similarities = vectors.similarities(&query);
    let nearest = vectors.nearest(&query, usize::MAX);
    assert_eq!(nearest.len(), vectors.len());
    assert!(nearest.is_sorted_by(|one, two| one.1 >= two.1));
    assert_eq!(vectors.nearest(&query, 3), nearest[..3.min(nearest.len())]);
    for place in index::vectors::units::places(index).unwrap() {
        let unit = index.stored(place.address).unwrap();
        let exact = encoder.encode(&[&passage(&unit)]).unwrap().remove(0);
        let kept = vectors.vector(place.number).unwrap();
        let greatest = exact.iter().fold(0.0f32, |greatest, value| greatest.max(value.abs()));
        for (kept, exact) in kept.iter().zip(&exact) {
            assert!((kept - exact).abs() <= greatest / 127.0, "{}: {kept} is not {exact}", unit.id);
        }
        let product: f32 = kept.iter().zip(&query).map(|(a, b)| a * b).sum();
        let found = similarities[place.number as usize];
        assert!((found - product).abs() < 1e-5, "{}: {found} is not {product}", unit.id);
        assert_eq!(vectors.similarity(&query, place.number), Some(found));
        assert!(nearest.contains(&(place.number, found)));
    }
}

#[test]
fn only_what_is_new_or_changed_is_embedded() {
    let folder = tempfile::tempdir().unwrap();
    let (into, encoder) = (folder.path().join("index"), encoder(&folder.path().join("model"), 5));
    let question = unit("q", "odd sums", "is the sum of $a$ and $b$ even?");
    let answer = Unit { parent: Some("q".to_owned()), ..unit("a", "", "prove that it is") };
    let mut index = write(&into, "one", &[question.clone(), answer, unit("n", "", "")]);
    assert!(UnitVectors::open(&index).unwrap().is_none());
    assert_eq!(embed_all(&mut index, &encoder), Report { units: 3, kept: 0, embedded: 3, is_stopped: false });
    assert_right(&index, &encoder);
    assert_eq!(embed_all(&mut index, &encoder), Report { units: 3, kept: 3, embedded: 0, is_stopped: false });

    // A new title changes the question, not its answer; a new unit has none yet.
    let mut index =
        write(&into, "two", &[unit("q", "even sums", "is the sum even?"), unit("m", "", "integral")]);
    let before = UnitVectors::open(&index).unwrap().unwrap();
    assert_eq!((before.len(), before.missing()), (2, 2));
    assert_eq!(embed_all(&mut index, &encoder), Report { units: 4, kept: 2, embedded: 2, is_stopped: false });
    assert_right(&index, &encoder);
    assert!(index::check::check(&into).unwrap().errors.is_empty());
}

#[test]
fn vectors_stay_with_their_units_through_many_commits() {
    let folder = tempfile::tempdir().unwrap();
    let (into, encoder) = (folder.path().join("index"), encoder(&folder.path().join("model"), 6));
    for round in 0..12 {
        let units: Vec<Unit> = (0..6)
            .map(|number| {
                let id = format!("u{}", (round * 5 + number) % 17);
                unit(&id, &format!("sum {round}"), &"odd ".repeat(number + 1))
            })
            .collect();
        let mut index = write(&into, &format!("s{}", round % 4), &units);
        if round % 3 == 2 {
            embed_all(&mut index, &encoder);
            assert_right(&index, &encoder);
        }
    }
}

#[test]
fn a_stop_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let (into, encoder) = (folder.path().join("index"), encoder(&folder.path().join("model"), 7));
    let units: Vec<Unit> =
        (0..200).map(|number| unit(&format!("u{number}"), "", &format!("sum {number}"))).collect();
    let mut index = write(&into, "one", &units);
    let (stop, steps) = (AtomicBool::new(false), Cell::new(0));
    let report = embed(&index, &encoder, "tiny", &stop, |_| {
        steps.set(steps.get() + 1);
        stop.store(steps.get() == 3, Ordering::Relaxed);
    });
    let report = report.unwrap();
    index = Index::open(&into).unwrap();
    assert!(report.is_stopped && report.embedded > 0 && report.embedded < 200, "{report:?}");
    let rest = embed_all(&mut index, &encoder);
    assert_eq!((rest.kept, rest.embedded), (report.embedded, 200 - report.embedded));
    assert_right(&index, &encoder);
}

#[test]
fn another_model_begins_anew_and_damage_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("index");
    let mut index = write(&into, "one", &[unit("a", "sum", "odd"), unit("b", "even", "odd")]);
    let one = encoder(&folder.path().join("one"), 1);
    let two = encoder(&folder.path().join("two"), 2);
    embed_all(&mut index, &one);
    let vectors = UnitVectors::open(&index).unwrap().unwrap();
    assert!(vectors.fits(&one) && !vectors.fits(&two) && vectors.model() == "tiny");
    assert_eq!(embed_all(&mut index, &two).embedded, 2);
    assert_right(&index, &two);

    let file = into.join(&index.manifest().unit_vectors.as_ref().unwrap().name);
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let error = UnitVectors::open(&index).err().unwrap();
    assert!(error.to_string().contains("vectors"), "{error}");
    assert_eq!(embed_all(&mut index, &two).embedded, 2);
    assert_right(&index, &two);
}

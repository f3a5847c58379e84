//! Formulas of four kinds in an index, and vectors trained on them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use document::Unit;
use document::{Occurrence, Text};
use formula::Notation;
use index::{Index, Writer};
use vectors::formulas::{Progress, Settings, train};

/// Ignores progress.
pub struct Unwatched;

impl Progress for Unwatched {
    fn advance(&self, _: u64) {}
}

/// Adds formulas to an index, each in a unit of its own that has it as its id.
pub fn add(folder: &Path, formulas: &[String]) -> Index {
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
pub fn formulas() -> Vec<String> {
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

/// Settings for a training of some seconds.
pub fn settings() -> Settings {
    Settings { dimensions: 24, epochs: 3, negative: 4, window: 4, least: 2, seed: 7, published: false }
}

/// An index of all formulas with vectors of them.
pub fn trained(folder: &Path, settings: &Settings) -> Index {
    let index = add(folder, &formulas());
    train(&index, settings, None, &Unwatched, &AtomicBool::new(false)).unwrap();
    Index::open(folder).unwrap()
}

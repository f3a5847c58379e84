//! The generator over paths prunes; what it finds is what scoring every record would.

#![allow(clippy::unwrap_used)]

use document::{Text, Unit};
use formula::Notation;
use index::{Index, Settings, Writer};
use rank::formulas::Query;
use rank::formulas::candidates::Generator;
use similarity::symbols::QueryPaths;
use similarity::terms::Family;

/// A few hundred formulas that share many paths: sums, products and powers put together.
fn formulas() -> Vec<String> {
    let terms = ["x", "2y", "a^{2}", r"\frac{1}{n}", r"\sqrt{b}", "f(x)", r"\sin z", "x_{1}"];
    let mut formulas = Vec::new();
    for (i, one) in terms.iter().enumerate() {
        for (j, two) in terms.iter().enumerate() {
            formulas.push(format!("{one}+{two}"));
            formulas.push(format!(r"\frac{{{one}}}{{{two}+1}}"));
            let three = terms[(i + j) % terms.len()];
            formulas.push(format!("({one}+{two})^{{{three}}}={three}-{two}"));
            formulas.push(format!(r"\sum_{{i=1}}^{{n}}{one}\cdot({two}-{three})"));
        }
    }
    formulas
}

fn index_of(formulas: &[String], folder: &std::path::Path) -> Index {
    let mut writer = Writer::open(folder, Settings::default()).unwrap();
    let unit = |(number, formula): (usize, &String)| Unit {
        id: number.to_string(),
        kind: "formula".to_owned(),
        body: Text::formula(formula, Notation::Latex, None),
        ..Unit::default()
    };
    let units: Vec<Unit> = formulas.iter().enumerate().map(unit).collect();
    writer.add("test", &units).unwrap();
    writer.finish().unwrap();
    Index::open(folder).unwrap()
}

/// The structure scores of all records, best first.
fn brute_force(index: &Index, query: &Query) -> Vec<f64> {
    let segments = index.formulas().postings(Family::Paths);
    let postings: u64 = segments.iter().map(|segment| segment.postings()).sum();
    let rarity = |term: u64| {
        let found: u32 = segments.iter().map(|segment| segment.document_frequency(term)).sum();
        if found == 0 { 0.0 } else { (postings as f64 / f64::from(found)).ln() }
    };
    let paths = QueryPaths::new(&query.formula.opt, rarity);
    let records = 0..index.manifest().next_record;
    let score = |record| paths.match_with(&index.formulas().record(record).unwrap().opt).structure;
    let mut scores: Vec<f64> = records.map(score).filter(|score| *score > 0.0).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    scores
}

#[test]
fn pruning_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let formulas = formulas();
    let index = index_of(&formulas, folder.path());
    for source in formulas.iter().step_by(7) {
        let query = Query::read(source, Notation::Latex);
        let expected = brute_force(&index, &query);
        for take in [1, 5, 50] {
            let found = Generator::Paths { take }.candidates(&index, None, &query, take).scored;
            assert_eq!(found.len(), take.min(expected.len()), "{source}");
            for (scored, expected) in found.iter().zip(&expected) {
                assert!((scored.score - expected).abs() < 1e-9, "{source}: {} {expected}", scored.score);
            }
        }
    }
}

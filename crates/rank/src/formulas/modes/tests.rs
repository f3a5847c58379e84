use super::*;
use crate::testing::{index_of, query, tex};

const FORMULAS: &[&str] = &[
    "a^2+b^2=c^2",
    "x^2+y^2=z^2",
    "c^2=b^2+a^2",
    r"\sqrt{x^2+y^2}",
    r"\int_0^1 (s^2+t^2)\,ds",
    r"\frac{a}{b}+\frac{c}{d}",
    r"\frac{u+v}{w}+\frac{w}{u+v}",
    r"\sin(x)^2+\cos(x)^2=1",
    "a^3+b^3=c^3",
    "f(x)=x",
    r"g(\frac12)=\frac12",
    "x+y",
    r"\frac{n(n+1)}{2}",
];

fn found(source: &str, mode: Mode) -> Vec<String> {
    let (_folder, index) = index_of(FORMULAS);
    let hits = search(&index, &Pipeline::default(), &query(source), mode, 50).unwrap().hits;
    hits.iter().map(|hit| tex(&index, hit.record)).collect()
}

#[test]
fn exact_keeps_names_and_forgives_order() {
    assert_eq!(found("a^2+b^2=c^2", Mode::Exact), ["a^{2}+b^{2}=c^{2}", "c^{2}=b^{2}+a^{2}"]);
    assert_eq!(found("b^2+a^2=c^2", Mode::Exact).len(), 2);
    assert!(found("p^2+q^2=r^2", Mode::Exact).is_empty());
}

#[test]
fn exact_with_wildcards_is_the_whole_formula_with_them_filled_in() {
    assert_eq!(found("?f(?x)=?x", Mode::Exact).len(), 2);
    assert_eq!(found("a^2+?=c^2", Mode::Exact).len(), 2);
}

#[test]
fn contains_renames_consistently_and_puts_kept_names_first() {
    let hits = found("x^2+y^2", Mode::Contains);
    assert_eq!(hits.len(), 5, "{hits:?}");
    assert_eq!(hits[0], r"\sqrt{x^{2}+y^{2}}");
    assert!(!hits.iter().any(|hit| hit.contains("sin")));
    assert!(found("x^2+x", Mode::Contains).is_empty());
}

#[test]
fn similar_with_wildcards_puts_what_unifies_first_and_the_whole_before_a_part() {
    let hits = found(r"\frac{?a}{?b}+\frac{?b}{?a}", Mode::Similar);
    assert_eq!(hits[0], r"\frac{u+v}{w}+\frac{w}{u+v}");
    assert!(hits.len() > 1);
    let hits = found("?a^2+?b^2", Mode::Similar);
    assert!(hits[..5].iter().all(|hit| !hit.contains("frac") && !hit.contains("^{3}")), "{hits:?}");
}

#[test]
fn marks_hold_in_every_mode() {
    let all = found("x^2+y^2", Mode::Similar);
    let marked = found(r"\exact{x^2}+y^2", Mode::Similar);
    assert!(marked.len() < all.len());
    assert!(marked.iter().all(|hit| hit.contains("x^{2}")), "{marked:?}");
    let around = found(r"\simto{x^2+y^2}=z^2", Mode::Similar);
    assert_eq!(around, ["x^{2}+y^{2}=z^{2}"]);
}

#[test]
fn parts_add_up_to_the_score_and_scores_fall() {
    let (_folder, index) = index_of(FORMULAS);
    let queries = ["a^2+b^2=c^2", "?a^2+?b^2", r"\exact{x^2}+y", "?", r"\frac{1}{2}", "x"];
    for (source, (mode, _)) in queries.iter().flat_map(|source| Mode::NAMES.map(|mode| (source, mode))) {
        let hits = search(&index, &Pipeline::default(), &query(source), mode, 50).unwrap().hits;
        for hit in &hits {
            let sum: f64 = hit.parts.iter().map(|part| part.contribution).sum();
            assert!((sum - hit.score).abs() < 1e-9, "{source}: {hit:?}");
        }
        assert!(hits.is_sorted_by(|a, b| a.score >= b.score), "{source} {mode:?}: {hits:?}");
    }
}

#[test]
fn what_is_the_same_up_to_names_folds_into_one_row() {
    let (_folder, index) = index_of(FORMULAS);
    let pipeline = Pipeline::default();
    let hits = search(&index, &pipeline, &query("a^2+b^2=c^2"), Mode::Similar, 50).unwrap().hits;
    let plain = folded(&index, hits.clone(), false);
    assert_eq!(plain.len(), hits.len());
    let folded = folded(&index, hits.clone(), true);
    assert_eq!(folded[0].folded.len(), 2);
    assert_eq!(folded.iter().map(|row| 1 + row.folded.len()).sum::<usize>(), hits.len());
}

#[test]
fn names_of_modes_are_read_back() {
    for (mode, name) in Mode::NAMES {
        assert_eq!((Mode::from_name(name), mode.name()), (Some(mode), name));
    }
    assert_eq!(Mode::from_name("fuzzy"), None);
}

/// A generator that stops at its limit may leave out the very formula that is asked for.
#[test]
fn the_identical_formula_is_before_renamed_and_commuted_ones() {
    let letters: Vec<char> = ('a'..='z').collect();
    let pairs = letters.iter().flat_map(|one| letters.iter().map(move |two| (*one, *two)));
    let pairs: Vec<(char, char)> = pairs.filter(|(one, two)| one != two).collect();
    let mut formulas: Vec<String> = pairs.iter().map(|(one, two)| format!("{one}<{two}")).collect();
    formulas.extend(pairs.iter().rev().map(|(one, two)| format!("{one}-{two}")));
    formulas.extend(["z>y", "z-y."].map(str::to_owned));
    let sources: Vec<&str> = formulas.iter().map(String::as_str).collect();
    let (_folder, index) = index_of(&sources);
    let first = |source: &str| {
        let hits = search(&index, &Pipeline::default(), &query(source), Mode::Similar, 3).unwrap().hits;
        tex(&index, hits[0].record)
    };
    for source in ["b-a", "y-x", "z-y", "a<b", "y<z", "z>y"] {
        assert_eq!(first(source), source);
    }
}

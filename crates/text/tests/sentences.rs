//! Sentences: a golden suite, and properties of any text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::ops::Range;

use proptest::prelude::*;
use support::{cases, conclude, dollars};
use testkit::timed;
use text::sentences::sentences;

/// A line of the suite is a text with its sentences marked, or a text and what it becomes.
#[test]
fn texts_have_these_sentences() {
    let mut failures = Vec::new();
    for (number, line) in cases("sentences.txt", 70) {
        let (source, expected) = line.split_once(" => ").unwrap_or((&line, &line));
        let source = source.replace("\\n", "\n").replace(" | ", " ");
        let found: Vec<&str> =
            sentences(&source, &dollars(&source)).into_iter().map(|place| &source[place]).collect();
        let found = found.join(" | ").replace('\n', " ");
        if found != expected {
            failures.push(format!("sentences.txt:{number}\n    found    {found}\n    expected {expected}"));
        }
    }
    conclude("sentences.txt", &failures);
}

fn check(source: &str, marked: &[Range<usize>]) -> Result<(), TestCaseError> {
    let mut end = 0;
    for place in sentences(source, marked) {
        let slice = source.get(place.clone());
        prop_assert!(slice.is_some_and(|slice| !slice.is_empty() && slice.trim() == slice), "{place:?}");
        prop_assert!(source[end..place.start].trim().is_empty(), "text between sentences before {place:?}");
        for formula in marked {
            let is_cut = formula.start < place.end && place.end < formula.end;
            prop_assert!(!is_cut || source[place.end..formula.end].trim().is_empty(), "{formula:?} is cut");
        }
        end = place.end;
    }
    prop_assert!(source[end..].trim().is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_covered(source in r"\PC{0,100}") {
        check(&source, &[])?;
    }

    #[test]
    fn formulas_are_not_cut(source in r"[aB1 .?!$\n()e]{0,60}") {
        check(&source, &dollars(&source))?;
    }
}

#[test]
fn ranges_that_are_not_places_are_ignored() {
    #[allow(clippy::reversed_empty_ranges)]
    let odd = [3..1, 0..1, 0..100, 5..5, usize::MAX..usize::MAX];
    assert_eq!(sentences("é. One. Two.", &odd).len(), 2);
}

/// Twice the text does not take much more than twice the time.
#[test]
fn time_is_linear() {
    for part in ["A. ", "...", "\n", " ", "e.g. ", "?! ", ".)", "word. Next ", "1. ", "é.", "\n \n"] {
        let time = |count: usize| {
            let source = part.repeat(count);
            timed(|| assert!(sentences(&source, &[]).len() <= source.len())).1.as_secs_f64()
        };
        time(1_000);
        let (short, long) = (time(20_000), time(160_000));
        assert!(long < 8.0 * short * 4.0 + 0.2, "`{part}`: {short:.4} s, 8 times as long {long:.4} s");
    }
}

//! The query language: a golden suite, and properties of any text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::ops::Range;

use proptest::prelude::*;
use support::{compare, dollars};
use testkit::timed;
use text::query::{Clause, Demand, Query, parse};

fn parsed(source: &str) -> Query {
    parse(source, &dollars(source))
}

#[test]
fn queries_are_read_as_these() {
    compare("queries.txt", 120, |source| parsed(&source.replace("\\n", "\n")).read_as());
}

#[test]
fn words_weigh_this_much() {
    compare("weights.txt", 19, |source| {
        let query = parsed(source);
        let words = query.words().map(|word| format!("{}:{}", word.text, word.weight));
        words.collect::<Vec<_>>().join(" ")
    });
}

#[test]
fn notes_name_their_places() {
    compare("notes.txt", 10, |source| {
        let query = parsed(source);
        let notes =
            query.notes.iter().map(|note| format!("{:?} `{}`", note.reason, &source[note.place.clone()]));
        notes.collect::<Vec<_>>().join(", ")
    });
}

#[test]
fn words_at_one_position_are_forms_of_one_word() {
    let query = parsed("+Cauchy-Schwarz +L'Hôpital");
    let words: Vec<_> = query.words().map(|word| (word.text.as_str(), word.position, word.is_part)).collect();
    assert_eq!(
        words,
        [
            ("cauchy-schwarz", 0, false),
            ("cauchy", 0, true),
            ("schwarz", 1, true),
            ("lhopital", 2, false),
            ("hopital", 2, true)
        ]
    );
    assert!(query.words().all(|word| word.demand == Demand::Must && word.weight == 1.0));
}

#[test]
fn long_texts_are_passages_and_have_no_signs() {
    let passage =
        "Let f be a continuous function on a closed interval then it takes every value between its ends";
    assert!(parsed(passage).is_passage);
    assert!(!parsed("mean value theorem").is_passage);
    assert!(!parsed(&format!("+{passage}")).is_passage);
    let long = format!("{passage} {passage} {passage} and this -that is it");
    let query = parsed(&long);
    assert!(query.is_passage && query.clauses.iter().all(|clause| clause.demand() == Demand::Should));
}

#[test]
fn marked_formulas_keep_their_index() {
    let query = parsed("$a$ or +$b$ in \"words $c$ more\"");
    let formulas: Vec<_> =
        query.formulas().map(|formula| (formula.marked, formula.source.as_str())).collect();
    assert_eq!(formulas, [(Some(0), "$a$"), (Some(1), "$b$"), (Some(2), "$c$")]);
    let phrases: Vec<_> = query.phrases().map(|phrase| phrase.words[0].text.as_str()).collect();
    assert_eq!(phrases, ["words", "more"]);
}

#[test]
fn ranges_that_are_not_places_are_ignored() {
    #[allow(clippy::reversed_empty_ranges)]
    let odd = [3..1, 0..1, 0..100, 5..5, usize::MAX..usize::MAX];
    assert!(parse("é group theory", &odd).formulas().next().is_none());
}

/// What holds for every query.
fn check(source: &str, marked: &[Range<usize>]) -> Result<(), TestCaseError> {
    let query = parse(source, marked);
    let mut start = 0;
    for clause in &query.clauses {
        let place = clause.place();
        prop_assert!(source.get(place.clone()).is_some_and(|slice| !slice.is_empty()), "{clause:?}");
        prop_assert!((0.0..=1.0).contains(&clause.weight()));
        prop_assert!(start <= place.start, "{clause:?} is out of order");
        start = place.start;
        if let Clause::Formula(formula) = clause {
            prop_assert_eq!(&formula.source, &source[place.clone()]);
        }
    }
    for note in &query.notes {
        prop_assert!(source.get(note.place.clone()).is_some(), "{note:?}");
        prop_assert!(!note.reason.message().is_empty() && !note.reason.hint().is_empty());
    }
    let marked_formulas = query.formulas().filter(|formula| formula.marked.is_some()).count();
    prop_assert!(marked_formulas <= marked.len());
    prop_assert!(!query.read_as().is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(source in r"\PC{0,100}") {
        check(&source, &[])?;
    }

    #[test]
    fn operators_are_read(source in r#"[abx12 +\-"“”«$\\(){}\[\]^_=<>.,?!:'’\n]{0,60}"#) {
        check(&source, &dollars(&source))?;
    }

    #[test]
    fn mixtures_are_read(parts in prop::collection::vec(prop::sample::select(vec![
        "tag:", "kind:answer", "after:2015", "before:", "\"", "“", "+", "-", "$x$", "\\int_0^1", "f(x,", "y)", "{", "}",
        "prove", "how to", "?", "group", "p-adic", "a", "I", "=", "sin", "x", "3", "é", "中", "``", "''", " ", " ", " ",
    ]), 0..30)) {
        let source: String = parts.concat();
        check(&source, &dollars(&source))?;
    }

    #[test]
    fn any_ranges_are_accepted(source in r"\PC{0,30}", ranges in prop::collection::vec((0usize..40, 0usize..40), 0..6)) {
        let ranges: Vec<Range<usize>> = ranges.into_iter().map(|(start, end)| start..end).collect();
        check(&source, &ranges)?;
    }
}

/// Twice the text does not take much more than twice the time.
#[test]
fn time_is_linear() {
    for part in [
        "\" ", "“a ", "-x ", "+\"", "f(x, ", "\\a{ ", "x=1, ", "tag:\"", "$", "a+", "(", "word ", "``",
        "l^2-", "é-", "''",
    ] {
        let time = |count: usize| {
            let source = part.repeat(count);
            timed(|| assert!(parse(&source, &[]).clauses.len() <= source.len())).1.as_secs_f64()
        };
        time(1_000);
        let (short, long) = (time(20_000), time(160_000));
        assert!(long < 8.0 * short * 4.0 + 0.2, "`{part}`: {short:.4} s, 8 times as long {long:.4} s");
    }
}

/// The rows of the documentation are correct.
#[test]
fn queries_are_read_as_documented() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/query-language.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let rows: Vec<Vec<&str>> =
        page.lines().filter(|line| line.starts_with("| `")).map(|line| line.split(" | ").collect()).collect();
    assert!(rows.len() >= 30, "{} rows", rows.len());
    let mut failures = Vec::new();
    for row in rows {
        let [typed, _, expected] = row[..] else { panic!("three cells: {row:?}") };
        let typed = typed.strip_prefix("| `").and_then(|typed| typed.strip_suffix('`')).expect("code");
        let (found, expected) = (parsed(typed).read_as(), expected.trim_end_matches(" |"));
        if found != expected {
            failures.push(format!("{typed}\n    found    {found}\n    expected {expected}"));
        }
    }
    support::conclude("query-language.md", &failures);
}

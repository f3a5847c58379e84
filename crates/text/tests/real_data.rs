//! Words of real articles and posts, and of real formulas.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashSet;

use formula::{Notation, Options};
use testkit::shared_text;
use text::words::{LONGEST, words};

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn articles_of_an_encyclopaedia_have_the_names_of_mathematics() {
    let articles = shared_text("corpora/planetmath.jsonl.gz");
    let mut vocabulary = HashSet::new();
    for line in articles.lines() {
        let article: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["title", "body"] {
            let source = article[field].as_str().unwrap_or_default();
            for word in words(source) {
                assert!(source.get(word.start..word.end).is_some(), "{word:?}");
                assert!((1..=LONGEST).contains(&word.text.chars().count()), "{word:?}");
                vocabulary.insert(word.text);
            }
        }
    }
    for name in ["cauchy-schwarz", "p-adic", "3-manifold", "poincare", "lhopital", "hopital", "nth", "euler"]
    {
        assert!(vocabulary.contains(name), "`{name}` is not among {} words", vocabulary.len());
    }
    assert!(!vocabulary.iter().any(|word| word.ends_with("'s") || word.contains(char::is_whitespace)));
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn most_larger_formulas_have_words() {
    let formulas = shared_text("formulas/mse-posts.tsv.gz");
    let (mut larger, mut with_words) = (0, 0);
    for latex in formulas.lines().filter_map(|line| line.split('\t').nth(2)).step_by(20) {
        let formula = formula::read(latex, Notation::Latex, &Options::default());
        let spoken = text::spoken::words(&formula.opt);
        let distinct: HashSet<_> = spoken.iter().collect();
        assert_eq!(distinct.len(), spoken.len(), "{latex}");
        larger += usize::from(formula.opt.arena_len() >= 12);
        with_words += usize::from(formula.opt.arena_len() >= 12 && !spoken.is_empty());
    }
    println!("{with_words} of {larger} formulas of twelve nodes or more have words");
    assert!(with_words * 2 > larger);
}

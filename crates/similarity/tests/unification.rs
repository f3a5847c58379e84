//! Queries with wildcards against formulas: golden cases, and formulas made from queries by substitution.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

#[path = "support/terms.rs"]
mod terms;

use similarity::unification::{Bindings, Match, Names, Pattern, Where, unify_all};
use terms::{bound, formula, query, substituted};

/// A match in the words of the golden file.
fn describe(candidate: &formula::opt::Opt, found: Option<&Match>) -> String {
    let Some(found) = found else { return "no".to_owned() };
    let mut bindings: Vec<String> = found
        .bindings
        .iter()
        .map(|binding| format!("{}={}", binding.name, bound(candidate, binding)))
        .collect();
    bindings.sort();
    let mut letters: Vec<String> = found.renaming.iter().map(|(from, to)| format!("{from}>{to}")).collect();
    letters.sort();
    let place = if found.whole { "whole" } else { "part" };
    [
        vec![place.to_owned()],
        (!bindings.is_empty()).then(|| bindings.join("; ")).into_iter().collect(),
        letters,
    ]
    .concat()
    .join(" ")
}

fn settings(line: &str) -> (Names, Where) {
    match line {
        "[kept anywhere]" => (Names::Kept, Where::Anywhere),
        "[renamed anywhere]" => (Names::Renamed, Where::Anywhere),
        "[kept within]" => (Names::Kept, Where::Within),
        "[renamed within]" => (Names::Renamed, Where::Within),
        _ => panic!("unknown section {line}"),
    }
}

#[test]
fn golden_cases() {
    let text = include_str!("golden/unification.txt");
    let mut mode = (Names::Kept, Where::Anywhere);
    let (mut cases, mut wrong) = (0, Vec::new());
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.starts_with('#')) {
        let lines: Vec<&str> = block.lines().collect();
        let [query_text, candidate_text, expected] = lines[..] else {
            mode = settings(block);
            continue;
        };
        let (pattern, candidate) = (query(query_text), formula(candidate_text));
        let found = Pattern::new(&pattern).unify(&candidate, &mut Bindings::default(), mode.1, mode.0);
        let actual = describe(&candidate, found.as_ref());
        if actual != expected {
            wrong.push(format!("{query_text}\n{candidate_text}\n{expected}\nbut was\n{actual}"));
        }
        if let Some(found) = found.filter(|found| found.whole && mode.0 == Names::Kept) {
            let again = substituted(&pattern, &candidate, &found);
            assert!(formula::canonical::same(&again, &candidate), "{query_text} {candidate_text}");
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{} of {cases} cases:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(cases >= 60, "{cases} cases");
}

#[test]
fn large_queries_and_candidates_do_no_harm() {
    let nested = |innermost: &str, operand: &dyn Fn(usize) -> String| {
        (0..120).fold(innermost.to_owned(), |inner, at| format!(r"\sin({inner}+{})", operand(at)))
    };
    let deep = Pattern::new(&query(&nested("?x", &|at| format!(r"\qvar{{y{at}}}"))));
    assert!(deep.len() > 300);
    let mut bindings = Bindings::default();
    let candidate = formula(&nested("x", &|at| format!("{at}")));
    assert!(
        deep.unify(&candidate, &mut bindings, Where::Anywhere, Names::Kept).is_some() || bindings.ran_out()
    );

    let sum = |term: &dyn Fn(usize) -> String| (0..150).map(term).collect::<Vec<_>>().join("+");
    let wide = Pattern::new(&query(&sum(&|at| format!(r"\qvar{{y{at}}}"))));
    let terms = formula(&sum(&|at| format!("{at}")));
    assert!(wide.unify(&terms, &mut bindings, Where::Anywhere, Names::Kept).is_none());
    let same = Pattern::new(&terms);
    assert!(same.unify(&terms, &mut bindings, Where::Anywhere, Names::Kept).is_some_and(|found| found.whole));

    let hard = Pattern::new(&query("?a+?b+?c+?d=?a?b?c?d"));
    let letters = formula("a+b+c+d+e+f+g+h+i+j+k+l=mnopqrstuvwxyz");
    assert!(hard.unify(&letters, &mut bindings, Where::Anywhere, Names::Kept).is_none());
    assert!(bindings.ran_out());
    assert!(hard.unify(&formula(""), &mut bindings, Where::Anywhere, Names::Kept).is_none());
    assert!(!bindings.ran_out());
}

#[test]
fn bindings_agree_across_the_formulas_of_a_topic() {
    let topic = |queries: &[&str]| queries.iter().map(|text| Pattern::new(&query(text))).collect::<Vec<_>>();
    for (queries, candidates, names, expected) in [
        (&["?f(?x)=?y", "?y>0"][..], &["g(t)=s", "0<u", "0<s"][..], Names::Kept, Some(vec![0, 2])),
        (&["?f(?x)=?y", "?y>0"], &["g(t)=s", "0<u"], Names::Kept, None),
        // The first match of the first query is not the one the second agrees with.
        (&["?x^2", "?x+?x"], &["a^2+b^2", "b+b"], Names::Kept, Some(vec![0, 1])),
        // A sum bound as one sub-term occurs again among the operands of a sum.
        (&["(?x)^2", "?x+1"], &["(a+b)^2", "b+1+a"], Names::Kept, Some(vec![0, 1])),
        (&["(?x)^2", "?x+1"], &["(a+b)^2", "b+1+c"], Names::Kept, None),
        (&["a^2", "a+b"], &["x^2", "y+x"], Names::Renamed, Some(vec![0, 1])),
        (&["a^2", "a+1"], &["x^2", "y+1"], Names::Renamed, None),
    ] {
        let trees: Vec<_> = candidates.iter().map(|text| formula(text)).collect();
        let found = unify_all(&topic(queries), &trees.iter().collect::<Vec<_>>(), names);
        let places = found.map(|found| found.iter().map(|one| one.candidate).collect::<Vec<_>>());
        assert_eq!(places, expected, "{queries:?} in {candidates:?}");
    }
    assert_eq!(unify_all(&[], &[], Names::Kept), Some(Vec::new()));
}

/// Eighteen factors can be grouped in too many ways; that no match was found is then no proof that there is none.
#[test]
fn a_search_that_leaves_groups_out_says_so() {
    let tree = |text: &str| ::formula::canonical::canonical(&::formula::sexpr::parse(text).unwrap());
    let query = tree("(plus (plus (times ?u ?u ?u) a) ?v)");
    let candidate = tree(&format!("(plus a a (times {}))", "a ".repeat(18).trim()));
    let mut bindings = Bindings::default();
    let found = Pattern::new(&query).unify(&candidate, &mut bindings, Where::Whole, Names::Kept);
    assert!(found.is_some() || bindings.ran_out());
}

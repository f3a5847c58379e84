//! Queries with wildcards against formulas: golden cases, and formulas made from queries by substitution.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

#[path = "support/terms.rs"]
mod terms;

use similarity::unification::{Bindings, Match, Names, Pattern, Where};
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

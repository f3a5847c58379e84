//! Golden pairs of queries and the names of their changes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use study::logs::steps::{Asking, History, Step};

/// The step to the last query of a line, as the line writes it.
fn named(step: Option<Step>) -> String {
    let Some(step) = step else { return "merged".to_owned() };
    let kind = step.kind.map_or("none", |kind| kind.name());
    let parts = step.parts.named().into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| name);
    let inside: Vec<&str> = match step.formula {
        Some(change) => vec![change.name()],
        None => parts.collect(),
    };
    if inside.is_empty() { kind.to_owned() } else { format!("{kind} ({})", inside.join(", ")) }
}

fn asking(query: &str) -> Asking {
    match query.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((search_type, query)) => Asking::read(query, search_type),
        None => Asking::read(query, "Web"),
    }
}

#[test]
fn pairs_have_their_types() {
    let lines = include_str!("golden/changes.txt").lines();
    let cases: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(cases.len() >= 30);
    let mut wrong = Vec::new();
    for line in cases {
        let (queries, expected) = line.split_once(" ==> ").unwrap();
        let mut history = History::default();
        let last = queries.split(" => ").map(|query| history.step(asking(query))).last().flatten();
        let found = named(last);
        if found != expected {
            wrong.push(format!("{line}\n    found: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

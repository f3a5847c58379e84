//! The line that shows how a query was read.

use super::{Clause, Demand, Query, filters};
use crate::question::Manner;

/// Words that weigh no more than this are not shown.
const LITTLE: f32 = 0.1;

/// The parts of a query in words, separated by semicolons.
pub(super) fn read_as(query: &Query) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut list = |name: &str, items: Vec<String>| {
        if !items.is_empty() {
            parts.push(format!("{name}: {}", items.join(if name == "words" { " " } else { ", " })));
        }
    };
    list("words", of(query, Demand::Should, |clause| matches!(clause, Clause::Word(_))));
    list("phrases", of(query, Demand::Should, |clause| matches!(clause, Clause::Phrase(_))));
    list("formulas", of(query, Demand::Should, |clause| matches!(clause, Clause::Formula(_))));
    list("must", of(query, Demand::Must, |_| true));
    list("not", of(query, Demand::Not, |_| true));
    parts.extend(filters::in_words(&query.filters.list()));
    if query.manner != Manner::Keywords {
        parts.push(query.manner.name().to_owned());
    }
    if query.is_passage {
        parts.push("perhaps a passage".to_owned());
    }
    let wanted: Vec<&str> = query.wanted.iter().map(|wanted| wanted.with_article()).collect();
    if !wanted.is_empty() {
        parts.push(format!("wants {}", wanted.join(", ")));
    }
    match parts.is_empty() {
        true => "nothing".to_owned(),
        false => parts.join("; "),
    }
}

/// The clauses of one demand that weigh something, as they are shown; without parts of words.
fn of(query: &Query, demand: Demand, is_meant: impl Fn(&Clause) -> bool) -> Vec<String> {
    let shown = query.clauses.iter().filter(|clause| clause.demand() == demand && clause.weight() > LITTLE);
    shown.filter(|clause| is_meant(clause)).filter_map(show).collect()
}

fn show(clause: &Clause) -> Option<String> {
    match clause {
        Clause::Word(word) => (!word.is_part).then(|| word.text.clone()),
        Clause::Phrase(phrase) => {
            let words: Vec<&str> =
                phrase.words.iter().filter(|word| !word.is_part).map(|word| word.text.as_str()).collect();
            Some(format!("\"{}\"", words.join(" ")))
        }
        Clause::Formula(formula) => Some(formula.source.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// The day that a time falls on, from seconds since 1970.
pub fn day(seconds: i64) -> String {
    let (year, month, day) = document::date::day_of(seconds);
    format!("{year:04}-{month:02}-{day:02}")
}

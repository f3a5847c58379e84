//! Titles of real questions as queries.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::ops::Range;

use support::dollars;
use testkit::shared_text;
use text::query::parse;

fn titles() -> Vec<String> {
    let units = shared_text("answers-dev/units.jsonl.gz");
    let units = units.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let titles = units.filter_map(|unit| unit["title"].as_str().map(str::to_owned));
    titles.filter(|title| !title.is_empty() && !title.contains("qvar@")).collect()
}

/// A title without its dollars, and where its formulas are.
fn undelimited(title: &str) -> (String, Vec<Range<usize>>) {
    let (mut text, mut places, mut from) = (String::new(), Vec::new(), 0);
    for place in dollars(title) {
        text.push_str(&title[from..place.start]);
        let start = text.len();
        text.push_str(title[place.clone()].trim_matches('$').trim());
        places.push(start..text.len());
        from = place.end;
    }
    text.push_str(&title[from..]);
    (text, places)
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn words_of_titles_are_seldom_read_as_formulas() {
    let titles = titles();
    let mut taken = 0;
    for title in &titles {
        let query = parse(title, &dollars(title));
        taken += usize::from(query.formulas().any(|formula| formula.marked.is_none()));
    }
    // Most of these are formulas whose author forgot the delimiters.
    println!("{taken} of {} titles have formulas without dollars", titles.len());
    assert!(taken * 100 <= titles.len() * 3);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn most_formulas_of_titles_are_found_without_dollars() {
    let (mut found, mut all) = (0, 0);
    for title in titles() {
        let (text, places) = undelimited(&title);
        let query = parse(&text, &[]);
        let read: Vec<Range<usize>> = query.formulas().map(|formula| formula.place.clone()).collect();
        // A single letter among words is not a formula.
        for place in places.into_iter().filter(|place| text[place.clone()].chars().count() >= 4) {
            let is_found = read.iter().any(|read| {
                let inside = |one: usize, other: usize| one.abs_diff(other) <= 1;
                inside(read.start, place.start) && inside(read.end, place.end)
            });
            all += 1;
            found += usize::from(is_found);
        }
    }
    println!("{found} of {all} formulas are found to the byte, full stops aside");
    assert!(found * 100 >= all * 85, "{found} of {all}");
}

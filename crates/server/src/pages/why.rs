//! Why something is a hit: the parts of its score in words and numbers.

use maud::{Markup, html};

use engine::explain::Part;

/// What the parts of scores are, in words.
const WORDS: &str = include_str!("../../data/score-parts.tsv");

/// The panel behind `Why`. `reason` says it in one sentence.
pub(super) fn why(score: f64, parts: &[Part], reason: &Markup) -> Markup {
    let mut shown: Vec<&Part> = parts.iter().filter(|part| part.contribution != 0.0).collect();
    shown.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
    let silent = parts.len() - shown.len();
    html! {
        details .why {
            summary { "Why" }
            div .panel {
                p { (reason) }
                div .table-wrap tabindex="0" role="region" aria-label="Parts of the score" {
                    table {
                        thead { tr {
                            th scope="col" { "part" } th scope="col" .n { "measured" } th scope="col" .n { "adds" }
                            th scope="col" { "share" }
                        } }
                        tbody {
                            @for part in shown { (row(part, score)) }
                            tr { th scope="row" { strong { "score" } } td {} td .n { strong { (number(score)) } } td {} }
                        }
                    }
                }
                @if silent > 0 { p .relation { (silent) " other parts add nothing." } }
            }
        }
    }
}

fn row(part: &Part, score: f64) -> Markup {
    let share = if score > 0.0 { (part.contribution / score).clamp(0.0, 1.0) } else { 0.0 };
    html! {
        tr {
            th scope="row" { (words(&part.name)) @if words(&part.name) != part.name { " " code { (part.name) } } }
            td .n { (number(part.value)) }
            td .n { (number(part.contribution)) }
            td { meter min="0" max="1" value=(format!("{share:.3}")) aria-label=(format!("{:.0} per cent", share * 100.0)) {} }
        }
    }
}

fn words(name: &str) -> &str {
    let rows = WORDS.lines().filter_map(|line| line.split_once('\t'));
    rows.into_iter().find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

fn number(value: f64) -> String {
    format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_said_in_words_and_unknown_ones_by_name() {
        assert_eq!(words("same:alpha"), "is the same formula up to names");
        assert_eq!(words("new part"), "new part");
        assert_eq!(number(2.0), "2");
        assert_eq!(number(0.125), "0.125");
    }
}

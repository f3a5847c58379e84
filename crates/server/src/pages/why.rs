//! Why a formula or a unit is a hit: the parts of its score in words and numbers.

use maud::{Markup, html};

use engine::explain::Part;
use engine::search::formulas::{Step, predicate};

use super::frame::{counted, thousands};
use super::matched::code;

/// Descriptions of the parts of scores that pages show.
const WORDS: &str = include_str!("../../data/score-parts.tsv");

/// The panel that `Why` in the menu of a hit leads to. `reason` comes before the parts of the score.
pub(super) fn why(rank: usize, score: f64, parts: &[Part], reason: &Markup) -> Markup {
    let mut shown: Vec<&Part> = parts.iter().filter(|part| part.contribution != 0.0).collect();
    shown.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
    let silent = parts.len() - shown.len();
    html! {
        section .why id={ "why-" (rank) } aria-label=(format!("Why result {rank} is there")) tabindex="-1" {
            div .panel {
                (reason)
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
                @if silent > 0 { p .relation { (counted(silent, "other part")) @if silent == 1 { " adds" } @else { " add" } " nothing." } }
            }
        }
    }
}

/// How many formulas agree with the query in more and more.
pub(super) fn funnel(steps: &[Step]) -> Markup {
    html! {
        @if !steps.is_empty() {
            ul .funnel aria-label="How many formulas agree with the query" {
                @for step in steps { li { b { (thousands(step.count)) } " " (code(&predicate(step.count, &step.words))) } }
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
    use std::collections::BTreeSet;

    use rank::formulas::candidates::Generator;
    use rank::part_names;

    use super::*;

    /// Pages search with these pipelines only.
    #[test]
    fn the_table_has_the_parts_that_pages_can_show_and_no_others() {
        let formulas = rank::formulas::Pipeline::default();
        let mut expected: BTreeSet<String> = part_names::ALL.iter().map(|name| (*name).to_owned()).collect();
        expected.extend(formulas.candidates.iter().map(Generator::name));
        expected.extend(formulas.stages.into_iter().flat_map(|stage| stage.weights.into_keys()));
        for name in ["best", "duplicates"] {
            expected.extend(rank::questions::Pipeline::load(name).unwrap().weights.into_keys());
        }
        let rows = WORDS.lines().filter(|line| !line.starts_with('#'));
        let described: BTreeSet<String> =
            rows.filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect();
        assert_eq!(described, expected);
    }

    #[test]
    fn parts_are_described_and_unknown_ones_have_their_name() {
        assert_eq!(words("same:alpha"), "is equal after renaming");
        assert_eq!(words("new part"), "new part");
        assert_eq!(number(2.0), "2");
        assert_eq!(number(0.125), "0.125");
    }
}

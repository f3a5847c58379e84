//! How a query was read, part by part; the script shows the same while the user types, with buttons.

use std::collections::HashSet;

use engine::query::reading::{ReadFormula, ReadPart, Reading};
use maud::{Markup, PreEscaped, html};

use super::frame::shortened;
use super::matched::code;

/// The manner of most queries; it is not shown.
const ORDINARY: &str = "keywords";

/// Parts that are shown, and characters of a word: a pasted page is not shown again.
const MOST_PARTS: usize = 40;
const LONGEST_WORD: usize = 60;

/// Remarks that are shown; the same remark on several places is shown once.
const MOST_REMARKS: usize = 3;

/// Weights below this are of words that say little.
const LIGHT: f32 = 0.5;

/// How the query was read.
pub(super) fn reading(reading: &Reading) -> Markup {
    let mut asked = 0..;
    let formulas = reading.parts.iter().filter_map(|part| part.formula.as_ref());
    let mut seen = HashSet::new();
    let remarks =
        formulas.flat_map(|formula| &formula.diagnostics).filter(|found| seen.insert(&found.message));
    html! {
        section .reading.numbered aria-label="How the query was read" {
            ul .parts tabindex="0" {
                li .label { "Read as" }
                @for part in reading.parts.iter().take(MOST_PARTS) {
                    @match &part.formula {
                        Some(formula) if formula.tex.trim().is_empty() => (word(part)),
                        Some(formula) => (formula_part(part, formula, asked.next().unwrap_or(0))),
                        None => (word(part)),
                    }
                }
                @if reading.parts.len() > MOST_PARTS { li .part.filter { "and " (reading.parts.len() - MOST_PARTS) " more" } }
                @for filter in reading.filters_in_words() { li .part.filter { (filter) } }
                @if !reading.manner.is_empty() && reading.manner != ORDINARY { li .part.filter { (reading.manner) } }
                @for wanted in &reading.wanted { li .part.filter { "wants " (wanted) } }
            }
            @for found in remarks.take(MOST_REMARKS) {
                (note(&reading.source, found.span.map(|byte| byte as usize), &found.message, found.hint))
            }
            @for found in reading.notes.iter().take(MOST_REMARKS) {
                (note(&reading.source, [found.start, found.end], found.message, found.hint))
            }
        }
    }
}

fn word(part: &ReadPart) -> Markup {
    let light = if part.weight < LIGHT { " light" } else { "" };
    let not = if part.demand == "not" { " not" } else { "" };
    html! { li class={ "part " (part.kind) (light) (not) } { (demand(part)) (shortened(&part.text, LONGEST_WORD)) } }
}

fn formula_part(part: &ReadPart, formula: &ReadFormula, asked: usize) -> Markup {
    html! { li .part.formula data-asked=(asked) { (demand(part)) span .scroll { (PreEscaped(&formula.mathml)) } } }
}

fn demand(part: &ReadPart) -> Markup {
    let sign = match part.demand {
        "must" => "+",
        "not" => "−",
        _ => return html! {},
    };
    html! { span .demand { (sign) } }
}

/// A remark on a place of the query.
fn note(source: &str, [start, end]: [usize; 2], message: &str, hint: &str) -> Markup {
    let quoted = shortened(source.get(start..end).unwrap_or(""), LONGEST_WORD);
    html! { p .note { u { (quoted) } " " (code(message)) " · " span .hint { (code(hint)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_long_query_is_not_shown_again() {
        let long = reading(&engine::query::reading::read(&"a".repeat(15_000))).into_string();
        assert!(long.len() < 2000, "{} bytes", long.len());
        let many = reading(&engine::query::reading::read(&"limit of series ".repeat(500))).into_string();
        assert!(many.contains("more</li>") && many.len() < 8000, "{} bytes", many.len());
    }
}

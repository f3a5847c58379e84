//! The search form: one box, what to find, how formulas match, and how the query was read.

use engine::query::reading::{ReadFormula, ReadPart, Reading};
use maud::{Markup, PreEscaped, html};

use super::address::Address;
use super::matched::code;

/// Parameters that the form itself sends; all others are kept as they are.
const OWN: [&str; 5] = ["q", "want", "mode", "offset", "like"];

const WANTS: [(&str, &str); 5] = [
    ("", "Auto"),
    ("formulas", "Formulas"),
    ("units", "Texts"),
    ("answers", "Answers"),
    ("questions", "Questions"),
];
const MODES: [(&str, &str); 3] = [("exact", "Exact"), ("contains", "Contains"), ("similar", "Similar")];

/// The form, filled with the search of an address.
pub(super) fn search(address: &Address, reading: Option<&Reading>) -> Markup {
    let query = address.get("q").unwrap_or("");
    html! {
        form .search role="search" action="/" method="get" {
            div .box {
                div .field {
                    label .visually-hidden for="q" { "Search" }
                    div .mirror aria-hidden="true" { (query) "\n" }
                    textarea #q name="q" rows="1" maxlength="16000" spellcheck="false" autocapitalize="off"
                        autocomplete="off" aria-autocomplete="list" aria-controls="suggestions"
                        placeholder="Words, $formulas$, questions" autofocus[query.is_empty()] { (query) }
                }
                button .go type="submit" { "Search" }
            }
            div .options {
                (switch("want", "Find", &WANTS, address.get("want").unwrap_or("")))
                (switch("mode", "Match", &MODES, address.get("mode").unwrap_or("similar")))
                div .tools.scripted {
                    button type="button" data-palette aria-expanded="false" aria-controls="palette" { "Symbols" }
                    button type="button" data-editor { "Editor" }
                }
            }
            div #palette .palette hidden {}
            div #read .read.numbered[reading.is_some()] { @if let Some(reading) = reading { (read(reading)) } }
            ul #suggestions .suggestions role="listbox" aria-label="Suggestions" hidden {}
            @for (name, value) in address.pairs() {
                @if !OWN.contains(&name.as_str()) { input type="hidden" name=(name) value=(value); }
            }
        }
    }
}

fn switch(name: &str, legend: &str, choices: &[(&str, &str)], chosen: &str) -> Markup {
    html! {
        fieldset .switch {
            legend { (legend) }
            div .choices {
                @for (value, label) in choices {
                    label {
                        input type="radio" name=(name) value=(value) checked[*value == chosen];
                        span { (label) }
                    }
                }
            }
        }
    }
}

/// The manner of most queries; it is not shown.
const ORDINARY: &str = "keywords";

/// How the query was read; the script shows the same while one types, with buttons.
fn read(reading: &Reading) -> Markup {
    let mut asked = 0..;
    html! {
        ul .parts {
            li .label { "Read as" }
            @for part in &reading.parts {
                @match &part.formula {
                    Some(formula) => (formula_part(part, formula, asked.next().unwrap_or(0))),
                    None => (word(part)),
                }
            }
            @for filter in reading.filters_in_words() { li .part.filter { (filter) } }
            @if !reading.manner.is_empty() && reading.manner != ORDINARY { li .part.filter { (reading.manner) } }
            @for wanted in &reading.wanted { li .part.filter { "wants " (wanted) } }
        }
        @for found in reading.parts.iter().filter_map(|part| part.formula.as_ref()).flat_map(|formula| &formula.diagnostics) {
            (note(&reading.source, found.span.map(|byte| byte as usize), &found.message, found.hint))
        }
        @for found in &reading.notes { (note(&reading.source, [found.start, found.end], found.message, found.hint)) }
    }
}

fn word(part: &ReadPart) -> Markup {
    let light = if part.weight < 0.5 { " light" } else { "" };
    let not = if part.demand == "not" { " not" } else { "" };
    html! { li class={ "part " (part.kind) (light) (not) } { (demand(part)) (part.text) } }
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
    html! { p .note { u { (source.get(start..end).unwrap_or("")) } " " (code(message)) " · " span .hint { (code(hint)) } } }
}

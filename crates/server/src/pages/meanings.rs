//! What symbols stand for: the list below a text, and the meanings of a formula across the collection.
//!
//! The list is complete without scripts. The script of the page shows an entry beside a symbol that is pointed at, and each
//! formula names its entries for screen readers; both find them by the numbers that formulas of a unit have.

use document::plural;
use engine::meaning::{CollectionMeanings, Meaning};
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::frame::thousands;
use super::unit::anchor;

/// Less certain meanings are not shown: of those at or above it, seven in ten or more are right.
const LEAST: f64 = 0.5;

/// The symbols of a unit with what it says they are.
pub(super) fn list(unit: &str, meanings: &[Meaning]) -> Markup {
    let shown: Vec<&Meaning> =
        meanings.iter().filter(|one| one.confidence >= LEAST && !one.formulas.is_empty()).collect();
    if shown.is_empty() {
        return html! {};
    }
    html! {
        details .meanings {
            summary { (shown.len()) " " (plural(shown.len(), "symbol")) " explained here" }
            ul { @for (at, meaning) in shown.iter().enumerate() { (entry(unit, at, meaning)) } }
        }
    }
}

fn entry(unit: &str, at: usize, meaning: &Meaning) -> Markup {
    let numbers: Vec<String> = meaning.formulas.iter().map(ToString::to_string).collect();
    html! {
        li id={ "meaning-" (anchor(unit)) "-" (at + 1) } data-letters=(meaning.letters) data-formulas=(numbers.join(" ")) {
            span .symbol { (PreEscaped(&meaning.mathml)) }
            span .says {
                @if let Some(description) = &meaning.description { (in_words(description)) }
                @for constraint in &meaning.constraints { " " span .constraint { (in_words(&format!("${constraint}$"))) } }
            }
            @if let Some(number) = meaning.formulas.first() { (in_this_sense(unit, *number)) }
        }
    }
}

/// A search for a formula of a unit by what is said around it as well.
fn in_this_sense(unit: &str, number: usize) -> Markup {
    let search = Address::default().with("like", &format!("{unit}#{number}")).with("context", "3");
    html! { a .like href=(search.to("/")) { "Search in this sense" } }
}

/// Words with formulas.
fn in_words(text: &str) -> Markup {
    super::matched::text(text)
}

/// What the texts of the collection say a formula stands for.
pub(super) fn across(formula: &str, found: &CollectionMeanings) -> Markup {
    if found.meanings.is_empty() {
        return html! {};
    }
    html! {
        section .section {
            h2 { "What it stands for" }
            p .meta { span { "In " (thousands(found.units)) " " (plural(found.units, "text")) " with this formula" } }
            ul .links { @for meaning in &found.meanings {
                li {
                    a href=(narrowed(formula, &meaning.meaning)) { (in_words(&meaning.meaning)) }
                    " in " (thousands(meaning.units)) " " (plural(meaning.units, "text"))
                    ", for example " a href=(address::page("units", &meaning.example)) { (meaning.example) }
                }
            } }
        }
    }
}

/// A search for texts with the formula and its meaning.
fn narrowed(formula: &str, meaning: &str) -> String {
    let words = meaning.split('$').step_by(2).collect::<Vec<_>>().join(" ").replace('"', " ");
    let query = format!("${formula}$ \"{}\"", words.split_whitespace().collect::<Vec<_>>().join(" "));
    Address::default().with("q", &query).with("want", "units").to("/")
}

//! A formula of the index: names, symbols, places, company, variants.

use engine::read::formulas::{FormulaDetails, Related};
use maud::{Markup, PreEscaped, html};

use super::actions::{buttons, latex};
use super::address::{self, Address};
use super::formula_hits::instance;
use super::frame::{Screen, Site, page, thousands};
use super::matched::{query_drawn, spoken, text};
use super::{meanings, unit};

/// The page of a formula.
pub fn formula(site: &Site, formula: &FormulaDetails, query: Option<&str>) -> Markup {
    let link = query.map_or_else(Address::default, |query| Address::default().with("q", query));
    let tex = format!("${}$", formula.tex);
    let written = latex(formula.instances.first().and_then(|place| place.written.as_deref()), &formula.tex);
    let name = formula.names.first().map_or("Formula", |named| named.name.as_str());
    let content = html! {
        @if let Some(query) = query { p .meta { a href=(address::search(query)) { "← Results for " (query_drawn(query)) } } }
        div .page-head { h1 { (text(name)) } }
        div data-formula data-stop {
            div .big-formula.scroll tabindex="0" { (PreEscaped(&formula.mathml)) }
            div .tex-line { code { (written) } }
            div .actions {
                a .like.open href=(address::search(&tex)) { "Search for this formula" }
                (buttons(written))
                a href=(Address::default().with("formula", &formula.tex).to("/inspect")) { "Inspect" }
            }
        }
        @if !formula.names.is_empty() { (names(formula)) }
        (meanings::across(&formula.tex, &formula.meanings))
        section .section {
            h2 { "Occurrences: " (thousands(formula.instance_count)) }
            ul .instances { @for place in &formula.instances { (instance(place, &link, false)) } }
            @if formula.instance_count > formula.instances.len() {
                p .empty { a href=(Address::default().with("q", &tex).with("want", "units").to("/")) { "All units with this formula" } }
            }
        }
        (list("Same formula, different letters", &formula.variants))
        (list("Occurs together with", &formula.together))
    };
    let api = format!("/api/v1/formulas/{}", formula.record);
    page(site, Screen::Search, &format!("{name} – Perga"), Some(&api), content)
}

fn names(formula: &FormulaDetails) -> Markup {
    html! {
        section .section {
            h2 { "Names" }
            ul .links { @for named in &formula.names {
                li {
                    a href=(address::page("units", &named.unit)) { (text(&named.name)) }
                    @if !named.names.is_empty() { ", also " (named.names.join(", ")) }
                }
            } }
            (unit::symbols(&formula.symbols))
        }
    }
}

fn list(heading: &str, formulas: &[Related]) -> Markup {
    if formulas.is_empty() {
        return html! {};
    }
    html! {
        section .section {
            h2 { (heading) }
            div .formula-list { @for one in formulas {
                a href=(address::page("formulas", &one.record.to_string())) {
                    (spoken()) (PreEscaped(&one.mathml))
                    @if one.count > 1 { span .count { (one.count) "×" } }
                }
            } }
        }
    }
}

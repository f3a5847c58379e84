//! Formulas that were found for words, each with the text it stands in.

use engine::search::formulas::{FormulaHit, FormulaResponse};
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::formula_hits::instance;
use super::frame::counted;
use super::matched::{copies, spoken};
use super::why::why;

/// The hits.
pub(super) fn hits(response: &FormulaResponse, address: &Address) -> Markup {
    let link = Address::default().with("q", address.get("q").unwrap_or_default());
    html! { @for hit in &response.hits { (one(hit, &link)) } }
}

fn one(hit: &FormulaHit, link: &Address) -> Markup {
    let open = link.to(&address::page("formulas", &hit.record.to_string()));
    html! {
        article .hit data-stop data-rank=(hit.rank) data-id=(hit.id) data-formula {
            span .rank { (hit.rank) }
            div .match-row { h3 .scroll tabindex="-1" { a .open href=(open) { (spoken()) (PreEscaped(&hit.mathml)) } } }
            p .meta { a href=(open) { (counted(hit.instance_count, "place")) } }
            ul .instances { @if let Some(place) = hit.instances.first() { (instance(place, link, true)) } }
            div .actions {
                a .like href=(address::search(&format!("${}$", hit.tex))) { "More like this" }
                (copies(&hit.tex))
                (why(hit.score, &hit.parts, &html! { "It stands in a text that matches the words." }))
            }
        }
    }
}

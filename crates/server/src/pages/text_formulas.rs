//! Formulas that were found for words, each with the text it stands in.

use engine::search::formulas::{FormulaHit, FormulaResponse};
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::formula_hits::{actions, instance};
use super::frame::counted;
use super::matched::spoken;
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
            (actions(hit, &open, None))
            div .match-row { h3 .scroll tabindex="-1" { a .open href=(open) { (spoken()) (PreEscaped(&hit.mathml)) } } }
            p .meta {
                a href=(open) { (counted(hit.instance_count, "place")) }
                a .like href=(address::search(&format!("${}$", hit.tex))) { "More like this" }
            }
            ul .instances { @if let Some(place) = hit.instances.first() { (instance(place, link, true)) } }
            (why(hit.rank, hit.score, &hit.parts, &html! { p { "It occurs in a unit that matches the words." } }))
        }
    }
}

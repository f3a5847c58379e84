//! Formulas that were found, one below the other.

use engine::read::occurrences::Occurrence;
use engine::search::formulas::{FormulaHit, FormulaResponse};
use maud::{Markup, PreEscaped, html};

use super::actions::{Actions, Citation, latex, menu};
use super::address::{self, Address};
use super::frame::counted;
use super::matched::{spoken, substitution};
use super::unit;
use super::why::{funnel, why};

/// Occurrences of a formula that are shown at once.
const PLACES: usize = 2;

/// The hits.
pub(super) fn hits(response: &FormulaResponse, address: &Address) -> Markup {
    html! { @for hit in &response.hits { (one(hit, response, address)) } }
}

fn one(hit: &FormulaHit, response: &FormulaResponse, address: &Address) -> Markup {
    let query = address.get("q").unwrap_or(&response.query.tex);
    let link = Address::default().with("q", query);
    let open = link.to(&address::page("formulas", &hit.record.to_string()));
    let aligned =
        Address::default().with("formula", &response.query.tex).with("other", &hit.tex).to("/inspect");
    html! {
        article .hit data-stop data-rank=(hit.rank) data-id=(hit.id) data-formula data-bindings="0" {
            span .rank { (hit.rank) }
            (actions(hit, &open, Some(aligned)))
            div .match-row.lit {
                h3 .scroll tabindex="-1" { a .open href=(open) { (spoken()) (PreEscaped(&hit.mathml)) } }
                (substitution(&hit.why.substitution, &hit.why.bindings))
            }
            p .meta {
                span .reason { (hit.why.reason) }
                a href=(open) { (counted(hit.instance_count, "place")) }
                a .like href=(address::search(&format!("${}$", hit.tex))) { "More like this" }
                @if !hit.folded.is_empty() { (folded(hit)) }
            }
            ul .instances { @for (at, place) in hit.instances.iter().take(PLACES).enumerate() { (instance(place, &link, at == 0)) } }
            (why(hit.rank, hit.score, &hit.parts, &reason(hit, response)))
        }
    }
}

/// The menu of a formula; it is cited with the text it stands in.
pub(super) fn actions(hit: &FormulaHit, open: &str, aligned: Option<String>) -> Markup {
    let first = hit.instances.first();
    let cite = Citation {
        name: "",
        title: first.map_or(hit.tex.as_str(), |place| &place.title),
        source: first.map_or("", |place| &place.source),
        url: first.and_then(|place| place.url.as_deref()),
    };
    let latex = Some(latex(first.and_then(|place| place.written.as_deref()), &hit.tex));
    menu(&Actions { rank: hit.rank, latex, link: open, cite, aligned })
}

/// The relation, and how many formulas agree with the query in more and more.
fn reason(hit: &FormulaHit, response: &FormulaResponse) -> Markup {
    html! { p { "Compared with the query: " (hit.why.relation_words) "." } (funnel(&response.funnel)) }
}

/// Equal formulas that are drawn in a hit.
const MOST_FOLDED: usize = 3;

fn folded(hit: &FormulaHit) -> Markup {
    html! {
        span {
            "also "
            @for (at, other) in hit.folded.iter().take(MOST_FOLDED).enumerate() {
                @if at > 0 { ", " }
                a href=(address::page("formulas", &other.record.to_string())) { (spoken()) (PreEscaped(&other.mathml)) }
            }
            @if hit.folded.len() > MOST_FOLDED { " and " (hit.folded.len() - MOST_FOLDED) " more" }
        }
    }
}

/// A place with the words around the formula.
pub(super) fn instance(place: &Occurrence, link: &Address, is_first: bool) -> Markup {
    let to = format!("{}#{}", link.to(&address::page("threads", &place.unit)), unit::anchor(&place.unit));
    html! {
        li {
            a class={ "where" @if is_first { " thread" } } href=(to) {
                (unit::name(&place.name))
                @if place.title_html.is_empty() { (unit::kind(&place.kind)) } @else { (PreEscaped(&place.title_html)) }
            }
            span .context { (PreEscaped(&place.html)) }
        }
    }
}

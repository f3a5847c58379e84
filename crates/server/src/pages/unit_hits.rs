//! Texts that were found, one below the other.

use document::kinds;
use engine::search::units::{MatchedFormula, UnitHit, UnitResponse};
use maud::{Markup, PreEscaped, html};

use super::actions::{Actions, Citation, latex, menu};
use super::address::{self, Address};
use super::facets;
use super::frame::counted;
use super::matched::{spoken, substitution, text};
use super::unit;
use super::why::why;

/// The hits.
pub(super) fn hits(response: &UnitResponse, address: &Address) -> Markup {
    let query = address.get("q").unwrap_or("");
    let link = Address::default().with("q", query);
    let link = if query.is_empty() { Address::default() } else { link };
    html! { @for hit in &response.hits { (one(hit, address, &link)) } }
}

fn one(hit: &UnitHit, address: &Address, link: &Address) -> Markup {
    // A document opens at the page of the unit; a thread by any of its units.
    let open = format!("{}#{}", link.to(&address::page("threads", &hit.id)), unit::anchor(&hit.id));
    let first = hit.formulas.first();
    let actions = Actions {
        rank: hit.rank,
        latex: first.map(|formula| latex(formula.written.as_deref(), &formula.tex)),
        link: &open,
        cite: Citation { name: &hit.name, title: &hit.title, source: &hit.source, url: hit.url.as_deref() },
        aligned: None,
    };
    html! {
        article .hit data-stop data-rank=(hit.rank) data-id=(hit.id) data-formula {
            span .rank { (hit.rank) }
            (menu(&actions))
            h3 { a .open.thread href=(open) {
                (unit::name(&hit.name))
                @if hit.title_html.is_empty() { (hit.id) } @else { (PreEscaped(&hit.title_html)) }
            } }
            p .meta {
                span .kind { (unit::kind(&hit.kind)) }
                @if hit.accepted { span .accepted { "✓ accepted" } }
                @if let Some(votes) = hit.votes { span title="votes" { "▲ " (votes) } }
                @if let Some(date) = hit.date { time { (engine::render::day(date)) } }
                (unit::tags(&hit.tags))
                @match &hit.document {
                    Some(document) => span { (text(document)) },
                    None => (unit::source(hit.url.as_deref(), &hit.source)),
                }
                @if hit.more_in_thread > 0 { (more(hit, address, &open)) }
                a .like href=(Address::default().with("like", &hit.id).to("/")) { "More like this" }
            }
            @for formula in &hit.formulas { (matched(formula)) }
            p .excerpt { (PreEscaped(&hit.excerpt.html)) @if hit.excerpt.goes_on { " …" } }
            (copies(hit, link))
            (why(hit.rank, hit.score, &hit.parts, &reason(hit)))
        }
    }
}

/// The other hits with it: a thread has them on its page, a document is searched.
fn more(hit: &UnitHit, address: &Address, open: &str) -> Markup {
    let is_thread = [kinds::QUESTION, kinds::ANSWER].contains(&hit.kind.as_str());
    let (to, whole) = match is_thread {
        true => (open.to_owned(), "thread"),
        false => (address.without("offset").with("site", &hit.source).to("/"), "document"),
    };
    html! { a .strong href=(to) { (hit.more_in_thread) " more in this " (whole) } }
}

/// Texts that are nearly the same.
fn copies(hit: &UnitHit, link: &Address) -> Markup {
    let open = |id: &str| format!("{}#{}", link.to(&address::page("threads", id)), unit::anchor(id));
    html! {
        @if !hit.copies.is_empty() {
            p .meta.copies {
                "and " (counted(hit.copies.len(), "copy")) ": "
                @for (at, copy) in hit.copies.iter().enumerate() {
                    @if at > 0 { ", " }
                    a href=(open(&copy.id)) { (facets::shown("site", &copy.source)) }
                }
            }
        }
    }
}

/// A formula that matches, lit, with what became of the variables of the query.
pub(super) fn matched(formula: &MatchedFormula) -> Markup {
    html! {
        div .match-row.lit data-bindings=(formula.asked) {
            a .scroll href=(address::page("formulas", &formula.record.to_string())) { (spoken()) (PreEscaped(&formula.mathml)) }
            span .reason { (formula.why.reason) }
            (substitution(&formula.why.substitution, &formula.why.bindings))
        }
    }
}

fn reason(hit: &UnitHit) -> Markup {
    html! { p {
        @match hit.formulas.first() {
            Some(formula) => { "Its best formula, compared with that of the query: " (formula.why.relation_words) " (similarity " (percent(formula.alike)) "). " },
            None => "No formula contributed to the score. ",
        }
        "The score adds up what its words and formulas share with the query."
    } }
}

fn percent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

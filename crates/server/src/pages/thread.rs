//! A thread: the question, then its answers; and a unit alone.

use document::kinds;
use engine::read::units::{Thread, UnitDetails};
use engine::search::units::MatchedFormula;
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::frame::{Screen, Site, counted, page};
use super::matched::query_drawn;
use super::{unit, unit_hits};

/// The page of a thread; what matches the query is marked.
pub fn thread(site: &Site, thread: &Thread, query: Option<&str>) -> Markup {
    let link = link(query);
    let content = html! {
        (back(query))
        div .page-head { h1 { (title(&thread.title_html, &thread.id)) } p { (parts(&thread.units)) } }
        (found(&thread.units))
        @for one in &thread.units { (unit::unit(one, &link)) }
    };
    let api = link.to(&format!("/api/v1{}", address::page("threads", &thread.id)));
    page(site, Screen::Search, &format!("{} – Perga", or(&thread.title, &thread.id)), Some(&api), content)
}

/// The page of a unit alone.
pub fn alone(site: &Site, document: &UnitDetails, query: Option<&str>) -> Markup {
    let link = link(query);
    let units = std::slice::from_ref(document);
    let content = html! {
        (back(query))
        div .page-head {
            h1 { (title(&document.title_html, &document.id)) }
            @if let Some(thread) = document.thread.as_deref().filter(|thread| *thread != document.id) {
                p { a .open href=(link.to(&address::page("threads", thread))) { "Open in context" } }
            }
        }
        (found(units))
        (unit::unit(document, &link))
    };
    let api = link.to(&format!("/api/v1{}", address::page("units", &document.id)));
    page(site, Screen::Search, &format!("{} – Perga", or(&document.title, &document.id)), Some(&api), content)
}

pub(super) fn link(query: Option<&str>) -> Address {
    query.map_or_else(Address::default, |query| Address::default().with("q", query))
}

pub(super) fn or<'a>(title: &'a str, id: &'a str) -> &'a str {
    if title.is_empty() { id } else { title }
}

/// The title of a unit, or its id if it has none.
pub(super) fn title(html: &str, id: &str) -> Markup {
    html! { @if html.is_empty() { (id) } @else { (PreEscaped(html)) } }
}

pub(super) fn back(query: Option<&str>) -> Markup {
    html! { @if let Some(query) = query { p .meta { a href=(address::search(query)) { "← Results for " (query_drawn(query)) } } } }
}

fn parts(units: &[UnitDetails]) -> String {
    let answers = units.iter().filter(|unit| unit.kind == kinds::ANSWER).count();
    if answers == 0 { String::new() } else { counted(answers, "answer") }
}

/// The best matches of the whole thread, with what became of the variables.
fn found(units: &[UnitDetails]) -> Markup {
    best(units.iter().flat_map(|unit| &unit.matched).collect())
}

/// The best of some matches.
pub(super) fn best(mut matched: Vec<&MatchedFormula>) -> Markup {
    matched.sort_by(|a, b| b.alike.total_cmp(&a.alike));
    let Some(best) = matched.first() else { return html! {} };
    html! {
        aside .panel aria-label="Matches" data-formula {
            p .meta {
                span { (counted(matched.len(), "formula")) @if matched.len() == 1 { " matches" } @else { " match" } " the query. Best match:" }
                span .scripted { "Step through with " kbd { "[" } " " kbd { "]" } }
            }
            (unit_hits::matched(best))
        }
    }
}

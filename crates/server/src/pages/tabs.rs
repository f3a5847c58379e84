//! Tabs over the results: what is looked for, with counts, and how formulas match.
//!
//! The server knows the count of the tab that it shows. The script asks for the others after the results are there.

use engine::search::SearchResponse;
use maud::{Markup, html};

use super::address::Address;
use super::frame::at_least;

/// What can be looked for: the parameter and its label. All of it is what suits the query.
const WANTS: [(&str, &str); 5] = [
    ("", "All"),
    ("formulas", "Formulas"),
    ("questions", "Questions"),
    ("answers", "Answers"),
    ("units", "Texts"),
];
const MODES: [(&str, &str, &str); 3] = [
    ("exact", "Exact", "the same formula"),
    ("contains", "Contains", "your formula inside others"),
    ("similar", "Similar", "also formulas that are like yours"),
];

/// Parameters that change what is shown of a list, but not how long it is.
const OF_THE_PAGE: [&str; 5] = ["want", "offset", "k", "sort", "explain"];

/// The tabs.
pub(super) fn tabs(address: &Address, response: &SearchResponse) -> Markup {
    let chosen = address.get("want").unwrap_or("");
    let address = address.without("offset");
    let to = |want: &str| if want.is_empty() { address.without("want") } else { address.with("want", want) };
    let counted = OF_THE_PAGE.iter().fold(address.clone(), |address, name| address.without(name));
    html! {
        nav .tabs aria-label="Kinds of results" data-counts=(counted.with("fold", "true").to("/api/v1/counts")) {
            @for (want, label) in WANTS {
                a href=(to(want).to("/")) data-want=(want) aria-current=[(want == chosen).then_some("page")] {
                    (label)
                    @if want == chosen && !want.is_empty() { " " span .count { (count(response)) } }
                }
            }
        }
    }
}

fn count(response: &SearchResponse) -> String {
    let page = response.page();
    at_least(page.total, page.total_is)
}

/// How formulas match, where formulas are compared.
pub(super) fn modes(address: &Address, response: &SearchResponse) -> Markup {
    let SearchResponse::Formulas(found) = response else { return html! {} };
    if found.of_texts {
        return html! {};
    }
    let address = address.without("offset");
    let label =
        MODES.iter().find(|(mode, _, _)| *mode == found.mode).map_or(found.mode, |(_, label, _)| *label);
    html! {
        details .menu.modes name="menu" {
            summary { span .visually-hidden { "Match: " } (label) }
            ul { @for (mode, label, what) in MODES {
                li { a href=(address.with("mode", mode).to("/")) aria-current=[(mode == found.mode).then_some("true")] {
                    (label) " " span .what { (what) }
                } }
            } }
        }
    }
}

//! Earlier searches and saved formulas. They are kept in the browser and nowhere else, so the page is a place for the
//! script to fill.

use maud::{Markup, html};

use super::frame::{Screen, Site, page};

/// The page of searches and formulas.
pub fn history(site: &Site) -> Markup {
    let content = html! {
        div .page-head { h1 { "History and saved formulas" } p { "Kept in this browser only; the server knows nothing of it." } }
        div data-history {
            p .empty { "Earlier searches are shown by a script. Without it, the history of the browser has them all: every search is an address." }
        }
    };
    page(site, Screen::History, "History – Perga", None, content)
}

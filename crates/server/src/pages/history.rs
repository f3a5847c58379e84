//! Earlier searches and saved formulas. They are kept in the browser and nowhere else, so the page is a place for the
//! script to fill.

use maud::{Markup, html};

use super::frame::{Screen, Site, page};

/// The page of searches and formulas.
pub fn history(site: &Site) -> Markup {
    let content = html! {
        div .page-head { h1 { "History and saved formulas" } p { "Kept in this browser only. It is not sent to the server." } }
        div data-history {
            p .empty { "This page needs JavaScript. Your browser's history has your searches too." }
        }
    };
    page(site, Screen::History, "History – Perga", None, content)
}

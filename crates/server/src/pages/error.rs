//! When something is not there or not possible: what, and what to do.

use maud::{Markup, html};

use super::address::Address;
use super::form;
use super::frame::{Screen, Site, page};

/// A page for an error: what happened, and what to do.
pub fn error(site: &Site, address: &Address, title: &str, message: &str, hint: &str) -> Markup {
    let content = html! {
        (form::search(address, None))
        div .page-head { h1 { (title) } }
        p { (message) }
        p .lead { (hint) }
    };
    page(site, Screen::Search, &format!("{title} – Perga"), None, content)
}

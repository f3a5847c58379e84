//! When something is not there or not possible: what, and what to do.

use maud::{Markup, html};

use super::address::Address;
use super::form;
use super::frame::{Screen, Site, page};

/// A page for an error. The message may have a hint after a line break.
pub fn error(site: &Site, address: &Address, title: &str, message: &str, hint: Option<&str>) -> Markup {
    let content = html! {
        (form::search(address, None))
        div .page-head { h1 { (title) } }
        p { (message) }
        @if let Some(hint) = hint { p .lead { (hint) } }
    };
    page(site, Screen::Search, &format!("{title} – Perga"), None, content)
}

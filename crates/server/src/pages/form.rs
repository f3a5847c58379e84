//! The search form of every page: one box with its tools.

use maud::{Markup, html};

use super::address::Address;

/// Parameters that are not sent again: the box has the query, and another query begins at the first page.
const OWN: [&str; 3] = ["q", "offset", "like"];

/// The form, filled with the search of an address.
pub(super) fn search(address: &Address, is_first_view: bool) -> Markup {
    let query = address.get("q").unwrap_or("");
    html! {
        form .search role="search" action="/" method="get" {
            div .box {
                div .field {
                    label .visually-hidden for="q" { "Search" }
                    div .mirror aria-hidden="true" { (query) "\n" }
                    textarea #q name="q" rows="1" maxlength="16000" spellcheck="false" autocapitalize="off"
                        autocomplete="off" enterkeyhint="search" aria-autocomplete="list" aria-controls="suggestions"
                        placeholder="Words, $formulas$, questions" autofocus[is_first_view] { (query) }
                }
                div .tools.scripted {
                    button .plain type="button" data-palette aria-expanded="false" aria-controls="palette"
                        aria-label="Symbols" title="Symbols" { "∑" }
                    button .plain type="button" data-editor aria-label="Formula editor" title="Formula editor" { "√▢" }
                }
                button .go type="submit" aria-label="Search" title="Search" { (lens()) }
            }
            div .under {
                div #palette .palette hidden {}
                div #read .read.numbered {}
                ul #suggestions .suggestions role="listbox" aria-label="Suggestions" hidden {}
            }
            @for (name, value) in address.pairs() {
                @if !OWN.contains(&name.as_str()) { input type="hidden" name=(name) value=(value); }
            }
        }
    }
}

fn lens() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" {
            circle cx="10.5" cy="10.5" r="6.5" {}
            path d="m15.5 15.5 5 5" {}
        }
    }
}

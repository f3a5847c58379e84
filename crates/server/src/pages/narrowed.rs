//! What a search is narrowed to, as chips that are links without it; and the order of the results.

use engine::search::listing::Sort;
use engine::search::narrowing::is_narrowing;
use maud::{Markup, html};

use super::address::Address;
use super::facets::{heading, shown};

/// The parameter for the order.
const SORT: &str = "sort";

/// Whether a search is narrowed beside its query.
pub(super) fn is_narrowed(address: &Address) -> bool {
    address.pairs().iter().any(|(name, _)| is_narrowing(name))
}

/// The same search without anything that narrows it beside the query.
pub(super) fn widened(address: &Address) -> Address {
    let names = address.pairs().iter().map(|(name, _)| name.as_str()).filter(|name| is_narrowing(name));
    names.fold(address.without("offset"), |wide, name| wide.without(name))
}

/// A chip for each active filter, and a link that removes all of them where there are several.
pub(super) fn chips(address: &Address) -> Markup {
    let active: Vec<&(String, String)> =
        address.pairs().iter().filter(|(name, _)| is_narrowing(name)).collect();
    if active.is_empty() {
        return html! {};
    }
    html! {
        ul .chips aria-label="Active filters" {
            @for (name, value) in &active {
                li { a .chip href=(address.toggled(name, value).to("/")) {
                    span .visually-hidden { "Remove filter: " }
                    span .key { (heading(name)) } " " (shown(name, value)) " " span aria-hidden="true" { "×" }
                } }
            }
            @if active.len() > 1 { li { a .clear href=(widened(address).to("/")) { "Clear all" } } }
        }
    }
}

/// Links to the other orders of the same search, from its first page on.
pub(super) fn orders(address: &Address) -> Markup {
    let chosen = address.get(SORT).unwrap_or(Sort::default().name());
    let to = |sort: Sort, name: &str| match sort {
        Sort::Relevance => address.without("offset").without(SORT).to("/"),
        Sort::Date | Sort::Votes => address.without("offset").with(SORT, name).to("/"),
    };
    html! {
        details .menu.orders name="menu" {
            summary { "Sort: " (chosen) }
            ul { @for (sort, name) in Sort::NAMES {
                li { a href=(to(sort, name)) aria-current=[(name == chosen).then_some("true")] { (name) } }
            } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_is_the_search_without_one_filter() {
        let address = Address::parse("q=limit&tag=calculus&kind=answer&offset=20&sort=votes");
        let chips = chips(&address).into_string();
        assert!(chips.contains(r#"href="/?q=limit&amp;kind=answer&amp;sort=votes""#), "{chips}");
        assert!(chips.contains(r#"href="/?q=limit&amp;tag=calculus&amp;sort=votes""#), "{chips}");
        assert!(chips.contains(r#"class="clear" href="/?q=limit&amp;sort=votes""#), "{chips}");
    }

    #[test]
    fn one_filter_needs_no_link_that_removes_all() {
        let shown = |query: &str| chips(&Address::parse(query)).into_string();
        assert!(!shown("q=limit&tag=calculus").contains("Clear all"));
        assert_eq!(shown("q=limit&sort=date"), "");
    }

    #[test]
    fn another_order_begins_at_the_first_page() {
        let orders = orders(&Address::parse("q=limit&offset=20&sort=votes")).into_string();
        assert!(orders.contains(r#"href="/?q=limit">relevance"#), "{orders}");
        assert!(orders.contains(r#"href="/?q=limit&amp;sort=votes" aria-current="true">votes"#), "{orders}");
    }
}

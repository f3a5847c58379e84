//! What results can be narrowed to, as links that keep the rest of the search.

use engine::search::facets::{Facet, FacetValue};
use maud::{Markup, html};

use super::address::Address;
use super::frame::thousands;

/// Parameters of the small form at the end.
const TYPED: [&str; 3] = ["after", "before", "votes"];

/// Values of a facet that are shown at once.
const AT_ONCE: usize = 6;

/// The column of facets.
pub(super) fn facets(facets: &[Facet], address: &Address) -> Markup {
    html! {
        aside #facets .facets aria-label="Filters" {
            h2 { "Narrow down" }
            @for facet in facets {
                @let (first, rest) = facet.values.split_at(facet.values.len().min(AT_ONCE));
                h3 { (heading(facet.name)) }
                ul { @for value in first { (link(facet.name, value, address)) } }
                @if !rest.is_empty() {
                    details {
                        summary { (rest.len()) " more" }
                        ul { @for value in rest { (link(facet.name, value, address)) } }
                    }
                }
            }
            h3 { "Dates and votes" }
            form action="/" method="get" {
                @for (name, value) in address.without("offset").pairs() {
                    @if !TYPED.contains(&name.as_str()) { input type="hidden" name=(name) value=(value); }
                }
                label { "from" input type="date" name="after" value=[address.get("after")]; }
                label { "before" input type="date" name="before" value=[address.get("before")]; }
                label { "votes, at least" input type="number" name="votes" step="1" value=[address.get("votes")]; }
                button type="submit" { "Apply" }
            }
        }
    }
}

fn link(name: &str, value: &FacetValue, address: &Address) -> Markup {
    let to = match name {
        "year" if !value.is_selected => address.without("year").toggled(name, &value.value),
        _ => address.toggled(name, &value.value),
    };
    html! {
        li { a href=(to.to("/")) aria-current=[value.is_selected.then_some("true")] {
            span .name { (shown(name, &value.value)) } " "
            span .count { (thousands(value.count)) }
        } }
    }
}

/// The value of a filter. A file by its name and folder; the rest of its path says little.
pub(super) fn shown<'a>(name: &str, value: &'a str) -> &'a str {
    if name != "site" {
        return value;
    }
    let start = value.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
    value.get(start..).unwrap_or(value)
}

/// The name of a filter.
pub(super) fn heading(name: &str) -> &str {
    match name {
        "kind" => "Kind",
        "is" => "Quality",
        "tag" => "Tag",
        "site" => "Source",
        "year" => "Year",
        "after" => "From",
        "before" => "Before",
        "votes" => "Votes, at least",
        other => other,
    }
}

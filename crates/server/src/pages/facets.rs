//! What results can be narrowed to, as links that keep the rest of the search.

use engine::search::facets::{Facet, FacetValue};
use engine::search::listing::TotalIs;
use maud::{Markup, html};

use super::address::Address;
use super::frame::at_least;
use super::unit::source_name;

/// Parameters of the small form at the end.
const TYPED: [&str; 3] = ["after", "before", "votes"];

/// Values of a facet that are shown at once.
const AT_ONCE: usize = 6;

/// The column of facets. Their counts are those of the list, as is its total; there may be more of each.
pub(super) fn facets(facets: &[Facet], address: &Address, total_is: TotalIs) -> Markup {
    html! {
        aside #facets .facets aria-label="Filters" {
            h2 { "Narrow down" }
            @for facet in facets {
                @let (first, rest) = facet.values.split_at(facet.values.len().min(AT_ONCE));
                h3 { (heading(facet.name)) }
                ul { @for value in first { (link(facet.name, value, address, total_is)) } }
                @if !rest.is_empty() {
                    details {
                        summary { (rest.len()) " more" }
                        ul { @for value in rest { (link(facet.name, value, address, total_is)) } }
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

fn link(name: &str, value: &FacetValue, address: &Address, total_is: TotalIs) -> Markup {
    let to = match name {
        "year" if !value.is_selected => address.without("year").toggled(name, &value.value),
        _ => address.toggled(name, &value.value),
    };
    html! {
        li { a href=(to.to("/")) aria-current=[value.is_selected.then_some("true")] {
            span .name { (shown(name, &value.value)) } " "
            span .count { (at_least(value.count, total_is)) }
        } }
    }
}

/// The value of a filter. A file by its name and folder; the rest of its path says little.
pub(super) fn shown<'a>(name: &str, value: &'a str) -> &'a str {
    if name != "site" {
        return value;
    }
    let start = value.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
    source_name(value.get(start..).unwrap_or(value))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_shown_without_how_it_is_packed() {
        assert_eq!(shown("site", "/data/corpora/planetmath.jsonl.gz"), "corpora/planetmath");
        assert_eq!(shown("site", "a/books.tar.gz/ra/realanal.tex"), "ra/realanal.tex");
        assert_eq!(shown("tag", "x.zip"), "x.zip");
    }

    #[test]
    fn counts_of_a_list_that_is_not_whole_are_lower_bounds() {
        let value = FacetValue { value: "answer".to_owned(), count: 1339, is_selected: false };
        let shown = |total_is| link("kind", &value, &Address::default(), total_is).into_string();
        assert!(shown(TotalIs::AtLeast).contains(">1,339+<"));
        assert!(shown(TotalIs::Exact).contains(">1,339<"));
    }
}

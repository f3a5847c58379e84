//! The first view: the box and examples that teach.

use maud::{Markup, html};

use super::address::Address;
use super::frame::{Site, counted, search_page};
use super::matched::query_drawn;

/// Queries that work on the bundled collection, with what each of them shows.
const EXAMPLES: &str = include_str!("../../data/examples.tsv");

/// The page without a query.
pub fn home(site: &Site, units: u64, formulas: u64) -> Markup {
    let count = |number: u64, noun| counted(usize::try_from(number).unwrap_or(usize::MAX), noun);
    let hero = html! {
        h1 { "Search mathematics by formula" }
        p {
            "Type words, formulas or a whole question. Names of variables do not matter, and every result "
            "says why it is there."
        }
    };
    let content = html! {
        (examples())
        p .about {
            (count(units, "text")) " · " (count(formulas, "formula")) " · "
            a href="/collection" { "Collection" } " · " a href="/help" { "Help" }
        }
    };
    let title = "Perga: search mathematics by formula";
    search_page(site, title, "/api/v1/openapi.json", Some(hero), content)
}

/// Queries to try.
pub(super) fn examples() -> Markup {
    html! {
        section .examples aria-labelledby="examples" {
            h2 #examples { "Try one of these" }
            ul { @for line in EXAMPLES.lines().filter(|line| !line.starts_with('#')) { (example(line)) } }
        }
    }
}

fn example(line: &str) -> Markup {
    let mut fields = line.split('\t');
    let mut field = || fields.next().unwrap_or("");
    let (query, parameters, teaches) = (field(), field(), field());
    let mut address = Address::default().with("q", query);
    for (name, value) in Address::parse(parameters).pairs() {
        address = address.with(name, value);
    }
    html! {
        li { a href=(address.to("/")) {
            span .query { span { (query_drawn(query)) } }
            span .teaches { (teaches) }
        } }
    }
}

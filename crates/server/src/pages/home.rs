//! The first view: the box and examples that teach.

use engine::query::reading;
use maud::{Markup, PreEscaped, html};

use super::address::Address;
use super::form;
use super::frame::{Screen, Site, counted, page};
use super::matched::math;

/// Queries that work on the bundled collection, with what each of them shows.
const EXAMPLES: &str = include_str!("../../data/examples.tsv");

/// The page without a query.
pub fn home(site: &Site, address: &Address, units: u64, formulas: u64) -> Markup {
    let count = |number: u64, noun| counted(usize::try_from(number).unwrap_or(usize::MAX), noun);
    let content = html! {
        div .home {
            div .hero {
                h1 { "Search mathematics by formula" }
                p {
                    "Type words, formulas or a whole question. Names of variables do not matter, and every result "
                    "says why it is there."
                }
            }
            (form::search(address, None))
            (examples())
            p .about {
                (count(units, "text")) " · " (count(formulas, "formula")) " · "
                a href="/collection" { "what is indexed" } " · " a href="/help" { "how to ask" }
            }
        }
    };
    page(site, Screen::Search, "Perga: search mathematics by formula", Some("/api/v1/openapi.json"), content)
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
            span .query { span { (shown(query)) } }
            span .teaches { (teaches) }
        } }
    }
}

/// The query with its formulas drawn.
fn shown(query: &str) -> Markup {
    let reading = reading::read(query);
    let mut at = 0;
    html! {
        @for part in reading.parts.iter().filter(|part| part.formula.is_some()) {
            (reading.source.get(at..part.start).unwrap_or(""))
            @if let Some(formula) = &part.formula { (math(&formula.tex)) }
            (PreEscaped({ at = part.end; "" }))
        }
        (reading.source.get(at..).unwrap_or(""))
    }
}

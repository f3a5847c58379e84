//! Help: the query language with examples that can be clicked, wildcards, modes, keys.

use maud::{Markup, html};

use super::address;
use super::frame::{Screen, Site, keys, page};
use super::matched::code;

/// Both tables are those of the documentation, whose tests hold every row.
const LANGUAGE: &str = include_str!("../../../../docs/guide/query-language.md");
const WILDCARDS: &str = include_str!("../../../../docs/guide/wildcards.md");

/// The page of help.
pub fn help(site: &Site) -> Markup {
    let content = html! {
        div .page-head { h1 { "Help" } p { "Nothing has to be learned: paste a question, or type a formula." } }
        nav .help-nav aria-label="On this page" {
            a href="#language" { "Query language" } a href="#wildcards" { "Wildcards" } a href="#modes" { "Modes" }
            a href="#reading" { "Reading results" } a href="#keys" { "Keys" } a href="#programs" { "For programs" }
        }
        section #language .section {
            h2 { "Query language" }
            p .lead { "While you type, the line under the box says how a query is read. Every example is a link." }
            (table(LANGUAGE, "| typed |", &["typed", "means", "read as"], true))
        }
        section #wildcards .section {
            h2 { "Wildcards" }
            p .lead { "In a query, these characters have a special meaning." }
            (table(WILDCARDS, "| in a query |", &["in a query", "stands for"], false))
        }
        section #modes .section {
            h2 { "Exact, contains, similar" }
            (table(WILDCARDS, "| mode |", &["mode", "a hit is"], false))
        }
        section #reading .section {
            h2 { "Reading results" }
            div .prose {
                p { "In a formula that was found, what matches the query is dark on a tint, the rest is grey. A variable of the "
                    "query has a number and a colour; what stands for it in the hit has the same, and the strip beside the "
                    "formula says what became of it. A dotted line marks what is changed: a sign, relation, operator, function or "
                    "number that is another one in the query. One sentence says why a formula is there. “Why” opens the score, "
                    "part by part, and how many formulas agree with the query." }
                p { "Filters, pages and modes are part of the address: a link shows the same search again." }
            }
        }
        section #keys .section { h2 { "Keys" } (keys()) }
        section #programs .section {
            h2 { "For programs" }
            p { "Each page shows the call of the API that gives its content; the whole is described by "
                a href="/api/v1/openapi.json" { "the OpenAPI document" } "." }
        }
    };
    page(site, Screen::Help, "Help – Perga", Some("/api/v1/openapi.json"), content)
}

/// A table of the documentation that begins with `start`.
fn table(text: &str, start: &str, columns: &[&str], is_linked: bool) -> Markup {
    let lines = text.lines().skip_while(|line| !line.starts_with(start)).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    html! {
        div .table-wrap tabindex="0" role="region" aria-label=(columns.first().copied().unwrap_or("")) {
            table .stacked {
                thead { tr { @for column in columns { th scope="col" { (column) } } } }
                tbody { @for row in rows { (cells(row, columns, is_linked)) } }
            }
        }
    }
}

fn cells(row: &str, labels: &[&str], is_linked: bool) -> Markup {
    let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).take(labels.len()).collect();
    html! {
        tr { @for (at, cell) in cells.iter().enumerate() {
            @let example = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).filter(|_| at == 0 && is_linked);
            td data-label=(labels.get(at).copied().unwrap_or("")) { @match example {
                Some(query) => a href=(address::search(query.trim_matches('`'))) { code { (query.trim_matches('`')) } },
                None => (code(cell)),
            } }
        } }
    }
}

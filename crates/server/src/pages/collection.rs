//! What can be searched; how well it was read, how large it is, and the server status.

use engine::describe::Stats;
use engine::search::facets::Facet;
use maud::{Markup, html};

use super::frame::{self, Screen, Site, page, thousands};
use super::{address, facets as narrowing, unit};
use crate::api::status::Health;

/// Unknown commands that are shown.
const MOST_COMMANDS: usize = 20;

/// The page of the collection: first what a reader can search, then, folded, what an operator wants to know.
pub fn collection(site: &Site, stats: &Stats, facets: &[Facet], health: &Health) -> Markup {
    let content = html! {
        div .page-head { h1 { "Collection" } p { "What you can search here." } }
        dl .figures {
            (figure("texts", &number(stats.units)))
            (figure("formulas", &number(stats.formulas)))
            (figure("different formulas", &number(stats.distinct_formulas)))
            (figure("files", &number(stats.sources as u64)))
        }
        section .section {
            h2 { "Texts by kind" }
            ul .kinds { @for (name, count) in kinds(stats) {
                li { a href=(address::search(&format!("kind:{name}"))) { (unit::kind(name)) " " span .count { (number(count)) } } }
            } }
        }
        @for (name, heading) in [("site", "Sources"), ("tag", "Tags"), ("year", "Years")] {
            @if let Some(facet) = facets.iter().find(|facet| facet.name == name) { (linked(facet, heading)) }
        }
        details .section {
            summary { h2 { "Server and index" } }
            div .columns { (server(stats, health)) (parts(stats)) }
        }
        details .section {
            summary { h2 { "How formulas were read" } }
            div .columns { (readings(stats)) }
        }
    };
    page(site, Screen::Collection, "Collection – Perga", Some("/api/v1/stats"), content)
}

/// The most frequent values of a facet, each a search for its texts.
fn linked(facet: &Facet, heading: &str) -> Markup {
    html! {
        section .section {
            h2 { (heading) }
            ul .kinds { @for value in &facet.values {
                li { a href=(address::search(&filter(facet.name, &value.value))) {
                    span .name { (narrowing::shown(facet.name, &value.value)) } " "
                    span .count { (thousands(value.count)) }
                } }
            } }
        }
    }
}

/// The query for everything with a value of a facet.
fn filter(name: &str, value: &str) -> String {
    match (name, value.parse::<u32>()) {
        ("year", Ok(year)) => format!("after:{year} before:{}", year.saturating_add(1)),
        _ => format!("{name}:\"{value}\""),
    }
}

/// The kinds of texts, the most frequent first.
fn kinds(stats: &Stats) -> Vec<(&str, u64)> {
    let mut kinds: Vec<(&str, u64)> =
        stats.kinds.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    kinds
}

fn server(stats: &Stats, health: &Health) -> Markup {
    html! {
        section {
            table { tbody {
                (row("version", health.perga))
                (row("state", health.status))
                (row("running for", &duration(health.uptime_seconds as u64)))
                (row("size of the index", &bytes(stats.bytes)))
                (row("indexed in", &format!("{:.1} s", stats.seconds)))
                (row("commit of the index", &number(stats.commit)))
                (row("profile of the index", stats.profile))
                (row("incomplete files", &number(stats.incomplete_sources as u64)))
            } }
            p .relation { "More: " a href="/api/v1/health" { "health" } ", " a href="/metrics" { "metrics" } ", " a href="/api/v1/openapi.json" { "OpenAPI" } }
        }
    }
}

fn parts(stats: &Stats) -> Markup {
    html! {
        div .table-wrap tabindex="0" role="region" aria-label="Parts of the index" {
            table {
                thead { tr { th scope="col" { "part of the index" } th .n scope="col" { "features" } th .n scope="col" { "postings" } th .n scope="col" { "size" } } }
                tbody {
                    @for family in &stats.families {
                        tr {
                            th scope="row" { (family.name) }
                            td .n { (number(family.terms)) } td .n { (number(family.postings)) } td .n { (bytes(family.bytes)) }
                        }
                    }
                    tr { th scope="row" { "trees" } td {} td {} td .n { (bytes(stats.tree_bytes)) } }
                    tr { th scope="row" { "words and texts" } td {} td {} td .n { (bytes(stats.text_bytes)) } }
                    @if stats.vector_bytes > 0 { tr { th scope="row" { "vectors" } td {} td {} td .n { (bytes(stats.vector_bytes)) } } }
                }
            }
        }
    }
}

fn readings(stats: &Stats) -> Markup {
    let warnings: u64 = stats.diagnostics.values().sum();
    html! {
        section {
            p { (coverage(stats.formulas, warnings)) }
            table { tbody { @for (code, count) in &stats.diagnostics { (row(code, &number(*count))) } } }
        }
        @if !stats.unknown_commands.is_empty() {
            section {
                h3 { "Unknown commands" }
                table { tbody { @for (command, count) in stats.unknown_commands.iter().take(MOST_COMMANDS) { (row(command, &number(*count))) } } }
            }
        }
    }
}

fn figure(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn row(name: &str, value: &str) -> Markup {
    html! { tr { th scope="row" { (name) } td .n { (value) } } }
}

fn number(value: u64) -> String {
    thousands(usize::try_from(value).unwrap_or(usize::MAX))
}

fn counted(count: u64, noun: &str) -> String {
    frame::counted(usize::try_from(count).unwrap_or(usize::MAX), noun)
}

fn bytes(count: u64) -> String {
    let (mut size, mut unit) = (count as f64, "B");
    for next in ["kB", "MB", "GB", "TB"] {
        if size < 1000.0 {
            break;
        }
        (size, unit) = (size / 1000.0, next);
    }
    if unit == "B" { format!("{count} B") } else { format!("{size:.1} {unit}") }
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

fn coverage(formulas: u64, warnings: u64) -> String {
    if warnings == 0 {
        return "Every formula was read without warnings.".to_owned();
    }
    format!("{} on {}.", counted(warnings, "warning"), counted(formulas, "formula"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_facets_are_searches() {
        assert_eq!(filter("year", "2016"), "after:2016 before:2017");
        assert_eq!(filter("site", "a b/c.jsonl"), "site:\"a b/c.jsonl\"");
        assert_eq!(filter("tag", "limits"), "tag:\"limits\"");
    }
}

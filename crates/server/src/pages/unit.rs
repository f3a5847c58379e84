//! A unit of text as it is read, and the small parts of it that hits show too.

use document::kinds;
use engine::read::units::{SymbolMeaning, UnitDetails};
use maud::{Markup, PreEscaped, html};

use super::actions::latex;
use super::address::{self, Address};
use super::matched::text;
use super::meanings;

/// The name of a kind for people.
pub(super) fn kind(kind: &str) -> String {
    let mut letters = kind.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// What a document prints before a title: `Theorem 2.3`.
pub(super) fn name(name: &str) -> Markup {
    html! { @if !name.is_empty() { span .number { (name) } " " } }
}

/// What an id is as the target of a link.
pub(super) fn anchor(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    id.chars().map(plain).collect()
}

/// Tags, as links to searches.
pub(super) fn tags(tags: &[String]) -> Markup {
    if tags.is_empty() {
        return html! {};
    }
    html! { span .tags { @for tag in tags { a href=(address::search(&format!("tag:{tag}"))) { (tag) } } } }
}

/// Where a unit comes from: a link only if it is one that a browser may follow.
pub(super) fn source(url: Option<&str>, source: &str) -> Markup {
    let followed = url.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    html! {
        @match followed {
            Some(url) => a href=(url) rel="noreferrer" { (url.split("://").nth(1).unwrap_or(url)) },
            None => span { (source_name(source.rsplit('/').next().unwrap_or(source))) },
        }
    }
}

/// The name of a file or dump without the endings that say how it is packed.
pub(super) fn source_name(name: &str) -> &str {
    const PACKED: [&str; 7] = [".gz", ".xz", ".zst", ".bz2", ".7z", ".zip", ".tar"];
    const DUMPS: [&str; 3] = [".jsonl", ".json", ".tsv"];
    let mut rest = name;
    for endings in [&PACKED[..], &PACKED[..], &DUMPS[..]] {
        rest = endings.iter().find_map(|ending| rest.strip_suffix(ending)).unwrap_or(rest);
    }
    if rest.is_empty() || rest.ends_with('/') { name } else { rest }
}

/// Symbols and what they mean.
pub(super) fn symbols(symbols: &[SymbolMeaning]) -> Markup {
    if symbols.is_empty() {
        return html! {};
    }
    html! {
        table .symbols {
            caption .visually-hidden { "Symbols" }
            tbody { @for symbol in symbols {
                tr { td { (PreEscaped(&symbol.mathml)) } td { (text(&symbol.meaning)) } }
            } }
        }
    }
}

/// A unit with everything it holds. `link` has the query that was searched for.
pub(super) fn unit(unit: &UnitDetails, link: &Address) -> Markup {
    let accepted = if unit.accepted { " accepted" } else { "" };
    let plain = if unit.votes.is_none() && !unit.accepted { " alone" } else { "" };
    let like = Address::default().with("like", &unit.id);
    html! {
        article id=(anchor(&unit.id)) class={ "unit" (accepted) (plain) } data-stop data-id=(unit.id) data-formula tabindex="-1" {
            @if plain.is_empty() { div .side {
                @if let Some(votes) = unit.votes { span { span .votes { (votes) } "votes" } }
                @if unit.accepted { span .tick { "✓ accepted" } }
            } }
            div {
                h2 { (kind(&unit.kind)) @if !unit.names.is_empty() { " · also called " (unit.names.join(", ")) } }
                div .prose { (PreEscaped(&unit.body_html)) }
                @if !unit.conditions_html.is_empty() {
                    p .conditions { b { "Holds when" } (PreEscaped(&unit.conditions_html)) }
                }
                (symbols(&unit.symbols))
                (meanings::list(&unit.id, &unit.meanings))
                p .meta {
                    @if let Some(date) = &unit.date { time { (date) } }
                    (tags(&unit.tags))
                    (source(unit.url.as_deref(), &unit.source))
                    code { (unit.id) }
                }
                div .actions {
                    a .like href=(like.to("/")) { "More like this" }
                    @if unit.kind == kinds::QUESTION { a href=(like.with("want", "questions").to("/")) { "Find duplicates" } }
                    a .open href=(link.to(&address::page("units", &unit.id))) { "Permalink" }
                    @if let Some(formula) = unit.matched.first() {
                        button .plain.scripted type="button" data-copy="tex" data-text=(latex(formula.written.as_deref(), &formula.tex)) { "Copy LaTeX" }
                    }
                    button .plain.scripted type="button" data-copy="link"
                        data-text=(format!("{}#{}", link.to(&address::page("threads", &unit.id)), anchor(&unit.id))) { "Copy link" }
                }
                @if !unit.comments_html.is_empty() {
                    ul .comments aria-label="Comments" { @for comment in &unit.comments_html { li { (PreEscaped(comment)) } } }
                }
                @if !unit.links.is_empty() { (links(unit)) }
            }
        }
    }
}

fn links(unit: &UnitDetails) -> Markup {
    html! {
        ul .links aria-label="Links" { @for link in &unit.links {
            li {
                (kind(&link.kind)) ": "
                @match link.title.as_deref() {
                    Some("") => a href=(address::page("threads", &link.id)) { (link.id) },
                    Some(title) => a href=(address::page("threads", &link.id)) { (text(title)) },
                    None => (link.id),
                }
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_become_links() {
        assert!(source(Some("https://example.org/q/1"), "file").into_string().contains("href"));
        assert_eq!(source(Some("javascript:alert(1)"), "a/file").into_string(), "<span>file</span>");
    }
}

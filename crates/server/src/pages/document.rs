//! A document as it is read: its section with everything in it, contents, the way back and on, and where its source is.

use document::kinds;
use engine::read::documents::{DocumentLink, DocumentPage, DocumentPart};
use engine::render::plain_accents;
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::frame::{Screen, Site, counted, page};
use super::{thread, unit};

/// What was asked for.
pub struct Asked<'a> {
    /// The id of the document or unit.
    pub id: &'a str,
    /// What was searched for before.
    pub query: Option<&'a str>,
}

/// The page of a document; what matches the query is marked.
pub fn document(site: &Site, document: &DocumentPage, asked: &Asked<'_>) -> Markup {
    let link = thread::link(asked.query);
    let matched = document.parts.iter().flat_map(|part| &part.matched).collect();
    let content = html! {
        (thread::back(asked.query))
        div .reader {
            @if document.contents.len() > 1 || document.pages > 1 { (contents(document, &link)) }
            article .document {
                header .page-head {
                    h1 { (PreEscaped(&document.title_html)) }
                    (breadcrumb(document, &link))
                    p .meta { (about(document)) (source(document.path.as_deref(), None)) (path(document)) (unit::source(document.url.as_deref(), &document.source)) }
                }
                (thread::best(matched))
                div .document-text { @for part in &document.parts { (shown(part, asked, &link)) } }
                (neighbours(document, &link))
            }
        }
    };
    let api = link.with("page", &document.page.to_string());
    let api = api.to(&format!("/api/v1{}", address::page("documents", &document.id)));
    page(site, Screen::Search, &format!("{} – Perga", plain_accents(&document.title)), Some(&api), content)
}

/// The address of a unit on its page.
fn to(document: &DocumentLink, link: &Address) -> String {
    format!("{}#{}", link.to(&address::page("documents", &document.id)), unit::anchor(&document.id))
}

fn about(document: &DocumentPage) -> Markup {
    html! {
        @if document.pages > 1 { span { "page " (document.page) " of " (document.pages) } }
        span { (counted(document.units, "part")) }
    }
}

/// The contents, folded on a small screen, with a box that searches in this document only.
fn contents(document: &DocumentPage, link: &Address) -> Markup {
    html! {
        nav .contents aria-label="Contents" {
            form .within role="search" action="/" method="get" {
                input type="hidden" name="site" value=(document.source);
                label .visually-hidden for="within" { "Search in this document" }
                input #within type="search" name="q" placeholder="Search in this document" autocomplete="off";
            }
            details {
                summary { "Contents" }
                ol { @for heading in &document.contents {
                    li style={ "--level:" (heading.level.unwrap_or(1)) } {
                        a href=(to(heading, link)) aria-current=[heading.is_current.then_some("true")] { (label(heading)) }
                    }
                } }
            }
        }
    }
}

/// The number and the title of a unit, or its name if it has no title.
fn label(link: &DocumentLink) -> Markup {
    html! {
        @if !link.name.is_empty() { span .number { (link.name) } " " }
        @if link.title_html.is_empty() {
            @if link.name.is_empty() { "Untitled" }
        } @else { (PreEscaped(&link.title_html)) }
    }
}

fn breadcrumb(document: &DocumentPage, link: &Address) -> Markup {
    html! {
        @if !document.breadcrumb.is_empty() {
            nav .breadcrumb aria-label="Breadcrumb" { ol {
                @for section in &document.breadcrumb { li { a href=(to(section, link)) { (label(section)) } } }
            } }
        }
    }
}

fn shown(part: &DocumentPart, asked: &Asked<'_>, link: &Address) -> Markup {
    let id = &part.link.id;
    let anchor = part.is_start.then(|| unit::anchor(id));
    let is_asked = part.is_start && id == asked.id;
    let class = match part.link.level {
        Some(_) => "prose section",
        None if part.kind == kinds::PROOF => "prose statement proof",
        None => "prose statement",
    };
    html! {
        section id=[anchor] class={ (class) @if is_asked { " asked" } } data-stop[part.is_start] data-id=(id) data-formula
            style=[(part.depth > 0).then(|| format!("--depth:{}", part.depth.min(4)))] tabindex="-1" {
            @if part.is_start { (heading(part, link)) }
            (PreEscaped(&part.body_html))
        }
    }
}

/// The heading of a section, or the name of a theorem. The title of the document is above the page already.
fn heading(part: &DocumentPart, link: &Address) -> Markup {
    let actions = html! {
        span .part-actions {
            a href=(to(&part.link, link)) aria-label="Link to this part" title="Link to this part" { "¶" }
            a .like href=(Address::default().with("like", &part.link.id).to("/")) title="More like this" { "≈" span .visually-hidden { "More like this" } }
            (source(part.path.as_deref(), part.line))
        }
    };
    html! {
        @match part.link.level {
            Some(0) => {}
            Some(1) => h2 { (label(&part.link)) (actions) },
            Some(2) => h3 { (label(&part.link)) (actions) },
            Some(_) => h4 { (label(&part.link)) (actions) },
            None => h4 .statement-name {
                span { (part.link.name) }
                @if !part.link.title_html.is_empty() { " (" (PreEscaped(&part.link.title_html)) ")" }
                (actions)
            },
        }
    }
}

fn neighbours(document: &DocumentPage, link: &Address) -> Markup {
    let at = |neighbour: &DocumentLink| {
        link.with("page", &neighbour.page.to_string()).to(&address::page("documents", &document.id))
    };
    html! {
        @if document.previous.is_some() || document.next.is_some() {
            nav .pager aria-label="Pages" {
                @if let Some(previous) = &document.previous { a rel="prev" href=(at(previous)) { "← " (label(previous)) } }
                @if let Some(next) = &document.next { a rel="next" href=(at(next)) { (label(next)) " →" } }
            }
        }
    }
}

/// A button that copies the path of the document, for other editors.
fn path(document: &DocumentPage) -> Markup {
    html! {
        @if let Some(path) = &document.path {
            button .plain.scripted type="button" data-copy="text" data-text=(path) { "Copy path" }
        }
    }
}

/// Links that open a file in an editor on this machine.
fn source(path: Option<&str>, line: Option<u32>) -> Markup {
    let Some(path) = path else { return html! {} };
    let place = address::page("file", path.trim_start_matches('/'));
    let place = place.strip_prefix("/file").unwrap_or(&place);
    let at = line.map(|line| format!(":{line}")).unwrap_or_default();
    let shown = format!("{path}{at}");
    html! {
        a .source href={ "vscode://file" (place) (at) } title=(shown) { "Open the source" }
        @if path.ends_with(".md") {
            a .source href=(Address::default().with("path", path).to("obsidian://open")) { "Obsidian" }
        }
    }
}

//! What can be done with a hit: one quiet menu, and the buttons of pages that show one formula.
//!
//! The menu is a `details`, so it opens by keyboard, by touch and without a script. What needs the script is hidden without
//! it.

use engine::render::plain_accents;
use maud::{Markup, html};

/// What the menu of a hit needs to know.
pub(super) struct Actions<'a> {
    /// The rank of the hit.
    pub rank: usize,
    /// The LaTeX of its formula; none where it has no formula.
    pub latex: Option<&'a str>,
    /// Where the hit is shown.
    pub link: &'a str,
    /// Title, collection and address in one line.
    pub cite: Citation<'a>,
    /// Where the formula is aligned with that of the query.
    pub aligned: Option<String>,
}

/// What a citation is made of.
pub(super) struct Citation<'a> {
    /// What its document prints before the title: `Theorem 2.3`.
    pub name: &'a str,
    /// The title, with formulas between dollars.
    pub title: &'a str,
    /// The entry of the collection.
    pub source: &'a str,
    /// The address elsewhere; without it, that of this server is cited.
    pub url: Option<&'a str>,
}

impl Citation<'_> {
    /// Without the address.
    fn text(&self) -> String {
        let title = plain_accents(self.title.trim()).replace('\n', " ");
        let title = match self.name {
            "" => title,
            name if title.is_empty() => name.to_owned(),
            name => format!("{name}, {title}"),
        };
        let stop = if title.ends_with(['.', '?', '!']) { "" } else { "." };
        match collection(self.url, self.source) {
            "" => format!("{title}{stop}"),
            collection => format!("{title}{stop} {collection}."),
        }
    }
}

/// The name of a collection: the host of an address, or a file without what its name ends with.
fn collection<'a>(url: Option<&'a str>, source: &'a str) -> &'a str {
    if let Some(rest) = followed(url).and_then(|url| url.split_once("://")).map(|(_, rest)| rest) {
        return rest.split('/').next().unwrap_or(rest);
    }
    let name = source.rsplit('/').next().unwrap_or(source);
    name.split('.').next().unwrap_or(name)
}

/// An address that a browser may follow.
fn followed(url: Option<&str>) -> Option<&str> {
    url.filter(|url| url.starts_with("https://") || url.starts_with("http://"))
}

/// The address of a page without the search that has led to it.
fn without_search(link: &str) -> String {
    let (page, place) = link.split_once('#').map_or((link, None), |(page, place)| (page, Some(place)));
    let page = page.split('?').next().unwrap_or(page);
    place.map_or_else(|| page.to_owned(), |place| format!("{page}#{place}"))
}

/// The menu of a hit.
pub(super) fn menu(actions: &Actions<'_>) -> Markup {
    let Actions { rank, latex, link, cite, aligned } = actions;
    html! {
        details .menu.more name="menu" {
            summary aria-label=(format!("Actions for result {rank}")) title="Actions" { "⋯" }
            ul {
                @if let Some(latex) = latex { @for button in formula_buttons(latex) { li .scripted { (button) } } }
                li .scripted { button .plain type="button" data-copy="link" data-text=(link) { "Copy link" } }
                li .scripted {
                    button .plain type="button" data-copy="cite" data-text=(cite.text()) data-link=(followed(cite.url).map_or_else(|| without_search(link), str::to_owned)) { "Cite" }
                }
                @if let Some(aligned) = aligned { li { a href=(aligned) { "Align with the query" } } }
                li { a .why-link href={ "#why-" (rank) } { "Why this result" } }
            }
        }
    }
}

/// Buttons for the formula of a page.
pub(super) fn buttons(latex: &str) -> Markup {
    html! { @for button in formula_buttons(latex) { span .scripted { (button) } } }
}

fn formula_buttons(latex: &str) -> [Markup; 4] {
    [
        html! { button .plain type="button" data-copy="tex" data-text=(latex) { "Copy LaTeX" } },
        html! { button .plain type="button" data-copy="mathml" { "Copy MathML" } },
        html! { button .plain type="button" data-image { "Image (PNG)" } },
        html! { button .plain type="button" data-save=(latex) { "Save" } },
    ]
}

/// The LaTeX to copy: as the author wrote it, or else as it was read, without the punctuation of the sentence.
pub(super) fn latex<'a>(written: Option<&'a str>, read: &'a str) -> &'a str {
    written.unwrap_or_else(|| read.trim_end_matches(['.', ',', ';']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_has_title_and_collection() {
        let cite = |title, source, url| Citation { name: "", title, source, url }.text();
        assert_eq!(
            cite(r"L'H\^opital's rule", "a/planetmath.jsonl.gz", None),
            "L'Hôpital's rule. planetmath."
        );
        let theorem = Citation { name: "Theorem 2.3", title: "Zorn", source: "a/b.tex", url: None };
        assert_eq!(theorem.text(), "Theorem 2.3, Zorn. b.");
        assert_eq!(without_search("/threads/a?q=x%23#u-a"), "/threads/a#u-a");
        assert_eq!(without_search("/formulas/3"), "/formulas/3");
        assert_eq!(
            cite("Is $x^2$ even?", "x", Some("https://math.stackexchange.com/q/1")),
            "Is $x^2$ even? math.stackexchange.com."
        );
        assert_eq!(collection(Some("javascript:alert(1)"), "a/b.md"), "b");
    }

    #[test]
    fn the_menu_offers_a_formula_only_where_there_is_one() {
        let cite = || Citation { name: "", title: "t", source: "s", url: None };
        let with = Actions { rank: 2, latex: Some("x<y"), link: "/l", cite: cite(), aligned: None };
        let shown = menu(&with).into_string();
        assert!(shown.contains("data-text=\"x&lt;y\"") && shown.contains("href=\"#why-2\""), "{shown}");
        let without = menu(&Actions { latex: None, ..with }).into_string();
        assert!(!without.contains("Copy LaTeX") && without.contains("Copy link"), "{without}");
    }

    #[test]
    fn the_author_is_copied_before_the_reader() {
        assert_eq!(latex(Some(r"a\le b"), "a\\leq b."), r"a\le b");
        assert_eq!(latex(None, "a+b."), "a+b");
    }
}

//! Web pages with MathML, MathJax or KaTeX.
//!
//! A page is one unit: people search for a page, and its sections mean little without it.

use std::sync::Arc;

use document::markup::{Page, Take, page};
use document::{Complaint, Result, Text, Unit, kinds};

use crate::collection::{Entry, Progress, Reader};
use document::date;

/// The names of metadata with the date of a page.
const DATES: [&str; 8] = [
    "article:published_time",
    "citation_publication_date",
    "citation_date",
    "dcterms.date",
    "dc.date.issued",
    "dc.date",
    "date",
    "article:modified_time",
];

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let access = entry.access();
    let (source, complaint) = access.text(entry.main_file(), access.limits().document, progress)?;
    let complaint = complaint.map(|complaint| Complaint { file: entry.name.clone(), ..complaint });
    let unit = unit(entry.name.clone(), page(&source, Take::Page));
    Ok(Box::new(complaint.map(Err).into_iter().chain([Ok(unit)])))
}

/// A page as a unit.
fn unit(id: String, page: Page) -> Unit {
    let tags = page.value(&["keywords"]).map(keywords).unwrap_or_default();
    let url = page.value(&["canonical", "og:url"]).map(str::to_owned);
    let date = page.value(&DATES).and_then(|date| date::seconds(&date.replace('/', "-")));
    let title = title(page.title, page.heading);
    Unit { id, kind: kinds::ARTICLE.to_owned(), title, body: page.body, tags, date, url, ..Unit::default() }
}

/// The title: the heading, which may have formulas, otherwise the `<title>`.
pub(super) fn title(title: Text, heading: Text) -> Text {
    if heading.is_empty() { title } else { heading }
}

fn keywords(list: &str) -> Vec<String> {
    list.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_metadata() {
        let source = "<html><head><title>Groups – my site</title><link rel=canonical href=https://e.org/g>\
                      <meta name=keywords content='algebra, groups,'><meta name=citation_date content=1970/01/02></head><body><h1>Groups</h1>\
                      <p>Let $G$ be one.</p></body></html>";
        let unit = unit("g.html".to_owned(), page(source, Take::Page));
        assert_eq!((unit.id.as_str(), unit.kind.as_str()), ("g.html", "article"));
        assert_eq!(unit.title.text, "Groups");
        assert_eq!(unit.body.text, "Let $G$ be one.");
        assert_eq!(unit.tags, ["algebra", "groups"]);
        assert_eq!(unit.url.as_deref(), Some("https://e.org/g"));
        assert_eq!(unit.date, Some(86_400));
        assert_eq!(unit.formula_count(), 1);
    }
}

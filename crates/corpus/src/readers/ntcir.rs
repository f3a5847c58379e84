//! NTCIR documents: paragraphs and Wikipedia articles in HTML5 or XHTML with parallel MathML.
//!
//! A file has one document or several, one after another. A Wikipedia article has a name (`<meta name="docid">`) and is
//! one unit. A file of the arXiv collection is a paragraph, named after its file. A whole paper becomes its paragraphs,
//! named after file and paragraph, and one more unit for the text between them.

mod documents;

use std::path::Path;
use std::sync::Arc;

use document::markup::{Page, Take, page};
use document::{Complaint, Result, Text, Unit, kinds};
use documents::Documents;

use crate::collection::{Entry, Progress, Reader};

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let source = entry.access().open(entry.main_file(), progress)?;
    let documents = Documents::new(&entry.name, source, entry.access().limits().document);
    let stem = stem(Path::new(&entry.name));
    let mut count = 0;
    let units = documents.flat_map(move |document| match document {
        Err(complaint) => vec![Err(complaint)],
        Ok(source) => {
            count += 1;
            let name = if count == 1 { stem.clone() } else { format!("{stem}/{count}") };
            units(&name, page(&source, Take::Paragraphs)).into_iter().map(Ok::<Unit, Complaint>).collect()
        }
    });
    Ok(Box::new(units))
}

/// The name of a file without its extensions, as in NTCIR's judgements.
fn stem(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let mut stem: &str = &name;
    for ending in [".gz", ".bz2", ".xz", ".zst", ".xhtml", ".html", ".htm", ".xml", ".dat"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    stem.to_owned()
}

/// The units of a document.
fn units(file: &str, mut page: Page) -> Vec<Unit> {
    let document = page.value(&["docid"]).unwrap_or(file).to_owned();
    let is_article = page.value(&["docid"]).is_some();
    let title = super::html::title(std::mem::take(&mut page.title), std::mem::take(&mut page.heading));
    if page.paragraphs.len() <= 1 {
        let body = joined(page.body, page.paragraphs.pop());
        let kind = if is_article { kinds::ARTICLE } else { kinds::PARAGRAPH };
        return vec![unit(document, kind, title, body)];
    }
    let mut units = Vec::with_capacity(page.paragraphs.len() + 1);
    for (at, (id, body)) in page.paragraphs.into_iter().enumerate() {
        let id = if id.is_empty() { format!("{document}/{}", at + 1) } else { format!("{document}/{id}") };
        let thread = Some(document.clone());
        units.push(Unit { thread, ..unit(id, kinds::PARAGRAPH, Text::default(), body) });
    }
    units.push(Unit { thread: Some(document.clone()), ..unit(document, kinds::ARTICLE, title, page.body) });
    units
}

fn unit(id: String, kind: &str, title: Text, body: Text) -> Unit {
    Unit { id, kind: kind.to_owned(), title, body, ..Unit::default() }
}

/// The text outside the only paragraph, and the paragraph.
fn joined(mut body: Text, paragraph: Option<(String, Text)>) -> Text {
    let Some((_, paragraph)) = paragraph else { return body };
    if body.is_empty() {
        return paragraph;
    }
    body.text.push_str("\n\n");
    let shift = body.text.len();
    body.text.push_str(&paragraph.text);
    body.formulas.extend(paragraph.formulas.into_iter().map(|mut formula| {
        formula.place = formula.place.start + shift..formula.place.end + shift;
        formula
    }));
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(source: &str) -> Vec<(String, String)> {
        let units = units("0705.0010", page(source, Take::Paragraphs));
        units.into_iter().map(|unit| (unit.id, unit.kind)).collect()
    }

    #[test]
    fn documents_have_the_names_of_the_collection() {
        let named = |id: &str, kind: &str| (id.to_owned(), kind.to_owned());
        let article = "<html><head><meta content='Ring' name='docid'/></head><body><p>x</p></body></html>";
        assert_eq!(ids(article), [named("Ring", "article")]);
        let paragraph = "<html><body><div class='ltx_para' id='S1.p1'>x</div></body></html>";
        assert_eq!(ids(paragraph), [named("0705.0010", "paragraph")]);
        let paper = "<h1>T</h1><div class='ltx_para' id='p1'>x</div>y<div class='ltx_para'>z</div>";
        let expected = [
            named("0705.0010/p1", "paragraph"),
            named("0705.0010/2", "paragraph"),
            named("0705.0010", "article"),
        ];
        assert_eq!(ids(paper), expected);
    }

    #[test]
    fn files_are_named_without_their_extensions() {
        assert_eq!(stem(Path::new("a/0705.0010_1_2.xhtml.gz")), "0705.0010_1_2");
        assert_eq!(stem(Path::new("wpmath0000009.dat")), "wpmath0000009");
    }

    #[test]
    fn formulas_of_joined_texts_keep_their_places() {
        let source = "<p>a $x$</p><div class='ltx_para'>b $y$</div>";
        let units = units("f", page(source, Take::Paragraphs));
        let body = &units[0].body;
        let shown: Vec<&str> =
            body.formulas.iter().map(|formula| &body.text[formula.place.clone()]).collect();
        assert_eq!((body.text.as_str(), shown), ("a $x$\n\nb $y$", vec!["$x$", "$y$"]));
    }
}

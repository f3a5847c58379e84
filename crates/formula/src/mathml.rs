//! The MathML reader: Presentation, Content, or both side by side.
//!
//! It is a pure function that cannot fail and takes what LaTeXML, MathJax, KaTeX, Word and Wikipedia emit,
//! in XML or HTML, with or without namespace prefixes.

mod content;
pub(crate) mod entities;
mod presentation;
mod qualifiers;
mod vocabulary;
mod xml;

use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::Diagnostic;
use crate::opt::Opt;
use crate::slt::{Font, Slt};
use xml::{Document, ElementId};

/// Reads Content MathML as it stands, without looking at any presentation beside it.
///
/// For the trees as a search engine uses them, see [`read`].
pub fn read_content(source: &str, wildcards: bool) -> (Opt, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let found = find(&document);
    let opt = content::Content::new(&document, wildcards, &mut diagnostics).read(&found.content);
    (opt, diagnostics)
}

/// Reads Presentation MathML as it stands, without looking at any content beside it.
pub fn read_presentation(source: &str, wildcards: bool) -> (Slt, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let found = find(&document);
    let slt =
        presentation::Presentation::new(&document, wildcards, &mut diagnostics).read(&found.presentation);
    (slt, diagnostics)
}

/// What a document offers of its first formula.
#[derive(Default)]
struct Found {
    presentation: Vec<ElementId>,
    content: Vec<ElementId>,
    tex: Option<ElementId>,
}

/// Finds the first `<math>` and sorts what is in it. Without one, the whole document is taken.
fn find(document: &Document<'_>) -> Found {
    let math = (0..document.len()).find(|&id| document.name(id) == "math").unwrap_or(Document::ROOT);
    let children: Vec<ElementId> = document.nodes(math).collect();
    let semantics = children.iter().copied().find(|&child| document.name(child) == "semantics");
    if let Some(semantics) = semantics
        && document.children(math).count() == 1
    {
        let branches = branches(document, semantics);
        let inside = |branch: Option<ElementId>| match branch {
            Some(branch) if document.name(branch) == "annotation-xml" => document.nodes(branch).collect(),
            Some(branch) => vec![branch],
            None => Vec::new(),
        };
        return Found {
            presentation: inside(branches.presentation),
            content: inside(branches.content),
            tex: branches.tex,
        };
    }
    if document.children(math).next().is_some_and(|child| is_content(document.name(child))) {
        return Found { content: document.children(math).collect(), ..Found::default() };
    }
    Found { presentation: children, ..Found::default() }
}

/// The branches of a `semantics` element.
#[derive(Default)]
struct Branches {
    presentation: Option<ElementId>,
    content: Option<ElementId>,
    tex: Option<ElementId>,
}

/// Sorts the branches of a `semantics` element by what they are.
fn branches(document: &Document<'_>, semantics: ElementId) -> Branches {
    let mut found = Branches::default();
    for child in document.children(semantics) {
        let encoding = document.attribute(child, "encoding").unwrap_or_default().to_ascii_lowercase();
        let slot = match document.name(child) {
            "annotation" if encoding.contains("tex") => &mut found.tex,
            "annotation-xml" if encoding.contains("content") => &mut found.content,
            "annotation-xml" if encoding.contains("presentation") => &mut found.presentation,
            "annotation" | "annotation-xml" => continue,
            name if is_content(name) => &mut found.content,
            _ => &mut found.presentation,
        };
        slot.get_or_insert(child);
    }
    found
}

/// Whether an element belongs to Content MathML.
fn is_content(name: &str) -> bool {
    matches!(
        name,
        "apply"
            | "bind"
            | "reln"
            | "ci"
            | "cn"
            | "csymbol"
            | "cs"
            | "cerror"
            | "share"
            | "interval"
            | "set"
            | "list"
            | "vector"
            | "matrix"
            | "piecewise"
            | "lambda"
    ) || vocabulary::element(name).is_some()
}

/// The name of a `mws:qvar`: its attribute or its text, in compatibility form (`𝑝ℎ𝑖` is `phi`).
fn wildcard_name(document: &Document<'_>, id: ElementId) -> String {
    let name = document.attribute(id, "name").map_or_else(|| document.text(id), |name| name.into_owned());
    name.trim().nfkc().collect()
}

/// The font of a `mathvariant`; italic is what letters get anyway.
fn font_of_variant(variant: &str) -> Option<Font> {
    Some(match variant {
        "normal" | "italic" => Font::Plain,
        "bold" | "bold-italic" => Font::Bold,
        "double-struck" => Font::DoubleStruck,
        "script" | "bold-script" | "calligraphic" => Font::Script,
        "fraktur" | "bold-fraktur" => Font::Fraktur,
        "sans-serif" | "bold-sans-serif" | "sans-serif-italic" | "sans-serif-bold-italic" => Font::SansSerif,
        "monospace" => Font::Monospace,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;

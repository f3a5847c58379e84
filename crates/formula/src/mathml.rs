//! The MathML reader: Presentation, Content, or both side by side.
//!
//! It is a pure function that cannot fail and takes what LaTeXML, MathJax, KaTeX, Word and Wikipedia emit,
//! in XML or HTML, with or without namespace prefixes.

mod content;
pub(crate) mod entities;
mod qualifiers;
mod vocabulary;
mod xml;

use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::Diagnostic;
use crate::opt::Opt;
use crate::slt::Font;
use xml::{Document, ElementId};

/// Reads Content MathML as it stands, without looking at any presentation beside it.
pub fn read_content(source: &str, wildcards: bool) -> (Opt, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let math = (0..document.len()).find(|&id| document.name(id) == "math").unwrap_or(Document::ROOT);
    let expressions: Vec<ElementId> = document.children(math).collect();
    let opt = content::Content::new(&document, wildcards, &mut diagnostics).read(&expressions);
    (opt, diagnostics)
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

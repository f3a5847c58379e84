//! The MathML reader: Presentation, Content, or both side by side.
//!
//! The reader is a pure function that cannot fail. It reads the output of LaTeXML, MathJax, KaTeX, Word and
//! Wikipedia, in XML or HTML, with or without namespace prefixes.
//!
//! If `semantics` has several branches, the reader prefers the presentation: it is what the author saw, and
//! its operator tree is built in the same way as for LaTeX, so that one collection has one kind of tree.
//! Content without presentation keeps its own operators and is laid out in the usual notation. A TeX
//! annotation comes last.

mod content;
pub mod entities;
mod lay_out;
mod presentation;
mod qualifiers;
pub(crate) mod vocabulary;
mod xml;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::opt::Opt;
use crate::slt::{Font, Slt};
use crate::{Formula, Options, latex, meaning};
use xml::{Document, ElementId};

/// Reads one formula, the first `<math>` of the source.
///
/// ```
/// use formula::{Options, mathml, write::tangent};
///
/// let source = "<math><msup><mi>x</mi><mn>2</mn></msup><mo>&gt;</mo><mn>0</mn></math>";
/// let formula = mathml::read(source, &Options::default());
/// assert_eq!(tangent::slt_string(&formula.slt), "[V!x[>[N!0]],a[N!2]]");
/// assert_eq!(tangent::opt_string(&formula.opt), "[O!gt,0[O!SUP,0[V!x],1[N!2]],1[N!0]]");
/// ```
pub fn read(source: &str, options: &Options) -> Formula {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let found = find(&document);
    let presentation = presentation::Presentation::new(&document, options.wildcards, &mut diagnostics);
    let slt = presentation.read(&found.presentation);
    if slt.root().is_none() && !found.content.is_empty() {
        let opt = content::Content::new(&document, options.wildcards, &mut diagnostics).read(&found.content);
        return Formula { slt: lay_out::lay_out(&opt), opt, diagnostics };
    }
    let slt = match slt.root() {
        Some(_) => slt,
        None => tex(&document, &found, options, &mut diagnostics),
    };
    Formula { opt: meaning::operator_tree(&slt), slt, diagnostics }
}

/// Reads the TeX that accompanies or replaces MathML: an annotation, or the `alttext` of LaTeXML.
fn tex(document: &Document<'_>, found: &Found, options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Slt {
    let annotation = found.tex.and_then(|annotation| document.nodes(annotation).next());
    let (text, span) = match (annotation, document.attribute(found.math, "alttext")) {
        (Some(text), _) => (document.element(text).text.clone(), document.element(text).span),
        (None, Some(text)) => (text, document.element(found.math).span),
        (None, None) => {
            let (severity, span) = (Severity::Remark, document.element(found.math).span);
            let message = "no formula in the markup".to_owned();
            let hint = "write Presentation MathML, Content MathML or a TeX annotation";
            diagnostics.push(Diagnostic { severity, code: "mathml-empty", message, span, hint });
            return Slt::default();
        }
    };
    let (mut slt, mut findings) = latex::read(&text, options);
    let is_verbatim = annotation.is_some() && matches!(text, Cow::Borrowed(_));
    let placed = |inner: Span| match is_verbatim {
        true => Span { start: span.start + inner.start, end: span.start + inner.end },
        false => span,
    };
    slt.nodes.iter_mut().for_each(|node| node.span = placed(node.span));
    findings.iter_mut().for_each(|finding| finding.span = placed(finding.span));
    diagnostics.append(&mut findings);
    slt
}

/// Reads Content MathML and ignores any presentation beside it.
///
/// [`read()`] gives the trees that the search engine uses.
pub fn read_content(source: &str, wildcards: bool) -> (Opt, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let found = find(&document);
    let found = if found.content.is_empty() { found.presentation } else { found.content };
    let opt = content::Content::new(&document, wildcards, &mut diagnostics).read(&found);
    (opt, diagnostics)
}

/// Reads Presentation MathML and ignores any content beside it.
pub fn read_presentation(source: &str, wildcards: bool) -> (Slt, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let found = find(&document);
    let slt =
        presentation::Presentation::new(&document, wildcards, &mut diagnostics).read(&found.presentation);
    (slt, diagnostics)
}

/// The parts of a document's first formula.
#[derive(Default)]
struct Found {
    presentation: Vec<ElementId>,
    content: Vec<ElementId>,
    tex: Option<ElementId>,
    math: ElementId,
}

/// Finds the first `<math>` and sorts its parts. Without one, the whole document is the formula.
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
            math,
        };
    }
    if document.children(math).next().is_some_and(|child| is_content(document.name(child))) {
        return Found { content: document.children(math).collect(), math, ..Found::default() };
    }
    Found { presentation: children, math, ..Found::default() }
}

/// The branches of a `semantics` element.
#[derive(Default)]
struct Branches {
    presentation: Option<ElementId>,
    content: Option<ElementId>,
    tex: Option<ElementId>,
}

/// Sorts the branches of a `semantics` element by their kind.
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

/// Elements of Content MathML in addition to those of the vocabulary.
const CONTENT: &[&str] = &[
    "apply",
    "bind",
    "reln",
    "ci",
    "cn",
    "csymbol",
    "cs",
    "cerror",
    "share",
    "interval",
    "set",
    "list",
    "vector",
    "matrix",
    "piecewise",
    "lambda",
    "reals",
    "integers",
    "rationals",
    "naturalnumbers",
    "complexes",
    "primes",
];

/// Whether an element belongs to Content MathML.
fn is_content(name: &str) -> bool {
    CONTENT.contains(&name) || vocabulary::element(name).is_some()
}

/// The name of a `mws:qvar`: its attribute or its text, in compatibility form (`𝑝ℎ𝑖` is `phi`).
fn wildcard_name(document: &Document<'_>, id: ElementId) -> String {
    let name = document.attribute(id, "name").map_or_else(|| document.text(id), |name| name.into_owned());
    name.trim().nfkc().collect()
}

/// The font of a `mathvariant`; letters are italic by default.
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

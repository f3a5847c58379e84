//! Presentation MathML to layout trees.
//!
//! Rows dissolve: an `mrow` adds nothing to the symbols in it, and every program nests rows in its own way.
//! Only an `mrow` that lies exactly between two brackets shows which brackets are a pair. Everything else
//! goes to the [`Builder`] that the other readers use, so that the same formula gets the same tree.
//!
//! The reader walks rows with a stack of steps. It recurses only where the layout nests, and the builder
//! limits that depth.

mod fences;
mod scripts;
mod structures;
mod tokens;

use super::xml::{Document, ElementId};
use crate::diagnostic::{Diagnostic, MOST_FINDINGS, Severity, Span};
use crate::read::layout::{Builder, Look, MOST_LEVELS, Mark};
use crate::slt::{Edge, Flags, Font, Kind, NodeId, Slt};
use crate::symbol::Symbol;

/// Elements that show nothing.
const INVISIBLE: &[&str] = &[
    "mphantom",
    "annotation",
    "annotation-xml",
    "none",
    "mprescripts",
    "maligngroup",
    "malignmark",
    "style",
    "script",
];

/// Elements that stand for their content.
const TRANSPARENT: &[&str] =
    &["math", "mpadded", "mtd", "TeXAtom", "a", "span", "b", "i", "em", "strong", "div", "p", "#document"];

/// Elements that make the layout nest.
pub(super) const STRUCTURES: &[&str] = &[
    "mfrac",
    "msqrt",
    "mroot",
    "menclose",
    "mfenced",
    "mtable",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
];

/// A remaining step of the walk along the rows.
enum Step {
    /// Read an element.
    Element(ElementId),
    /// Push a run of text inside an `mtext`.
    Words(ElementId),
    /// Close the group of brackets whose content began at the mark.
    Close { mark: Mark, open: Symbol, close: Symbol, span: Span, after_space: bool },
    /// Go back to the font around an `mstyle`.
    Font(Font),
}

/// Reads Presentation MathML into a layout tree.
pub(super) struct Presentation<'a, 's> {
    document: &'a Document<'s>,
    builder: Builder,
    diagnostics: &'a mut Vec<Diagnostic>,
    findings: usize,
    wildcards: bool,
    steps: Vec<Step>,
    font: Font,
    /// A wide space stands before the next symbol.
    after_space: bool,
    /// A wide space stands after the symbol that is about to be pushed.
    before_space: bool,
    /// The last symbol, if it consists of scripts only: they belong to the left of the next symbol.
    floating: Option<Mark>,
    is_flattening: bool,
}

impl<'a, 's> Presentation<'a, 's> {
    pub(super) fn new(
        document: &'a Document<'s>,
        wildcards: bool,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let builder = Builder::new(document.len());
        Presentation {
            document,
            builder,
            diagnostics,
            findings: 0,
            wildcards,
            steps: Vec::new(),
            font: Font::Plain,
            after_space: false,
            before_space: false,
            floating: None,
            is_flattening: false,
        }
    }

    /// Reads the elements as one row, the whole formula.
    pub(super) fn read(mut self, elements: &[ElementId]) -> Slt {
        let mark = self.builder.mark();
        for &id in elements {
            self.element(id);
        }
        self.builder.finish(mark)
    }

    /// Pushes what an element shows onto the current row.
    fn element(&mut self, id: ElementId) {
        let base = self.steps.len();
        self.steps.push(Step::Element(id));
        while self.steps.len() > base {
            match self.steps.pop() {
                Some(Step::Element(id)) => self.step(id),
                Some(Step::Words(id)) => self.push_words(id),
                Some(Step::Close { mark, open, close, span, after_space }) => {
                    let group = self.builder.fenced(mark, open, close, span);
                    self.after_space = after_space;
                    self.push(group);
                }
                Some(Step::Font(font)) => self.font = font,
                None => return,
            }
        }
    }

    fn step(&mut self, id: ElementId) {
        match self.document.name(id) {
            "mi" | "ci" => self.identifier(id),
            "mn" | "cn" => self.number(id),
            "mo" => self.operator(id),
            "mtext" => self.words(id),
            "ms" => self.string(id),
            "mspace" => self.space(id),
            "mglyph" | "img" => self.glyph(id),
            "qvar" => self.wildcard(id),
            "" => self.bare_text(id),
            "mrow" | "inferred-mrow" => self.row(id),
            "mstyle" => self.style(id),
            "merror" => self.error(id),
            "semantics" => self.semantics(id),
            "maction" => self.first_child(id),
            // A row without its table.
            "mtr" | "mlabeledtr" => self.structure(id),
            name if INVISIBLE.contains(&name) => {}
            name if TRANSPARENT.contains(&name) => self.dissolve(id),
            name if STRUCTURES.contains(&name) => self.structure(id),
            name => {
                let message = format!("`<{name}>` is not an element of Presentation MathML");
                let hint = "its content is kept";
                self.report(Severity::Remark, "mathml-unknown-element", message, self.span(id), hint);
                self.dissolve(id);
            }
        }
    }

    /// An element that makes the layout nest, unless the nesting is already too deep.
    fn structure(&mut self, id: ElementId) {
        if self.builder.is_too_deep() {
            if !self.is_flattening {
                self.is_flattening = true;
                let message = format!("nested more than {MOST_LEVELS} levels deep");
                let hint = "the deeper levels are read as one flat row";
                self.report(Severity::Recovery, "too-deep", message, self.span(id), hint);
            }
            return self.dissolve(id);
        }
        let (after_space, floating) = (std::mem::take(&mut self.after_space), self.floating.take());
        let node = match self.document.name(id) {
            "mfrac" => self.fraction(id),
            "msqrt" | "mroot" => self.root(id),
            "menclose" => self.enclosure(id),
            "mfenced" => self.fenced(id),
            "mtable" | "mtr" | "mlabeledtr" => self.table(id),
            "mmultiscripts" => self.multiscripts(id),
            _ => self.scripts(id),
        };
        (self.after_space, self.floating) = (after_space, floating);
        match node {
            Some(node) if self.builder.is_idle_group(node) => self.push_content(node),
            Some(node) => self.push(node),
            None => {}
        }
    }

    /// Pushes the symbols of a group that holds nothing together, as a base without scripts.
    fn push_content(&mut self, group: NodeId) {
        let content: Vec<NodeId> =
            self.builder.slt.row(self.builder.slt.child(group, Edge::Within)).collect();
        for node in content {
            self.builder.slt.nodes[node.index()].next = NodeId::NONE;
            self.push(node);
        }
    }

    /// Puts the content of an element in its place.
    fn dissolve(&mut self, id: ElementId) {
        let before = self.steps.len();
        self.steps.extend(self.document.nodes(id).map(Step::Element));
        self.steps[before..].reverse();
    }

    fn first_child(&mut self, id: ElementId) {
        self.steps.extend(self.document.children(id).next().map(Step::Element));
    }

    fn semantics(&mut self, id: ElementId) {
        match super::branches(self.document, id).presentation {
            Some(branch) if self.document.name(branch) == "annotation-xml" => self.dissolve(branch),
            Some(branch) => self.steps.push(Step::Element(branch)),
            None => {}
        }
    }

    fn style(&mut self, id: ElementId) {
        let variant = self.document.attribute(id, "mathvariant");
        if let Some(font) = variant.and_then(|variant| super::font_of_variant(&variant)) {
            self.steps.push(Step::Font(self.font));
            self.font = font;
        }
        self.row(id);
    }

    /// The row that an element holds, linked; none if nothing in it can be seen.
    fn linked_row(&mut self, id: ElementId) -> Option<NodeId> {
        let mark = self.builder.mark();
        self.element(id);
        self.end_row();
        self.builder.finish_row(mark)
    }

    /// The row that an element holds as one node, for a base.
    fn single_node(&mut self, id: ElementId) -> NodeId {
        let mark = self.builder.mark();
        self.element(id);
        self.end_row();
        self.builder.wrap(mark, self.document.element(id).span)
    }

    /// Pushes a symbol and uses up a pending space.
    fn push(&mut self, node: NodeId) {
        let is_apart = std::mem::take(&mut self.after_space);
        if is_apart {
            let flags = &mut self.builder.slt.nodes[node.index()].flags;
            *flags = flags.with(Flags::AFTER_SPACE);
        }
        let before = self.builder.here();
        self.builder.push(node);
        self.after_space = std::mem::take(&mut self.before_space);
        let pushed = self.builder.slt.node(node);
        let is_floating = pushed.kind == Kind::Empty && pushed.first_child != NodeId::NONE;
        let floating = self.floating.take().filter(|_| !is_apart);
        if is_floating {
            self.floating = floating.or(Some(before));
        } else if let Some(row) = floating {
            self.builder.adopt_scripts(row);
        }
    }

    /// Clears what waits for the next symbol of the row.
    fn end_row(&mut self) {
        self.after_space = false;
        self.floating = None;
    }

    fn span(&self, id: ElementId) -> Span {
        self.document.element(id).span
    }

    fn look(&self, id: ElementId) -> Look {
        Look { span: self.span(id), ..Look::default() }
    }

    fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        message: String,
        span: Span,
        hint: &'static str,
    ) {
        self.findings += 1;
        if self.findings <= MOST_FINDINGS {
            self.diagnostics.push(Diagnostic { severity, code, message, span, hint });
        }
    }
}

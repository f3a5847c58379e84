//! Start tags with ids and classes, and escaping.

use super::Writer;
use crate::slt::NodeId;

/// A start tag.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) name: &'static str,
    node: Option<NodeId>,
    suffix: &'static str,
    class: &'static str,
    attributes: &'a str,
    variant: Option<&'static str>,
}

impl<'a> Element<'a> {
    pub(super) fn new(name: &'static str) -> Element<'a> {
        Element { name, node: None, suffix: "", class: "", attributes: "", variant: None }
    }

    /// The node the element stands for.
    pub(super) fn node(self, id: NodeId) -> Self {
        Element { node: Some(id), ..self }
    }

    /// A suffix of the id, for the parts of a node that have separate elements.
    pub(super) fn suffix(self, suffix: &'static str) -> Self {
        Element { suffix, ..self }
    }

    /// A class in addition to those of the caller.
    pub(super) fn class(self, class: &'static str) -> Self {
        Element { class, ..self }
    }

    /// Further attributes, each with a space before it.
    pub(super) fn attributes(self, attributes: &'a str) -> Self {
        Element { attributes, ..self }
    }

    pub(super) fn variant(self, variant: Option<&'static str>) -> Self {
        Element { variant, ..self }
    }
}

impl Writer<'_, '_> {
    pub(super) fn open(&mut self, element: Element) {
        self.out.push('<');
        self.out.push_str(element.name);
        if let (Some(prefix), Some(node)) = (self.style.id_prefix, element.node) {
            self.out.push_str(" id=\"");
            push_escaped(prefix, &mut self.out);
            self.out.push_str(&node.index().to_string());
            self.out.push_str(element.suffix);
            self.out.push('"');
        }
        self.classes(element);
        if let Some(variant) = element.variant {
            self.out.push_str(" mathvariant=\"");
            self.out.push_str(variant);
            self.out.push('"');
        }
        self.out.push_str(element.attributes);
        self.out.push('>');
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: &str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(attributes);
        self.out.push_str("/>");
    }

    fn classes(&mut self, element: Element) {
        // The parts of a node get no classes; the element of the node has them.
        let given = match (self.style.class_of, element.node) {
            (Some(class_of), Some(node)) if element.suffix.is_empty() => class_of(node),
            _ => None,
        };
        let given = given.unwrap_or("");
        if element.class.is_empty() && given.is_empty() {
            return;
        }
        self.out.push_str(" class=\"");
        self.out.push_str(element.class);
        if !element.class.is_empty() && !given.is_empty() {
            self.out.push(' ');
        }
        push_escaped(given, &mut self.out);
        self.out.push('"');
    }

    pub(super) fn close(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }
}

/// Appends text as XML, with the characters XML cannot hold replaced.
pub(crate) fn push_escaped(text: &str, out: &mut String) {
    let last = text.len().saturating_sub(1);
    for (at, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // MathML trims the ends of a token; a no-break space stays.
            ' ' if at == 0 || at == last => out.push('\u{a0}'),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
}

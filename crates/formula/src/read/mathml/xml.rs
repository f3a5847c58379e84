//! A tolerant reader of the XML and HTML that MathML arrives in.
//!
//! It turns any text into a tree of elements in one pass and in linear time. It repairs and reports tags that
//! do not match, bare `<` and `&`, attributes without quotes and documents that end too early. Elements live
//! in an arena and no function recurses, so the depth of the input does not matter here.
//!
//! What it is not: an XML processor. It drops namespace prefixes (except `mws:`), skips the declaration,
//! comments, processing instructions and the document type, and validates nothing.

mod tag;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::entities;
use crate::diagnostic::{Diagnostic, MOST_FINDINGS, Severity, Span};
use tag::{Tag, local_name, name_length};

/// An element or a run of text, by its place in the arena.
pub(super) type ElementId = usize;

const NONE: u32 = u32::MAX;

/// An element, or a run of text if its name is empty.
#[derive(Debug)]
pub(super) struct Element<'s> {
    /// Local name; `qvar` for `mws:qvar`.
    pub(super) name: &'s str,
    /// The characters of a run of text, references replaced.
    pub(super) text: Cow<'s, str>,
    /// Bytes from the start tag to the end tag.
    pub(super) span: Span,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    attributes: (u32, u32),
}

/// A whole input as elements; the first one stands for the document.
#[derive(Debug)]
pub(super) struct Document<'s> {
    elements: Vec<Element<'s>>,
    attributes: Vec<(&'s str, &'s str)>,
}

impl<'s> Document<'s> {
    /// Reads any text and reports each repair to `diagnostics`.
    pub(super) fn read(source: &'s str, diagnostics: &mut Vec<Diagnostic>) -> Document<'s> {
        let mut reader = Reader::new(source, diagnostics);
        reader.read();
        reader.document
    }

    /// The element that stands for the whole document.
    pub(super) const ROOT: ElementId = 0;

    /// The element with an id.
    pub(super) fn element(&self, id: ElementId) -> &Element<'s> {
        &self.elements[id]
    }

    /// How many elements and runs of text there are.
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The local name of an element; empty for text.
    pub(super) fn name(&self, id: ElementId) -> &'s str {
        self.elements[id].name
    }

    /// Elements and runs of text inside an element, in order.
    pub(super) fn nodes(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        let place = |link: u32| (link != NONE).then_some(link as usize);
        std::iter::successors(place(self.elements[id].first_child), move |&node| {
            place(self.elements[node].next_sibling)
        })
    }

    /// The elements inside an element, without text between them.
    pub(super) fn children(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        self.nodes(id).filter(|&node| !self.elements[node].name.is_empty())
    }

    /// An attribute, references replaced.
    pub(super) fn attribute(&self, id: ElementId, name: &str) -> Option<Cow<'s, str>> {
        let (start, end) = self.elements[id].attributes;
        self.attributes[start as usize..end as usize]
            .iter()
            .find(|(attribute, _)| *attribute == name)
            .map(|(_, value)| entities::decode(value, |_| ()))
    }

    /// The text of an element and all within it, white space trimmed and collapsed.
    pub(super) fn text(&self, id: ElementId) -> String {
        let mut out = String::new();
        let mut pending = vec![id];
        while let Some(node) = pending.pop() {
            let element = &self.elements[node];
            if element.name.is_empty() {
                push_collapsed(&element.text, &mut out);
            } else {
                let before = pending.len();
                pending.extend(self.nodes(node));
                pending[before..].reverse();
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out
    }
}

/// Appends `text` with each run of XML white space as one space, none at the very start.
fn push_collapsed(text: &str, out: &mut String) {
    for c in text.chars() {
        if !matches!(c, ' ' | '\t' | '\n' | '\r') {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

struct Reader<'s, 'd> {
    source: &'s str,
    at: usize,
    document: Document<'s>,
    open: Vec<ElementId>,
    /// How many elements of each name are open, so that a stray end tag needs no search.
    open_names: FxHashMap<&'s str, u32>,
    diagnostics: &'d mut Vec<Diagnostic>,
    findings: usize,
}

impl<'s, 'd> Reader<'s, 'd> {
    fn new(source: &'s str, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        let document = Document { elements: Vec::new(), attributes: Vec::new() };
        let mut reader = Reader {
            source,
            at: 0,
            document,
            open: Vec::new(),
            open_names: FxHashMap::default(),
            diagnostics,
            findings: 0,
        };
        reader.add("#document", Cow::Borrowed(""), Span::new(0, source.len()));
        reader.open.push(Document::ROOT);
        reader
    }

    fn read(&mut self) {
        while self.at < self.source.len() {
            let rest = &self.source[self.at..];
            match rest.find('<') {
                Some(0) => self.markup(rest),
                Some(length) => self.text(length),
                None => self.text(rest.len()),
            }
        }
        for i in (1..self.open.len()).rev() {
            let id = self.open[i];
            self.document.elements[id].span.end = Span::new(0, self.source.len()).end;
        }
        for i in 1..self.open.len() {
            self.report_unclosed(self.open[i]);
        }
    }

    fn markup(&mut self, rest: &'s str) {
        match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => self.skip(rest, "-->"),
            Some(b'!') if rest.starts_with("<![CDATA[") => self.character_data(rest),
            Some(b'!') => self.document_type(rest),
            Some(b'?') => self.skip(rest, "?>"),
            Some(b'/') => self.end_tag(rest),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => self.start_tag(rest),
            _ => {
                let here = Span::new(self.at, self.at + 1);
                self.report("xml-less-than", "`<` does not start a tag", here, "write `&lt;` for the sign");
                self.text(1);
            }
        }
    }

    /// Skips a comment or a processing instruction.
    fn skip(&mut self, rest: &str, end: &str) {
        match rest.find(end) {
            Some(offset) => self.at += offset + end.len(),
            None => self.skip_to_the_end(rest),
        }
    }

    fn skip_to_the_end(&mut self, rest: &str) {
        let span = Span::new(self.at, self.at + rest.len());
        self.report(
            "xml-unclosed",
            "a comment or declaration that is never closed",
            span,
            "close it before the formula",
        );
        self.at = self.source.len();
    }

    /// Skips `<!DOCTYPE …>`, whose internal subset may contain further `>` between brackets.
    fn document_type(&mut self, rest: &str) {
        let mut brackets = 0usize;
        for (offset, byte) in rest.bytes().enumerate() {
            match byte {
                b'[' => brackets += 1,
                b']' => brackets = brackets.saturating_sub(1),
                b'>' if brackets == 0 => {
                    self.at += offset + 1;
                    return;
                }
                _ => {}
            }
        }
        self.skip_to_the_end(rest);
    }

    fn character_data(&mut self, rest: &'s str) {
        let start = "<![CDATA[".len();
        let end = rest.find("]]>");
        let text = &rest[start..end.unwrap_or(rest.len())];
        let span = Span::new(self.at + start, self.at + start + text.len());
        self.add("", Cow::Borrowed(text), span);
        match end {
            Some(end) => self.at += end + "]]>".len(),
            None => self.skip_to_the_end(rest),
        }
    }

    fn text(&mut self, length: usize) {
        let start = self.at;
        let raw = &self.source[start..start + length];
        self.at += length;
        if raw.bytes().all(|byte| byte.is_ascii_whitespace()) {
            // White space between elements. A leaf of white space alone is empty too.
            return;
        }
        let mut unknown = Vec::new();
        let text = entities::decode(raw, |at| unknown.push(start + at));
        for at in unknown {
            let here = Span::new(at, at + 1);
            self.report(
                "xml-entity",
                "`&` does not start a known character reference",
                here,
                "write `&amp;` for the sign",
            );
        }
        self.add("", text, Span::new(start, start + length));
    }

    fn end_tag(&mut self, rest: &'s str) {
        let name = local_name(&rest[2..2 + name_length(&rest[2..])]);
        let length = match rest[1..].find(['>', '<']) {
            Some(end) => 1 + end + usize::from(rest.as_bytes()[1 + end] == b'>'),
            None => rest.len(),
        };
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        if self.open_names.get(name).is_none_or(|&count| count == 0) {
            self.report("xml-stray-end", &format!("`</{name}>` closes nothing"), span, "remove the end tag");
            return;
        }
        while let Some(&id) = self.open.last() {
            if self.document.elements[id].name == name {
                break;
            }
            self.report_unclosed(id);
            self.close(span.start);
        }
        self.close(span.end);
    }

    fn close(&mut self, end: u32) {
        if self.open.len() > 1
            && let Some(id) = self.open.pop()
        {
            let element = &mut self.document.elements[id];
            element.span.end = end;
            if let Some(count) = self.open_names.get_mut(element.name) {
                *count -= 1;
            }
        }
    }

    fn start_tag(&mut self, rest: &'s str) {
        let start = self.at;
        let tag = Tag::scan(rest, &mut self.document.attributes);
        self.at += tag.length;
        let span = Span::new(start, self.at);
        if !tag.complete {
            self.report(
                "xml-unclosed",
                &format!("the tag `<{}` is not closed", tag.name),
                span,
                "close it with `>`",
            );
        }
        while let Some(&parent) = self.open.last() {
            if !holds_no_elements(self.document.elements[parent].name, tag.name) {
                break;
            }
            self.report_unclosed(parent);
            self.close(span.start);
        }
        let id = self.add(tag.name, Cow::Borrowed(""), span);
        self.document.elements[id].attributes = tag.attributes;
        if !tag.empty {
            self.open.push(id);
            *self.open_names.entry(tag.name).or_insert(0) += 1;
        }
    }

    fn add(&mut self, name: &'s str, text: Cow<'s, str>, span: Span) -> ElementId {
        let id = self.document.elements.len();
        let element = Element {
            name,
            text,
            span,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            attributes: (0, 0),
        };
        self.document.elements.push(element);
        if let Some(&parent) = self.open.last() {
            let parent = &mut self.document.elements[parent];
            let before = std::mem::replace(&mut parent.last_child, id as u32);
            if before == NONE {
                parent.first_child = id as u32;
            } else {
                self.document.elements[before as usize].next_sibling = id as u32;
            }
        }
        id
    }

    fn report_unclosed(&mut self, id: ElementId) {
        let element = &self.document.elements[id];
        let message = format!("`<{}>` is not closed", element.name);
        let span = Span {
            start: element.span.start,
            end: element.span.start.saturating_add(element.name.len() as u32 + 1),
        };
        self.report("xml-unclosed", &message, span, "add the end tag");
    }

    fn report(&mut self, code: &'static str, message: &str, span: Span, hint: &'static str) {
        self.findings += 1;
        if self.findings <= MOST_FINDINGS {
            let message = message.to_owned();
            self.diagnostics.push(Diagnostic { severity: Severity::Recovery, code, message, span, hint });
        }
    }
}

/// Whether an element of this name cannot contain `child`, so that the start of `child` ends it.
fn holds_no_elements(name: &str, child: &str) -> bool {
    match name {
        "mspace" | "mprescripts" | "none" | "sep" | "share" => true,
        "mi" | "mn" | "mo" | "ms" => {
            child.starts_with('m')
                && !matches!(child, "mglyph" | "malignmark" | "maligngroup" | "mark" | "math")
        }
        _ => false,
    }
}

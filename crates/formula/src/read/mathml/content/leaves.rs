//! The leaves of Content MathML: identifiers, numbers, symbols, query variables.

use super::Content;
use crate::diagnostic::Span;
use crate::mathml::xml::ElementId;
use crate::mathml::{font_of_variant, vocabulary, wildcard_name};
use crate::names;
use crate::opt::{Font, Kind, NodeId};
use crate::symbol::Symbol;
use crate::tables::letters;

impl Content<'_, '_> {
    /// The text of a leaf element as a node; an absent operand if nothing visible is in it.
    pub(super) fn leaf_of_text(&mut self, id: ElementId, kind: Kind) -> NodeId {
        let text = match self.document.name(id) {
            "" => self.document.element(id).text.trim().to_owned(),
            _ => self.document.text(id),
        };
        let visible = text.replace(|c| matches!(c, '\u{2061}'..='\u{2064}' | '\u{200B}'), "");
        if visible.is_empty() {
            return self.absent(id);
        }
        let (label, font) = match kind {
            Kind::Text => (visible, Font::Plain),
            _ => named_font(&visible),
        };
        let symbol = self.opt.texts.intern(&label);
        let node = self.opt.leaf(kind, symbol, self.document.element(id).span);
        self.opt.nodes[node.index()].font = font;
        node
    }

    /// A `ci`. Presentation inside it (`<ci><msub>…`) is read for its structure.
    pub(super) fn identifier(&mut self, id: ElementId) -> NodeId {
        let children = self.children(id);
        match children[..] {
            [] => {
                let is_function = self.document.attribute(id, "type").is_some_and(|kind| kind == "function");
                self.leaf_of_text(id, if is_function { Kind::Function } else { Kind::Variable })
            }
            [only] => self.expression(only),
            _ => self.row(id),
        }
    }

    /// A `cn`: plain in LaTeXML; other programs write two parts or a sign.
    pub(super) fn number(&mut self, id: ElementId) -> NodeId {
        let parts: Vec<ElementId> =
            self.document.nodes(id).filter(|&node| self.document.name(node).is_empty()).collect();
        let has_separator = self.document.children(id).any(|child| self.document.name(child) == "sep");
        if let ([first, second], true) = (&parts[..], has_separator) {
            let kind = self.document.attribute(id, "type").unwrap_or_default();
            return self.two_part_number(*first, *second, &kind);
        }
        let text = self.document.text(id);
        let Some(magnitude) = text.strip_prefix(['-', '−']).filter(|rest| !rest.is_empty()) else {
            return self.leaf_of_text(id, Kind::Number);
        };
        let symbol = self.opt.texts.intern(magnitude.trim_start());
        let number = self.opt.leaf(Kind::Number, symbol, self.span(id));
        self.opt.inner(Kind::Ordered, names::MINUS, self.span(id), &[number])
    }

    pub(super) fn two_part_number(&mut self, first: ElementId, second: ElementId, kind: &str) -> NodeId {
        let (first, second) =
            (self.leaf_of_text(first, Kind::Number), self.leaf_of_text(second, Kind::Number));
        let span = Span::default();
        match kind {
            "e-notation" => {
                let ten = self.opt.texts.intern("10");
                let ten = self.opt.leaf(Kind::Number, ten, self.opt.node(first).span);
                let power = self.opt.inner(Kind::Ordered, names::SUP, span, &[ten, second]);
                self.opt.inner(Kind::Unordered, names::TIMES, span, &[first, power])
            }
            "complex-cartesian" | "complex" => {
                let unit = self.opt.leaf(Kind::Variable, Symbol::character('i'), self.opt.node(second).span);
                let imaginary = self.opt.inner(Kind::Unordered, names::TIMES, span, &[second, unit]);
                self.opt.inner(Kind::Unordered, names::PLUS, span, &[first, imaginary])
            }
            _ => self.opt.inner(Kind::Ordered, names::DIVIDE, span, &[first, second]),
        }
    }

    pub(super) fn csymbol(&mut self, id: ElementId) -> NodeId {
        let text = self.document.text(id);
        let span = self.span(id);
        if self.document.attribute(id, "cd").is_some_and(|cd| cd == "unknown") {
            return self.leaf_of_text(id, Kind::Unknown);
        }
        if let Some(kind) = self.document.attribute(id, "cd").as_deref().and_then(crate::write::content::kind)
        {
            let symbol = names::find(&text).unwrap_or_else(|| self.opt.texts.intern(&text));
            return self.opt.leaf(kind, symbol, span);
        }
        if let Some(fences) = text.strip_prefix("delimited-") {
            let symbol = self.opt.texts.intern(&format!("delimited{fences}"));
            return self.opt.leaf(Kind::Collection, symbol, span);
        }
        if let Some(meaning) = vocabulary::symbol(&text) {
            let symbol =
                if meaning.kind == Kind::Absent { Symbol::NONE } else { meaning.symbol(&mut self.opt.texts) };
            return self.opt.leaf(meaning.kind, symbol, span);
        }
        let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        self.leaf_of_text(id, if is_number { Kind::Number } else { Kind::Unknown })
    }

    pub(super) fn wildcard(&mut self, id: ElementId) -> NodeId {
        let name = wildcard_name(self.document, id);
        let symbol = self.opt.texts.intern(&name);
        let kind = if self.wildcards { Kind::Wildcard } else { Kind::Variable };
        self.opt.leaf(kind, symbol, self.document.element(id).span)
    }

    /// `<reals/>` and other number sets are letters; any other element is unknown and keeps its children.
    pub(super) fn number_set(&mut self, id: ElementId, name: &str) -> NodeId {
        let letter = match name {
            "reals" => 'R',
            "integers" => 'Z',
            "rationals" => 'Q',
            "naturalnumbers" => 'N',
            "complexes" => 'C',
            "primes" => 'P',
            _ => return self.unknown(id, name),
        };
        let node = self.opt.leaf(Kind::Variable, Symbol::character(letter), self.span(id));
        self.opt.nodes[node.index()].font = Font::DoubleStruck;
        node
    }
}

/// LaTeXML writes the font of a letter that has no styled character before it: `italic-ϕ`, `bold-Γ`.
fn named_font(text: &str) -> (String, Font) {
    let font = text.rsplit_once('-').and_then(|(name, letter)| {
        let font = font_of_variant(name)?;
        (letter.chars().count() == 1).then(|| (letter.to_owned(), font))
    });
    font.unwrap_or_else(|| letters::plain_text(text))
}

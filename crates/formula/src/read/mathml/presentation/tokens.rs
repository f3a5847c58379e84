//! The leaves: `mi`, `mn`, `mo`, `mtext`, spaces and query variables.
//!
//! Programs differ in what they call an identifier and what an operator (`<mi>∂</mi>`, `<mo>max</mo>`,
//! `<mi>!</mi>`), so the operator dictionary decides, as it does for LaTeX.

use unicode_normalization::UnicodeNormalization;

use super::{Presentation, Step};
use crate::diagnostic::Severity;
use crate::mathml::xml::ElementId;
use crate::mathml::{font_of_variant, wildcard_name};
use crate::read::layout::Look;
use crate::slt::{Flags, Font, Kind};
use crate::tables::commands::{self, Command};
use crate::tables::operators::{self, Role};
use crate::tables::{letters, unicode};

/// From this width on, in em, a space separates formulas (`\quad` is 1 em).
const WIDE: f64 = 0.9;

impl Presentation<'_, '_> {
    pub(super) fn identifier(&mut self, id: ElementId) {
        if self.document.children(id).next().is_some() {
            return self.dissolve(id);
        }
        let Some(text) = self.visible_text(id) else { return };
        if self.wildcards
            && self.has_class(id, "wildcard")
            && let Some(name) = text.strip_prefix('?')
        {
            let look = self.look(id);
            return self.push_text(Kind::Wildcard, name, look);
        }
        let (text, letter_font) = letters::plain_text(&text);
        let mut look = self.look(id);
        let kind = match Shape::of(&text) {
            // KaTeX writes many operators as identifiers, but no relations: such an identifier is a letter.
            Shape::Operator if is_relation(&text) => Kind::Identifier,
            // A name with an explicit font is not an operator: `\mathrm{inf}` is not `\inf`.
            Shape::Operator | Shape::Function { .. } if is_word(&text) && self.has_variant(id) => {
                Kind::Identifier
            }
            Shape::Operator => Kind::Operator,
            Shape::Digits => Kind::Number,
            Shape::Function { limits: true } => Kind::Operator,
            Shape::Name | Shape::Function { limits: false } => Kind::Identifier,
        };
        let text = if text == "∣" { "|".to_owned() } else { text };
        if kind != Kind::Operator {
            look.font = self.font_of(id, &text, letter_font);
        }
        self.push_text(kind, &text, look);
    }

    pub(super) fn number(&mut self, id: ElementId) {
        if self.document.children(id).next().is_some() {
            return self.dissolve(id);
        }
        let Some(text) = self.visible_text(id) else { return };
        let (mut text, letter_font) = letters::plain_text(&text);
        text.retain(|c| !c.is_whitespace());
        let look = Look { font: self.font_of(id, &text, letter_font), ..self.look(id) };
        // `<mn>+</mn>` and `<mn>x</mn>` occur; a number needs a digit.
        let kind = match Shape::of(&text) {
            Shape::Operator => Kind::Operator,
            _ if text.chars().any(|c| c.is_numeric()) || text.is_empty() => Kind::Number,
            _ => Kind::Identifier,
        };
        self.push_text(kind, &text, look);
    }

    pub(super) fn operator(&mut self, id: ElementId) {
        let Some(text) = self.visible_text(id) else { return };
        let (text, _) = letters::plain_text(&text);
        let mut look = self.look(id);
        let kind = match Shape::of(&text) {
            // LaTeXML writes the `d` of a differential as an operator.
            Shape::Operator | Shape::Function { limits: true } => Kind::Operator,
            Shape::Function { limits: false } => Kind::Identifier,
            Shape::Name if text.chars().all(char::is_alphanumeric) => Kind::Operator,
            Shape::Name | Shape::Digits => Kind::Identifier,
        };
        look.flags = self.fence_flags(id, &text);
        let is_fence = self.document.attribute(id, "fence").is_some_and(|fence| fence == "true");
        let text = match text.as_ref() {
            "∣" if is_fence => "|",
            "||" => "∥",
            text => text,
        };
        self.push_text(kind, text, look);
    }

    /// The direction that the attributes of an `mo` give. Only bars need one; a bracket may declare itself no
    /// fence.
    fn fence_flags(&self, id: ElementId, text: &str) -> Flags {
        let says =
            |name: &str, value: &str| self.document.attribute(id, name).is_some_and(|found| found == value);
        if !matches!(text, "|" | "∥" | "∣") {
            return if says("form", "infix") { Flags::MIDDLE } else { Flags::default() };
        }
        if says("form", "prefix") || says("data-mjx-texclass", "OPEN") {
            Flags::OPENS
        } else if says("form", "postfix") || says("data-mjx-texclass", "CLOSE") {
            Flags::CLOSES
        } else if says("form", "infix") || says("fence", "false") || says("data-mjx-texclass", "REL") {
            Flags::MIDDLE
        } else {
            Flags::default()
        }
    }

    /// An `mtext`. Formulas inside it are part of the row; spaces alone are a space.
    pub(super) fn words(&mut self, id: ElementId) {
        if self.has_class(id, "unknown") && self.command(id, &self.document.text(id)) {
            return;
        }
        let holds_math = self.document.children(id).any(|child| self.document.name(child).starts_with('m'));
        if !holds_math {
            return self.push_words(id);
        }
        let before = self.steps.len();
        let document = self.document;
        self.steps.extend(document.nodes(id).map(|node| match document.name(node) {
            "" => Step::Words(node),
            _ => Step::Element(node),
        }));
        self.steps[before..].reverse();
    }

    pub(super) fn push_words(&mut self, id: ElementId) {
        let Some(text) = self.visible_text(id) else { return };
        let look = self.look(id);
        self.push_text(Kind::Text, &text, look);
    }

    pub(super) fn string(&mut self, id: ElementId) {
        let quote = |name: &str| {
            self.document.attribute(id, name).map_or("\"".to_owned(), |quote| quote.into_owned())
        };
        let text = format!("{}{}{}", quote("lquote"), self.document.text(id), quote("rquote"));
        let look = self.look(id);
        self.push_text(Kind::Text, &text, look);
    }

    /// Text between elements, where MathML allows none.
    pub(super) fn bare_text(&mut self, id: ElementId) {
        let text = self.document.element(id).text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let message = format!("text `{}` between elements", shortened(&text));
        let hint = "put it into `<mi>`, `<mn>`, `<mo>` or `<mtext>`";
        self.report(Severity::Recovery, "mathml-bare-text", message, self.span(id), hint);
        let look = self.look(id);
        self.push_text(Kind::Text, &text, look);
    }

    /// LaTeXML wraps a command that it cannot read in an error.
    pub(super) fn error(&mut self, id: ElementId) {
        let mut children = self.document.children(id);
        let only = children.next().filter(|_| children.next().is_none());
        let name = only.map(|child| self.document.text(child)).unwrap_or_default();
        if !self.command(id, &name) {
            self.dissolve(id);
        }
    }

    /// Whether an element has a class that our own writer marks symbols with.
    fn has_class(&self, id: ElementId, class: &str) -> bool {
        let classes = self.document.attribute(id, "class");
        classes.is_some_and(|classes| classes.split_ascii_whitespace().any(|other| other == class))
    }

    /// Pushes an unknown command; false if `text` is not the name of one.
    fn command(&mut self, id: ElementId, text: &str) -> bool {
        let name =
            text.trim().strip_prefix('\\').filter(|name| !name.is_empty() && !name.contains([' ', '\\']));
        let Some(name) = name else { return false };
        let look = self.look(id);
        self.push_text(Kind::Command, name, look);
        true
    }

    pub(super) fn glyph(&mut self, id: ElementId) {
        let Some(name) = self.document.attribute(id, "alt").filter(|name| !name.trim().is_empty()) else {
            return;
        };
        let look = self.look(id);
        self.push_text(Kind::Identifier, name.trim(), look);
    }

    pub(super) fn wildcard(&mut self, id: ElementId) {
        let name = wildcard_name(self.document, id);
        let kind = if self.wildcards { Kind::Wildcard } else { Kind::Identifier };
        let look = self.look(id);
        if kind == Kind::Wildcard || !name.is_empty() {
            self.push_text(kind, &name, look);
        }
    }

    pub(super) fn space(&mut self, id: ElementId) {
        let width = self.document.attribute(id, "width").map_or(0.0, |width| in_em(&width));
        let breaks = self.document.attribute(id, "linebreak").is_some_and(|linebreak| linebreak == "newline");
        self.after_space |= width >= WIDE || breaks;
    }

    fn push_text(&mut self, kind: Kind, text: &str, look: Look) {
        let node = self.builder.text_node(kind, text, look);
        self.push(node);
    }

    /// The text of a leaf without surrounding spaces and invisible characters; none if nothing is left. Wide
    /// spaces around it count for the leaf and for the symbol after it.
    fn visible_text(&mut self, id: ElementId) -> Option<String> {
        let text = self.document.text(id);
        let is_words = matches!(self.document.name(id), "mtext" | "");
        let visible = if is_words { words_of(&text) } else { normalised(&text) };
        let is_wide = |spaces: &str| spaces.contains(['\u{2001}', '\u{2003}']);
        let (leading, trailing) = (text.trim_start().len(), text.trim_end().len());
        self.after_space |= is_wide(&text[..text.len() - leading]);
        if visible.is_empty() {
            return None;
        }
        self.before_space = is_wide(&text[trailing..]);
        Some(visible)
    }

    fn has_variant(&self, id: ElementId) -> bool {
        self.document.attribute(id, "mathvariant").is_some()
    }

    fn font_of(&self, id: ElementId, text: &str, letter_font: Font) -> Font {
        if letter_font != Font::Plain {
            return letter_font;
        }
        let variant = self.document.attribute(id, "mathvariant");
        match variant.as_deref() {
            // `\Gamma`, `\infty` and similar symbols are upright by default.
            Some("normal") if text.starts_with(char::is_alphanumeric) && !is_greek_capital(text) => {
                Font::Roman
            }
            Some("italic") => Font::Italic,
            Some(variant) => font_of_variant(variant).unwrap_or_default(),
            None => self.font,
        }
    }
}

fn is_word(text: &str) -> bool {
    text.chars().nth(1).is_some() && text.chars().all(char::is_alphabetic)
}

fn is_greek_capital(text: &str) -> bool {
    text.chars().all(|c| matches!(c, 'Α'..='Ω'))
}

/// The look of the text of a leaf.
enum Shape {
    /// One or more characters that the dictionary has as an operator.
    Operator,
    /// A function known by name.
    Function { limits: bool },
    /// One digit or more.
    Digits,
    /// Anything else.
    Name,
}

impl Shape {
    fn of(text: &str) -> Shape {
        let all = |test: fn(char) -> bool| !text.is_empty() && text.chars().all(test);
        if all(|c| c.is_ascii_digit()) {
            return Shape::Digits;
        }
        if all(|c| c == '′') {
            return Shape::Operator;
        }
        if text.len() > 1
            && let Some(Command::Function { limits, .. }) = commands::find(&text.replace(' ', ""))
        {
            return Shape::Function { limits };
        }
        if operators::find_text(text).is_some() { Shape::Operator } else { Shape::Name }
    }
}

fn is_relation(text: &str) -> bool {
    let role = operators::find_text(text).map(|operator| operator.role);
    matches!(role, Some(Role::Relation | Role::Arrow | Role::Implication))
}

/// One spelling for texts that look the same: minus signs, bars, primes, dots, composed negations.
fn normalised(text: &str) -> String {
    let text = text.trim();
    if text == "..." {
        return "…".to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.nfc().filter(|&c| shows(c)) {
        match c {
            '″' => out.push_str("′′"),
            '‴' => out.push_str("′′′"),
            '⁗' => out.push_str("′′′′"),
            '︷' => out.push('⏞'),
            '︸' => out.push('⏟'),
            c if c.is_whitespace() => out.push(' '),
            c => out.push(unicode::normalise(c)),
        }
    }
    out
}

/// Words with every kind of space as the plain one.
fn words_of(text: &str) -> String {
    text.trim().chars().filter(|&c| shows(c)).map(|c| if c.is_whitespace() { ' ' } else { c }).collect()
}

/// Whether a character shows anything: not the invisible operators, joiners and variation selectors.
fn shows(c: char) -> bool {
    !matches!(c, '\u{2061}'..='\u{2064}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// A MathML length in em; a length without a number counts as narrow.
fn in_em(width: &str) -> f64 {
    let width = width.trim();
    let end = width.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+')).unwrap_or(width.len());
    let number: f64 = width[..end].parse().unwrap_or(0.0);
    number
        * match &width[end..] {
            "ex" => 0.45,
            "pt" => 0.1,
            "px" => 1.0 / 16.0,
            "mu" => 1.0 / 18.0,
            "%" => 0.01,
            _ => 1.0,
        }
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

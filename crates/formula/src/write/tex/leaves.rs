//! Symbols with a label: letters, numbers, operators, words.

use super::{Writer, names};
use crate::slt::{Edge, Font, Kind, NodeId};

/// The stroke of `\not`, for symbols whose negation has no character in Unicode.
const NEGATION: char = '\u{338}';

impl Writer<'_> {
    pub(super) fn leaf(&mut self, id: NodeId, before: Option<NodeId>) {
        let label = self.slt.label(id);
        match self.slt.node(id).kind {
            Kind::Identifier => self.identifier(id, &label),
            Kind::Number => self.number(id, &label, before),
            Kind::Operator => self.operator(id, &label),
            Kind::Command => self.command(&label),
            Kind::Wildcard => {
                self.command("qvar");
                self.push("{");
                self.push(&label);
                self.push("}");
            }
            _ => self.words(&label),
        }
    }

    fn identifier(&mut self, id: NodeId, label: &str) {
        let font = self.slt.node(id).font;
        let mut chars = label.chars();
        let single = match (chars.next(), chars.next()) {
            (Some(c), None) => Some(c),
            _ => None,
        };
        if let Some(negated) = label.strip_suffix(NEGATION) {
            self.command("not");
            self.push("{");
            self.identifier(id, negated);
            return self.push("}");
        }
        let is_name = single.is_none() && font == Font::Plain;
        if is_name && let Some(name) = names::of_function(label, false) {
            return self.command(name);
        }
        let command = if is_name { Some("operatorname") } else { font_command(font, single) };
        let Some(command) = command else { return self.characters(label) };
        self.command(command);
        self.push("{");
        self.characters(label);
        self.push("}");
    }

    fn number(&mut self, id: NodeId, label: &str, before: Option<NodeId>) {
        let grouped = label.replace(',', "{,}");
        let command = font_command(self.slt.node(id).font, None);
        let joins = before.is_some_and(|before| self.ends_in_digit(before));
        match command {
            Some(command) => {
                self.command(command);
                self.push("{");
                self.push(&grouped);
                self.push("}");
            }
            // Digits side by side would become one number.
            None if joins => {
                self.push("{");
                self.push(&grouped);
                self.push("}");
            }
            None => self.push(&grouped),
        }
    }

    fn ends_in_digit(&self, id: NodeId) -> bool {
        let has_scripts = self.slt.children(id).any(|child| self.slt.node(child).edge != Edge::Element);
        self.slt.node(id).kind == Kind::Number && !has_scripts
    }

    fn operator(&mut self, id: NodeId, label: &str) {
        if label == "mod" {
            return self.command("bmod");
        }
        let mut chars = label.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            return self.operator_name(id, label);
        };
        let followed_by = self.slt.next(id).map(|next| (self.slt.node(next).kind, self.slt.character(next)));
        let joins = matches!(
            (c, followed_by),
            (':', Some((Kind::Operator, Some('='))))
                | ('.', Some((Kind::Operator, Some('.')) | (Kind::Number, _)))
        );
        if joins {
            self.push("{");
        }
        self.operator_character(id, c);
        if joins {
            self.push("}");
        }
    }

    fn operator_name(&mut self, id: NodeId, label: &str) {
        if let Some(name) = names::of_function(label, true) {
            let font = font_command(self.slt.node(id).font, None);
            let Some(font) = font else { return self.command(name) };
            self.command(font);
            self.push("{");
            self.characters(label);
            return self.push("}");
        }
        if label.chars().all(|c| c == '′') {
            return (0..label.chars().count()).for_each(|_| self.command("prime"));
        }
        if let Some(negated) = label.strip_suffix(NEGATION) {
            self.command("not");
            return self.characters(negated);
        }
        if label.is_ascii() && !label.contains(|c: char| c.is_ascii_alphanumeric()) {
            return self.push(label);
        }
        self.command("operatorname*");
        self.push("{");
        self.characters(label);
        self.push("}");
    }

    /// Characters one by one, each as its command if it has one.
    fn characters(&mut self, label: &str) {
        for c in label.chars() {
            self.character(c);
        }
    }

    pub(super) fn character(&mut self, c: char) {
        match c {
            ' ' => self.push("\\ "),
            '^' => self.push("\\char94 "),
            '~' => self.push("\\char126 "),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                self.out.push('\\');
                self.after_word = false;
                self.out.push(c);
            }
            _ if c.is_ascii() && c != '\\' => self.push(c.encode_utf8(&mut [0; 4])),
            _ => match names::of_character(c) {
                Some(name) => self.command(name),
                None => self.push(c.encode_utf8(&mut [0; 4])),
            },
        }
    }

    fn words(&mut self, label: &str) {
        self.command("text");
        self.push("{");
        for c in label.chars() {
            match c {
                '{' | '}' | '#' | '$' | '%' | '&' | '_' => self.out.extend(['\\', c]),
                '\\' => self.out.push_str("\\backslash{}"),
                '~' => self.out.push_str("\\textasciitilde{}"),
                _ => self.out.push(c),
            }
        }
        self.push("}");
    }
}

/// The command that sets its argument in a font. `\boldsymbol` is for characters that `\mathbf` does not
/// change.
fn font_command(font: Font, letter: Option<char>) -> Option<&'static str> {
    Some(match font {
        Font::Plain => return None,
        Font::Roman => "mathrm",
        Font::Bold if letter.is_some_and(|c| !c.is_ascii()) => "boldsymbol",
        Font::Bold => "mathbf",
        Font::Italic => "mathit",
        Font::DoubleStruck => "mathbb",
        Font::Script => "mathcal",
        Font::Fraktur => "mathfrak",
        Font::SansSerif => "mathsf",
        Font::Monospace => "mathtt",
    })
}

//! Words inside formulas: `\text{if $x>0$}`, `\ce{H2O}`.

use super::constructs::{self, Construct};
use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Stop};
use super::skipped::push_source;
use super::typesetting::WORD_SPACE;
use crate::diagnostic::Span;
use crate::slt::Kind;
use crate::tables::commands::{self, Command};

impl<'a> Parser<'a> {
    /// The argument of a text command: words, and formulas between dollar signs.
    pub(super) fn text(&mut self, token: Token<'a>) {
        self.skip_optional();
        self.skip_spaces();
        match self.peek() {
            Some(open) if open.kind == TokenKind::BeginGroup => {
                self.at += 1;
                self.words(open);
            }
            Some(next) if self.has_argument() => {
                self.at += 1;
                let mut word = String::new();
                self.push_word(&mut word, next);
                self.push_text(&word, next.span);
            }
            _ => {
                self.report_missing_argument(token);
            }
        }
    }

    /// Reads words up to the brace that closes `open`. Nested braces and text commands only group; their
    /// words join the others.
    fn words(&mut self, open: Token<'a>) {
        let mut opened = vec![open];
        let mut text = String::new();
        let mut start = self.place();
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::EndGroup => {
                    opened.pop();
                    if opened.is_empty() {
                        break;
                    }
                }
                TokenKind::BeginGroup => opened.push(token),
                TokenKind::Dollar => {
                    self.push_text(&text, self.span_from(start));
                    text.clear();
                    self.math_in_text(token);
                    start = self.place();
                    continue;
                }
                TokenKind::Command if matches!(token.text, "(" | "[") => {
                    self.push_text(&text, self.span_from(start));
                    text.clear();
                    self.at += 1;
                    self.math_until_delimiter();
                    start = self.place();
                    continue;
                }
                TokenKind::Command if self.wildcards && token.text == "qvar" => {
                    self.push_text(&text, self.span_from(start));
                    text.clear();
                    self.command(token);
                    start = self.place();
                    continue;
                }
                TokenKind::Command if matches!(token.text, "right" | "end") && self.is_broken_off(token) => {
                    break;
                }
                _ => self.push_word(&mut text, token),
            }
            self.at += 1;
        }
        self.push_text(&text, self.span_from(start));
        match opened.last() {
            None => self.at += 1,
            Some(unclosed) => self.end_group(unclosed.span),
        }
    }

    /// Whether an environment ends inside words: then the closing brace is missing.
    fn is_broken_off(&self, token: Token<'a>) -> bool {
        token.text == "end" && self.open.environments > 0
    }

    /// A formula between dollar signs inside words.
    fn math_in_text(&mut self, open: Token<'a>) {
        self.at += 1;
        if self.builder.is_too_deep() {
            self.report_too_deep(open.span);
            return;
        }
        let font = std::mem::take(&mut self.font);
        self.builder.enter();
        // A `}` that ends the words ends the formula too.
        self.open.groups += 1;
        self.row(Stop::Dollar);
        self.open.groups -= 1;
        self.builder.leave();
        self.font = font;
        if self.peek_kind() == Some(TokenKind::Dollar) {
            self.at += 1;
        } else {
            let hint = "add the second `$`";
            self.report("stray-dollar", open.span, "an unclosed formula in the text".into(), hint);
        }
    }

    fn math_until_delimiter(&mut self) {
        let end = self.tokens[self.at..]
            .iter()
            .position(|token| token.kind == TokenKind::Command && matches!(token.text, ")" | "]"));
        let Some(length) = end else { return };
        let end = self.at + length;
        // The closing delimiter is read as a dollar sign.
        self.tokens[end].kind = TokenKind::Dollar;
        let start = self.builder.here();
        self.builder.enter();
        while self.at < end && !self.builder.is_too_deep() {
            self.element_with_scripts(start);
        }
        self.builder.leave();
        self.at = self.at.max(end + 1);
    }

    /// Appends what a token prints inside words.
    fn push_word(&mut self, text: &mut String, token: Token<'a>) {
        match token.kind {
            TokenKind::Char('~') | TokenKind::Space => text.push(' '),
            TokenKind::Command => match commands::find(token.text) {
                Some(Command::Symbol(c)) => text.push(c),
                Some(Command::SymbolText(printed) | Command::Function { text: printed, .. }) => {
                    text.push_str(printed)
                }
                None => match constructs::find(token.text) {
                    Some(Construct::Space { .. } | Construct::NewLine) => text.push(' '),
                    Some(Construct::Modulus { .. }) => text.push_str("mod"),
                    Some(_) => {}
                    None => push_source(text, &token),
                },
            },
            TokenKind::Control | TokenKind::Backslash => {}
            _ => text.push_str(token.text),
        }
    }

    /// Pushes words as one symbol with white space collapsed; pushes nothing if there are no words.
    pub(super) fn push_text(&mut self, text: &str, span: Span) {
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { return };
        let mut collapsed = first.to_string();
        for word in words {
            collapsed.push(' ');
            collapsed.push_str(word);
        }
        let id = self.builder.text_node(Kind::Text, &collapsed, self.look(span));
        self.push(id);
        // The words are stored without the spaces around them; a page shows these.
        if text.starts_with(char::is_whitespace) {
            self.builder.details(id).space = WORD_SPACE;
        }
        if text.ends_with(char::is_whitespace) {
            self.set_space(WORD_SPACE, false);
        }
    }

    /// `\ce{2H2 + O2}`: chemistry and units are kept as they are written.
    pub(super) fn chemistry(&mut self, token: Token<'a>) {
        self.skip_optional();
        self.skip_spaces();
        if !self.has_argument() {
            self.report_missing_argument(token);
            return;
        }
        let text = self.raw_argument();
        self.push_text(&text, self.span_from(token.span));
    }
}

//! Arguments that print nothing: lengths, colours, labels.

use super::lexer::{Token, TokenKind};
use super::parser::Parser;
use super::typesetting;

impl<'a> Parser<'a> {
    /// The source text of the next argument.
    pub(super) fn raw_argument(&mut self) -> String {
        self.skip_spaces();
        let mut text = String::new();
        let Some(token) = self.peek() else { return text };
        if token.kind != TokenKind::BeginGroup {
            if self.has_argument() {
                self.at += 1;
                push_source(&mut text, &token);
            }
            return text;
        }
        let first = self.at + 1;
        self.skip_group(token);
        let is_closed = self.tokens.get(self.at - 1).is_some_and(|token| token.kind == TokenKind::EndGroup);
        let last = if is_closed { self.at - 1 } else { self.at };
        for token in self.tokens.get(first..last).unwrap_or(&[]) {
            push_source(&mut text, token);
        }
        text
    }

    /// Skips the group that begins at the current `{`.
    pub(super) fn skip_group(&mut self, open: Token<'a>) {
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            self.at += 1;
            match token.kind {
                TokenKind::BeginGroup => depth += 1,
                TokenKind::EndGroup => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
        self.report(
            "unclosed-brace",
            open.span,
            "a `{` that is never closed".into(),
            "add a `}` where the group should end",
        );
    }

    /// Skips arguments that print nothing. A starred form takes the same ones.
    pub(super) fn skip_arguments(&mut self, owner: Token<'a>, count: u8) {
        self.at += usize::from(self.peek_kind() == Some(TokenKind::Char('*')));
        self.skip_optional();
        for _ in 0..count {
            self.skip_spaces();
            if !self.has_argument() {
                self.report_missing_argument(owner);
                return;
            }
            match self.peek() {
                Some(open) if open.kind == TokenKind::BeginGroup => self.skip_group(open),
                _ => self.at += 1,
            }
        }
    }

    /// `\rule[lift]{width}{height}`
    pub(super) fn rule(&mut self, owner: Token<'a>) {
        const LENGTHS: u8 = 2;
        self.skip_optional();
        self.skip_arguments(owner, LENGTHS);
    }

    /// Skips an argument in square brackets, if one comes next and is closed in the same group.
    pub(super) fn skip_optional(&mut self) {
        let before = self.at;
        self.skip_spaces();
        if self.peek_kind() != Some(TokenKind::Char('[')) {
            self.at = before;
            return;
        }
        /// No option is longer. The limit keeps an unclosed bracket from costing a scan to the end each time.
        const LONGEST: usize = 200;
        let mut depth = 0usize;
        for (ahead, token) in self.tokens[self.at..].iter().take(LONGEST).enumerate() {
            match token.kind {
                TokenKind::BeginGroup => depth += 1,
                TokenKind::EndGroup if depth == 0 => break,
                TokenKind::EndGroup => depth -= 1,
                TokenKind::Char(']') if depth == 0 => {
                    self.at += ahead + 1;
                    return;
                }
                _ => {}
            }
        }
        self.at = before;
    }

    /// The `[2pt]` that may follow a line break. A bracket without a length is part of the next line.
    pub(super) fn skip_line_height(&mut self) {
        self.at += usize::from(self.peek_kind() == Some(TokenKind::Char('*')));
        if self.peek_kind() != Some(TokenKind::Char('[')) {
            return;
        }
        let before = self.at;
        self.at += 1;
        self.skip_dimension();
        if self.at > before + 1 && self.peek_kind() == Some(TokenKind::Char(']')) {
            self.at += 1;
        } else {
            self.at = before;
        }
    }

    /// Skips a length without braces.
    pub(super) fn skip_dimension(&mut self) {
        self.raw_dimension();
    }

    /// A length without braces: a sign, digits, a unit (`-0.5 em`, `3mu plus 1fil`).
    pub(super) fn raw_dimension(&mut self) -> String {
        let start = self.at;
        self.skip_spaces();
        let before = self.at;
        while matches!(self.peek_kind(), Some(TokenKind::Char('0'..='9' | '.' | '-' | '+'))) {
            self.at += 1;
        }
        if self.at > before {
            let number_end = self.at;
            self.skip_spaces();
            let unit: String = self.tokens[self.at..].iter().take(2).map(|token| token.text).collect();
            self.at = if typesetting::is_unit(&unit) { self.at + 2 } else { number_end };
        }
        let mut text = String::new();
        self.tokens.get(start..self.at).unwrap_or(&[]).iter().for_each(|token| push_source(&mut text, token));
        text
    }

    /// `\verb|x|`: the text between two equal characters.
    pub(super) fn verbatim(&mut self, token: Token<'a>) {
        let Some(fence) = self.peek().map(|fence| fence.text) else { return };
        let start = self.at + 1;
        let Some(length) = self.tokens[start..].iter().position(|token| token.text == fence) else { return };
        let mut text = String::new();
        for token in &self.tokens[start..start + length] {
            push_source(&mut text, token);
        }
        self.at = start + length + 1;
        self.push_text(&text, self.span_from(token.span));
    }
}

/// Appends a token as it was written.
pub(super) fn push_source(text: &mut String, token: &Token<'_>) {
    if token.kind == TokenKind::Command {
        text.push('\\');
    }
    text.push_str(if token.kind == TokenKind::Space { " " } else { token.text });
}

//! The arguments of commands: a group, one symbol, or square brackets.

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Stop};
use crate::slt::{Flags, NodeId};

impl<'a> Parser<'a> {
    /// Reads an argument as a finished row. Returns none and reports it if there is no argument.
    pub(super) fn argument(&mut self, owner: Token<'a>) -> Option<NodeId> {
        let mark = self.builder.mark();
        self.argument_symbols(owner);
        self.flags = self.flags.without(Flags::AFTER_SPACE);
        self.builder.finish_row(mark)
    }

    /// Reads an argument whose symbols join the current row. Returns false and reports it if there is none.
    pub(super) fn argument_symbols(&mut self, owner: Token<'a>) -> bool {
        self.skip_spaces();
        if !self.has_argument() {
            self.report_missing_argument(owner);
            return false;
        }
        let font = self.font;
        if let (Some(TokenKind::BeginGroup), Some(open)) = (self.peek_kind(), self.peek()) {
            self.at += 1;
            self.group_content(open);
        } else {
            let before = self.at;
            self.builder.enter();
            self.element(true);
            self.builder.leave();
            if self.at == before {
                self.at += 1;
            }
        }
        self.font = font;
        true
    }

    pub(super) fn report_missing_argument(&mut self, owner: Token<'a>) {
        let message = format!("`\\{}` is missing an argument", owner.text);
        self.report("missing-argument", owner.span, message, "add the argument in braces");
    }

    /// Whether the next token can begin an argument.
    pub(super) fn has_argument(&self) -> bool {
        match self.peek() {
            None => false,
            Some(token) => match token.kind {
                TokenKind::EndGroup | TokenKind::Alignment | TokenKind::Dollar => false,
                TokenKind::Superscript | TokenKind::Subscript | TokenKind::Backslash => false,
                TokenKind::Command => {
                    !matches!(token.text, "right" | "end" | "\\" | "cr" | "tabularnewline" | "over")
                }
                _ => true,
            },
        }
    }

    /// An optional argument in square brackets as a finished row.
    pub(super) fn optional_argument(&mut self) -> Option<NodeId> {
        self.skip_spaces();
        let open = self.peek().filter(|token| token.kind == TokenKind::Char('['))?;
        self.at += 1;
        let mark = self.builder.mark();
        self.row(Stop::Bracket);
        if self.peek_kind() == Some(TokenKind::Char(']')) {
            self.at += 1;
        } else {
            let hint = "add a `]` where the optional argument should end";
            self.report("unclosed-optional", open.span, "a `[` that is never closed".into(), hint);
        }
        self.builder.finish_row(mark)
    }
}

//! Brackets with a size: `\left…\right`, `\bigl(`, `\middle|`.

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Stop};
use crate::diagnostic::Span;
use crate::slt::Flags;
use crate::symbol::Symbol;
use crate::tables::commands::{self, Command};
use crate::typesetting::Fences;

impl<'a> Parser<'a> {
    /// The delimiter after a command such as `\left`, and its place; [`Symbol::NONE`] for the invisible `.`.
    pub(super) fn delimiter(&mut self, owner: Token<'a>) -> Option<(Symbol, Span)> {
        self.skip_spaces();
        // Some authors put the bracket in braces: `\Big{(}`.
        let braced = self.peek_kind() == Some(TokenKind::BeginGroup)
            && self.tokens.get(self.at + 2).is_some_and(|token| token.kind == TokenKind::EndGroup);
        self.at += usize::from(braced);
        let token = self.peek();
        let symbol = token.and_then(|token| match token.kind {
            TokenKind::Char('.') => Some(Symbol::NONE),
            TokenKind::Char('<') => Some(Symbol::character('⟨')),
            TokenKind::Char('>') => Some(Symbol::character('⟩')),
            TokenKind::Char(c) if !c.is_alphanumeric() => {
                Some(Symbol::character(crate::tables::unicode::normalise(c)))
            }
            TokenKind::Command => match commands::find(token.text) {
                Some(Command::Symbol(c)) if !c.is_alphanumeric() => Some(Symbol::character(c)),
                _ => None,
            },
            _ => None,
        });
        let (Some(symbol), Some(token)) = (symbol, token) else {
            let message = format!("`\\{}` without a delimiter", owner.text);
            let hint = "write a bracket after it, or `.` for none";
            self.report("missing-delimiter", owner.span, message, hint);
            self.at -= usize::from(braced);
            return None;
        };
        self.at += 1 + usize::from(braced);
        Some((symbol, token.span))
    }

    /// `\left( … \right)`
    pub(super) fn left(&mut self, token: Token<'a>) {
        let open = self.delimiter(token).map_or(Symbol::NONE, |(fence, _)| fence);
        let flags = self.flags;
        let mark = self.builder.mark();
        self.open.lefts += 1;
        self.row(Stop::Left);
        self.open.lefts -= 1;
        let right = self.peek().filter(|token| token.is_command("right"));
        let close = match right {
            Some(right) => {
                self.at += 1;
                self.delimiter(right).map_or(Symbol::NONE, |(fence, _)| fence)
            }
            None => {
                let hint = "add `\\right` and the closing bracket, or `\\right.` for none";
                self.report("left-without-right", token.span, "`\\left` without `\\right`".into(), hint);
                Symbol::NONE
            }
        };
        let group = self.builder.fenced(mark, open, close, self.span_from(token.span));
        let node = &mut self.builder.slt.nodes[group.index()];
        node.flags = node.flags.with(flags);
        self.builder.details(group).fences = Fences::Growing;
        self.push(group);
    }

    /// A `\right` without a `\left`.
    pub(super) fn stray_right(&mut self, token: Token<'a>) {
        let direction = if self.open.flat_lefts > 0 {
            self.open.flat_lefts -= 1;
            Flags::MIDDLE
        } else {
            let hint = "add `\\left` and the opening bracket, or `\\left.` for none";
            self.report("right-without-left", token.span, "`\\right` without `\\left`".into(), hint);
            Flags::CLOSES
        };
        if let Some((fence, span)) = self.delimiter(token).filter(|(fence, _)| !fence.is_none()) {
            self.push_fence(fence, direction, span);
        }
    }

    /// `\bigl(`, `\Big|`, `\middle|`
    pub(super) fn big(&mut self, token: Token<'a>, direction: Flags, size: Fences) {
        let start = self.builder.here();
        if let Some((fence, span)) = self.delimiter(token).filter(|(fence, _)| !fence.is_none()) {
            self.push_fence(fence, direction, span.join(token.span));
        }
        if let Some(fence) = self.builder.last(start) {
            self.builder.details(fence).fences = size;
        }
    }

    /// A command that puts its argument between two fences.
    pub(super) fn bracket(&mut self, token: Token<'a>, open: char, close: char) {
        let mark = self.builder.mark();
        self.argument_symbols(token);
        let span = self.span_from(token.span);
        let group = self.builder.fenced(mark, Symbol::character(open), Symbol::character(close), span);
        self.push(group);
    }
}

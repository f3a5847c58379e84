//! Commands that print a symbol or a name: `\alpha`, `\sin`, `\operatorname`, `\not`, `\bmod`, `\char`.

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Scripts};
use crate::diagnostic::Span;
use crate::read::layout::Look;
use crate::slt::{Flags, Font, Kind};
use crate::symbol::Symbol;
use crate::tables::commands::{self, Command};

/// The space before `(mod n)` in eighteenths of an em, as in a line of text.
const BEFORE_MODULUS: i16 = 8;

impl<'a> Parser<'a> {
    /// A command that prints one symbol or name.
    pub(super) fn printed(&mut self, command: Command, token: Token<'a>) -> Scripts {
        match command {
            Command::Symbol(c) => match fence_direction(token.text) {
                Some(direction) => self.push_fence(Symbol::character(c), direction, token.span),
                None => self.push_character(c, token.span),
            },
            Command::SymbolText(text) => {
                let kind =
                    if text.chars().all(char::is_alphabetic) { Kind::Identifier } else { Kind::Operator };
                self.push_name(kind, text, token.span);
            }
            Command::Function { text, limits } => {
                let kind = if limits { Kind::Operator } else { Kind::Identifier };
                self.push_name(kind, text, token.span);
            }
        }
        Scripts::Beside
    }

    pub(super) fn push_name(&mut self, kind: Kind, text: &str, span: Span) {
        let look = Look { span, font: Font::Plain, flags: self.flags };
        let id = self.builder.text_node(kind, text, look);
        self.push(id);
    }

    /// `\not` strikes through the symbol after it.
    pub(super) fn negation(&mut self, token: Token<'a>) {
        self.skip_spaces();
        if !self.has_argument() {
            let hint = "write the relation after it";
            self.report("missing-argument", token.span, "`\\not` with nothing to negate".into(), hint);
            return;
        }
        let start = self.builder.here();
        self.argument_symbols(token);
        let Some(&id) = self.builder.since(start).first() else { return };
        let node = &mut self.builder.slt.nodes[id.index()];
        node.span = node.span.join(token.span);
        let Some(c) = node.symbol.as_char() else { return };
        match negated(c) {
            Some(precomposed) => node.symbol = Symbol::character(precomposed),
            None => {
                let struck = format!("{c}\u{338}");
                let symbol = self.builder.slt.texts.intern(&struck);
                self.builder.slt.nodes[id.index()].symbol = symbol;
            }
        }
    }

    pub(super) fn modulus(&mut self, token: Token<'a>, brackets: bool, word: bool) {
        if !brackets {
            self.push_name(Kind::Operator, "mod", token.span);
            return;
        }
        let mark = self.builder.mark();
        if word {
            self.push_name(Kind::Operator, "mod", token.span);
        }
        self.argument_symbols(token);
        let span = self.span_from(token.span);
        let group = self.builder.fenced(mark, Symbol::character('('), Symbol::character(')'), span);
        let before = self.builder.details(group);
        before.space = before.space.saturating_add(BEFORE_MODULUS);
        self.push(group);
    }

    pub(super) fn code_point(&mut self, token: Token<'a>) {
        let text = self.raw_argument();
        let text = text.trim();
        let code = match text.strip_prefix(['x', 'X', '"', 'U']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
            None => text.parse().ok(),
        };
        match code.and_then(char::from_u32).filter(|c| !c.is_control()) {
            Some(c) => self.push_character(c, self.span_from(token.span)),
            None => self.push_command(token),
        }
    }

    /// The name in `\operatorname{…}`.
    pub(super) fn operator_name(&mut self, token: Token<'a>, limits: bool) -> Scripts {
        let starred = self.peek_kind() == Some(TokenKind::Char('*'));
        self.at += usize::from(starred);
        self.skip_spaces();
        let scripts = Scripts::with_limits(limits || starred);
        if let Some(name) = self.plain_name() {
            let span = self.span_from(token.span);
            let start = self.builder.here();
            self.push_name(kind_of_name(&name), &name, span);
            if let (Scripts::Beside, Some(id)) = (scripts, self.builder.last(start)) {
                self.builder.details(id).limits_beside = true;
            }
            return scripts;
        }
        let outer = std::mem::replace(&mut self.font, Font::Roman);
        let start = self.builder.here();
        self.argument_symbols(token);
        self.font = outer;
        if self.builder.len_since(start) > 1 {
            let whole = self.builder.wrap_pushed(start, token.span);
            self.builder.push_again(whole);
        }
        scripts
    }

    /// The letters of a braced name, if it consists of letters and spaces only.
    fn plain_name(&mut self) -> Option<String> {
        self.peek().filter(|token| token.kind == TokenKind::BeginGroup)?;
        let mut name = String::new();
        let mut at = self.at + 1;
        loop {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::EndGroup => break,
                TokenKind::Char(c) if c.is_alphabetic() => name.push(c),
                TokenKind::Space => {}
                TokenKind::Command if matches!(token.text, "," | "!" | ":" | ";" | " ") => {
                    if token.text != "!" {
                        name.push(' ');
                    }
                }
                _ => return None,
            }
            at += 1;
        }
        self.at = at + 1;
        let name = name.trim().to_string();
        (!name.is_empty()).then_some(name)
    }
}

/// The kind of a spelt-out name: `\operatorname{det}` is the same operator as `\det`.
pub(super) fn kind_of_name(name: &str) -> Kind {
    match commands::find(name) {
        Some(Command::Function { limits: true, text }) if text == name => Kind::Operator,
        _ => Kind::Identifier,
    }
}

/// The direction of a fence, or that it is not a fence, if the name of the command says so.
fn fence_direction(name: &str) -> Option<Flags> {
    match name {
        "lvert" | "lVert" => Some(Flags::OPENS),
        "rvert" | "rVert" => Some(Flags::CLOSES),
        "mid" | "parallel" | "shortmid" | "shortparallel" => Some(Flags::MIDDLE),
        _ => None,
    }
}

/// The precomposed negation of a relation.
fn negated(c: char) -> Option<char> {
    Some(match c {
        '=' => '≠',
        '<' => '≮',
        '>' => '≯',
        '∈' => '∉',
        '∋' => '∌',
        '≡' => '≢',
        '∼' => '≁',
        '≃' => '≄',
        '≈' => '≉',
        '≅' => '≇',
        '≤' => '≰',
        '≥' => '≱',
        '⊂' => '⊄',
        '⊃' => '⊅',
        '⊆' => '⊈',
        '⊇' => '⊉',
        '∣' | '|' => '∤',
        '∥' => '∦',
        '→' => '↛',
        '←' => '↚',
        '↔' => '↮',
        '⇒' | '⟹' => '⇏',
        '⇔' | '⟺' => '⇎',
        '∃' => '∄',
        '⊢' => '⊬',
        '⊨' => '⊭',
        '≺' => '⊀',
        '≻' => '⊁',
        '⊴' => '⋬',
        '⊵' => '⋭',
        _ => return None,
    })
}

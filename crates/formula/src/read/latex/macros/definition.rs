//! Definitions: their tokens, how they are read, and how a call substitutes its arguments.

use super::Stored;
use crate::diagnostic::Span;
use crate::latex::lexer::{Token, TokenKind};
use crate::latex::skipped;

/// No optional argument is longer. The limit keeps an unclosed bracket from costing a scan to the end each
/// time.
const LONGEST_OPTION: usize = 1000;

/// A definition whose tokens are part of the formula or of the document's macros.
#[derive(Clone, Debug)]
pub(super) struct Definition<'a> {
    pub(super) parameters: u8,
    pub(super) default: Option<Vec<Token<'a>>>,
    pub(super) body: Vec<Token<'a>>,
}

impl Definition<'_> {
    /// The definition for one call: the tokens of the body get the place of the call; only the arguments of
    /// the call keep their own place.
    pub(super) fn at(mut self, call: Span) -> Self {
        for token in self.body.iter_mut().chain(self.default.iter_mut().flatten()) {
            token.span = call;
        }
        self
    }

    pub(super) fn store(&self) -> Stored {
        let text = |tokens: &[Token<'_>]| {
            let mut text = String::new();
            for token in tokens {
                skipped::push_source(&mut text, token);
                // `\alpha x` must not become `\alphax`.
                if token.kind == TokenKind::Command && token.text.ends_with(|c: char| c.is_ascii_alphabetic())
                {
                    text.push(' ');
                }
            }
            text
        };
        Stored {
            parameters: self.parameters,
            default: self.default.as_deref().map(text),
            body: text(&self.body),
        }
    }
}

/// Reads the parts of a definition.
pub(super) struct Reader<'a, 't> {
    pub(super) tokens: &'t [Token<'a>],
    /// See [`group_ends`].
    pub(super) ends: &'t [u32],
    pub(super) at: usize,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|token| token.kind == TokenKind::Space) {
            self.at += 1;
        }
    }

    /// A command name, with or without braces.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.at += usize::from(self.peek().is_some_and(|token| token.text == "*"));
        self.skip_spaces();
        let braced = self.peek().is_some_and(|token| token.kind == TokenKind::BeginGroup);
        self.at += usize::from(braced);
        self.skip_spaces();
        let name = self.next().filter(|token| token.kind == TokenKind::Command)?;
        if braced {
            self.skip_spaces();
            self.next().filter(|token| token.kind == TokenKind::EndGroup)?;
        }
        Some(name.text)
    }

    /// The content of a braced group.
    pub(super) fn group(&mut self) -> Option<Vec<Token<'a>>> {
        self.skip_spaces();
        self.peek().filter(|token| token.kind == TokenKind::BeginGroup)?;
        let end = *self.ends.get(self.at).filter(|&&end| end > 0)? as usize;
        let content = self.tokens[self.at + 1..end].to_vec();
        self.at = end + 1;
        Some(content)
    }

    /// The content of square brackets.
    pub(super) fn bracket(&mut self) -> Option<Vec<Token<'a>>> {
        self.skip_spaces();
        self.peek().filter(|token| token.kind == TokenKind::Char('['))?;
        let length = self.tokens[self.at..]
            .iter()
            .take(LONGEST_OPTION)
            .position(|token| token.kind == TokenKind::Char(']'))?;
        let content = self.tokens[self.at + 1..self.at + length].to_vec();
        self.at += length + 1;
        Some(content)
    }

    /// `\newcommand{\name}[2][default]{body}`
    pub(super) fn command(&mut self) -> Option<(&'a str, Definition<'a>)> {
        let name = self.name()?;
        let parameters = match self.bracket() {
            Some(count) => count.first()?.text.parse().ok().filter(|&count: &u8| count <= 9)?,
            None => 0,
        };
        let default = if parameters > 0 { self.bracket() } else { None };
        self.skip_spaces();
        let body = match self.peek()?.kind {
            TokenKind::BeginGroup => self.group()?,
            _ => vec![self.next()?],
        };
        Some((name, Definition { parameters, default, body }))
    }

    /// `\def\name#1#2{body}`
    pub(super) fn plain(&mut self) -> Option<(&'a str, Definition<'a>)> {
        let name = self.name()?;
        let mut parameters = 0;
        loop {
            match self.peek()?.kind {
                TokenKind::Parameter(number) => parameters = number,
                TokenKind::BeginGroup => break,
                TokenKind::Space => {}
                // Formulas do not need delimited parameters.
                _ => return None,
            }
            self.at += 1;
        }
        Some((name, Definition { parameters, default: None, body: self.group()? }))
    }

    /// `\DeclareMathOperator{\name}{text}`
    pub(super) fn operator(&mut self) -> Option<(&'a str, Definition<'a>)> {
        let starred = self.peek().is_some_and(|token| token.text == "*");
        let name = self.name()?;
        let text = self.group()?;
        let span = text.first().map_or(Span::default(), |token| token.span);
        let token = |kind, text| Token { kind, text, span };
        let command = if starred { "operatornamewithlimits" } else { "operatorname" };
        let mut body = vec![token(TokenKind::Command, command), token(TokenKind::BeginGroup, "{")];
        body.extend(text);
        body.push(token(TokenKind::EndGroup, "}"));
        Some((name, Definition { parameters: 0, default: None, body }))
    }
}

pub(super) fn is_definition(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Command
        && matches!(
            token.text,
            "def"
                | "gdef"
                | "edef"
                | "xdef"
                | "let"
                | "newcommand"
                | "renewcommand"
                | "providecommand"
                | "DeclareMathOperator"
        )
}

/// For each token that opens a group, the place of the brace that closes it; 0 if no brace does.
pub(super) fn group_ends(tokens: &[Token<'_>]) -> Vec<u32> {
    let mut ends = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::BeginGroup => open.push(at),
            TokenKind::EndGroup => {
                if let Some(begin) = open.pop() {
                    ends[begin] = at as u32;
                }
            }
            _ => {}
        }
    }
    ends
}

/// The arguments of a call whose name ends before the place of `reader`, and the place after them.
pub(super) fn arguments<'a>(
    definition: &Definition<'a>,
    mut reader: Reader<'a, '_>,
) -> (Vec<Vec<Token<'a>>>, usize) {
    let mut arguments = Vec::new();
    if definition.parameters == 0 {
        return (arguments, reader.at);
    }
    if let Some(default) = &definition.default {
        arguments.push(reader.bracket().unwrap_or_else(|| default.clone()));
    }
    while arguments.len() < usize::from(definition.parameters) {
        reader.skip_spaces();
        let argument = match reader.peek().map(|token| token.kind) {
            Some(TokenKind::BeginGroup) => match reader.group() {
                Some(argument) => argument,
                None => break,
            },
            Some(TokenKind::EndGroup | TokenKind::Alignment) | None => break,
            Some(_) => reader.next().into_iter().collect(),
        };
        arguments.push(argument);
    }
    (arguments, reader.at)
}

/// The number of tokens that [`substitute`] returns.
pub(super) fn substituted_length(definition: &Definition<'_>, arguments: &[Vec<Token<'_>>]) -> usize {
    let length = |token: &Token<'_>| match token.kind {
        TokenKind::Parameter(number) if number > 0 && number <= definition.parameters => {
            arguments.get(usize::from(number) - 1).map_or(0, Vec::len)
        }
        _ => 1,
    };
    definition.body.iter().map(length).sum()
}

/// The body with the arguments in place of the parameters.
pub(super) fn substitute<'a>(definition: &Definition<'a>, arguments: &[Vec<Token<'a>>]) -> Vec<Token<'a>> {
    let mut body = Vec::with_capacity(definition.body.len());
    for &token in &definition.body {
        match token.kind {
            TokenKind::Parameter(number) if number > 0 && number <= definition.parameters => {
                let argument = arguments.get(usize::from(number) - 1).map_or(&[][..], Vec::as_slice);
                body.extend_from_slice(argument);
            }
            _ => body.push(token),
        }
    }
    body
}

//! Macros: definitions in a document's preamble or inside a formula, and their expansion.
//!
//! `\def`, `\newcommand` (arguments, default), `\let`, `\DeclareMathOperator`. Expansion happens on tokens
//! before parsing, only where something is defined, and is bounded: a macro that calls itself or doubles at
//! each step ends after [`MOST_TOKENS`] tokens and is reported.

use rustc_hash::FxHashMap;

use super::lexer::{self, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Severity, Span};

/// Tokens that expansion may add to a formula.
const MOST_TOKENS: usize = 100_000;
/// Macros inside macros.
const MOST_LEVELS: usize = 100;
/// No optional argument is longer; a bracket that stays open must not cost a walk to the end each time.
const LONGEST_OPTION: usize = 1000;

/// The macros of a document, applied to its formulas.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    definitions: FxHashMap<String, Stored>,
}

#[derive(Clone, Debug)]
struct Stored {
    parameters: u8,
    default: Option<String>,
    body: String,
}

impl Macros {
    /// Collects the definitions in a preamble or any other piece of LaTeX.
    pub fn from_preamble(preamble: &str) -> Macros {
        Macros::read(preamble).0
    }

    /// The same, and what could not be read as a definition, with its place in the preamble.
    pub fn read(preamble: &str) -> (Macros, Vec<Diagnostic>) {
        let mut scope = Scope::default();
        let mut findings = Vec::new();
        let tokens = lexer::tokens(preamble);
        let ends = group_ends(&tokens);
        let mut at = 0;
        while at < tokens.len() {
            match is_definition(&tokens[at]) {
                true => at = scope.define(Reader { tokens: &tokens, ends: &ends, at }, &mut findings),
                false => at += 1,
            }
        }
        let definitions =
            scope.local.into_iter().map(|(name, found)| (name.to_string(), found.store())).collect();
        (Macros { definitions }, findings)
    }

    /// The number of macros.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

/// A definition whose tokens lie in the formula or in the document's macros.
#[derive(Clone, Debug)]
struct Definition<'a> {
    parameters: u8,
    default: Option<Vec<Token<'a>>>,
    body: Vec<Token<'a>>,
}

impl Definition<'_> {
    /// The definition for one call: what the macro makes has the place of the call, only arguments that are
    /// written there keep their own.
    fn at(mut self, call: Span) -> Self {
        for token in self.body.iter_mut().chain(self.default.iter_mut().flatten()) {
            token.span = call;
        }
        self
    }

    fn store(&self) -> Stored {
        let text = |tokens: &[Token<'_>]| {
            let mut text = String::new();
            for token in tokens {
                super::skipped::push_source(&mut text, token);
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

#[derive(Default)]
struct Scope<'a> {
    local: FxHashMap<&'a str, Definition<'a>>,
    document: Option<&'a Macros>,
}

/// Replaces the macros in `tokens`; the same tokens come back if there is nothing to replace.
pub(super) fn expand<'a>(
    tokens: Vec<Token<'a>>,
    document: Option<&'a Macros>,
    findings: &mut Vec<Diagnostic>,
) -> Vec<Token<'a>> {
    let document = document.filter(|macros| !macros.is_empty());
    if document.is_none() && !tokens.iter().any(is_definition) {
        return tokens;
    }
    let mut expansion = Expansion {
        scope: Scope { local: FxHashMap::default(), document },
        out: Vec::with_capacity(tokens.len() * 2),
        budget: MOST_TOKENS + 2 * tokens.len(),
        findings,
    };
    expansion.run(&tokens, 0);
    expansion.out
}

struct Expansion<'a, 'f> {
    scope: Scope<'a>,
    out: Vec<Token<'a>>,
    budget: usize,
    findings: &'f mut Vec<Diagnostic>,
}

impl<'a> Expansion<'a, '_> {
    /// Expands `tokens` to the output.
    fn run(&mut self, tokens: &[Token<'a>], level: usize) {
        let ends = group_ends(tokens);
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            if is_definition(&token) {
                at = self.scope.define(Reader { tokens, ends: &ends, at }, self.findings);
                continue;
            }
            at += 1;
            let is_macro = token.kind == TokenKind::Command && self.scope.knows(token.text);
            if is_macro && self.budget == 0 {
                self.report_bound(token);
            }
            let may_expand = is_macro && self.budget > 0;
            let definition = if may_expand { self.scope.find(token.text) } else { None };
            let Some(definition) = definition else {
                self.out.push(token);
                continue;
            };
            let definition = definition.at(token.span);
            let (arguments, behind) = arguments(&definition, Reader { tokens, ends: &ends, at });
            at = behind;
            let is_beyond_budget = self.budget < definition.body.len();
            if level >= MOST_LEVELS || is_beyond_budget {
                if is_beyond_budget {
                    self.budget = 0;
                }
                self.report_bound(token);
                self.out.push(token);
                self.out.extend(arguments.into_iter().flatten());
                continue;
            }
            let body = substitute(&definition, &arguments);
            self.budget = self.budget.saturating_sub(body.len() + 1);
            self.run(&body, level + 1);
        }
    }

    fn report_bound(&mut self, token: Token<'a>) {
        if self.findings.iter().any(|finding| finding.code == "macro-recursion") {
            return;
        }
        self.findings.push(Diagnostic {
            severity: Severity::Recovery,
            code: "macro-recursion",
            message: format!("the expansion of `\\{}` does not end", token.text),
            span: token.span,
            hint: "a macro calls itself; it is kept unexpanded from there on",
        });
    }
}

impl<'a> Scope<'a> {
    fn knows(&self, name: &str) -> bool {
        self.local.contains_key(name)
            || self.document.is_some_and(|document| document.definitions.contains_key(name))
    }

    fn find(&self, name: &str) -> Option<Definition<'a>> {
        if let Some(definition) = self.local.get(name) {
            return Some(definition.clone());
        }
        let stored = self.document?.definitions.get(name)?;
        Some(Definition {
            parameters: stored.parameters,
            default: stored.default.as_deref().map(lexer::tokens),
            body: lexer::tokens(&stored.body),
        })
    }

    /// Reads the definition at the place of `reader` and returns the place behind it.
    fn define(&mut self, mut reader: Reader<'a, '_>, findings: &mut Vec<Diagnostic>) -> usize {
        let (tokens, at) = (reader.tokens, reader.at);
        reader.at += 1;
        let read = match tokens[at].text {
            "let" => self.read_let(&mut reader),
            "DeclareMathOperator" => reader.operator(),
            "def" | "gdef" | "edef" | "xdef" => reader.plain(),
            _ => reader.command(),
        };
        match read {
            Some((name, definition)) => {
                self.local.insert(name, definition);
                reader.at
            }
            None => {
                findings.push(Diagnostic {
                    severity: Severity::Recovery,
                    code: "bad-macro-definition",
                    message: format!("`\\{}` does not define a macro", tokens[at].text),
                    span: tokens[at].span,
                    hint: "write `\\newcommand{\\name}[arguments]{body}` or `\\def\\name#1{body}`",
                });
                at + 1
            }
        }
    }

    fn read_let(&mut self, reader: &mut Reader<'a, '_>) -> Option<(&'a str, Definition<'a>)> {
        let name = reader.name()?;
        reader.skip_spaces();
        if reader.peek().is_some_and(|token| token.text == "=") && reader.tokens.get(reader.at + 1).is_some()
        {
            reader.at += 1;
            reader.skip_spaces();
        }
        let target = reader.next()?;
        let definition = match target.kind {
            TokenKind::Command => self.find(target.text),
            _ => None,
        };
        let definition =
            definition.unwrap_or(Definition { parameters: 0, default: None, body: vec![target] });
        Some((name, definition))
    }
}

/// Reads the parts of a definition.
struct Reader<'a, 't> {
    tokens: &'t [Token<'a>],
    /// See [`group_ends`].
    ends: &'t [u32],
    at: usize,
}

impl<'a> Reader<'a, '_> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|token| token.kind == TokenKind::Space) {
            self.at += 1;
        }
    }

    /// A command name, with or without braces.
    fn name(&mut self) -> Option<&'a str> {
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
    fn group(&mut self) -> Option<Vec<Token<'a>>> {
        self.skip_spaces();
        self.peek().filter(|token| token.kind == TokenKind::BeginGroup)?;
        let end = *self.ends.get(self.at).filter(|&&end| end > 0)? as usize;
        let content = self.tokens[self.at + 1..end].to_vec();
        self.at = end + 1;
        Some(content)
    }

    /// The content of square brackets.
    fn bracket(&mut self) -> Option<Vec<Token<'a>>> {
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
    fn command(&mut self) -> Option<(&'a str, Definition<'a>)> {
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
    fn plain(&mut self) -> Option<(&'a str, Definition<'a>)> {
        let name = self.name()?;
        let mut parameters = 0;
        loop {
            match self.peek()?.kind {
                TokenKind::Parameter(number) => parameters = number,
                TokenKind::BeginGroup => break,
                TokenKind::Space => {}
                // Delimited parameters are beyond what formulas need.
                _ => return None,
            }
            self.at += 1;
        }
        Some((name, Definition { parameters, default: None, body: self.group()? }))
    }

    /// `\DeclareMathOperator{\name}{text}`
    fn operator(&mut self) -> Option<(&'a str, Definition<'a>)> {
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

fn is_definition(token: &Token<'_>) -> bool {
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

/// For each token that opens a group the place of the brace that closes it; 0 where nothing does.
fn group_ends(tokens: &[Token<'_>]) -> Vec<u32> {
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

/// The arguments of a call whose name ends before the place of `reader`, and the place behind them.
fn arguments<'a>(definition: &Definition<'a>, mut reader: Reader<'a, '_>) -> (Vec<Vec<Token<'a>>>, usize) {
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

/// The body with the arguments in place of the parameters.
fn substitute<'a>(definition: &Definition<'a>, arguments: &[Vec<Token<'a>>]) -> Vec<Token<'a>> {
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

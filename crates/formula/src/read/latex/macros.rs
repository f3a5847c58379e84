//! Macros: definitions in a document's preamble or inside a formula, and their expansion.
//!
//! `\def`, `\newcommand` (arguments, default), `\let`, `\DeclareMathOperator`. Expansion works on tokens
//! before parsing and only where something is defined. It is bounded: a call whose expansion does not end, or
//! becomes longer than [`MOST_TOKENS_OF_CALL`], stays as it is written and is reported.

mod definition;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use self::definition::{
    Definition, Reader, arguments, group_ends, is_definition, substitute, substituted_length,
};
use super::lexer::{self, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Severity};

/// Tokens that expansion may add to a formula.
const MOST_TOKENS: usize = 100_000;
/// Tokens that one call of a macro may expand to; a call that needs more stays as it is written.
const MOST_TOKENS_OF_CALL: usize = 10_000;
/// How deep macros may call macros.
const MOST_LEVELS: usize = 100;

/// The beginnings of definitions. Looking for them is faster than reading the tokens of every formula.
const DEFINING: [&str; 9] = [
    r"\def",
    r"\gdef",
    r"\edef",
    r"\xdef",
    r"\let",
    r"\newcommand",
    r"\renewcommand",
    r"\providecommand",
    r"\DeclareMathOperator",
];

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

impl Stored {
    /// Its definition as LaTeX.
    fn definition(&self, name: &str) -> String {
        let parameters = match self.parameters {
            0 => String::new(),
            count => format!("[{count}]"),
        };
        let default = self.default.as_ref().map(|default| format!("[{default}]")).unwrap_or_default();
        format!("\\newcommand{{\\{name}}}{parameters}{default}{{{}}}", self.body)
    }
}

impl Macros {
    /// Collects the definitions in a preamble or any other piece of LaTeX.
    pub fn from_preamble(preamble: &str) -> Macros {
        Macros::read(preamble).0
    }

    /// Like [`Macros::from_preamble`], and also returns malformed definitions with their place in the
    /// preamble.
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

    /// The definitions inside the formulas of one text, over those of its document; none if no formula defines anything.
    /// On web pages a definition in one formula counts for all that follow.
    ///
    /// ```
    /// use formula::latex::Macros;
    ///
    /// let macros = Macros::of_formulas([r"\def\m{\mu}", r"\m+1"].into_iter(), None);
    /// assert_eq!(macros.map(|macros| macros.len()), Some(1));
    /// assert!(Macros::of_formulas([r"\mu+1"].into_iter(), None).is_none());
    /// ```
    pub fn of_formulas<'a>(
        sources: impl Iterator<Item = &'a str>,
        document: Option<&Macros>,
    ) -> Option<Macros> {
        let defines = |source: &&str| DEFINING.iter().any(|command| source.contains(command));
        let defining: Vec<&str> = sources.filter(defines).collect();
        if defining.is_empty() {
            return None;
        }
        let found = Macros::from_preamble(&defining.join("\n"));
        if found.is_empty() {
            return None;
        }
        let mut all = document.cloned().unwrap_or_default();
        all.definitions.extend(found.definitions);
        Some(all)
    }

    /// Definitions of the macros that some formulas use, and of those that these use, as LaTeX.
    ///
    /// ```
    /// use formula::latex::Macros;
    ///
    /// let macros = Macros::from_preamble(r"\def\R{\mathbb{R}} \newcommand{\Rn}[1][n]{\R^#1} \def\x{y}");
    /// let used = macros.definitions_for([r"f\colon\Rn\to X"].into_iter());
    /// assert_eq!(used, r"\newcommand{\R}{\mathbb {R}}\newcommand{\Rn}[1][n]{\R ^#1}");
    /// ```
    pub fn definitions_for<'a>(&'a self, sources: impl Iterator<Item = &'a str>) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut used: BTreeMap<&str, &Stored> = BTreeMap::new();
        let mut waiting: Vec<&str> = sources.filter(|source| source.contains('\\')).collect();
        while let Some(source) = waiting.pop() {
            for token in lexer::tokens(source) {
                let found = self.definitions.get_key_value(token.text);
                let Some((name, stored)) = found.filter(|_| token.kind == TokenKind::Command) else {
                    continue;
                };
                if used.insert(name, stored).is_none() {
                    waiting.push(&stored.body);
                    waiting.extend(stored.default.as_deref());
                }
            }
        }
        used.into_iter().map(|(name, stored)| stored.definition(name)).collect()
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

#[derive(Default)]
struct Scope<'a> {
    local: FxHashMap<&'a str, Definition<'a>>,
    document: Option<&'a Macros>,
}

/// Replaces the macros in `tokens`; returns the same tokens if there is nothing to replace.
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
        floor: 0,
        is_endless: false,
        findings,
    };
    expansion.run(&tokens, 0);
    expansion.out
}

struct Expansion<'a, 'f> {
    scope: Scope<'a>,
    out: Vec<Token<'a>>,
    /// Tokens that may still be added.
    budget: usize,
    /// The lowest value of the budget during the current call.
    floor: usize,
    /// Whether the current call has fallen below that.
    is_endless: bool,
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
            let definition = if is_macro { self.scope.find(token.text) } else { None };
            let Some(definition) = definition else {
                self.out.push(token);
                continue;
            };
            let definition = definition.at(token.span);
            let (arguments, end) = arguments(&definition, Reader { tokens, ends: &ends, at });
            let call = &tokens[at - 1..end];
            at = end;
            if level == 0 {
                self.call(token, call, &definition, &arguments);
                continue;
            }
            self.body(&definition, &arguments, level);
            if self.is_endless {
                return;
            }
        }
    }

    /// Expands a call of the formula itself; keeps it as it is written if its expansion does not end.
    fn call(
        &mut self,
        token: Token<'a>,
        call: &[Token<'a>],
        definition: &Definition<'a>,
        arguments: &[Vec<Token<'a>>],
    ) {
        let before = self.out.len();
        self.floor = self.budget.saturating_sub(MOST_TOKENS_OF_CALL + 2 * call.len());
        self.body(definition, arguments, 0);
        if self.is_endless {
            self.is_endless = false;
            self.out.truncate(before);
            self.out.extend_from_slice(call);
            self.report_bound(token);
        }
    }

    fn body(&mut self, definition: &Definition<'a>, arguments: &[Vec<Token<'a>>], level: usize) {
        let length = substituted_length(definition, arguments);
        if level >= MOST_LEVELS || self.budget.saturating_sub(self.floor) <= length {
            self.is_endless = true;
            return;
        }
        let body = substitute(definition, arguments);
        self.budget -= length + 1;
        self.run(&body, level + 1);
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
            hint: "a macro calls itself or becomes too long; the call is kept as it is written",
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

    /// Reads the definition at the place of `reader` and returns the place after it.
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

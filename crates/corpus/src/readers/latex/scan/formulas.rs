//! Where formulas begin and end in running text.

use super::super::tables::{self, Role, is_text_in_math};
use super::super::tokens::{Kind, Token};
use super::Scanner;

/// The most empty lines in a display formula; TeX allows none, but people write some.
const MOST_PARAGRAPHS: usize = 2;

/// The source of a run of tokens. Comments are gone, so a letter is separated from the command before it.
pub(super) fn join(tokens: &[Token<'_>]) -> String {
    let mut source = String::with_capacity(tokens.iter().map(|token| token.text.len()).sum());
    let mut is_behind_command = false;
    for token in tokens {
        let begins_with_letter = token.text.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_behind_command && begins_with_letter {
            source.push(' ');
        }
        if token.kind != Kind::Verbatim {
            source.push_str(token.text);
        }
        is_behind_command =
            token.kind == Kind::Command && token.text.ends_with(|c: char| c.is_ascii_alphabetic());
    }
    source
}

impl Scanner<'_> {
    /// Reads a formula that begins with the dollar sign before the current place; a dollar without a partner is a
    /// character.
    pub(super) fn dollar(&mut self) {
        let start = self.at - 1;
        let is_display = self.peek().is_some_and(|token| token.kind == Kind::Dollar);
        let width = 1 + usize::from(is_display);
        let Some(end) = self.dollar_end(start + width, is_display) else {
            self.at = start + width;
            return self.write(if is_display { "" } else { "$" });
        };
        let is_pair = is_display && self.tokens.get(end + 1).is_some_and(|token| token.kind == Kind::Dollar);
        let behind = end + 1 + usize::from(is_pair);
        self.formula(start, behind, width, behind - end);
    }

    /// The dollar sign that ends a formula whose content begins at `start`.
    fn dollar_end(&mut self, start: usize, is_display: bool) -> Option<usize> {
        if start <= self.no_partner_before {
            return None;
        }
        let mut groups = Groups::default();
        let mut paragraphs = 0;
        let mut at = start;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                Kind::Open => groups.open(self.opens_text(at)),
                Kind::Close => groups.close(),
                Kind::Dollar if groups.is_end() => return Some(at),
                Kind::Paragraph => paragraphs += 1,
                _ => {}
            }
            let is_beyond = paragraphs > if is_display { MOST_PARAGRAPHS } else { 0 };
            if is_beyond || is_barrier(token) {
                break;
            }
            at += 1;
        }
        // A single dollar may still have a partner if a double one has none.
        if !is_display {
            self.no_partner_before = at;
        }
        None
    }

    /// Whether the group at `at` is the argument of a command that returns to text.
    fn opens_text(&self, at: usize) -> bool {
        let before = match at.checked_sub(1).and_then(|before| self.tokens.get(before)) {
            Some(token) if token.kind == Kind::Space => at.checked_sub(2).and_then(|at| self.tokens.get(at)),
            token => token,
        };
        before.is_some_and(|token| token.kind == Kind::Command && is_text_in_math(token.name))
    }

    /// Reads a formula that begins with the `\(` or `\[` before the current place. If it is never closed, it ends with
    /// the paragraph.
    pub(super) fn bracketed(&mut self, open: &str, close: &str) {
        let start = self.at - 1;
        let mut first_paragraph = None;
        let mut at = self.at;
        while let Some(token) = self.tokens.get(at) {
            if token.is_command(close) {
                return self.formula(start, at + 1, 1, 1);
            }
            if token.is_command(open) || is_barrier(token) {
                break;
            }
            if token.kind == Kind::Paragraph {
                first_paragraph = first_paragraph.or(Some(at));
                if open == "(" {
                    break;
                }
            }
            at += 1;
        }
        self.formula(start, first_paragraph.unwrap_or(at), 1, 0);
    }

    /// Reads the environment that begins before the current place as one formula.
    pub(super) fn math_environment(&mut self) {
        let start = self.at - 1;
        let end = self.ends[start] as usize;
        if end > start {
            return self.formula(start, end + 1, 0, 0);
        }
        let is_end = |token: &Token<'_>| {
            is_barrier(token) || matches!(token.kind, Kind::Paragraph | Kind::Begin | Kind::End)
        };
        let length = self.tokens[self.at..].iter().position(is_end);
        self.formula(start, length.map_or(self.tokens.len(), |length| self.at + length), 0, 0);
    }

    /// Reads `\ensuremath{…}` and macros of the document with their own dollars.
    pub(super) fn formula_macro(&mut self, arguments: usize) {
        let start = self.at - 1;
        let mut end = self.at;
        for _ in 0..arguments {
            let Some(at) = self.behind_spaces(end).filter(|&at| self.tokens[at].kind == Kind::Open) else {
                break;
            };
            let Some(close) = Some(self.ends[at] as usize).filter(|&close| close > 0) else { break };
            end = close + 1;
        }
        self.formula(start, end, 0, 0);
    }

    /// Writes the tokens from `start` to `end` as a formula; `before` and `behind` of them are delimiters.
    fn formula(&mut self, start: usize, end: usize, before: usize, behind: usize) {
        self.at = end;
        let Some(tokens) = self.tokens.get(start..end) else { return };
        let width = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text.len()).sum::<usize>();
        let shown = join(tokens);
        let open = width(tokens.get(..before).unwrap_or(&[]));
        let close = width(tokens.get(tokens.len() - behind.min(tokens.len())..).unwrap_or(&[]));
        let inner = open..shown.len().saturating_sub(close).max(open);
        self.outline.prose().formula(&shown, inner);
        self.number_equation(start, end);
    }
}

/// The open groups of a formula, and the formulas in its text.
#[derive(Default)]
struct Groups {
    depth: usize,
    /// The depths at which a group of text began.
    texts: Vec<usize>,
    /// The depths at which a formula in text began.
    formulas: Vec<usize>,
}

impl Groups {
    fn open(&mut self, is_text: bool) {
        if is_text {
            self.texts.push(self.depth);
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.texts.last().is_some_and(|&depth| depth >= self.depth) {
            self.texts.pop();
        }
        while self.formulas.last().is_some_and(|&depth| depth > self.depth) {
            self.formulas.pop();
        }
    }

    /// Whether a dollar sign here ends the formula; otherwise it begins or ends one in text.
    fn is_end(&mut self) -> bool {
        let text = self.texts.last().copied();
        let formula = self.formulas.last().copied();
        match (text, formula) {
            (None, _) => true,
            (Some(text), Some(formula)) if formula > text => {
                self.formulas.pop();
                false
            }
            (Some(_), _) => {
                self.formulas.push(self.depth);
                false
            }
        }
    }
}

/// Whether a token cannot be in a formula: headings, items, theorems.
fn is_barrier(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Command => tables::heading(token.name).is_some() || token.name == "item",
        Kind::Begin | Kind::End => {
            matches!(tables::environment(token.name), Some(Role::Theorem(_)))
                || matches!(token.name, "itemize" | "enumerate" | "document")
        }
        _ => false,
    }
}

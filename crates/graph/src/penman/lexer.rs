//! Tokens of PENMAN with their places. White space is that of ASCII, as in the reference program.

use super::{Error, Quotes};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `/`
    Slash,
    /// A role without its colon.
    Role(&'a str),
    /// A symbol, or a string with its quotation marks.
    Symbol(&'a str),
    /// A comment without `#`.
    Comment(&'a str),
}

/// Cuts a text into tokens.
pub(super) struct Lexer<'a> {
    source: &'a str,
    quotes: Quotes,
    /// Where the next token is looked for.
    pub(super) at: usize,
    /// The number of the first line of the source.
    first_line: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: &'a str, quotes: Quotes, first_line: usize) -> Self {
        Lexer { source, quotes, at: 0, first_line }
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// The next token and its place; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Token<'a>, usize)>, Error> {
        loop {
            let rest = self.rest();
            let spaces = rest.len() - rest.trim_start_matches(is_space).len();
            self.at += spaces;
            let (rest, start) = (self.rest(), self.at);
            let Some(first) = rest.chars().next() else { return Ok(None) };
            let (token, length) = match first {
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                '/' => (Token::Slash, 1),
                ':' => {
                    let length = 1 + symbol_length(rest.get(1..).unwrap_or(""));
                    (Token::Role(rest.get(1..length).unwrap_or("")), length)
                }
                '#' => {
                    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
                    (Token::Comment(rest.get(1..length).unwrap_or("")), length)
                }
                '"' => self.string(rest, start)?,
                '~' => {
                    self.at += self.alignment(rest, start)?;
                    continue;
                }
                _ => {
                    let length = symbol_length(rest);
                    (Token::Symbol(rest.get(..length).unwrap_or("")), length)
                }
            };
            self.at += length;
            return Ok(Some((token, start)));
        }
    }

    fn string(&self, rest: &'a str, start: usize) -> Result<(Token<'a>, usize), Error> {
        let stands_alone = |c: char| is_space(c) || c == ')';
        let alone = rest.get(1..).unwrap_or("").chars().next().is_none_or(stands_alone);
        if alone && self.quotes == Quotes::Lenient {
            return Ok((Token::Symbol(rest.get(..1).unwrap_or("")), 1));
        }
        let mut escaped = false;
        for (place, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Ok((Token::Symbol(rest.get(..=place).unwrap_or("")), place + 1)),
                _ => {}
            }
        }
        Err(self.error(start, "a string is not closed", "add a quotation mark `\"` at its end"))
    }

    fn alignment(&self, rest: &str, start: usize) -> Result<usize, Error> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '_');
        let length = rest.len() - rest.trim_start_matches('~').trim_start_matches(is_part).len();
        if length > 1 {
            return Ok(length);
        }
        Err(self.error(start, "`~` does not start an alignment", "remove it, or write it as a string: \"~\""))
    }

    /// An error after the last character that is no white space.
    pub(super) fn error_at_end(&self, message: &str, hint: &'static str) -> Error {
        self.error(self.source.trim_end_matches(is_space).len(), message, hint)
    }

    /// An error at a place of the source.
    pub(super) fn error(&self, at: usize, message: &str, hint: &'static str) -> Error {
        let before = self.source.get(..at).unwrap_or(self.source);
        let line = self.first_line + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error { message: message.to_owned(), line, column, hint }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{b}' | '\u{c}')
}

/// The bytes of a symbol or of the rest of a role at the start of a text.
fn symbol_length(text: &str) -> usize {
    text.find(|c| is_space(c) || matches!(c, '"' | '(' | ')' | '/' | ':' | '~')).unwrap_or(text.len())
}

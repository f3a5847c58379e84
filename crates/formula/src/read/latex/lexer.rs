//! LaTeX source → tokens.
//!
//! The lexer handles everything that depends on single characters: comments, HTML entities left over from a
//! web page, all Unicode spaces, control characters. It does not know what a command means: as in TeX, a
//! token is a slice of the source and a category.

use crate::diagnostic::Span;
use crate::mathml::entities;

/// TeX's category of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// Any other character.
    Char(char),
    /// A command; the token's text is its name without the backslash.
    Command,
    /// `{`
    BeginGroup,
    /// `}`
    EndGroup,
    /// `^`
    Superscript,
    /// `_`
    Subscript,
    /// `&`
    Alignment,
    /// `$` or `$$`
    Dollar,
    /// `#` with the digit of a macro parameter; 0 for a lone `#`.
    Parameter(u8),
    /// White space.
    Space,
    /// A backslash at the very end.
    Backslash,
    /// A character that no text should contain.
    Control,
}

/// One token of the source or of a macro's body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl Token<'_> {
    /// Whether this is the command `name`.
    pub(crate) fn is_command(&self, name: &str) -> bool {
        self.kind == TokenKind::Command && self.text == name
    }
}

/// Splits `source` into tokens; white space is collapsed to one token.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(source.len() / 2 + 4);
    let mut last_newline = None;
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        at = match c {
            // A program that treated `&lt;` as text has escaped its ampersand.
            '\\' if source[at + 1..].starts_with("&lt;") || source[at + 1..].starts_with("&gt;") => {
                ampersand(source, at + 1, &mut out)
            }
            '\\' => command(source, at, &mut out),
            '%' if at < *last_newline.get_or_insert_with(|| source.rfind('\n').unwrap_or(0)) => {
                comment(source, at)
            }
            // Collections that joined the lines of a formula kept the sign of a comment: it comments out nothing.
            '%' => at + 1,
            '&' => ampersand(source, at, &mut out),
            '$' => push(
                &mut out,
                source,
                at,
                if source[at..].starts_with("$$") { 2 } else { 1 },
                TokenKind::Dollar,
            ),
            '{' => push(&mut out, source, at, 1, TokenKind::BeginGroup),
            '}' => push(&mut out, source, at, 1, TokenKind::EndGroup),
            '^' => push(&mut out, source, at, 1, TokenKind::Superscript),
            '_' => push(&mut out, source, at, 1, TokenKind::Subscript),
            '#' => parameter(source, at, &mut out),
            c if c.is_ascii_graphic() => push(&mut out, source, at, 1, TokenKind::Char(c)),
            c if is_space(c) => space(source, at, &mut out),
            c if c.is_control() => push(&mut out, source, at, c.len_utf8(), TokenKind::Control),
            c => push(&mut out, source, at, c.len_utf8(), TokenKind::Char(c)),
        };
    }
    out
}

fn push<'a>(out: &mut Vec<Token<'a>>, source: &'a str, at: usize, length: usize, kind: TokenKind) -> usize {
    let end = at + length;
    out.push(Token { kind, text: &source[at..end], span: Span::new(at, end) });
    end
}

fn command<'a>(source: &'a str, at: usize, out: &mut Vec<Token<'a>>) -> usize {
    let rest = &source[at + 1..];
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let length = match rest.chars().next() {
        None => return push(out, source, at, 1, TokenKind::Backslash),
        Some(_) if letters > 0 => letters,
        Some(c) => c.len_utf8(),
    };
    let end = at + 1 + length;
    out.push(Token { kind: TokenKind::Command, text: &source[at + 1..end], span: Span::new(at, end) });
    end
}

/// A comment runs to the end of its line.
fn comment(source: &str, at: usize) -> usize {
    source[at..].find('\n').map_or(source.len(), |length| at + length + 1)
}

/// An ampersand, or the HTML entity that it begins.
fn ampersand<'a>(source: &'a str, at: usize, out: &mut Vec<Token<'a>>) -> usize {
    let Some((text, length)) = entities::decode_one(&source[at..]) else {
        return push(out, source, at, 1, TokenKind::Alignment);
    };
    let kind = match text.chars().next() {
        Some('&') | None => TokenKind::Alignment,
        Some(c) if is_space(c) => TokenKind::Space,
        Some(c) => TokenKind::Char(c),
    };
    push(out, source, at, length, kind)
}

fn parameter<'a>(source: &'a str, at: usize, out: &mut Vec<Token<'a>>) -> usize {
    match source.as_bytes().get(at + 1) {
        Some(digit @ b'1'..=b'9') => push(out, source, at, 2, TokenKind::Parameter(digit - b'0')),
        _ => push(out, source, at, 1, TokenKind::Parameter(0)),
    }
}

fn space<'a>(source: &'a str, at: usize, out: &mut Vec<Token<'a>>) -> usize {
    let length = source[at..].chars().take_while(|&c| is_space(c)).map(char::len_utf8).sum();
    push(out, source, at, length, TokenKind::Space)
}

/// White space and other invisible characters: zero-width characters, byte order marks, invisible operators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{fe00}'..='\u{fe0f}' | '\u{202a}'..='\u{202e}')
}

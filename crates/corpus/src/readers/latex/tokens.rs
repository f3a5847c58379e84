//! Cuts LaTeX source into tokens. It handles comments and verbatim text and nothing else.
//!
//! A token is a slice of the source; the concatenated tokens of a formula are the formula again, without its comments.
//! What it is not: the lexer of formulas, which knows scripts, entities and parameters. Text needs coarser pieces.

use super::tables::is_verbatim;

/// The longest name of an environment.
const LONGEST_NAME: usize = 60;
/// The longest address or verbatim text in a line, so that one that is never closed does not cost a walk to the end
/// each time.
const LONGEST_INLINE: usize = 2000;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A run of ordinary characters.
    Word,
    /// White space within a paragraph.
    Space,
    /// White space with an empty line.
    Paragraph,
    /// A command; its name is without the backslash.
    Command,
    /// `\begin{name}`
    Begin,
    /// `\end{name}`
    End,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `$`
    Dollar,
    /// `~`
    Tie,
    /// `&`
    Ampersand,
    /// Verbatim text or an address: neither words nor formulas.
    Verbatim,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    /// As in the source.
    pub(super) text: &'a str,
    /// The name of a command or environment; empty for other tokens.
    pub(super) name: &'a str,
}

impl Token<'_> {
    /// Whether this is the command `name`.
    pub(super) fn is_command(&self, name: &str) -> bool {
        self.kind == Kind::Command && self.name == name
    }

    /// Where it begins in its source; none if it is a token of another text.
    pub(super) fn place_in(&self, source: &str) -> Option<usize> {
        let place = (self.text.as_ptr() as usize).checked_sub(source.as_ptr() as usize)?;
        Some(place).filter(|&place| place < source.len())
    }
}

/// All tokens of a source.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(source.len() / 4);
    let mut at = 0;
    while let Some((token, end)) = next(source, at) {
        tokens.push(token);
        at = end;
    }
    tokens
}

/// The token at `at` or after the comments there, and the place after it.
pub(super) fn next(source: &str, at: usize) -> Option<(Token<'_>, usize)> {
    let (start, is_behind_comment) = skip_comments(source, at);
    let rest = source.get(start..)?;
    let first = *rest.as_bytes().first()?;
    let single = |kind| (Token { kind, text: &rest[..1], name: "" }, start + 1);
    Some(match first {
        b'\\' => command(source, start),
        b'{' => single(Kind::Open),
        b'}' => single(Kind::Close),
        b'[' => single(Kind::OpenBracket),
        b']' => single(Kind::CloseBracket),
        b'$' => single(Kind::Dollar),
        b'~' => single(Kind::Tie),
        b'&' => single(Kind::Ampersand),
        c if c.is_ascii_whitespace() => space(rest, start, is_behind_comment),
        _ => {
            let length = rest.bytes().position(is_special).unwrap_or(rest.len());
            (Token { kind: Kind::Word, text: &rest[..length], name: "" }, start + length)
        }
    })
}

/// The place after the comments at `at`. Each includes its line end and the spaces at the beginning of the next line.
fn skip_comments(source: &str, mut at: usize) -> (usize, bool) {
    let start = at;
    let bytes = source.as_bytes();
    while bytes.get(at) == Some(&b'%') {
        at += bytes[at..].iter().position(|&c| c == b'\n').map_or(bytes.len() - at, |length| length + 1);
        at += bytes[at..].iter().take_while(|&&c| c == b' ' || c == b'\t').count();
    }
    (at, at > start)
}

fn is_special(c: u8) -> bool {
    matches!(c, b'\\' | b'{' | b'}' | b'[' | b']' | b'$' | b'~' | b'&' | b'%') || c.is_ascii_whitespace()
}

/// White space; after a comment one line end is already an empty line.
fn space(rest: &str, start: usize, is_behind_comment: bool) -> (Token<'_>, usize) {
    let length = rest.bytes().position(|c| !c.is_ascii_whitespace()).unwrap_or(rest.len());
    let text = &rest[..length];
    let lines = text.bytes().filter(|&c| c == b'\n').count() + usize::from(is_behind_comment);
    let kind = if lines > 1 { Kind::Paragraph } else { Kind::Space };
    (Token { kind, text, name: "" }, start + length)
}

fn command(source: &str, start: usize) -> (Token<'_>, usize) {
    let rest = &source[start + 1..];
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let length = match rest.chars().next() {
        Some(c) if letters == 0 => c.len_utf8(),
        _ => letters,
    };
    let end = start + 1 + length;
    let token = |kind, end| {
        (Token { kind, text: &source[start..end], name: &source[start + 1..start + 1 + length] }, end)
    };
    match &rest[..length] {
        name @ ("begin" | "end") => match environment(source, end) {
            Some((environment, end)) if name == "begin" && is_verbatim(environment) => {
                token(Kind::Verbatim, verbatim_end(source, end, environment))
            }
            Some((environment, end)) => {
                let kind = if name == "begin" { Kind::Begin } else { Kind::End };
                (Token { kind, text: &source[start..end], name: environment }, end)
            }
            None => token(Kind::Command, end),
        },
        "verb" | "lstinline" => match inline_end(source, end) {
            Some(end) => token(Kind::Verbatim, end),
            None => token(Kind::Command, end),
        },
        "url" | "path" | "nolinkurl" | "href" => match address_end(source, end) {
            Some(end) => token(Kind::Verbatim, end),
            None => token(Kind::Command, end),
        },
        _ => token(Kind::Command, end),
    }
}

/// The name in braces at `at`, and the place after them.
fn environment(source: &str, at: usize) -> Option<(&str, usize)> {
    let rest = &source[at..];
    let inner = rest.trim_start_matches([' ', '\t']).strip_prefix('{')?;
    let start = source.len() - inner.len();
    let length =
        inner.bytes().take(LONGEST_NAME).position(|c| matches!(c, b'{' | b'}' | b'\\' | b'\n' | b'$'))?;
    if inner.as_bytes()[length] != b'}' {
        return None;
    }
    Some((inner[..length].trim(), start + length + 1))
}

/// The place after `\end{name}`, or the end of the source, as in TeX.
fn verbatim_end(source: &str, at: usize, name: &str) -> usize {
    let rest = &source[at..];
    let close = format!("\\end{{{name}}}");
    memchr::memmem::find(rest.as_bytes(), close.as_bytes())
        .map_or(source.len(), |found| at + found + close.len())
}

/// The place after `|…|` or `{…}` in one line.
fn inline_end(source: &str, at: usize) -> Option<usize> {
    let rest = source[at..].strip_prefix('*').unwrap_or(&source[at..]);
    let delimiter = rest.chars().next().filter(|c| !c.is_whitespace() && !c.is_alphanumeric())?;
    let close = if delimiter == '{' { '}' } else { delimiter };
    let inner = &rest[delimiter.len_utf8()..];
    let (length, _) = inner.char_indices().take(LONGEST_INLINE).find(|&(_, c)| c == '\n' || c == close)?;
    let tail = inner[length..].strip_prefix(close)?;
    Some(source.len() - tail.len())
}

/// The place after an address in braces, in which `%`, `~` and `#` are ordinary characters.
fn address_end(source: &str, at: usize) -> Option<usize> {
    let inner = source[at..].trim_start_matches(' ').strip_prefix('{')?;
    let mut depth = 0usize;
    for (offset, c) in inner.bytes().take(LONGEST_INLINE).enumerate() {
        match c {
            b'\n' => return None,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(source.len() - inner.len() + offset + 1),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// For each token that opens a group or environment, the token that closes it; 0 if there is none.
pub(super) fn ends(tokens: &[Token<'_>]) -> Vec<u32> {
    let mut ends = vec![0; tokens.len()];
    let mut groups = Vec::new();
    let mut environments: Vec<(&str, usize)> = Vec::new();
    let mut open: rustc_hash::FxHashMap<&str, usize> = rustc_hash::FxHashMap::default();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => groups.push(at),
            Kind::Close => {
                if let Some(begin) = groups.pop() {
                    ends[begin] = at as u32;
                }
            }
            Kind::Begin => {
                environments.push((token.name, at));
                *open.entry(token.name).or_default() += 1;
            }
            Kind::End if open.get(token.name).is_some_and(|&count| count > 0) => {
                while let Some((name, begin)) = environments.pop() {
                    if let Some(count) = open.get_mut(name) {
                        *count -= 1;
                    }
                    if name == token.name {
                        ends[begin] = at as u32;
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(Kind, &str)> {
        tokens(source).iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn comments_are_gone_and_escaped_percents_are_not() {
        assert_eq!(
            kinds("5\\% a% no $x$\n  b"),
            [
                (Kind::Word, "5"),
                (Kind::Command, "\\%"),
                (Kind::Space, " "),
                (Kind::Word, "a"),
                (Kind::Word, "b")
            ]
        );
        assert_eq!(kinds("a\n%\n\nb")[2], (Kind::Paragraph, "\n"));
        assert_eq!(kinds("a % to the end").len(), 2);
    }

    #[test]
    fn verbatim_is_one_token() {
        assert_eq!(kinds(r"\verb|$x$|a"), [(Kind::Verbatim, r"\verb|$x$|"), (Kind::Word, "a")]);
        assert_eq!(kinds(r"\url{a%20b}c")[1], (Kind::Word, "c"));
        assert_eq!(kinds("\\begin{verbatim}\n$x$\\end{verbatim}b")[1], (Kind::Word, "b"));
        assert_eq!(kinds("\\begin{verbatim} $x$").len(), 1);
    }

    #[test]
    fn environments_close_those_left_open_in_them() {
        let tokens = tokens(r"\begin{a}\begin{b}\end{c}\end{a}");
        assert_eq!(ends(&tokens), [3, 0, 0, 0]);
    }
}

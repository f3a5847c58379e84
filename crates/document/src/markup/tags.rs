//! Tags, comments and text of HTML and XHTML, as a stream over the source.
//!
//! It is close to the tokenizer of the HTML standard, with two exceptions for mathematical text: `<` begins a tag only
//! before a possible name (`a<b$` and `<x,y>` are text), and a tag that never ends is text, not the end of the page.

use std::borrow::Cow;
use std::ops::Range;

use super::{elements, entities};

/// A piece of HTML.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// Characters with their references not yet decoded.
    Text(&'a str),
    /// Characters in which `&` is an ordinary character (CDATA).
    Verbatim(&'a str),
    /// `<name …>`.
    Open(Tag<'a>),
    /// `</name>`.
    Close(&'a str),
    /// A comment, a declaration or a processing instruction.
    Other,
}

/// An opening tag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tag<'a> {
    /// Its name as written.
    pub(super) name: &'a str,
    /// Everything between the name and the `>`.
    attributes: &'a str,
    /// Whether it ends in `/>`.
    pub(super) is_empty: bool,
}

impl<'a> Tag<'a> {
    /// The decoded value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let (_, value) = Attributes(self.attributes).find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(entities::decode(value))
    }

    /// The words of its `class`.
    pub(super) fn class(&self) -> Cow<'a, str> {
        self.attribute("class").unwrap_or_default()
    }
}

/// Whether one of the classes passes the test.
pub(super) fn has_class(classes: &str, test: impl Fn(&str) -> bool) -> bool {
    classes.split_ascii_whitespace().any(test)
}

/// The attributes of a tag: name and raw value.
struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let is_gap = |c: char| c.is_ascii_whitespace() || c == '/';
        let rest = self.0.trim_start_matches(is_gap);
        // The first character belongs to the name even if it is `=`; otherwise this would never end.
        let after_first = rest.chars().next()?.len_utf8();
        let length = rest.get(after_first..)?.find(|c: char| is_gap(c) || c == '=');
        let (name, rest) = rest.split_at(length.map_or(rest.len(), |length| length + after_first));
        let Some(value) = rest.trim_ascii_start().strip_prefix('=').map(str::trim_ascii_start) else {
            self.0 = rest;
            return Some((name, ""));
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, rest) = match quote {
            Some(quote) => {
                let inner = value.get(1..).unwrap_or("");
                inner.split_once(quote).unwrap_or((inner, ""))
            }
            None => value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len())),
        };
        self.0 = rest;
        Some((name, value))
    }
}

/// After this many tags with quotes that are never closed, quotes are ignored. Each of these tags costs a scan of the
/// rest of the page.
const MOST_UNCLOSED: usize = 32;

/// The tokens of a source, and the current place.
pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    unclosed: usize,
    /// No `>` follows from here on.
    last_end: Option<usize>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a source.
    pub(super) fn new(source: &'a str) -> Tokens<'a> {
        Tokens { source, at: 0, unclosed: 0, last_end: memchr::memrchr(b'>', source.as_bytes()) }
    }

    /// Where the next token begins, in bytes of the source.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// Continues at a place, which must be on a character boundary.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at.min(self.source.len());
    }

    /// Everything up to the end tag of a name, and skips that tag; the whole rest if there is none.
    pub(super) fn raw_until_close(&mut self, name: &str) -> &'a str {
        let rest = self.rest();
        let close = close_of(rest, name);
        let (content, after) = close.unwrap_or((rest.len(), rest.len()));
        self.at += after;
        rest.get(..content).unwrap_or("")
    }

    /// Where the next end tag of a name begins and ends, in bytes of the source.
    pub(super) fn close_of(&self, name: &str) -> Option<Range<usize>> {
        let (start, end) = close_of(self.rest(), name)?;
        Some(self.at + start..self.at + end)
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// The token that begins with `<`, and its length.
    fn marked(&mut self, rest: &'a str) -> Option<(Token<'a>, usize)> {
        let bytes = rest.as_bytes();
        match bytes.get(1)? {
            b'!' if rest.starts_with("<!--") => {
                Some((Token::Other, end_of(rest, 4, "-->").unwrap_or(rest.len())))
            }
            b'!' if rest.starts_with("<![CDATA[") => {
                let end = end_of(rest, 9, "]]>").unwrap_or(rest.len());
                let content = rest.get(9..end)?;
                Some((Token::Verbatim(content.strip_suffix("]]>").unwrap_or(content)), end))
            }
            b'!' | b'?' => Some((Token::Other, memchr::memchr(b'>', bytes)? + 1)),
            b'/' => {
                let name = name_of(rest.get(2..)?)?;
                Some((Token::Close(name), memchr::memchr(b'>', bytes)? + 1))
            }
            _ => {
                let name = name_of(rest.get(1..)?).filter(|name| elements::may_be_tag(name))?;
                let start = 1 + name.len();
                let end = self.end_of_tag(rest, start)?;
                let attributes = rest.get(start..end)?;
                let is_empty = attributes.ends_with('/');
                Some((Token::Open(Tag { name, attributes, is_empty }), end + 1))
            }
        }
    }

    /// Where the `>` of a tag is, outside of quotes.
    fn end_of_tag(&mut self, rest: &str, start: usize) -> Option<usize> {
        let bytes = rest.as_bytes();
        let mut at = start;
        let mut after_equals = false;
        while self.unclosed < MOST_UNCLOSED {
            let Some(byte) = bytes.get(at) else {
                self.unclosed += 1;
                break;
            };
            match byte {
                b'>' => return Some(at),
                b'"' | b'\'' if after_equals => match memchr::memchr(*byte, bytes.get(at + 1..)?) {
                    Some(length) => at += length + 1,
                    None => at = bytes.len(),
                },
                _ => {}
            }
            // A quote counts only after `=`; elsewhere it is a mistake of the author.
            after_equals = *byte == b'=' || (after_equals && byte.is_ascii_whitespace());
            at += 1;
        }
        memchr::memchr(b'>', bytes.get(start..)?).map(|length| start + length)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let mut from = 0;
        if rest.starts_with('<') {
            if self.last_end.is_some_and(|last| self.at < last)
                && let Some((token, length)) = self.marked(rest)
            {
                self.at += length;
                return Some(token);
            }
            from = 1;
        }
        let next = memchr::memchr(b'<', rest.as_bytes().get(from..).unwrap_or_default());
        let length = next.map_or(rest.len(), |length| length + from);
        self.at += length;
        Some(Token::Text(rest.get(..length).unwrap_or("")))
    }
}

/// The name at the beginning of a text, if it could be the name of an element.
pub(super) fn name_of(text: &str) -> Option<&str> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'_' | b'.');
    let length = text.bytes().take_while(is_name).count();
    let name = text.get(..length)?;
    let is_whole = text
        .as_bytes()
        .get(length)
        .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    (is_whole && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(name)
}

/// Where the first `end` at or after `from` ends.
fn end_of(text: &str, from: usize, end: &str) -> Option<usize> {
    let found = memchr::memmem::find(text.as_bytes().get(from..)?, end.as_bytes())?;
    Some(from + found + end.len())
}

/// Where the end tag of a name begins and where it ends.
fn close_of(text: &str, name: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let matches = |at: &usize| {
        let found = bytes.get(at + 2..at + 2 + name.len());
        let is_whole = !bytes.get(at + 2 + name.len()).is_some_and(u8::is_ascii_alphanumeric);
        is_whole && found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    let start = memchr::memmem::find_iter(bytes, "</").find(matches)?;
    let end = memchr::memchr(b'>', bytes.get(start..)?).map_or(text.len(), |length| start + length + 1);
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> String {
        let show = |token| match token {
            Token::Text(text) | Token::Verbatim(text) => format!("'{text}'"),
            Token::Open(tag) => format!("<{}>", tag.name),
            Token::Close(name) => format!("</{name}>"),
            Token::Other => "!".to_owned(),
        };
        Tokens::new(source).map(show).collect()
    }

    #[test]
    fn tags_are_separated_from_signs() {
        for (source, expected) in [
            ("<p class=a>x</p>", "<p>'x'</p>"),
            ("$a<b$ <x,y> 1 < 2 <", "'$a''<b$ ''<x,y> 1 ''< 2 ''<'"),
            ("$x<y and z>w$", "'$x''<y and z>w$'"),
            ("<a title='>' href=\">\">x</A >", "<a>'x'</A>"),
            ("<!-- <p> --><!DOCTYPE html><?xml?><br/>", "!!!<br>"),
            ("<![CDATA[a<b]]>c", "'a<b''c'"),
            ("<a href=\"never ends>x</a>", "<a>'x'</a>"),
            ("<a href=", "'<a href='"),
            ("<p it's>x</p>", "<p>'x'</p>"),
        ] {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    #[test]
    fn attributes_are_found_however_they_are_written() {
        let source = "<img ALT='a &lt; b' src=x.png =odd data-x = \"1\" checked / class=\"c d\">";
        let Some(Token::Open(tag)) = Tokens::new(source).next() else { panic!("no tag") };
        assert_eq!(tag.attribute("alt").as_deref(), Some("a < b"));
        assert_eq!(tag.attribute("src").as_deref(), Some("x.png"));
        assert_eq!(tag.attribute("data-x").as_deref(), Some("1"));
        assert_eq!(tag.attribute("checked").as_deref(), Some(""));
        assert_eq!(tag.attribute("title"), None);
        assert!(has_class(&tag.class(), |class| class == "d"));
    }
}
